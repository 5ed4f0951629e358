/**
 * The links by which answers show related records: how they are put together, and what one says that comes back in a body. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { isUuid } from '../values/operand.js';

/** The texts around the space in the address that links begin with; before them is the origin: scheme and host, as a rule. */
export const linkBaseParts = ['/api/v100/rest/spaces/', '/entities/'] as const;

/** What a body is read against. */
export interface SpaceCatalog {
  readonly catalog: Catalog;
  /** Id of the space, which the links of its records have. */
  readonly space: string;
}

/**
 * The origin is not compared: a server answers under several, and the id tells whether the record is here.
 * @param targets names of the entity types that the link may lead to
 * @returns the id in a link of the space to a record of one of them; undefined for any other text
 */
export function idInLink(
  { catalog, space }: SpaceCatalog,
  targets: readonly string[],
  text: string,
): string | undefined {
  const base = linkBaseParts.join(space);
  const start = text.lastIndexOf(base);
  if (start < 0 || !/^https?:\/\/[^\s?#]+$/i.test(text.slice(0, start))) return undefined;
  const [collection = '', id, ...rest] = text.slice(start + base.length).split('/');
  const leadsThere = targets.some((target) => catalog.entityType(target)?.collection === collection);
  return leadsThere && isUuid(id) && rest.length === 0 ? id.toLowerCase() : undefined;
}
