/**
 * Entity: the record of a custom entity type. With it come its default type and its built-in fields, and
 * they go and come back with it. The records of the service's own entity types are not to be changed.
 */
import { buildCatalog } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { applyChange, rejectWhileJobRuns } from '../../jobs/apply-change.js';
import type { ChangeStep } from '../../jobs/job.js';
import { apiNameFrom } from '../../metadata/custom-entities/api-names.js';
import type { EntityRow } from '../../metadata/custom-entities/custom-entity-types.js';
import {
  defaultType,
  describeEntity,
  describeEntityFields,
  lastPreference,
} from '../../metadata/custom-entities/describe-entity.js';
import { fieldsPointingAt } from '../../metadata/custom-entities/pointing-fields.js';
import { newNameProblem } from '../../metadata/custom-entities/taken-names.js';
import { brokenDefinitions, wantDefinitions } from '../../metadata/stored-definitions.js';
import { invalid } from '../../plan/change/field-errors.js';
import { isCustomEntityType, storageTypes } from '../../plan/relations/custom-types.js';
import { may, requireRight } from '../../rights/require-right.js';
import { changeJob } from '../../sql/write/field-questions.js';
import type { Fact } from '../../sql/write/lookups.js';
import type { Draft } from '../write/draft.js';
import type { EntityRule, RuleContext } from '../write/entity-rule.js';
import { deleteRecordsWith, type RecordsWith, restoreRecordsWith } from '../write/persist.js';

const apiName = 'entity_api_name';

export const entityTypeRule: EntityRule = {
  definesSpace: () => true,
  watchesDeletion: true,

  prepare(draft, context) {
    switch (draft.act) {
      case 'create': {
        nameEntityType(draft);
        const deleted = wantDeletedNames(context);
        return () => makeEntityType(draft, context, deleted);
      }
      case 'update':
        return () => rejectBuiltIn(draft);
      case 'delete': {
        const record = wantRecord(draft, context);
        const definitions = wantDefinitions(context, draft.text(apiName) ?? '', draft.id);
        const job = changeJob(context.lookups, draft.id);
        return () => {
          requireForRecords(draft, context);
          rejectWhileRecordsMove(draft, context, job);
          rejectLoss(draft, context, record, definitions);
        };
      }
      case 'restore': {
        const job = changeJob(context.lookups, draft.id);
        return () => {
          rejectWhileRecordsMove(draft, context, job);
          checkName(draft, context, []);
        };
      }
    }
  },

  async written(draft, effects) {
    const name = draft.text(apiName);
    if (name === null || (draft.act !== 'delete' && draft.act !== 'restore')) return;
    const recordId = draft.id;
    if (draft.act === 'delete') {
      for (const records of describing(name)) await deleteRecordsWith(effects, records);
      if (!draft.alsoDeletes.includes('records')) return;
      await applyChange(effects, { recordId, action: 'delete-records', steps: [{ do: 'delete', entityType: name }] });
    } else {
      const deletedAt = Number(draft.stored?.revision);
      for (const records of describing(name)) await restoreRecordsWith(effects, records, deletedAt);
      const step: ChangeStep = { do: 'restore', entityType: name, from: deletedAt, before: await effects.revision() };
      await applyChange(effects, { recordId, action: 'restore-records', steps: [step] });
    }
  },
};

/** @throws ApiError `ERROR_FORBIDDEN` when who asks wants the records deleted, and may not delete them */
function requireForRecords(draft: Draft, context: RuleContext): void {
  const entityType = context.catalog.entityType(draft.text(apiName) ?? '');
  if (entityType && draft.alsoDeletes.includes('records')) requireRight(context, entityType, 'delete');
}

