/** JSON values, and what is asked of them everywhere. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [member: string]: Json };
export type JsonObject = { readonly [member: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns true when the value is nested deeper than that */
export function isDeeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((item: Json) => isDeeperThan(item, levels - 1));
}
