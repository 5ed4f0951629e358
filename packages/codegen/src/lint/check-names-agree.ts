/**
 * Checks that REST and GraphQL show the same entity types with the same members, but for the references that GraphQL follows
 * backwards. Both come from the entity files, but by different code: this is where a difference between the two would show.
 */
import { asJsonObject, camelCase, type JsonObject, namesWithoutType, reverseRelations } from '@headwater/contract';
import { buildSchema, isObjectType } from 'graphql';
import type { EntityModel } from '../entity/entity-model.js';

type NamedMembers = Pick<EntityModel, 'name' | 'fields' | 'operations' | 'graphql' | 'reverse' | 'union'>;

/** @returns the differences found, each a sentence */
export function checkNamesAgree(entities: readonly NamedMembers[], document: JsonObject, sdl: string): string[] {
  const schema = buildSchema(sdl);
  const reverse = reverseRelations(entities);
  return entities.flatMap(({ name, fields }) => {
    const properties = asJsonObject(
      asJsonObject(asJsonObject(asJsonObject(document.components).schemas)[name]).properties,
    );
    const withoutType = fields.flatMap(namesWithoutType);
    const inRest = without(Object.keys(properties), withoutType).map(camelCase);
    const type = schema.getType(name);
    const backwards = (reverse.get(name) ?? []).map((relation) => relation.name);
    const inGraphql = isObjectType(type) ? without(Object.keys(type.getFields()), backwards) : [];
    return [
      ...without(inRest, inGraphql).map((member) => `${name}.${member} is missing in GraphQL`),
      ...without(inGraphql, inRest).map((member) => `${name}.${member} is missing in REST v100`),
    ];
  });
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name));
}
