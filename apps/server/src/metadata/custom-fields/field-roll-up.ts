/**
 * What a roll-up field sums up: checks `rollup` of a Field record and keeps it in one form.
 */
import {
  type Catalog,
  type EntityType,
  type RollUp,
  type RollUpFunction,
  type ValueType,
  valueTypes,
} from '@headwater/catalog';
import { planRollUp } from '../../computed/derived/plan-roll-up.js';
import { suggestion } from '../../errors/closest-name.js';
import { invalid } from '../../plan/change/field-errors.js';
import { referringNames, rowsToSumUp } from '../../plan/relations/referring-rows.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { readable, scopeCatalog } from '../../rights/scoped-catalog.js';
import { rollUpType } from '../space-catalog/custom-field.js';
import type { RollUpSettings } from '../space-catalog/metadata.js';
import { objectIn } from './field-draft.js';

const members = ['relation', 'function', 'field', 'filter'];
const functions: readonly RollUpFunction[] = ['COUNT', 'SUM', 'MIN', 'MAX', 'AVG'];

/**
 * Sets the stored parts of the roll-up; an error goes to the draft.
 * @throws ApiError `ERROR_FORBIDDEN` when the caller may not read the records that it sums up: every reader of the field sees the result
 */
export function resolveRollUp(draft: Draft, { catalog: whole, rights }: Pick<RuleContext, 'catalog' | 'rights'>): void {
  const catalog = scopeCatalog(whole, rights);
  const given = objectIn(draft, 'rollup');
  const found = given ? readRollUp(given) : 'must be an object with relation, function, field and filter.';
  const owner = catalog.entityType(draft.text('entity_name') ?? '');
  const rows = typeof found === 'string' || !owner ? undefined : rowsToSumUp(catalog, owner.name, found.relation);
  if (rows) readable(catalog, rows.target);
  const type = typeof found === 'string' || !owner ? undefined : typeOf(owner, catalog, found);
  const problem =
    typeof found === 'string'
      ? found
      : type && owner && ('problem' in type ? type.problem : changeProblem(draft, owner, catalog, found, type.type));
  if (problem !== undefined) {
    draft.errors.push(invalid('rollup', problem));
    return;
  }
  draft.set('rollup', JSON.stringify(found));
  if (draft.isNew && type && 'type' in type) draft.set('primitive_type', valueTypes[type.type].json);
}

/** @returns what keeps a roll-up from being changed: its values stay where they are, and are of one type */
function changeProblem(
  draft: Draft,
  owner: EntityType,
  catalog: Catalog,
  { relation }: RollUpSettings,
  type: ValueType,
): string | undefined {
  if (draft.isNew) return undefined;
  const stored: unknown = JSON.parse(String(draft.stored?.rollup ?? 'null'));
  const before = readRollUp((stored ?? {}) as Readonly<Record<string, unknown>>);
  if (typeof before === 'string' || before.relation !== relation) return 'relation: can be given on create only.';
  const given = rollUpType(owner.name, before, catalog);
  if ('type' in given && given.type === type) return undefined;
  return `must give values of the same type as before${'type' in given ? `, ${given.type}, not ${type}` : ''}.`;
}

/** @returns the settings, or what is wrong with their form */
function readRollUp(given: Readonly<Record<string, unknown>>): RollUpSettings | string {
  const unknown = Object.keys(given).find((name) => !members.includes(name));
  if (unknown !== undefined) return `has no member "${unknown}"; it has ${members.join(', ')}.`;
  const { relation, function: name, field = null, filter = null } = given;
  if (typeof relation !== 'string') return 'relation: must be the name of a to-many relation.';
  const known = functions.find((one) => one === name);
  if (known === undefined) return `function: must be one of ${functions.join(', ')}.`;
  if (field !== null && typeof field !== 'string') return 'field: must be the name of a field of the related records.';
  if (!isFilter(filter)) return 'filter: must be an object of members and the values that they must have.';
  return { relation, function: known, field, filter };
}

function isFilter(filter: unknown): filter is NonNullable<RollUpSettings['filter']> | null {
  if (filter === null) return true;
  if (typeof filter !== 'object' || Array.isArray(filter)) return false;
  return Object.values(filter).every(
    (value) => value === null || ['string', 'number', 'boolean'].includes(typeof value),
  );
}

/** @returns the type of what it gives, or what is wrong with it */
function typeOf(
  owner: EntityType,
  catalog: Catalog,
  settings: RollUpSettings,
): { readonly type: ValueType } | { readonly problem: string } {
  const type = rollUpType(owner.name, settings, catalog);
  if ('problem' in type)
    return rowsToSumUp(catalog, owner.name, settings.relation)
      ? type
      : { problem: type.problem + relationsOf(owner, catalog, settings) };
  const { relation, function: name, field, filter } = settings;
  const rollUp: RollUp = {
    kind: 'roll-up',
    relation,
    function: name,
    ...(field === null || field === undefined ? {} : { field }),
    ...(filter === null || filter === undefined ? {} : { where: filter }),
  };
  const planned = planRollUp(catalog, owner, rollUp);
  return 'problem' in planned ? { problem: planned.problem } : type;
}

function relationsOf({ name, fields }: EntityType, catalog: Catalog, { relation }: RollUpSettings): string {
  const members = fields.flatMap((field) =>
    field.kind === 'rows' && !field.hidden && !field.single ? [field.name] : [],
  );
  const names = [...members, ...referringNames(catalog, name)];
  return `${suggestion(relation, names)} ${name} has ${names.join(', ')}.`;
}
