/**
 * The links by which answers show related records: how they are put together, and what one says that comes back in a body. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import type { FieldLimits } from '../../rights/field-rights.js';
import { isUuid } from '../values/operand.js';

/** The texts around the space in the address that links begin with; before them is the origin: scheme and host, as a rule. */
export const linkBaseParts = ['/api/v100/rest/spaces/', '/entities/'] as const;

/** What a body is read against. */
export interface SpaceCatalog {
  readonly catalog: Catalog;
  /** Id of the space, which the links of its records have. */
  readonly space: string;
  /** What the sender of the body does not see; undefined: all fields are seen. */
  readonly limits?: FieldLimits | undefined;
}

interface RecordLink {
  readonly space: string;
  readonly id: string;
}

/**
 * The origin is not read: a server answers under several, and the id tells whether the record is here.
 * @param targets names of the entity types that the link may lead to
 * @returns what a link to a record of one of them says; undefined for any other text
 */
export function readLink(catalog: Catalog, targets: readonly string[], text: string): RecordLink | undefined {
  const [beforeSpace, afterSpace] = linkBaseParts;
  const start = text.lastIndexOf(beforeSpace);
  if (start < 0 || !/^https?:\/\/[^\s?#]+$/i.test(text.slice(0, start))) return undefined;
  const [space = '', ...record] = text.slice(start + beforeSpace.length).split(afterSpace);
  const [collection = '', id, ...rest] = record.join(afterSpace).split('/');
  const leadsThere = targets.some((target) => catalog.entityType(target)?.collection === collection);
  if (!leadsThere || !isUuid(id) || rest.length > 0 || /[^\w-]/.test(space)) return undefined;
  return { space, id: id.toLowerCase() };
}

/** @returns the id in a link of the space to a record of one of the entity types; undefined for any other text */
export function idInLink(
  { catalog, space }: SpaceCatalog,
  targets: readonly string[],
  text: string,
): string | undefined {
  const link = readLink(catalog, targets, text);
  return link?.space === space ? link.id : undefined;
}
