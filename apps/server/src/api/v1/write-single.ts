/**
 * The REST v1 writes of one record: create, partial update, delete.
 */
import type { EntityType } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { type Leaf, ValidationError } from '../../errors/validation-error.js';
import { answer, JsonText, jsonText } from '../../http/content/json-answer.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { findIdByNumber, findIdsByNumber } from '../../records/read/find-by-number.js';
import { runWrite } from '../../records/write/run-write.js';
import { createRecord, deleteRecord, updateRecord } from '../../records/write/write-records.js';
import type { RecordBody } from '../../request/write-request.js';
import { type LegacyRecord, parseLegacyId, parseRecordNumber } from './legacy-fields.js';
import { translateBody } from './translate-body.js';

type LegacyBody = Readonly<Record<string, unknown>>;

/** Answers a write with the whole record, as a GET would. */
const selection = { kind: 'legacy' } as const;

/** Errors of one body that are reported; each may compare a name with all that there are. */
const maxErrors = 100;

/**
 * A body with `ID` changes that record, any other makes one.
 * @param collectionUrl address of the collection, without a trailing slash
 * @returns the record; 201 and its `Location` when it was made
 * @throws ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN`; ValidationError listing every error of the body
 * @spec interface, Legacy REST v1: POST of a collection
 */
export async function postSingle(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
  body: LegacyBody,
  collectionUrl: string,
) {
  const { ID: id, ...members } = body;
  if (id !== undefined && id !== null && id !== '') {
    return putSingle(deps, call, entityType, String(id), members);
  }
  const request = {
    entityType: entityType.name,
    body: await translate(deps, call, entityType, members),
    validationLevel: 0,
    selection,
  };
  const created = await runWrite(deps, call, request, createRecord);
  const headers = { Location: `${collectionUrl}/${shownId(created.text)}` };
  return answer(201, new JsonText<LegacyRecord>(created.text), headers);
}

/**
 * Changes the fields sent and no other.
 * @param id as it is in the address or in `ID`
 * @throws as `postSingle`; ApiError `ERROR_PARAMETER_INVALID` when the body's `ID` names another record
 */
export async function putSingle(deps: ServerDeps, call: Call, entityType: EntityType, id: string, body: LegacyBody) {
  const uuid = await requireRecordId(deps, call, entityType, id);
  const { ID: named = id, ...members } = body;
  if (named !== id && (await requireRecordId(deps, call, entityType, String(named))) !== uuid) {
    throw new ApiError('ERROR_PARAMETER_INVALID', `ID: the body names "${String(named)}", the address "${id}".`, {
      at: 'ID',
    });
  }
  const request = {
    entityType: entityType.name,
    id: uuid,
    body: await translate(deps, call, entityType, members),
    validationLevel: 0,
    selection,
  };
  const updated = await runWrite(deps, call, request, updateRecord);
  return answer(200, new JsonText<LegacyRecord>(updated.text));
}

/** @returns the id as it was given */
export async function deleteSingle(deps: ServerDeps, call: Call, entityType: EntityType, id: string) {
  const uuid = await requireRecordId(deps, call, entityType, id);
  await runWrite(deps, call, { entityType: entityType.name, id: uuid, validationLevel: 0 }, deleteRecord);
  return answer(200, jsonText(id));
}

async function translate(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
  members: LegacyBody,
): Promise<RecordBody> {
  const leaves: Leaf[] = [];
  const rejected = () => new ValidationError({ entityName: entityType.name, entityId: '', entity: leaves, fields: [] });
  const numbers = new NumberLookup((target, wanted) => findIdsByNumber(deps, call.principal.space, target, wanted));
  const context = {
    catalog: deps.catalog,
    findIdByNumber: (target: string, number: number) => numbers.find(target, number),
    reject: (leaf: Leaf) => {
      // Rows are translated side by side: others go on for a moment.
      if (leaves.length < maxErrors) leaves.push(leaf);
      if (leaves.length === maxErrors) throw rejected();
    },
  };
  const body = await translateBody(context, entityType, members);
  if (leaves.length > 0) throw rejected();
  return body;
}

/** The id as REST v1 shows it, which for users and units is a number that only the stored record knows. */
function shownId(text: string): string {
  const record: { readonly ID: string | number } = JSON.parse(text);
  return String(record.ID);
}

// Looks up the numbers of users and units in a body: those that are asked for side by side with one statement.

/** @returns the ids of those that there are, by number */
type FindIds = (entityType: string, numbers: readonly number[]) => Promise<ReadonlyMap<number, string>>;

class NumberLookup {
  /** What the next statement looks up, by entity type. */
  private readonly next = new Map<string, { readonly numbers: Set<number>; readonly ids: ReturnType<FindIds> }>();

  constructor(private readonly findIds: FindIds) {}

  /** @returns the uuid of the record of a numbered entity type; undefined when none has the number */
  async find(entityType: string, number: number): Promise<string | undefined> {
    let wanted = this.next.get(entityType);
    if (wanted === undefined) {
      const numbers = new Set<number>();
      wanted = { numbers, ids: this.findLater(entityType, numbers) };
      this.next.set(entityType, wanted);
    }
    wanted.numbers.add(number);
    return (await wanted.ids).get(number);
  }

  /** By then all rows of a list have asked. */
  private async findLater(entityType: string, numbers: ReadonlySet<number>): ReturnType<FindIds> {
    await new Promise((resolve) => setImmediate(resolve));
    this.next.delete(entityType);
    return this.findIds(entityType, [...numbers]);
  }
}

// Finds the uuid behind the id of a record in a REST v1 address.

/**
 * Waits on the database only for a number.
 * @param id `PY-7FFFFFFF-<UUID>`, a plain uuid or, for users and units, a number
 * @returns the uuid; whether a record has it is not looked up
 * @throws ApiError `ERROR_RECORD_NOT_FOUND` when it is no id of this entity type or no record has the number
 */
export async function requireRecordId(
  deps: ServerDeps,
  call: Call,
  entityType: EntityType,
  id: string,
): Promise<string> {
  const number = entityType.numbered ? parseRecordNumber(id) : undefined;
  const uuid =
    number === undefined
      ? parseLegacyId(id)
      : await findIdByNumber(deps, call.principal.space, entityType.name, number);
  if (uuid === undefined) {
    const entity = entityType.v1?.entity ?? entityType.name;
    throw new ApiError('ERROR_RECORD_NOT_FOUND', `There is no ${entity} with the id "${id}".`);
  }
  return uuid;
}
