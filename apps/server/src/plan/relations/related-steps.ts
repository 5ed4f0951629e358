/**
 * Resolves the steps of a filter along relations, those that no member names among them. Pure; knows no column names.
 */
import type { Catalog, EntityType, ReferenceField } from '@headwater/catalog';
import type { ReferringRecords, Step } from '../../request/filter.js';
import { noRelation, type RelationStep, stepOf, tooManySteps } from './field-path.js';
import { referringRows } from './referring-rows.js';
import type { RowsStep } from './rows-step.js';

export interface RelatedRecords {
  readonly steps: readonly RelationStep[];
  /** Of the records at the end. */
  readonly entityType: EntityType;
}

/**
 * @param path steps as the caller wrote them
 * @param at where the caller wrote them, for messages
 * @param stepsLeft relations that may be followed
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a member that is no relation, and for too many steps; Error for a step that names no
 *   member and is not in the catalog
 */
export function relatedSteps(
  catalog: Catalog,
  from: EntityType,
  path: readonly Step[],
  at: string,
  stepsLeft: number,
): RelatedRecords {
  const steps: RelationStep[] = [];
  let entityType = from;
  for (const given of path) {
    const step = resolveStep(catalog, entityType, given, at);
    if (steps.length >= stepsLeft) throw tooManySteps(at);
    steps.push(step);
    entityType = step.target;
  }
  return { steps, entityType };
}

function resolveStep(catalog: Catalog, entityType: EntityType, given: Step, at: string): RelationStep {
  if (typeof given !== 'string') {
    return 'to' in given ? forward(catalog, entityType, given.by, given.to) : backwardStep(catalog, entityType, given);
  }
  const step = stepOf(catalog, entityType, given);
  if (!step) throw noRelation(catalog, entityType, given, at);
  return step;
}

function forward(catalog: Catalog, entityType: EntityType, by: string, to: string): RelationStep {
  return { kind: 'one', field: reference(entityType, by), target: catalog.existing(to) };
}

/**
 * Relations need no member: what a record of another entity type points at knows nothing of it.
 * @throws Error for references that the catalog does not have
 */
export function backwardStep(catalog: Catalog, entityType: EntityType, { from, via, on }: ReferringRecords): RowsStep {
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
