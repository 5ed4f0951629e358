/** The types of chromium.mjs. */

/** @returns the path of an executable; in CI it is installed first where there is none, elsewhere undefined then */
export function findChromium(): Promise<string | undefined>;
