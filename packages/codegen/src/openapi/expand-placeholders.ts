/** Fills the placeholders `{{name}}` of a template. Pure. */
import { isJsonObject, type JsonValue } from '../spec/json-value.js';
import type { SpecNode } from '../spec/spec-node.js';
import type { Placeholders } from './words.js';

/** @throws SpecError for a placeholder that has no value here */
export function expandPlaceholders(template: SpecNode, placeholders: Placeholders): JsonValue {
  return expand(template.value);

  function expand(value: JsonValue): JsonValue {
    if (typeof value === 'string') return expandText(value);
    if (Array.isArray(value)) return value.map(expand);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [expandText(key), expand(item)]));
  }

  function expandText(text: string): string {
    return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const filled = Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
      return filled ?? template.fail(`nothing to put in place of {{${name}}}`);
    });
  }
}
