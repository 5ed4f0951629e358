/**
 * The members of GraphQL's `Query` that read records of an entity type, found in the SDL. Pure.
 */
import type { EntityType } from '@headwater/catalog';
import { readSdl } from './read-sdl.js';

/** @param sdl a schema with a type `Query` */
export function queryMembers(sdl: string): (entityType: string) => EntityType['graphql'] {
  const members = readSdl(sdl).get('Query')?.members ?? new Map<string, string>();
  const answered = new Map([...members].map(([name, type]) => [type, name]));
  // A name that is not there fails the checks that ask for it.
  return (entityType) => ({
    many: answered.get(`${entityType}Connection!`) ?? `${entityType}List`,
    one: answered.get(entityType) ?? entityType,
  });
}
