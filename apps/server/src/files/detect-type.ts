/**
 * Tells what kind of content a file has: by its first bytes, which cannot be wrong about it, else by its name. Knows no store.
 */
import { fileTypeFromBuffer } from 'file-type';
import mime from 'mime';

/** So many bytes from the beginning tell what they can. */
export const headBytes = 4_100;

const unknownType = 'application/octet-stream';

/** Wrappings that many kinds share; the name may tell which kind it is. */
const wrappings: ReadonlySet<string> = new Set(['application/xml', 'application/zip', 'application/x-cfb']);

/**
 * @param head the first bytes, as many as there are up to `headBytes`
 * @returns a media type such as `image/png`; undefined when the bytes tell none, as those of plain text
 */
export async function detectType(head: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // Content that breaks off or contradicts itself is of no kind; it may be stored all the same.
    return undefined;
  }
}

/** @returns the type that the ending of a name stands for; undefined when it stands for none */
export function typeOfName(filename: string): string | undefined {
  return filename.includes('.') ? (mime.getType(filename) ?? undefined) : undefined;
}

/** @param detected what the bytes tell @returns `application/octet-stream` when the name tells nothing either */
export function settleType(detected: string | undefined, filename: string): string {
  if (detected !== undefined && !wrappings.has(detected)) return detected;
  return typeOfName(filename) ?? detected ?? unknownType;
}
