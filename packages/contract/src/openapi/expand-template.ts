/** Fills the placeholders `{{name}}` of a template. Pure. */
import { isJsonObject, type JsonValue } from '../json-value.js';
import type { Placeholders } from './words.js';

/**
 * @param template plain data; keys are filled as well
 * @param reject called for a placeholder that has no value here; throws
 */
export function expandTemplate(
  template: JsonValue,
  placeholders: Placeholders,
  reject: (problem: string) => never,
): JsonValue {
  return expand(template);

  function expand(value: JsonValue): JsonValue {
    if (typeof value === 'string') return expandText(value);
    if (Array.isArray(value)) return value.map(expand);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [expandText(key), expand(item)]));
  }

  function expandText(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const filled = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
      return filled ?? reject(`nothing to put in place of {{${name}}}`);
    });
  }
}
