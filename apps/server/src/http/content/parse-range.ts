/**
 * Reads the header `Range` (RFC 9110, 14.2). Pure.
 */

/** Offsets of the first and the last byte, counted from 0. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * @param header '' when there is none
 * @param size of the whole, in bytes
 * @returns undefined when all is to be sent: no header, or one that asks for anything but one range of bytes; `outside` when the whole
 *   has no such part
 */
export function parseRange(header: string, size: number): ByteRange | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header) ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'outside' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return undefined;
  if (first >= size) return 'outside';
  return { first, last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
