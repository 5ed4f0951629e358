/**
 * The operations of a collection and of its records: from parameters and body to an answer.
 */
import { createHash } from 'node:crypto';
import type { EntityType, OperationName } from '@headwater/catalog';
import { deleteItem, existing, modifyItem, restoreItem, type WriteItem, writeBatch } from './batches.js';
import type { Json, JsonObject } from './json.js';
import { list } from './lists.js';
import type { Meanings } from './operators.js';
import { Parameters, parameterNames } from './parameters.js';
import { badParameter, rejection } from './rejection.js';
import { renderRecord, type View } from './rendering.js';
import { Selection } from './selections.js';
import type { Space } from './space.js';
import type { StoredRecord, Tables } from './tables.js';
import { readUuid } from './values.js';
import { recordBody, type WriteContext } from './write-context.js';
import { create, remove, revisionConflict, update, upsert } from './writes.js';

export interface Call {
  readonly space: Space;
  readonly meanings: Meanings;
  readonly type: EntityType;
  /** Parts of the path behind the collection. */
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Read as JSON when it is asked for. @throws Rejection */
  body(): Json;
  /** Address of the space, with which links begin. */
  readonly address: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: JsonObject;
  readonly headers?: Readonly<Record<string, string>>;
}

type Operation = (call: Call) => Reply;

/** By what is behind the collection and by method: the name of the operation, which the entity type has to have, and what it does. */
type Methods = Readonly<Record<string, readonly [OperationName, Operation]>>;

export const places: Readonly<Record<string, Methods>> = {
  '': { GET: ['list', listRecords], POST: ['create', createRecord] },
  id: { GET: ['get', getRecord], PATCH: ['update', updateRecord], DELETE: ['delete', deleteRecord] },
  by: { PUT: ['upsert', upsertRecord] },
  'batch-modify': { POST: ['batch-modify', batch(modifyItem)] },
  'batch-delete': { POST: ['batch-delete', batch(deleteItem)] },
  'batch-restore': { POST: ['batch-restore', batch(restoreItem)] },
};

function listRecords(call: Call): Reply {
  const { space, type, meanings } = call;
  const parameters = new Parameters(call.query, parameterNames.list);
  const count = (name: string) => parameters.integer(name, 1, 100);
  const request = {
    filters: parameters.filters,
    includeDeleted: parameters.flag('include-deleted'),
    includeTotal: parameters.flag('include-total'),
    orderBy: parameters.text('order-by') ?? '',
    selection: Selection.read(type, parameters.text('expand'), parameters.text('load-only')),
    page: {
      first: count('first'),
      last: count('last'),
      after: parameters.text('after'),
      before: parameters.text('before'),
      limit: count('limit'),
      offset: parameters.integer('offset', 0, 2 ** 31 - 1),
    },
  };
  const view = viewOf(call, space.tables);
  const body = list(view, type, request, meanings);
  const ETag = tagOf(Math.max(0, ...view.revisions), body, view);
  return unlessSame(call, {
    status: 200,
    body,
    headers: { ETag, 'Space-Revision': String(space.revision), ...warning(parameters) },
  });
}

function getRecord(call: Call): Reply {
  const { space, type, rest } = call;
  const parameters = new Parameters(call.query, parameterNames.get);
  const [expand, loadOnly] = [parameters.text('expand'), parameters.text('load-only')];
  const revision = parameters.integer('at-revision', 0, space.revision);
  if (revision !== undefined && (expand ?? loadOnly) !== undefined) {
    throw badParameter('at-revision', 'cannot be given together with expand or load-only');
  }
  const id = readUuid(rest[0]) ?? '';
  const record = revision === undefined ? space.tables.find(type.name, id) : space.tables.findAt(id, revision);
  if (record === undefined || (record.is_deleted && !parameters.flag('include-deleted'))) {
    throw rejection('ERROR_RECORD_NOT_FOUND', `There is no ${type.name} ${rest[0]}.`);
  }
  const selection = Selection.read(type, expand, loadOnly);
  const view = viewOf(call, space.tables);
  const data = renderRecord(view, type, record, selection);
  const headers = { ETag: tagOf(record.revision, data, view), ...warning(parameters) };
  return unlessSame(call, { status: 200, body: { success: true, data }, headers });
}

