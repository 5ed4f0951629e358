/**
 * The documents that the operator has stored on the server, by the ids that clients send in their place. Knows no request.
 */
import { createHash } from 'node:crypto';

/** Before the hash in an id; hashes come without it as well. */
const hashPrefix = 'sha256:';

export class AllowedDocuments {
  private readonly texts = new Map<string, string>();

  /** @returns how many ids there are, hashes included */
  get size(): number {
    return this.texts.size;
  }

  /**
   * Takes a document under its own id and under the SHA-256 of its text, in lower case hexadecimal digits.
   * @param id a hash made by another rule counts, too
   * @returns false when the id means another text already
   */
  add(id: string, text: string): boolean {
    const known = this.textOf(id);
    if (known !== undefined && known !== text) return false;
    this.texts.set(withoutPrefix(id), text);
    this.texts.set(createHash('sha256').update(text).digest('hex'), text);
    return true;
  }

  textOf(id: string): string | undefined {
    return this.texts.get(withoutPrefix(id));
  }
}

function withoutPrefix(id: string): string {
  return id.startsWith(hashPrefix) ? id.slice(hashPrefix.length) : id;
}
