/**
 * Exact numbers with the places of an amount, as whole ten-thousandths: far cheaper to add than decimals. Pure.
 */

const scale = 10_000n;

const amount = /^(-?)(\d+)(?:\.(\d{1,4})0*)?$/;

/** @param text decimal notation with at most four places */
export function parseAmount(text: string): bigint {
  const [, sign, whole, places = ''] = amount.exec(text) ?? [];
  if (whole === undefined) throw new Error(`no amount: ${text}`);
  const size = BigInt(whole + places.padEnd(4, '0'));
  return sign ? -size : size;
}

/** @returns decimal notation without trailing zeros */
export function renderAmount(value: bigint): string {
  const size = value < 0n ? -value : value;
  const places = String(size % scale)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / scale}${places && `.${places}`}`;
}

/** @returns the amount divided and rounded to its places, halves away from zero */
export function divideAmount(value: bigint, divisor: number): bigint {
  const size = value < 0n ? -value : value;
  const by = BigInt(divisor);
  const rounded = (size * 2n + by) / (by * 2n);
  return value < 0n ? -rounded : rounded;
}
