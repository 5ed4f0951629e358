/**
 * Field: the record of a custom field, from which the catalog of the space follows. Records of built-in fields describe the service and
 * are not to be changed, but for the translations of their names.
 */
import { ApiError } from '../../errors/api-error.js';
import { applyChange, rejectWhileJobRuns } from '../../jobs/apply-change.js';
import { fieldWritten } from '../../jobs/enqueue-recompute.js';
import type { ChangeStep } from '../../jobs/job.js';
import { resolveParent } from '../../metadata/custom-fields/allowed-by.js';
import { dependentsOf } from '../../metadata/custom-fields/field-dependents.js';
import { fieldRow, isCustom } from '../../metadata/custom-fields/field-draft.js';
import { checkCalculation, noteFormula, rejectSwitch, wantSwitch } from '../../metadata/custom-fields/field-formula.js';
import { resolveLookup } from '../../metadata/custom-fields/field-lookup.js';
import {
  checkTranslations,
  type OptionFacts,
  orderOptions,
  resolveOptions,
  wantOptionFacts,
} from '../../metadata/custom-fields/field-options.js';
import { resolvePairedField, shareOptions } from '../../metadata/custom-fields/field-paired.js';
import { resolveRollUp } from '../../metadata/custom-fields/field-roll-up.js';
import { customFieldById, withoutField } from '../../metadata/custom-fields/find-field.js';
import {
  checkFieldName,
  describeNew,
  nameField,
  nameType,
  ownerOf,
  rejectOwner,
  startSequence,
  takeSequenceAlong,
  wantNames,
} from '../../metadata/custom-fields/new-field.js';
import { lockChoices, replaceInDeleted } from '../../metadata/custom-fields/option-uses.js';
import { checkSettings } from '../../metadata/custom-fields/settings-of-type.js';
import { fieldType } from '../../metadata/field-types.js';
import { moneyField, plainValue } from '../../metadata/space-catalog/custom-field.js';
import type { FieldRow } from '../../metadata/space-catalog/metadata.js';
import { genericRowType, rowTypeName } from '../../metadata/space-catalog/relation-types.js';
import { brokenDefinitions, wantDefinitions } from '../../metadata/stored-definitions.js';
import { type FieldLeaf, invalid, writtenOnce } from '../../plan/change/field-errors.js';
import { may, requireRight } from '../../rights/require-right.js';
import { customValue, customValues } from '../../sql/custom-values/custom-value.js';
import type { CustomValueType } from '../../sql/custom-values/value-tables.js';
import { changeJob, type SharedValue, sharedValues } from '../../sql/write/field-questions.js';
import type { Fact } from '../../sql/write/lookups.js';
import { type Draft, isWritten } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';
import type { WriteEffects } from '../write/write-effects.js';

/** What must be known of a field that is written. */
interface FieldFacts {
  readonly names?: Fact;
  readonly options: OptionFacts;
  readonly shared?: Fact;
  /** Whether a formula can come or go. */
  readonly formulaSwitch: Fact | undefined;
  /** The job that still applies its last change. */
  readonly changeJob?: Fact;
}

/** Texts of which an empty one says nothing. */
const settings = ['default_value', 'calc_formula', 'sequence_pattern'];

export const fieldRule: EntityRule = {
  definesSpace: () => true,
  watchesDeletion: true,
  takesAlongLater: 'values',

  wantRows(draft) {
    const choosesDefault = draft.act === 'update' && draft.changes('default_value');
    return choosesDefault && fieldType(draft.text('type_id'))?.options ? ['data_set'] : [];
  },

  lockAhead: lockChoices,

  prepare(draft, context) {
    if (draft.act === 'delete') {
      const definitions = isCustom(draft) ? wantDefinitions(context, draft.text('api_name') ?? '', draft.id) : [];
      return () => {
        requireForValues(draft, context);
        rejectLoss(draft, context, definitions);
        takeSequenceAlong(draft, context);
      };
    }
    if (!isCustom(draft)) return () => completeBuiltIn(draft);
    for (const member of settings) if (draft.values.get(member) === '') draft.set(member, null);
    noteFormula(draft, context);
    if (draft.isNew) {
      nameType(draft);
      shareOptions(draft, context);
    }
    orderOptions(draft);
    const facts = wantFacts(draft, context);
    return () => complete(draft, facts, context);
  },

  async written(draft, effects) {
    await replaceInDeleted(draft, effects);
    await changeValues(draft, effects);
    await fieldWritten(draft, effects);
  },
};

function wantFacts(draft: Draft, context: RuleContext): FieldFacts {
  return {
    options: wantOptionFacts(draft, context),
    ...((draft.isNew || draft.act === 'restore') && { names: wantNames(draft, context) }),
    ...wantShared(draft, context),
    formulaSwitch: wantSwitch(draft, context),
    ...((draft.act === 'restore' || changesHolding(draft)) && {
      changeJob: changeJob(context.lookups, draft.id),
    }),
  };
}

