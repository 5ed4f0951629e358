/**
 * The header that says: save this, under that name (RFC 6266). Pure.
 */

/** Characters of a quoted string that need no escape, and that no browser takes for part of a path or of an escape. */
const plain = /^[\w !#$&'()+,.;=@[\]^`{}~-]*$/;

/**
 * @param filename of whole characters; what ends lines or makes paths is for the caller to take out
 * @returns `attachment` with the name; names beyond ASCII stand in it twice, the second time as they are (RFC 8187)
 */
export function attachment(filename: string): string {
  if (plain.test(filename)) return `attachment; filename="${filename}"`;
  const readable = filename.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const fallback = [...readable].map((character) => (plain.test(character) ? character : '_')).join('');
  return `attachment; filename="${fallback}"; filename*=UTF-8''${encodeExtended(filename)}`;
}

/** `encodeURIComponent` leaves some characters that an extended value may not have. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
