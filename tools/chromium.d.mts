/** The types of chromium.mjs. */

/** @returns the path of an executable; it is installed first where that is possible */
export function findChromium(): Promise<string>;
