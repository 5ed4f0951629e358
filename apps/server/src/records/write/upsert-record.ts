/**
 * Changes the record that has a value in a member that no two records share, or makes one with it, in one transaction. Of several at
 * once one makes the record and the others change it.
 */
import type { EntityType, ValueField } from '@headwater/catalog';
import type { Transaction } from '../../db/database.js';
import { TransactionConflict } from '../../db/translate-error.js';
import { ApiError } from '../../errors/api-error.js';
import { ValidationError } from '../../errors/validation-error.js';
import { type FieldLeaf, invalid, notUnique } from '../../plan/change/field-errors.js';
import { systemFieldId } from '../../plan/values/metadata-id.js';
import { newUuid } from '../../plan/values/new-uuid.js';
import { parseValue } from '../../plan/values/parse-value.js';
import type { UpsertRequest } from '../../request/upsert-request.js';
import type { RecordBody } from '../../request/write-request.js';
import { requireOperation } from '../../rights/operation-rights.js';
import type { Statement } from '../../sql/binder.js';
import { compileHolder } from '../../sql/select/compile-find.js';
import type { RecordText } from '../read/record-page.js';
import { requestedType } from '../requested-type.js';
import { readWritten } from './answer/answer-of-write.js';
import type { WriteContext } from './write-context.js';
import { writeRecord } from './write-records.js';
import { seenOf } from './write-rights.js';

export interface Upserted {
  readonly record: RecordText;
  /** It was made; else it was there. */
  readonly isNew: boolean;
}

/** Which record is meant. */
interface Key {
  readonly field: ValueField;
  /** Canonical. */
  readonly value: string | number | boolean;
}

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a field that does not tell one record from all others and for a value that it
 *   cannot have; `ERROR_REVISION_CONFLICT`; ValidationError with every error of the body
 */
export async function upsertRecord(context: WriteContext, request: UpsertRequest): Promise<Upserted> {
  const entityType = requestedType(context.catalog, request.entityType);
  requireOperation(context.call.principal, entityType, 'upsert');
  const key = planKey(context.limits?.catalog.existing(request.entityType) ?? entityType, request);
  const find = () => findHolder(context, entityType, key);
  const holder = await find();
  const seen = holder === undefined ? undefined : await seenOf(context, entityType, [holder]);
  const isHidden = holder !== undefined && seen?.has(holder) === false;
  const found = isHidden ? undefined : holder;
  rejectUnwanted(entityType, request, found);
  rejectOtherValue(entityType, key, request.body, found);
  if (isHidden) throw rejectedValue(entityType, key, newUuid(), notUnique(key.field.name, key.value, holder));
  const id = found === undefined ? await create(context, request, key, find) : await update(context, request, found);
  const record = await readWritten(context, { entityType: entityType.name, id, selection: request.selection });
  return { record, isNew: found === undefined };
}

