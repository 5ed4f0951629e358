/** Currencies of a space, and amounts as people read them. Pure. */

interface Currency {
  readonly id: string;
  readonly code: string;
  readonly is_base: boolean;
}

export interface Currencies {
  /** Code of the one in which the space adds up; undefined where it is not known. */
  readonly base: string | undefined;
  codeOf(id: string): string | undefined;
}

/** Of a key that may not read them: amounts are numbers alone. */
export const noCurrencies: Currencies = { base: undefined, codeOf: () => undefined };

export function currenciesOf(currencies: readonly Currency[]): Currencies {
  const codes = new Map(currencies.map(({ id, code }) => [id, code]));
  return { base: currencies.find((one) => one.is_base)?.code, codeOf: (id) => codes.get(id) };
}

/** An amount as answers have it. */
export interface Money {
  readonly base_value: number | null;
  readonly value_foreign: number | null;
  readonly currency_id: string | null;
}

// With all the digits that a number has.
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 });

/** @param code undefined: the number alone */
export function amountText(value: number, code: string | undefined): string {
  return code === undefined ? number.format(value) : `${number.format(value)} ${code}`;
}

/** @returns the amount in its own currency, and what it is in the base currency where that is another one; empty where it is not set */
export function moneyText(money: Partial<Money>, currencies: Currencies): string {
  const { base_value: base = null, value_foreign: foreign = null } = money;
  const code = foreignCode(money, currencies);
  const inBase = base === null ? '' : amountText(base, currencies.base);
  if (code === undefined || foreign === null) return inBase || (foreign === null ? '' : amountText(foreign, undefined));
  return `${amountText(foreign, code)}${inBase === '' ? '' : ` (${inBase})`}`;
}

/** @returns the code of the currency of an amount; undefined where that is the base currency, or not known */
export function foreignCode({ currency_id: id }: Partial<Money>, { base, codeOf }: Currencies): string | undefined {
  const code = typeof id === 'string' ? codeOf(id) : undefined;
  return code === base ? undefined : code;
}
