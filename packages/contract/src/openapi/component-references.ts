/** Finds the components that a part of a document refers to. Pure. */
import { isJsonObject, type JsonValue } from '../json-value.js';

export interface ComponentReference {
  /** `schemas`, `parameters`, `responses`, `headers`. */
  readonly kind: string;
  readonly name: string;
}

export function componentReferences(value: JsonValue): ComponentReference[] {
  if (Array.isArray(value)) return value.flatMap(componentReferences);
  if (!isJsonObject(value)) return [];
  const own = typeof value.$ref === 'string' ? [parseReference(value.$ref)] : [];
  return [...own, ...Object.values(value).flatMap(componentReferences)];
}

function parseReference(reference: string): ComponentReference {
  const match = /^#\/components\/(\w+)\/(\w+)$/.exec(reference);
  if (!match?.[1] || !match[2]) throw new Error(`"${reference}" is not a reference to a component`);
  return { kind: match[1], name: match[2] };
}
