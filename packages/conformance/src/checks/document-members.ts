/**
 * What the documents of a space have.
 */
import { isJsonObject, type Json } from '../http/json.js';

/** @returns undefined where the document has no such place */
export function memberAt(document: Json, ...names: readonly string[]): Json | undefined {
  let found: Json | undefined = document;
  for (const name of names) found = isJsonObject(found) ? found[name] : undefined;
  return found;
}

/** @returns whether a type of the SDL has the member */
export function hasMember(sdl: string, type: string, member: string): boolean {
  const body = new RegExp(`^type ${type}\\b[^{]*\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(sdl)?.[1] ?? '';
  return new RegExp(`^ *${member}\\b`, 'm').test(body);
}
