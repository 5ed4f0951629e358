/**
 * The collections of a space as a client has them. Types only.
 */
import type { UpdateOptions } from '../update-record.js';
import type { CreateBody, UpdateBody } from './body-types.js';
import type { EntityType } from './field-types.js';
import type { OrderBy, Where } from './list-options.js';
import type { Expand, Only, RecordOf } from './record-types.js';

/** What is shown of records. */
interface ReadOptions<Expanded, Picked> {
  /** Relations to answer as records instead of addresses: `['owner', { account_relations: ['account'] }]`. */
  readonly expand?: Expanded | undefined;
  /** The only members to load, `id` besides: `['last_name', { owner: ['email'] }]`. */
  readonly only?: Picked | undefined;
  /** Deleted records too. */
  readonly includeDeleted?: boolean | undefined;
  /** Ends the request or the reading; what is being waited for rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What a list holds. */
interface ListedOptions<Entity extends EntityType, Expanded, Picked> extends ReadOptions<Expanded, Picked> {
  /** Conditions, all of which a record must meet. */
  readonly where?: Where<Entity> | undefined;
  /** Members to sort by, `-` ahead of one turns its order round; by id when absent. */
  readonly orderBy?: readonly OrderBy<Entity>[] | undefined;
}

/** What a list holds, and how it is read. */
interface ListOptions<Entity extends EntityType, Expanded, Picked> extends ListedOptions<Entity, Expanded, Picked> {
  /** Records of a page, 1 to 100; 100 when absent. */
  readonly first?: number | undefined;
  /** Begins after this `end_cursor`. */
  readonly after?: string | undefined;
  /** Pages say how many records meet the conditions. */
  readonly includeTotal?: boolean | undefined;
}

/** What a live list holds, and when it is read again. */
interface LiveOptions<Entity extends EntityType, Expanded, Picked> extends ListedOptions<Entity, Expanded, Picked> {
  /** The most records that it shows, 1 to 1,000; 100 when absent. */
  readonly limit?: number | undefined;
  /** Milliseconds from one reading to the next at least, so that a burst of changes is one; 250 when absent. */
  readonly throttleMs?: number | undefined;
  /** Collections, or entity types, whose changes lead to another reading; every change of the space when absent. */
  readonly changesOf?: readonly string[] | undefined;
}

/** One page of a list. */
export interface RecordPage<Item> {
  readonly data: Item[];
  readonly page_info: { readonly end_cursor: string | null; readonly has_next_page: boolean };
  /** With `includeTotal`. */
  readonly total?: number;
}

/** A list, read by `for await` through all its pages. Each reading asks the server; nothing is asked before. */
export interface RecordList<Item> extends AsyncIterable<Item> {
  /** Yields the pages, each requested when the one before it has been used. */
  pages(): AsyncGenerator<RecordPage<Item>, void, void>;
  /** Reads the first record only. @returns undefined when there is none */
  first(): Promise<Item | undefined>;
}

interface WriteOptions {
  readonly signal?: AbortSignal | undefined;
}

interface ChangeOptions extends WriteOptions {
  /** The `revision` of the record as you know it: if it has changed since, a ConflictError is thrown and nothing is written. */
  readonly ifMatch?: number | undefined;
}

interface CreateOptions extends WriteOptions {
  /** Under one key a record is created once, however often it is sent; so the client repeats it after a lost answer. */
  readonly idempotencyKey?: string | undefined;
}

/**
 * The records of one entity type.
 * All methods throw ApiError (one of its subclasses by status), TimeoutError, NetworkError, or the reason of an aborted signal; and
 * TypeError for what cannot be sent, such as a condition that is undefined.
 */
export interface Collection<Entity extends EntityType, Moment = string> {
  /** Reads the records that meet all conditions. */
  list<
    const Expanded extends readonly Expand<Entity>[] = [],
    const Picked extends readonly Only<Entity>[] | false = false,
  >(options?: ListOptions<Entity, Expanded, Picked>): RecordList<RecordOf<Entity, Moment, Expanded, Picked>>;
  /**
   * Yields the records that meet all conditions at once, and again whenever they have changed, until the loop ends or the signal is aborted.
   * No change is missed, also over lost connections. A record that has not changed is the same object in each list.
   * Throws UnexpectedAnswerError as well, of a server that has no feed of changes.
   */
  live<
    const Expanded extends readonly Expand<Entity>[] = [],
    const Picked extends readonly Only<Entity>[] | false = false,
  >(
    options?: LiveOptions<Entity, Expanded, Picked>,
  ): AsyncIterable<readonly RecordOf<Entity, Moment, Expanded, Picked>[]>;
  /** Reads one record. Throws NotFoundError as well. */
  get<
    const Expanded extends readonly Expand<Entity>[] = [],
    const Picked extends readonly Only<Entity>[] | false = false,
  >(id: string, options?: ReadOptions<Expanded, Picked>): Promise<RecordOf<Entity, Moment, Expanded, Picked>>;
  /** Makes a record, and gives it as it was stored. Throws ValidationError as well. */
  create(body: CreateBody<Entity>, options?: CreateOptions): Promise<RecordOf<Entity, Moment>>;
  /** Changes the members that are given, and gives the record as it is then. Throws ValidationError and ConflictError as well. */
  update(id: string, body: UpdateBody<Entity>, options?: ChangeOptions): Promise<RecordOf<Entity, Moment>>;
  /**
   * Reads the record, calls `change` with it and writes what that returns; all of it again when the record has changed meanwhile.
   * @param change returns the members to set; undefined: nothing is written. It may be called several times
   */
  update(
    id: string,
    change: (
      record: RecordOf<Entity, Moment>,
    ) => UpdateBody<Entity> | undefined | Promise<UpdateBody<Entity> | undefined>,
    options?: UpdateOptions,
  ): Promise<RecordOf<Entity, Moment>>;
  /** Marks a record as deleted, together with the rows that belong to it. */
  delete(id: string, options?: ChangeOptions): Promise<void>;
}

/** The collections of a space: `Contacts` of the interface is `contacts`. */
export type Collections<Space, Moment> = {
  readonly [Name in keyof Space as Name extends `/${string}` ? never : Uncapitalize<Name & string>]: CollectionOf<
    Space[Name],
    Moment
  >;
};

type CollectionOf<Entity, Moment> = Entity extends EntityType
  ? Pick<Collection<Entity, Moment>, Entity['operations'] | ('list' extends Entity['operations'] ? 'live' : never)>
  : never;