function completeBuiltIn(draft: Draft): void {
  checkTranslations(draft, 'name_translations');
  rejectBlankName(draft);
  rejectChanges(draft);
}

function complete(draft: Draft, facts: FieldFacts, context: RuleContext): void {
  checkTranslations(draft, 'name_translations');
  rejectBlankName(draft);
  const owner = ownerOf(draft, context);
  if (!owner) {
    rejectOwner(draft, context);
    return;
  }
  const name = draft.text('name');
  if (name !== null && name !== '') draft.set('translated_name', name);
  if (facts.changeJob !== undefined) rejectWhileJobRuns(context.lookups, facts.changeJob, fullNameOf(draft));
  if (facts.formulaSwitch !== undefined) rejectSwitch(draft, context, facts.formulaSwitch);
  if (draft.isNew && facts.names !== undefined) {
    nameField(draft, owner, facts.names, context);
    describeNew(draft);
  } else if (facts.names !== undefined) checkFieldName(draft, owner, facts.names, context);
  resolveSettings(draft, facts, context);
  if (draft.act === 'restore') takeSequenceAlong(draft, context);
  else startSequence(draft, context);
  if (draft.errors.length === 0) checkCalculation(draft, context, owner);
  draft.set('system_readonly', isWorkedOut(draft) || showsOthers(draft, context));
}

/** @throws ApiError `ERROR_FORBIDDEN` when who asks wants the values of the field forgotten, and may not change their records */
function requireForValues(draft: Draft, context: RuleContext): void {
  const owner = draft.alsoDeletes.includes('values') ? ownerOf(draft, context) : undefined;
  if (owner) requireRight(context, owner, 'update');
}

/** @throws ApiError `ERROR_STATE_CONFLICT` when something would be left without the field */
function rejectLoss(draft: Draft, context: RuleContext, definitions: readonly Fact[]): void {
  const dependents = [...dependentsOf(context.catalog, draft.id), ...brokenWithout(draft, context, definitions)];
  if (dependents.length === 0) return;
  const message = `${fullNameOf(draft)} is in use: ${dependents.join(', ')}. Change or delete these first.`;
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}

/** The saved filters and reports that need the field. */
function brokenWithout(draft: Draft, context: RuleContext, definitions: readonly Fact[]): string[] {
  if (!customFieldById(context.catalog, draft.id)) return [];
  return brokenDefinitions(context, definitions, withoutField(context.catalog, draft.id));
}

/** That the name is missing or empty is reported like that of any required member. */
function rejectBlankName(draft: Draft): void {
  const name = draft.text('name') ?? '';
  if (name !== '' && name.trim() === '') draft.errors.push(invalid('name', 'must not be blank.'));
}

function fullNameOf(draft: Draft): string {
  return `${draft.text('entity_name')}.${draft.text('api_name')}`;
}

function resolveSettings(draft: Draft, { options, shared }: FieldFacts, context: RuleContext): void {
  const { lookups } = context;
  const errors = checkSettings(draft);
  draft.errors.push(...errors);
  resolveOptions(draft, options, context);
  resolveParent(draft, context);
  resolvePairedField(draft, context);
  const hasError = (member: string) => errors.some(({ field }) => field === member);
  if (draft.act === 'restore') rejectLostRelation(draft, context);
  resolveRelation(draft, () => !hasError('lookup') && resolveLookup(draft, context));
  const givesRollUp = draft.isNew ? draft.text('rollup') !== null : draft.changes('rollup');
  if (givesRollUp && !hasError('rollup')) resolveRollUp(draft, context);
  if (shared !== undefined) draft.errors.push(...sharedErrors(draft, context, lookups.found(shared)));
}

/** What a field points at is said when it is made; a body may repeat it. */
function resolveRelation(draft: Draft, resolve: () => unknown): void {
  const member = 'lookup';
  if (draft.isNew) {
    if (draft.text(member) !== null) resolve();
  } else if (draft.changes(member)) {
    const before = draft.stored?.[member];
    resolve();
    if (draft.changes(member)) draft.errors.push(writtenOnce(member));
    else draft.set(member, typeof before === 'string' ? before : null);
  }
}

/** The other side of a relation comes back only where the relation is there. */
function rejectLostRelation(draft: Draft, { catalog }: RuleContext): void {
  const relation = draft.text('relation_id');
  if (relation === null || relation === draft.id || customFieldById(catalog, relation)) return;
  draft.errors.push(
    invalid('relation_id', `the lookup ${relation} that began the relation is deleted; restore it first.`),
  );
}

