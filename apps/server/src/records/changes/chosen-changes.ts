/**
 * Which changes a caller asks for, by the names of entity types; and how many of them at a time. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import { requireReadable } from '../../rights/scoped-catalog.js';
import type { Following } from './change-follower.js';
import { namesOf } from './followed-types.js';

/** Changes of a page. */
export const changesOfPage = { default: 100, most: 1_000 } as const;

/** Entity types, acts or members that a caller names. */
export const mostNames = 100;

/** @returns what is wrong with so many names, without a full stop */
export function tooManyNames(count: number): string {
  return `takes at most ${mostNames} names; ${count} given`;
}

/**
 * @param names of entity types or collections
 * @param reject takes what is wrong with one of them, without a full stop, and a sentence that may follow
 * @returns the names of the entity types
 */
export function parseEntityTypes(
  names: readonly string[],
  catalog: Catalog,
  reject: (problem: string, hint: string) => void,
): readonly string[] {
  return names.flatMap((name) => {
    const entityType = catalog.entityType(name) ?? catalog.byCollection(name);
    if (entityType) return [entityType.name];
    const meant = suggestion(
      name,
      catalog.entityTypes.map((one) => one.name),
    );
    reject(`there is no entity type "${name}"`, meant);
    return [];
  });
}

/**
 * @param names of entity types; undefined: all
 * @returns how they are followed: with all whose records are theirs when a page is read. A name that the space has no longer stays; it
 *   throws ApiError `ERROR_FORBIDDEN` for one whose records may not be read
 */
export function ofTypes(names: readonly string[] | undefined): Following['chosen'] {
  return (catalog) =>
    names === undefined ? {} : { entityTypes: names.flatMap((name) => currentNames(catalog, name)) };
}

function currentNames(catalog: Catalog, name: string): readonly string[] {
  const entityType = catalog.entityType(name);
  if (entityType) requireReadable(catalog, entityType);
  return entityType ? namesOf(catalog, entityType) : [name];
}
