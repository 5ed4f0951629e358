/**
 * The members of GraphQL's `Query` that read records of an entity type, found in the SDL. Pure.
 */
import type { EntityType } from '@headwater/catalog';

/** @param sdl as GraphQL prints schemas: the fields of a type each on a line of its own */
export function queryMembers(sdl: string): (entityType: string) => EntityType['graphql'] {
  const query = /^type Query\b[^{]*\{\n([\s\S]*?)^\}/m.exec(sdl)?.[1] ?? '';
  const answered = new Map(
    [...query.matchAll(/^ {2}(\w+)(?:\([^\n]*\))?: ([\w!]+)/gm)].map(([, name = '', type = '']) => [type, name]),
  );
  // A name that is not there fails the checks that ask for it.
  return (entityType) => ({
    many: answered.get(`${entityType}Connection!`) ?? `${entityType}List`,
    one: answered.get(entityType) ?? entityType,
  });
}
