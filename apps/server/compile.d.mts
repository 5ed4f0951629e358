/** The types of compile.mjs. */

export const sources: string;
export const compiled: string;
export function isSource(file: string): boolean;
export function compileAll(): Promise<void>;
