/**
 * Checks that REST and GraphQL show the same entity types with the same members. Both come from the entity files, but by
 * different code: this is where a difference between the two would show.
 */
import { asJsonObject, camelCase, type JsonObject, namesWithoutType } from '@headwater/contract';
import { buildSchema, isObjectType } from 'graphql';
import type { EntityModel } from '../entity/entity-model.js';

type NamedMembers = Pick<EntityModel, 'name' | 'fields'>;

/** @returns the differences found, each a sentence */
export function checkNamesAgree(entities: readonly NamedMembers[], document: JsonObject, sdl: string): string[] {
  const schema = buildSchema(sdl);
  return entities.flatMap(({ name, fields }) => {
    const properties = asJsonObject(
      asJsonObject(asJsonObject(asJsonObject(document.components).schemas)[name]).properties,
    );
    const withoutType = fields.flatMap(namesWithoutType);
    const inRest = without(Object.keys(properties), withoutType).map(camelCase);
    const type = schema.getType(name);
    const inGraphql = isObjectType(type) ? Object.keys(type.getFields()) : [];
    return [
      ...without(inRest, inGraphql).map((member) => `${name}.${member} is missing in GraphQL`),
      ...without(inGraphql, inRest).map((member) => `${name}.${member} is missing in REST v100`),
    ];
  });
}

function without(names: readonly string[], others: readonly string[]): string[] {
  return names.filter((name) => !others.includes(name));
}
