/**
 * What is loaded or made when it is first asked for, because most processes never are. Knows nothing of what is made.
 */

/** @returns gives what `make` gives; who asks meanwhile waits for the same. After a failure the next one tries again. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
