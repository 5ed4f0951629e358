/**
 * Resolves the steps of a filter along relations, those that no member names among them. Pure; knows no column names.
 */
import type { Catalog, EntityType, ReferenceField } from '@headwater/catalog';
import type { ReferringRecords, Step } from '../request/filter.js';
import { type Hop, hopOf, noRelation, tooManyHops } from './field-path.js';
import { referringRows } from './referring-rows.js';
import type { ManyHop } from './rows-hop.js';

export interface RelatedRecords {
  readonly hops: readonly Hop[];
  /** Of the records at the end. */
  readonly entityType: EntityType;
}

/**
 * @param at where the caller wrote the steps, for messages
 * @param hopsLeft relations that may be followed
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a member that is no relation, and for too many steps; Error for a step that names no
 *   member and is not in the catalog
 */
export function relatedHops(
  catalog: Catalog,
  from: EntityType,
  steps: readonly Step[],
  at: string,
  hopsLeft: number,
): RelatedRecords {
  const hops: Hop[] = [];
  let entityType = from;
  for (const step of steps) {
    const hop = stepHop(catalog, entityType, step, at);
    if (hops.length >= hopsLeft) throw tooManyHops(at);
    hops.push(hop);
    entityType = hop.target;
  }
  return { hops, entityType };
}

function stepHop(catalog: Catalog, entityType: EntityType, step: Step, at: string): Hop {
  if (typeof step !== 'string') {
    return 'to' in step ? forward(catalog, entityType, step.by, step.to) : backwardHop(catalog, entityType, step);
  }
  const hop = hopOf(catalog, entityType, step);
  if (!hop) throw noRelation(catalog, entityType, step, at);
  return hop;
}

function forward(catalog: Catalog, entityType: EntityType, by: string, to: string): Hop {
  return { kind: 'one', field: reference(entityType, by), target: catalog.existing(to) };
}

/**
 * Relations need no member: what a record of another entity type points at knows nothing of it.
 * @throws Error for references that the catalog does not have
 */
export function backwardHop(catalog: Catalog, entityType: EntityType, { from, via, on }: ReferringRecords): ManyHop {
  const target = catalog.existing(from);
  const { name } = reference(target, via);
  return {
    kind: 'many',
    target,
    field: referringRows(name, from, on === undefined ? 'id' : reference(entityType, on).name),
  };
}

function reference({ name, fields }: EntityType, by: string): ReferenceField {
  const field = fields.find((one): one is ReferenceField => one.kind === 'reference' && one.name === by);
  if (!field) throw new Error(`${name} has no reference "${by}"`);
  return field;
}
