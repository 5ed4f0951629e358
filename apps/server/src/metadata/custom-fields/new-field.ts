/**
 * Names a new custom field and fills in what its Field record says besides.
 */
import type { EntityType } from '@headwater/catalog';
import { suggestion } from '../../errors/closest-name.js';
import { invalid } from '../../plan/change/field-errors.js';
import type { Operand } from '../../plan/list/predicate.js';
import { apiNameOf } from '../../plan/relations/field-path.js';
import { newUuid } from '../../plan/values/new-uuid.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import { namesOfDeletedFields } from '../../sql/write/field-questions.js';
import type { Fact } from '../../sql/write/lookups.js';
import { fieldType, fieldTypeName } from '../field-types.js';
import { systemType } from '../space-catalog/metadata.js';
import { ownersOfCustomFields } from './field-draft.js';
import { apiNameFrom, isApiName, TakenNames } from './field-name.js';
import { customFieldsOf } from './find-field.js';

/** Custom fields of an entity type at most: each costs every record of it something. */
export const maxFields = 500;

/** How a sequence numbers of which nothing else is said. */
const plainNumbers = '{00001}';

const ownerMember = 'entity_name';
const nameMember = 'api_name';

/** @returns the entity type of the field; undefined for one that cannot have custom fields */
export function ownerOf(draft: Draft, { catalog }: RuleContext): EntityType | undefined {
  const owner = catalog.entityType(draft.text(ownerMember) ?? '');
  return owner?.customFields ? owner : undefined;
}

/** Puts the name of the type in place of the id of its Type record. */
export function nameType(draft: Draft): void {
  const type = draft.text('type_id');
  const named = type === null ? undefined : fieldTypeName(type);
  if (named !== undefined) draft.set('type_id', named);
}

/** The api names of deleted fields, which are taken. */
export function wantNames(draft: Draft, { catalog, lookups }: RuleContext): Fact {
  return namesOfDeletedFields(lookups, catalog.existing('Field'), draft.text(ownerMember) ?? '');
}

export function rejectOwner(draft: Draft, { catalog }: RuleContext): void {
  const name = draft.text(ownerMember);
  if (name === null) return;
  const names = ownersOfCustomFields(catalog);
  const problem = `"${name}" cannot have custom fields.${suggestion(name, names)} Those that can: ${names.join(', ')}.`;
  draft.errors.push(invalid(ownerMember, problem));
}

/** Gives the field its name. Fields that are made together get different ones. */
export function nameField(draft: Draft, owner: EntityType, deleted: Fact, context: RuleContext): void {
  const names = namesOf(owner, deleted, context);
  if (!isNameFree(draft, owner, names)) return;
  const given = draft.text(nameMember);
  const problem = given === null ? undefined : givenNameProblem(given, names.taken);
  if (problem !== undefined) draft.errors.push(invalid(nameMember, problem));
  const name = given ?? names.taken.freeName(apiNameFrom(draft.text('name') ?? ''));
  names.taken.take(name);
  draft.set(nameMember, name);
}

/** A field that comes back has its name still, but others may have its place. */
export function checkFieldName(draft: Draft, owner: EntityType, deleted: Fact, context: RuleContext): void {
  isNameFree(draft, owner, namesOf(owner, deleted, context));
}

function isNameFree(draft: Draft, owner: EntityType, names: FieldNames): boolean {
  if (names.count < maxFields) {
    names.count++;
    return true;
  }
  draft.errors.push(invalid(ownerMember, `${owner.name} has ${maxFields} custom fields; more are not possible.`));
  return false;
}

function givenNameProblem(name: string, taken: TakenNames): string | undefined {
  if (!isApiName(name)) return `"${name}" must be cf_ and letters a to z, digits and _, such as cf_budget.`;
  return taken.isFree(name)
    ? undefined
    : `"${name}" is taken, perhaps by a deleted field; restore that one, or choose another name.`;
}

/** The names of an entity type's fields, of those too that the same write makes. */
interface FieldNames {
  readonly taken: TakenNames;
  count: number;
}

const namesByOwner = () => new Map<string, FieldNames>();

function namesOf(owner: EntityType, deleted: Fact, { lookups, shared }: RuleContext): FieldNames {
  const byOwner = shared(namesByOwner);
  let names = byOwner.get(owner.name);
  if (!names) {
    const own = customFieldsOf(owner).map(apiNameOf);
    const gone = JSON.parse(lookups.found(deleted) ?? '[]') as string[];
    names = { taken: new TakenNames([...own, ...gone]), count: own.length };
    byOwner.set(owner.name, names);
  }
  return names;
}

/** Sets what callers don't. */
export function describeNew(draft: Draft): void {
  const type = draft.text('type_id');
  const apiName = draft.text(nameMember);
  if (type === 'sequence' && draft.text('sequence_pattern') === null) draft.set('sequence_pattern', plainNumbers);
  const values: [string, Operand][] = [
    ['system_type', systemType.custom],
    ['system_required', false],
    ['column_name', apiName],
    ['source_field_id', draft.id],
    ...(type === null ? [] : [['source_type_id', type] satisfies [string, Operand]]),
    ['primitive_type', fieldType(type)?.json ?? 'string'],
    ['has_draft', false],
    ['is_published', true],
    ['is_available_for_webresource', false],
    ['use_in_global_search', false],
    ['use_in_interface_preview', false],
  ];
  for (const [member, value] of values) draft.set(member, value);
}

/** A field that numbers records has a set of one rule, which says how. */
export function startSequence(draft: Draft, context: RuleContext): void {
  const pattern = draft.text('sequence_pattern');
  if (draft.text('type_id') !== 'sequence' || pattern === null) return;
  if (draft.isNew) {
    const set = newUuid();
    draft.set('sequence_set_id', set);
    draft.set('sequence_id', draft.id);
    const rule: [string, Operand][] = [
      ['id', set],
      ['sequence_set_id', set],
      ['pattern', pattern],
      ['sort_order', 1],
    ];
    context.also('FieldSequence', new Map(rule));
  } else if (draft.changes('sequence_pattern')) {
    const set = draft.text('sequence_set_id');
    if (set !== null) context.change('FieldSequence', set, new Map([['pattern', pattern]]));
  }
}

/** The rule of a field that numbers records goes and comes back with the field. */
export function takeSequenceAlong(draft: Draft, context: RuleContext): void {
  const set = draft.text('sequence_set_id');
  if (set !== null) context.change('FieldSequence', set, new Map([['is_deleted', draft.act === 'delete']]));
}
