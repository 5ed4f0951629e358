/** The component schemas of an entity type to which a space has added members: those that are there, with what is new. Pure. */
import type { EntityType, Field } from '../entity-type.js';
import { asJsonObject, type JsonObject, type JsonValue } from '../json-value.js';
import { isAnswered } from '../member-visibility.js';
import { answerMembers, byAnswerOrder } from './answer-schema.js';
import { changeableMembers, newMembers } from './body-schemas.js';
import { keyMembers } from './entity-schemas.js';
import { answerExamples, type CollectionOf } from './example-record.js';

/**
 * @param entity the entity type as the space has it, the added members among its fields
 * @param schemaOf the schema of that name as it is without them; undefined when the document has none
 * @param collectionOf for the addresses in examples
 * @returns the changed schemas by component name
 */
export function addedSchemas(
  entity: EntityType,
  added: readonly Field[],
  schemaOf: (name: string) => JsonObject | undefined,
  collectionOf: CollectionOf,
): Readonly<Record<string, JsonObject>> {
  const changes: Readonly<Record<string, (schema: JsonObject) => JsonObject>> = {
    '': (schema) => withAnswered(schema, entity, added, collectionOf),
    Create: (schema) => withProperties(schema, newMembers(added)),
    Update: (schema) => withProperties(schema, changeableMembers(added)),
    Row: (schema) => withProperties(schema, newMembers(added)),
    Key: (schema) => ({ ...schema, enum: [...asList(schema.enum), ...keyMembers(added)] }),
  };
  const changed: Record<string, JsonObject> = {};
  for (const [suffix, change] of Object.entries(changes)) {
    const name = `${entity.name}${suffix}`;
    const schema = schemaOf(name);
    if (schema !== undefined) changed[name] = change(schema);
  }
  return changed;
}

/** Every member is always there, so the new ones are required too, and are in the example. */
function withAnswered(
  schema: JsonObject,
  entity: EntityType,
  added: readonly Field[],
  collectionOf: CollectionOf,
): JsonObject {
  const shown = added.filter(isAnswered);
  const known = asJsonObject(schema.properties);
  const fresh = new Map(shown.flatMap(answerMembers).map((member) => [member.name, member.schema]));
  const properties = Object.fromEntries(
    entity.fields
      .filter(isAnswered)
      .flatMap(answerMembers)
      .sort(byAnswerOrder)
      .map(({ name, schema: made }) => [name, fresh.get(name) ?? known[name] ?? made]),
  );
  const examples = shown.flatMap((member) => answerExamples(entity, member, collectionOf));
  return {
    ...schema,
    required: Object.keys(properties),
    properties,
    examples: asList(schema.examples).map((example) => ({ ...asJsonObject(example), ...Object.fromEntries(examples) })),
  };
}

function withProperties(schema: JsonObject, added: Readonly<Record<string, JsonObject>>): JsonObject {
  return { ...schema, properties: { ...asJsonObject(schema.properties), ...added } };
}

function asList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