/** @throws ApiError `ERROR_STATE_CONFLICT` when something would be left without the entity type */
function rejectLoss(
  draft: Draft,
  context: RuleContext,
  someRecord: Fact | undefined,
  definitions: readonly Fact[],
): void {
  const name = draft.text(apiName);
  const fields = name === null ? [] : fieldsPointingAt(context.catalog, name);
  if (fields.length > 0) {
    throw new ApiError('ERROR_STATE_CONFLICT', `${name} is in use: ${fields.join(', ')}. Delete these fields first.`);
  }
  const broken = brokenWithout(draft, context, definitions);
  if (broken.length > 0) {
    const message = `${name} is in use: ${broken.join(', ')}. Change or delete these first.`;
    throw new ApiError('ERROR_STATE_CONFLICT', message);
  }
  const record = someRecord === undefined ? null : context.lookups.found(someRecord);
  if (record === null || draft.alsoDeletes.includes('records')) return;
  const entityType = context.catalog.entityType(name ?? '');
  const such = entityType && may(context, entityType, 'read') ? `, such as ${record}` : '';
  const message = `${name} has records${such}. Delete them first, or delete all with the entity by delete-records=true.`;
  throw new ApiError('ERROR_STATE_CONFLICT', message);
}

/** The saved filters and reports that need the entity type. */
function brokenWithout(draft: Draft, context: RuleContext, definitions: readonly Fact[]): string[] {
  const { entityTypes } = context.catalog;
  const others = entityTypes.filter(({ name }) => name !== draft.text(apiName));
  if (others.length === entityTypes.length) return [];
  return brokenDefinitions(context, definitions, buildCatalog(others));
}

/** What describes a custom entity type: it is deleted with it, and comes back with it. */
function describing(name: string): RecordsWith[] {
  return [
    { entityType: storageTypes.types, field: 'entity_api_name', text: name },
    { entityType: 'Field', field: 'entity_name', text: name },
  ];
}

function rejectWhileRecordsMove(draft: Draft, { lookups }: RuleContext, job: Fact): void {
  rejectWhileJobRuns(lookups, job, draft.text(apiName) ?? draft.id);
}

/** Runs before the lookup, which then finds the default name like any other. */
function nameEntityType(draft: Draft): void {
  if (draft.text(apiName)) return;
  const made = apiNameFrom(draft.text('name_singular') ?? '');
  draft.set(apiName, made === '' ? null : made);
}

function makeEntityType(draft: Draft, context: RuleContext, deletedNames: Fact | undefined): void {
  const { catalog, lookups } = context;
  const name = draft.text(apiName);
  const singular = draft.text('name_singular');
  if (name === null) {
    if (singular) draft.errors.push(invalid(apiName, 'must be given: none can be made of the name.'));
    return;
  }
  const deleted = deletedNames === undefined ? [] : (JSON.parse(lookups.found(deletedNames) ?? '[]') as string[]);
  checkName(draft, context, deleted);
  for (const [member, value] of describeEntity(catalog, name)) draft.set(member, value);
  if (draft.get('preference_order') === null) draft.set('preference_order', lastPreference(catalog));
  const row: EntityRow = { entity_api_name: name, name_singular: singular ?? name };
  for (const { id, values } of describeEntityFields(catalog, row)) {
    context.also('Field', new Map([...values, ['id', id]]), 'before');
  }
  context.also(storageTypes.types, defaultType(row));
}

/** That another entity type has the very same name is reported like that of any unique value. */
function checkName(draft: Draft, { catalog }: RuleContext, deleted: readonly string[]): void {
  const name = draft.text(apiName) ?? '';
  const holder = catalog.entityType(name);
  const problem = holder && isCustomEntityType(holder) ? undefined : newNameProblem(name, catalog, deleted);
  if (problem !== undefined) draft.errors.push(invalid(apiName, `"${name}" ${problem}`));
}

function rejectBuiltIn(draft: Draft): void {
  if (draft.stored?.[apiName]) return;
  const changed = [...draft.values.keys()].filter((member) => draft.changes(member));
  const problem = 'belongs to a built-in entity type, which cannot be changed.';
  draft.errors.push(...changed.map((member) => invalid(member, problem)));
}

/** Some record of the entity type that is not deleted. */
function wantRecord(draft: Draft, { catalog, lookups }: RuleContext): Fact | undefined {
  const kind = catalog.entityType(draft.text(apiName) ?? '');
  return kind && isCustomEntityType(kind) ? lookups.firstRecord(kind) : undefined;
}

function wantDeletedNames({ catalog, lookups }: RuleContext): Fact | undefined {
  const field = catalog.field('Entity', apiName);
  return field?.kind === 'value' ? lookups.textsOfDeleted(catalog.existing('Entity'), field) : undefined;
}
