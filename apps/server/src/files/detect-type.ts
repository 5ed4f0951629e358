/**
 * Detects the media type of a file: by its first bytes, which cannot be wrong about it, else by its name. Knows no store.
 */
import { fileTypeFromBuffer } from 'file-type';
import mime from 'mime';

/** As many bytes from the beginning are enough. */
export const headBytes = 4_100;

const unknownType = 'application/octet-stream';

/** Containers that many types share; the name may show which type it is. */
const wrappings: ReadonlySet<string> = new Set(['application/xml', 'application/zip', 'application/x-cfb']);

/**
 * @param head the first bytes, as many as there are up to `headBytes`
 * @returns a media type such as `image/png`; undefined when the bytes show none, as those of plain text
 */
export async function detectType(head: Uint8Array): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // Content that breaks off or contradicts itself has no type; it may be stored all the same.
    return undefined;
  }
}

/** @returns the type of the extension of a name; undefined when it has none */
export function typeOfName(filename: string): string | undefined {
  return filename.includes('.') ? (mime.getType(filename) ?? undefined) : undefined;
}

/** @param detected by the bytes @returns `application/octet-stream` when the name shows no type either */
export function chooseType(detected: string | undefined, filename: string): string {
  if (detected !== undefined && !wrappings.has(detected)) return detected;
  return typeOfName(filename) ?? detected ?? unknownType;
}