/** Made unique later, or brought back, a field must have no value twice. */
function wantShared(draft: Draft, context: RuleContext): Pick<FieldFacts, 'shared'> {
  if (draft.isNew || draft.get('is_unique') !== true || !draft.setsAnew('is_unique')) return {};
  const [owner, field] = [ownerOf(draft, context), plainValue(fieldRow(draft))];
  return owner && field ? { shared: sharedValues(context.lookups, owner, field) } : {};
}

function sharedErrors(draft: Draft, context: RuleContext, text: string | null): FieldLeaf[] {
  const found = JSON.parse(text ?? '[]') as SharedValue[];
  if (found.length === 0) return [];
  const { act } = draft;
  const owner = ownerOf(draft, context);
  const named = found.map(({ value, id }) => `${JSON.stringify(value)} in ${id}`).join(', ');
  const records = owner && may(context, owner, 'read') ? named : 'which ones, this key may not read';
  // While the field is away, its values in single records cannot be changed.
  const remedy =
    act === 'restore'
      ? 'Delete all but one of those that share a value, or all values of the field by delete-values=true, then restore it.'
      : 'Change them first.';
  return [invalid('is_unique', `records share values: ${records}. ${remedy}`)];
}

function rejectChanges(draft: Draft): void {
  const changed = [...draft.values.keys()].filter((member) => member !== 'name_translations' && draft.changes(member));
  const rows = draft.rowSets
    .filter(({ drafts, removed }) => removed.length > 0 || drafts.some(isWritten))
    .map(({ field }) => field.name);
  const problem = 'belongs to a built-in field, of which only name_translations can be changed.';
  draft.errors.push(...[...changed, ...rows].map((member) => invalid(member, problem)));
}

function isWorkedOut(draft: Draft): boolean {
  const type = draft.text('type_id');
  return type === 'sequence' || type === 'rollup' || draft.text('calc_formula') !== null;
}

/** The other side of a lookup of one record: written there, shown here. */
function showsOthers(draft: Draft, { catalog }: RuleContext): boolean {
  const relation = draft.text('relation_id');
  return relation !== null && relation !== draft.id && customFieldById(catalog, relation)?.field.kind === 'reference';
}

// Changes the stored values of a field when its Field record is written.

/** Whether the write begins or ends that no two records share a value of the field. */
function changesHolding(draft: Draft): boolean {
  if (draft.act === 'restore') return draft.get('is_unique') === true;
  return draft.act === 'update' && draft.changes('is_unique');
}

/** Keeps records from sharing values of a field that has become unique, and forgets the values that go with a field. */
async function changeValues(draft: Draft, effects: WriteEffects): Promise<void> {
  const recordId = draft.id;
  const row = fieldRow(draft);
  if (draft.act === 'delete') {
    if (!draft.alsoDeletes.includes('values')) return;
    await applyChange(effects, { recordId, action: 'forget-values', steps: forgetting(row) });
    return;
  }
  const field = changesHolding(draft) ? plainValue(row) : undefined;
  const value = field && customValue(field);
  if (!value) return;
  const of = { entityType: row.entity_name, value };
  if (draft.get('is_unique') === true) {
    // While it was not unique, or deleted, nothing released the values that deleted records had claimed.
    const steps: ChangeStep[] = [
      { do: 'release-deleted', ...of },
      { do: 'claim', ...of },
    ];
    await applyChange(effects, { recordId, action: 'hold-values', steps });
  } else await applyChange(effects, { recordId, action: 'release-values', steps: [{ do: 'release', ...of }] });
}

/** What a roll-up can give, whatever it sums up. */
const rollUpTypes: readonly CustomValueType[] = ['integer', 'float', 'decimal', 'date', 'datetime'];

/** @returns the steps that forget all values of a field, which the catalog need not have any more */
function forgetting(row: FieldRow): ChangeStep[] {
  const forget = (types: readonly CustomValueType[]): ChangeStep[] =>
    types.map((type) => ({ do: 'forget', entityType: row.entity_name, value: { type, id: row.id } }));
  const plain = row.type_id === 'currency_foreign' ? moneyField(row) : plainValue(row);
  if (plain) return customValues(plain).map((value) => ({ do: 'forget', entityType: row.entity_name, value }));
  if (row.type_id === 'rollup') return forget(rollUpTypes);
  const storedIn = genericRowType(row);
  if (storedIn !== undefined) return [{ do: 'forget-rows', storedIn, entityType: rowTypeName(row) }];
  return isOtherSide(row) ? [] : forget(['uuid']);
}

/** What the other side of a relation shows is not its own. */
function isOtherSide({ relation_id, id }: FieldRow): boolean {
  return relation_id !== null && relation_id !== id;
}
