/** Gathers the schemas that new parts of a document refer to and that it has not yet. Pure. */
import { componentReferences, type JsonObject, type JsonValue } from '@headwater/contract';

/**
 * @param parts what refers to schemas; what those refer to is followed
 * @param make gives a schema that the document lacks; undefined for those that it has
 * @returns the schemas made, by name
 */
export function neededSchemas(
  parts: readonly JsonValue[],
  make: (name: string) => JsonObject | undefined,
): Record<string, JsonObject> {
  const made: Record<string, JsonObject> = {};
  const seen = new Set<string>();
  const waiting = parts.flatMap(componentReferences);
  for (let reference = waiting.pop(); reference; reference = waiting.pop()) {
    const { kind, name } = reference;
    if (kind !== 'schemas' || seen.has(name)) continue;
    seen.add(name);
    const schema = make(name);
    if (schema === undefined) continue;
    made[name] = schema;
    waiting.push(...componentReferences(schema));
  }
  return made;
}