function planKey(entityType: EntityType, { field: name, value: text }: UpsertRequest): Key {
  const keys = entityType.fields.filter((field): field is ValueField => field.kind === 'value' && isKey(field));
  const field = keys.find((one) => one.name === name);
  if (!field) {
    const names = keys.map((one) => one.name).join(', ');
    const message = `field: "${name}" does not identify one ${entityType.name}; use one of ${names}.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'field' });
  }
  const parsed = parseValue(field, text);
  if ('problem' in parsed) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `value: of ${name}, it ${parsed.problem}`, { at: 'value' });
  }
  if (parsed.value === null || parsed.value === '') {
    throw new ApiError('ERROR_PARAMETER_INVALID', `value: of ${name}, it must not be empty.`, { at: 'value' });
  }
  return { field, value: parsed.value };
}

function isKey(field: ValueField): boolean {
  return field.name === 'id' || (field.unique === true && field.hidden !== true && !field.readOnly);
}

/** @returns the id of the record that has the value and is not deleted; it keeps the value until the transaction ends */
async function findHolder(
  { dialect, transaction, space, rowLock }: WriteContext,
  entityType: EntityType,
  { field, value }: Key,
): Promise<string | undefined> {
  // An id never changes; its row is locked later, after those that must be locked ahead of it.
  const locks = field.name !== 'id';
  const statement = compileHolder(dialect, space, entityType, field, value, locks ? rowLock : 'none');
  const [row] = await transaction.run(statement);
  if (row && field.custom && locks && dialect.forUpdate(true) !== '')
    await rejectLostValue(transaction, statement, row.id);
  return row && String(row.id);
}

/** A value beside its record is that of before the lock was waited for: it is looked at again under the lock. */
async function rejectLostValue(transaction: Transaction, statement: Statement, id: unknown): Promise<void> {
  const [row] = await transaction.run(statement);
  if (row?.id !== id) throw new TransactionConflict(new Error('the value has gone to another record'));
}

function rejectUnwanted(entityType: EntityType, request: UpsertRequest, found: string | undefined): void {
  const { field, value, wanted, expectedRevision } = request;
  const which = `${entityType.name} whose ${field} is ${JSON.stringify(value)}`;
  if (found !== undefined && wanted === 'new') {
    throw new ApiError('ERROR_REVISION_CONFLICT', `There is a ${which} already. Nothing was changed.`);
  }
  if (found === undefined && (wanted === 'existing' || expectedRevision !== undefined)) {
    throw new ApiError('ERROR_REVISION_CONFLICT', `There is no ${which}. No record was created.`);
  }
}

/** The body may leave the member out or repeat what the address says of it. */
function rejectOtherValue(entityType: EntityType, { field, value }: Key, body: RecordBody, found: string | undefined) {
  const given = body[field.name];
  if (given === undefined) return;
  const parsed = parseValue(field, given);
  if ('value' in parsed && parsed.value === value) return;
  const error = invalid(field.name, 'is not what the address says; leave it out, or repeat the value of the address.');
  throw rejectedValue(entityType, { field, value }, found ?? newUuid(), error);
}

function rejectedValue({ name }: EntityType, { field }: Key, entityId: string, error: FieldLeaf): ValidationError {
  return new ValidationError({
    entityName: name,
    entityId,
    entity: [],
    fields: [{ fieldId: systemFieldId(name, field.name), fieldName: field.name, leaves: [error] }],
  });
}

async function create(
  context: WriteContext,
  request: UpsertRequest,
  { field, value }: Key,
  find: () => Promise<string | undefined>,
): Promise<string> {
  const { entityType, validationLevel } = request;
  const body = { ...request.body, [field.name]: value };
  const create = { kind: 'create', entityType, body, validationLevel } as const;
  try {
    return (await writeRecord(context, field.name === 'id' ? { ...create, id: String(value) } : create)).id;
  } catch (error) {
    // Made by another since it was looked for: the next run changes it. Only an id may be that of a deleted record.
    const isTaken = error instanceof ValidationError && saysTaken(error, field.name);
    throw isTaken && (field.name !== 'id' || (await find()) !== undefined) ? new TransactionConflict(error) : error;
  }
}

function saysTaken({ errors }: ValidationError, name: string): boolean {
  const leaves = errors.fields.flatMap((field) => (field.fieldName === name ? field.leaves : []));
  return leaves.some(({ errorName }) => errorName === 'ERROR_VALUE_NOT_UNIQUE');
}

async function update(context: WriteContext, request: UpsertRequest, id: string): Promise<string> {
  const { entityType, body, validationLevel, expectedRevision } = request;
  const change = { kind: 'update', entityType, id, body, validationLevel } as const;
  try {
    await writeRecord(context, expectedRevision === undefined ? change : { ...change, expectedRevision });
    return id;
  } catch (error) {
    // Deleted since it was found: the next run makes a new one.
    const isGone = error instanceof ApiError && error.errorName === 'ERROR_RECORD_NOT_FOUND';
    throw isGone ? new TransactionConflict(error) : error;
  }
}
