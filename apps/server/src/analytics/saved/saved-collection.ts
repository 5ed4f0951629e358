/**
 * Saved filters or saved reports as a collection: found, listed, created, changed and deleted by those who may. What differs between the
 * two is a `SavedType`.
 */
import { ApiError } from '../../errors/api-error.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import { notFound } from '../../records/read/get-record.js';
import type { RecordText } from '../../records/read/record-page.js';
import type { RunWrite } from '../../records/write/run-write.js';
import { createRecord, deleteRecord, updateRecord } from '../../records/write/write-records.js';
import type { Filter } from '../../request/filter.js';
import type { RecordBody } from '../../request/write-request.js';
import {
  listSaved,
  readSaved,
  type SavedPage,
  type SavedRecord,
  type SavedRecords,
  selectionOf,
} from './saved-records.js';

/** What a caller gives of all of them; left out: stays as it is. */
interface CommonMembers {
  readonly name: string | undefined;
  readonly shareMode: number | undefined;
}

export interface SavedType<Stored extends SavedRecord, New, Change, Shown> {
  readonly records: SavedRecords<Stored>;
  /**
   * Runs a fixed number of statements for all of them.
   * @returns each with what it defines, or the reason why it cannot be run
   */
  show(deps: ServerDeps, call: Call, records: readonly Stored[]): Promise<Shown[]>;
  /** @returns members of a new record besides name and share mode @throws ApiError for what cannot be run */
  bodyOfNew(deps: ServerDeps, call: Call, given: New): Promise<RecordBody>;
  /** @returns members that change besides name and share mode @throws ApiError for what cannot be run */
  bodyOfChange(deps: ServerDeps, call: Call, change: Change, stored: Stored): Promise<RecordBody>;
}

export class SavedCollection<Stored extends SavedRecord, New, Change, Shown> {
  constructor(private readonly type: SavedType<Stored, New, Change, Shown>) {}

  /** @returns null when there is none that the caller may see */
  async find(deps: ServerDeps, call: Call, id: string): Promise<Shown | null> {
    const [record] = (await readSaved(deps, call, this.type.records, [id])).values();
    return record ? this.showOne(deps, call, record) : null;
  }

  /**
   * @param filter null: all of them
   * @param at the field that has the arguments, for messages
   * @returns those that the caller may see, by name
   * @throws ApiError `ERROR_PARAMETER_INVALID` for a page out of bounds, a broken cursor
   */
  async list(
    deps: ServerDeps,
    call: Call,
    { filter, first, after }: { readonly filter: Filter | null; readonly first: number; readonly after: string | null },
    at: string,
  ): Promise<SavedPage<Shown>> {
    const { items, ...page } = await listSaved(deps, call, this.type.records, {
      filter,
      sort: [{ path: ['name'], descending: false, at }],
      window: { kind: 'cursor', first, ...(after === null ? {} : { after }) },
      right: 'see',
    });
    return { ...page, items: await this.type.show(deps, call, items) };
  }

  /**
   * @throws ApiError `ERROR_PARAMETER_INVALID` or ParameterErrors for what cannot be run; ValidationError for the rest; `ERROR_FORBIDDEN`
   *   for a key that may only read
   */
  async create(deps: ServerDeps, call: Call, write: RunWrite, common: CommonMembers, given: New): Promise<Shown> {
    const members = await this.type.bodyOfNew(deps, call, given);
    const body = { share_mode: 0, ...commonBody(common), ...members, owner_id: call.principal.client };
    return this.showWritten(deps, call, await write({ body, ...this.options }, createRecord));
  }

  /**
   * @param revision the one that the caller has seen; the change is rejected when the record has moved on
   * @throws the same; ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN` for what only others may change, `ERROR_REVISION_CONFLICT`
   */
  async change(
    deps: ServerDeps,
    call: Call,
    write: RunWrite,
    id: string,
    { revision, ...common }: CommonMembers & { readonly revision: number | null },
    change: Change,
  ): Promise<Shown> {
    const stored = await this.changeable(deps, call, id);
    const body = { ...commonBody(common), ...(await this.type.bodyOfChange(deps, call, change, stored)) };
    const expected = revision === null ? {} : { expectedRevision: revision };
    return this.showWritten(deps, call, await write({ id, body, ...expected, ...this.options }, updateRecord));
  }

  /** @returns its id @throws ApiError the same */
  async delete(deps: ServerDeps, call: Call, write: RunWrite, id: string): Promise<string> {
    await this.changeable(deps, call, id);
    const { entityType } = this.type.records;
    return (await write({ entityType, id, validationLevel: 0 }, deleteRecord)).id;
  }

  private get options() {
    const { records } = this.type;
    return { entityType: records.entityType, validationLevel: 0, selection: selectionOf(records) };
  }

  private async changeable(deps: ServerDeps, call: Call, id: string): Promise<Stored> {
    const { records } = this.type;
    const [record] = (await readSaved(deps, call, records, [id], 'change')).values();
    if (record) return record;
    const isSeen = (await readSaved(deps, call, records, [id])).size > 0;
    if (!isSeen) throw notFound(deps.catalog.existing(records.entityType), id);
    const problem = `The ${records.noun} ${id} belongs to another user, who has not shared it for changes.`;
    throw new ApiError('ERROR_FORBIDDEN', problem);
  }

  private showWritten(deps: ServerDeps, call: Call, { text }: RecordText): Promise<Shown> {
    return this.showOne(deps, call, JSON.parse(text) as Stored);
  }

  private async showOne(deps: ServerDeps, call: Call, record: Stored): Promise<Shown> {
    const [shown] = await this.type.show(deps, call, [record]);
    if (!shown) throw new Error('every record is shown');
    return shown;
  }
}

function commonBody({ name, shareMode }: CommonMembers): RecordBody {
  return { ...(name === undefined ? {} : { name }), ...(shareMode === undefined ? {} : { share_mode: shareMode }) };
}
