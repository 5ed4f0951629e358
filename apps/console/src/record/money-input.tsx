/** An amount in the base currency; one in another currency keeps its currency. */
import type { JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { foreignCode, type Money } from '../contract/currencies.js';
import { useCurrencies } from '../ui/use-currencies.js';
import type { Common, InputProps } from './input-props.js';
import { TypedInput } from './typed-input.js';

export function MoneyInput({ common, value, onChange }: InputProps & { readonly common: Common }): JSX.Element {
  const money = (value ?? {}) as Partial<Money>;
  const { base_value: amount = null } = money;
  const currencies = useCurrencies();
  // Of the stored amount: a changed one is its value in the base currency alone.
  const stored = useRef(money);
  const foreign = foreignCode(stored.current, currencies);
  return (
    <>
      <TypedInput
        common={common}
        control={{ type: 'number', step: 'any' }}
        value={amount}
        show={(one) => (one === null ? '' : String(one))}
        read={(given) => (given === '' ? null : Number(given))}
        // The amount in another currency follows from this one.
        onChange={(one) => onChange(one === null ? { base_value: null, value_foreign: null } : { base_value: one })}
      />
      {currencies.base !== undefined && (
        <span class="soft">
          In {currencies.base}.
          {foreign !== undefined &&
            ` The record has its amount in ${foreign}, which follows by the exchange rate when this one is changed.`}
        </span>
      )}
    </>
  );
}
