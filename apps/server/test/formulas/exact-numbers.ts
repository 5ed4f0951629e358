/**
 * Numbers of formulas, calculated by whole numbers alone: a number is a BigInt of units of 10^-12, nothing is null.
 * Shares no code with the service.
 */

export type Units = bigint | null;

const one = 10n ** 12n;
const bound = 10n ** 14n * one;

const magnitude = (value: bigint) => (value < 0n ? -value : value);

export function kept(units: bigint): Units {
  return magnitude(units) < bound ? units : null;
}

/** The quotient as a whole number, halves away from zero. */
export function quotient(dividend: bigint, divisor: bigint): bigint {
  const [over, under] = [magnitude(dividend), magnitude(divisor)];
  const whole = (2n * over + under) / (2n * under);
  return dividend < 0n !== divisor < 0n ? -whole : whole;
}

export const operations = {
  '+': (a: bigint, b: bigint) => kept(a + b),
  '-': (a: bigint, b: bigint) => kept(a - b),
  '*': (a: bigint, b: bigint) => kept(quotient(a * b, one)),
  '/': (a: bigint, b: bigint) => (b === 0n ? null : kept(quotient(a * one, b))),
} as const;

export function rounded(units: bigint, places: number): Units {
  const unit = 10n ** BigInt(12 - places);
  return kept(quotient(units, unit) * unit);
}

/** @param decimal plain decimal notation with at most 12 places */
export function fromDecimal(decimal: string): bigint {
  const [, sign, whole, places = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal) ?? [];
  return BigInt(`${sign}${whole}${places.padEnd(12, '0')}`);
}

/** The exact value of the double, rounded to 15 digits and at most 12 places. */
export function fromFloat(value: number): Units {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, value);
  const exponent = (bits.getUint16(0) >> 4) & 0x7ff;
  const fraction = bits.getBigUint64(0) & (2n ** 52n - 1n);
  const mantissa = (exponent === 0 ? fraction : fraction + 2n ** 52n) * (value < 0 ? -1n : 1n);
  const power = Math.max(exponent, 1) - 1075;
  if (Math.abs(value) >= 1e14) return null;
  const [over, under] = power < 0 ? [mantissa, 2n ** BigInt(-power)] : [mantissa * 2n ** BigInt(power), 1n];
  const digits = magnitude(over / under).toString().length;
  const places = BigInt(Math.min(12, 15 - digits));
  return kept(quotient(over * 10n ** places, under) * 10n ** (12n - places));
}

/** @returns plain decimal notation without idle zeros */
export function toDecimal(units: bigint): string {
  const digits = magnitude(units).toString().padStart(13, '0');
  const text = `${digits.slice(0, -12)}.${digits.slice(-12)}`.replace(/\.?0+$/, '');
  return units < 0n ? `-${text}` : text;
}

/** The double nearest to the number with 15 digits and at most 12 places. */
export function toFloat(units: bigint): number {
  const digits = (magnitude(units) / one).toString().length;
  const unit = 10n ** BigInt(12 - Math.min(12, 15 - digits));
  return Number(toDecimal(quotient(units, unit) * unit));
}
