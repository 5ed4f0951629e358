/**
 * The pattern of a running number: text, `{YYYY}` and `{MM}` for the year and month in which it is given, and the number itself as one
 * run of zeros in braces, which may end in the number to begin with: `INV-{YYYY}-{00001}`. Pure.
 */

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'year' | 'month' }
  /** `digits`: written with leading zeros up to so many. */
  | { readonly kind: 'number'; readonly digits: number };

export interface SequencePattern {
  readonly parts: readonly Part[];
  /** The first number that is given, at least 1. */
  readonly start: number;
}

/** Longer numbers than any space will give; such a number is still exact. */
const maxDigits = 15;

/** @returns the pattern, or what is wrong with it, as a sentence goes on behind its name */
export function parseSequencePattern(text: string): SequencePattern | string {
  const parts: Part[] = [];
  const starts: number[] = [];
  for (const [whole, inside, plain = ''] of text.matchAll(/\{([^{}]*)\}|([^{}]+|[{}])/g)) {
    if (inside === 'YYYY') parts.push({ kind: 'year' });
    else if (inside === 'MM') parts.push({ kind: 'month' });
    else if (inside !== undefined && /^0+\d*$/.test(inside)) {
      parts.push({ kind: 'number', digits: inside.length });
      starts.push(Math.max(1, Number(inside)));
    } else if (inside !== undefined) {
      return `has an unknown part "${whole}"; known are {YYYY}, {MM} and zeros in braces for the number, such as {00001}.`;
    } else if (plain === '{' || plain === '}') {
      return `has a brace "${plain}" without its other half.`;
    } else parts.push({ kind: 'text', text: plain });
  }
  const [start] = starts;
  if (start === undefined) return 'needs zeros in braces for the running number, such as {00001}.';
  if (starts.length > 1) return 'has more than one running number.';
  if (parts.some((part) => part.kind === 'number' && part.digits > maxDigits)) {
    return `has a running number of more than ${maxDigits} digits.`;
  }
  return { parts, start };
}

/**
 * @param number that is given; one with more digits than the pattern has zeros is written whole
 * @param moment at which it is given, `YYYY-MM-DDTHH:MM:SS.ffffff`
 */
export function formatSequence({ parts }: SequencePattern, number: number, moment: string): string {
  const write = (part: Part): string => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'year':
        return moment.slice(0, 4);
      case 'month':
        return moment.slice(5, 7);
      case 'number':
        return String(number).padStart(part.digits, '0');
    }
  };
  return parts.map(write).join('');
}
