/** Fills the placeholders `{{name}}` of a file of the spec. Pure. */
import { expandTemplate, type JsonValue, type Placeholders } from '@headwater/contract';
import type { SpecNode } from '../spec/spec-node.js';

/** @throws SpecError for a placeholder that has no value here */
export function expandPlaceholders(template: SpecNode, placeholders: Placeholders): JsonValue {
  return expandTemplate(template.value, placeholders, (problem) => template.fail(problem));
}