function createRecord(call: Call): Reply {
  return write(call, 'write', (context) => {
    const id = create(context, call.type, recordBody(call.body()));
    return written(call, context, id, 201);
  });
}

function updateRecord(call: Call): Reply {
  return write(call, 'write', (context) => {
    const record = existing(context, call.type, call.rest[0] ?? '', false);
    expectMatch(call, record);
    return written(call, context, update(context, call.type, record, recordBody(call.body())), 200);
  });
}

function deleteRecord(call: Call): Reply {
  return write(call, 'write', (context) => {
    const record = existing(context, call.type, call.rest[0] ?? '', false);
    expectMatch(call, record);
    return { status: 200, body: { success: true, data: remove(context, call.type, record) } };
  });
}

function upsertRecord(call: Call): Reply {
  const [, field = '', value = ''] = call.rest;
  return write(call, 'write', (context) => {
    const admit = (record: StoredRecord | undefined) => {
      if (record !== undefined && call.headers['if-none-match'] === '*') throw revisionConflict(call.type, record);
      expectMatch(call, record);
    };
    const { id, isNew } = upsert(context, call.type, field, value, recordBody(call.body()), admit);
    return written(call, context, id, isNew ? 201 : 200);
  });
}

function batch(writeItem: WriteItem): Operation {
  return (call) =>
    write(call, 'batch', (context, parameters) => {
      const eachForItself = parameters.integer('rollback-method', 0, 1) === 1;
      const data = writeBatch(context, call.type, writeItem, call.body(), eachForItself);
      return { status: 200, body: { success: true, data } };
    });
}

function write(
  call: Call,
  kind: 'write' | 'batch',
  work: (context: WriteContext, parameters: Parameters) => Reply,
): Reply {
  const parameters = new Parameters(call.query, parameterNames[kind]);
  const level = parameters.integer('validation-level', 0, 31) ?? 0;
  const isTried = parameters.flag('dry-run');
  const reply = call.space.write(level, isTried, (context) => work(context, parameters));
  const { ETag, ...headers } = reply.headers ?? {};
  const more = isTried ? { 'Dry-Run': 'true' } : ETag === undefined ? {} : { ETag };
  return { ...reply, headers: { ...headers, ...more, ...warning(parameters) } };
}

function viewOf({ address }: Call, tables: Tables): View {
  return { tables, address, revisions: [] };
}

function written(call: Call, { tables }: WriteContext, id: string, status: number): Reply {
  const { type } = call;
  const record = tables.find(type.name, id);
  if (record === undefined) throw new Error(`${type.name} ${id} was not stored`);
  const view = viewOf(call, tables);
  const data = renderRecord(view, type, record, Selection.whole);
  return { status, body: { success: true, data }, headers: { ETag: tagOf(record.revision, data, view) } };
}

/** Begins with the revision, by which `If-Match` is compared; the rest changes with every record that the answer was read from. */
function tagOf(revision: number, body: JsonObject, { revisions }: View): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([body, revisions]))
    .digest('base64url');
  return `"${revision}-${hash.slice(0, 20)}"`;
}

/** @param record undefined: there is none yet */
function expectMatch({ type, headers }: Call, record: StoredRecord | undefined): void {
  const tag = headers['if-match'];
  if (tag === undefined || (tag === '*' && record !== undefined)) return;
  const [, revision] = /^(?:W\/)?"(\d+)(?:-[^"]*)?"$/.exec(tag) ?? [];
  if (revision === undefined && tag !== '*') throw badParameter('If-Match', 'is no ETag of a record');
  if (Number(revision) === record?.revision) return;
  throw rejection('ERROR_REVISION_CONFLICT', `The ${type.name} is not as If-Match says.`);
}

function unlessSame({ headers }: Call, reply: Reply): Reply {
  const tag = reply.headers?.ETag ?? '';
  return ['*', tag].includes(headers['if-none-match'] ?? '') ? { status: 304, headers: { ETag: tag } } : reply;
}

function warning({ ignored }: Parameters): Readonly<Record<string, string>> {
  if (ignored.length === 0) return {};
  const names = ignored.map((name) => encodeURIComponent(name)).join(', ');
  return { Warning: `299 - "Unknown query parameters were ignored: ${names}"` };
}
