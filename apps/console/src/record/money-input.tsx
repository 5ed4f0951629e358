/** An amount in the base currency; one in another currency keeps its currency. */
import type { JSX } from 'preact';
import type { Common, InputProps } from './input-props.js';
import { TypedInput } from './typed-input.js';

interface Money {
  readonly base_value: number | null;
  readonly value_foreign: number | null;
  readonly currency_id: string | null;
}

export function MoneyInput({ common, value, onChange }: InputProps & { readonly common: Common }): JSX.Element {
  const { base_value: amount = null } = (value ?? {}) as Partial<Money>;
  return (
    <TypedInput
      common={common}
      control={{ type: 'number', step: 'any' }}
      value={amount}
      show={(one) => (one === null ? '' : String(one))}
      read={(given) => (given === '' ? null : Number(given))}
      // The amount in another currency follows from this one.
      onChange={(one) => onChange(one === null ? { base_value: null, value_foreign: null } : { base_value: one })}
    />
  );
}
