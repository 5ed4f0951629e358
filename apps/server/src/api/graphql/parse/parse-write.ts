/**
 * A root field that writes records as a request of the core, and the shape of its answer. What may be written the core checks.
 */
import { ApiError } from '../../../errors/api-error.js';
import { parameterError } from '../../../errors/parameter-error.js';
import type { ConvertRequest, ReactivateRequest } from '../../../records/convert/lifecycle-actions.js';
import { type BatchRequest, maxBatchItems } from '../../../request/batch-request.js';
import type { MergeRequest } from '../../../request/merge-request.js';
import type { MemberSelection } from '../../../request/selection.js';
import type { UpsertRequest } from '../../../request/upsert-request.js';
import {
  type CreateRequest,
  type DeleteRequest,
  type Dependents,
  maxValidationLevel,
  type RecordBody,
  type RestoreRequest,
  type UpdateRequest,
} from '../../../request/write-request.js';
import type { ErrorPath } from '../errors/write-errors.js';
import type { ObjectShape } from '../run/render-answer.js';
import { isMoneyPart, type MemberIndex, memberOf, moneyParts, type RecordMember } from '../schema/member-index.js';
import type { RootField } from '../schema/root-fields.js';
import type { FieldNodes, Reading } from './collect-fields.js';
import { type BatchShape, parseBatchSelection } from './parse-batch-selection.js';
import type { Input } from './parse-filter.js';
import { parseRecordSelection } from './parse-selection.js';
import { type SelectionSize, selectionSize } from './selection-size.js';

/** A write that answers one record. */
export type RecordWrite =
  | { readonly kind: 'create'; readonly request: CreateRequest }
  | { readonly kind: 'update'; readonly request: UpdateRequest }
  | { readonly kind: 'upsert'; readonly request: UpsertRequest }
  | { readonly kind: 'restore'; readonly request: RestoreRequest & { readonly selection: MemberSelection } }
  | { readonly kind: 'merge'; readonly request: MergeRequest }
  | { readonly kind: 'qualify' | 'back-to-lead'; readonly request: ConvertRequest }
  | { readonly kind: 'reactivate'; readonly request: ReactivateRequest };

export type WriteCall = ParsedWrite & {
  /** Nothing is to be written. */
  readonly isDryRun: boolean;
};

/** `place` is the path of the written record among the arguments; errors have their paths from there. */
type ParsedWrite = { readonly size: SelectionSize; readonly place: ErrorPath } & (
  | (RecordWrite & { readonly shape: ObjectShape })
  | { readonly kind: 'delete'; readonly request: DeleteRequest }
  | {
      readonly kind: 'batch';
      readonly request: BatchRequest;
      /** Undefined: no records are answered. */
      readonly selection: MemberSelection | undefined;
      readonly shape: BatchShape;
    }
);

/** What reading one of them needs. */
interface WriteFieldContext {
  readonly reading: Reading;
  readonly root: RootField;
  readonly given: Input;
  readonly nodes: FieldNodes;
  readonly validationLevel: number;
  /** The revision that the caller has seen, if it says so. */
  readonly seen: { readonly expectedRevision?: number };
}

/**
 * @param given the coerced values of the field's arguments
 * @throws ApiError `ERROR_PARAMETER_INVALID`, `ERROR_BATCH_TOO_LARGE`
 */
export function parseWrite(reading: Reading, root: RootField, given: Input, nodes: FieldNodes): WriteCall {
  const revision = given.revision as number | null | undefined;
  const context: WriteFieldContext = {
    reading,
    root,
    given,
    nodes,
    validationLevel: parseValidationLevel(given.validationLevel as number | null | undefined),
    seen: revision == null ? {} : { expectedRevision: revision },
  };
  return { ...parseOperation(context), isDryRun: given.dryRun === true };
}

function parseOperation(context: WriteFieldContext): ParsedWrite {
  switch (context.root.operation) {
    case 'delete':
      return parseDelete(context);
    case 'batch-modify':
    case 'batch-delete':
    case 'batch-restore':
      return parseBatch(context);
    default:
      return parseRecordWrite(context);
  }
}

function parseValidationLevel(given: number | null | undefined): number {
  if (given == null) return 0;
  if (given >= 0 && given <= maxValidationLevel) return given;
  throw parameterError('validationLevel', `must be a whole number from 0 to ${maxValidationLevel}`);
}

function parseDelete({ root: { entityType }, given, validationLevel, seen }: WriteFieldContext): ParsedWrite {
  const lost: readonly Dependents[] = [
    ...(given.deleteRecords === true ? (['records'] as const) : []),
    ...(given.deleteValues === true ? (['values'] as const) : []),
  ];
  const alsoDeletes = lost.length === 0 ? {} : { alsoDeletes: lost };
  const request = { entityType, id: given.id as string, validationLevel, ...seen, ...alsoDeletes };
  return { kind: 'delete', request, place: ['id'], size: { records: 1, depth: 0 } };
}

function parseRecordWrite(context: WriteFieldContext): ParsedWrite {
  const { reading, root, nodes } = context;
  const { selection, shape } = parseRecordSelection(reading, root.becomes ?? root.entityType, nodes);
  const { place, ...write } = recordWrite(context, selection);
  return { ...write, place, shape, size: selectionSize(selection) };
}

function recordWrite(
  context: WriteFieldContext,
  selection: MemberSelection,
): RecordWrite & { readonly place: ErrorPath } {
  const { root, given, validationLevel, seen } = context;
  const { operation, entityType } = root;
  const id = given.id as string;
  switch (operation) {
    case 'create':
      return {
        ...atInput,
        kind: operation,
        request: { entityType, body: bodyOf(context, 'input'), validationLevel, selection },
      };
    case 'update': {
      const body = bodyOf(context, 'input');
      return { ...atInput, kind: operation, request: { entityType, id, body, validationLevel, ...seen, selection } };
    }
    case 'upsert':
      return { ...atInput, kind: operation, request: upsertRequest(context, selection) };
    case 'restore':
      return { place: ['id'], kind: operation, request: { entityType, id, validationLevel, selection } };
    case 'merge': {
      const request = { entityType, ...mergedRecords(context), validationLevel, ...seen, selection };
      return { place: ['master'], kind: operation, request };
    }
    case 'qualify':
    case 'back-to-lead': {
      const body = given.input == null ? {} : bodyOf(context, 'input');
      return { ...atInput, kind: operation, request: { id, body, validationLevel, ...seen, selection } };
    }
    case 'reactivate':
      return { place: ['id'], kind: operation, request: { entityType, id, validationLevel, ...seen, selection } };
    default:
      throw new Error(`"${operation}" writes no record`);
  }
}

const atInput = { place: ['input'] } as const;

const modes = { Any: 'any', Existing: 'existing', New: 'new' } as const;

function upsertRequest(context: WriteFieldContext, selection: MemberSelection): UpsertRequest {
  const { root, given, validationLevel, seen } = context;
  const mode = given.mode as keyof typeof modes | null | undefined;
  return {
    entityType: root.entityType,
    field: (given.field as string | null | undefined) ?? 'id',
    value: given.value as string,
    body: bodyOf(context, 'input'),
    validationLevel,
    wanted: modes[mode ?? 'Any'],
    ...seen,
    selection,
  };
}

/** Which ids may be merged, that of the master among them, the core checks. */
function mergedRecords(context: WriteFieldContext): Pick<MergeRequest, 'master' | 'secondaryIds'> {
  return { master: bodyOf(context, 'master'), secondaryIds: context.given.secondaryIds as readonly string[] };
}

const batches = { 'batch-modify': 'modify', 'batch-delete': 'delete', 'batch-restore': 'restore' } as const;

function parseBatch({ reading, root, given, nodes, validationLevel }: WriteFieldContext): ParsedWrite {
  const operation = batches[root.operation as keyof typeof batches];
  const argument = operation === 'modify' ? 'items' : 'ids';
  const listed = given[argument] as readonly unknown[];
  checkSize(argument, listed.length);
  const items =
    operation === 'modify' ? listed.map((item) => parseBody(reading.members, root.entityType, item as Input)) : listed;
  const { selection, shape } = parseBatchSelection(reading, root.entityType, operation !== 'delete', nodes);
  const { records, depth } = selection === undefined ? { records: 0, depth: 0 } : selectionSize(selection);
  return {
    kind: 'batch',
    request: { operation, entityType: root.entityType, items, validationLevel, keepsGoing: given.rollback === false },
    selection,
    shape,
    place: [argument],
    size: { records: listed.length * records, depth },
  };
}

function checkSize(argument: string, count: number): void {
  if (count === 0) throw parameterError(argument, `must have 1 to ${maxBatchItems} items`);
  if (count <= maxBatchItems) return;
  const message = `${argument}: the batch has ${count} items; at most ${maxBatchItems} are allowed. Send it in parts.`;
  throw new ApiError('ERROR_BATCH_TOO_LARGE', message, { at: argument });
}

/** @param argument which holds members of the record that is answered */
function bodyOf({ reading, root, given }: WriteFieldContext, argument: string) {
  return parseBody(reading.members, root.becomes ?? root.entityType, given[argument] as Input);
}

// An input object of a create or update as a record body: the names of v100, values as they are.
// Which members may be written, and what they may hold, the core checks.

/**
 * @param input a coerced value of the entity type's input type; members left out stay out, nulls stay
 */
function parseBody(index: MemberIndex, entityType: string, input: Input): RecordBody {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const member = memberOf(index, entityType, name);
      return [bodyName(member), parseValue(index, member, value)];
    }),
  );
}

function bodyName(member: RecordMember): string {
  switch (member.kind) {
    case 'row':
    case 'page':
      if (typeof member.rows !== 'string')
        throw new Error(`A body has no ${member.target} records that only refer to it`);
      return member.rows;
    case 'record':
      return member.link;
    default:
      return member.field;
  }
}

function parseValue(index: MemberIndex, member: RecordMember, value: unknown): unknown {
  if (value === null) return null;
  switch (member.kind) {
    case 'row':
      return parseBody(index, member.target, value as Input);
    case 'page':
      return (value as readonly (Input | null)[]).map((row) => row && parseBody(index, member.target, row));
    case 'money':
      return parseMoney(value as Input);
    default:
      return value;
  }
}

function parseMoney(input: Input): RecordBody {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      if (!isMoneyPart(name)) throw new Error(`An amount has no part "${name}"`);
      return [moneyParts[name], value];
    }),
  );
}
