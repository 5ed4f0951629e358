/**
 * What calls of REST v1 take and give. Types only.
 */

/** Operators of all fields. */
interface V1Operators<Value> {
  /** Equals the value. */
  readonly eq?: Value;
  /** Differs from the value. */
  readonly ne?: Value;
  readonly gt?: Value;
  readonly lt?: Value;
  readonly ge?: Value;
  readonly le?: Value;
  /** Equals one of the values. */
  readonly in?: readonly Value[];
}

interface V1TextOperators extends V1Operators<string> {
  /** Begins with the value. */
  readonly ll?: string;
  /** Ends with the value. */
  readonly rl?: string;
  /** Holds the value. */
  readonly fl?: string;
}

type V1Condition<Value> = [Value] extends [number]
  ? Value | V1Operators<Value>
  : [Value] extends [string]
    ? string | V1TextOperators
    : [Value] extends [readonly number[]]
      ? number | Pick<V1Operators<number>, 'eq' | 'ne' | 'in'>
      : never;

/**
 * Conditions by field, all of which a record must meet: a value means equality, of a list of users that it is in it; an object has
 * operators, of which all must hold. Lists that the server works out, `Uncompared`, have none.
 */
export type V1Where<Item, Uncompared = never> = {
  readonly [Name in keyof Item as Exclude<Name, Uncompared>]?: V1Condition<NonNullable<Item[Name]>>;
};

/** What is shown of records. */
export interface V1GetOptions<Picked> {
  /** The only fields to load, `ID` besides. */
  readonly only?: Picked | undefined;
  /** Deleted records too. */
  readonly includeDeleted?: boolean | undefined;
  /** Ends the reading; what is being waited for rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

export interface V1ListOptions<Item, Picked, Uncompared = never> extends V1GetOptions<Picked> {
  readonly where?: V1Where<Item, Uncompared> | undefined;
  /** Names to sort by, `-` ahead of one turns its order round. `PPL_CHRONOLOGICAL` is the order of creation. */
  readonly sort?: readonly (V1Name<Item> | `-${V1Name<Item>}`)[] | undefined;
  /** Only records that were modified after this moment, `2026-03-01 00:00:00` in UTC. */
  readonly modifiedAfter?: string | undefined;
}

type V1Name<Item> = (keyof Item & string) | 'PPL_CHRONOLOGICAL';

/** A record with the fields that were loaded. */
export type V1RecordOf<Item, Picked> = Picked extends readonly unknown[]
  ? { [Name in keyof Item as Name extends 'ID' | Picked[number] ? Name : never]: Item[Name] }
  : Item;

/** Each reading asks the server from the start. */
export type V1List<Item> = AsyncIterable<Item>;

/** The id of a record as REST v1 shows it; a number for users and sales units. */
export type V1Id = string | number;

export interface V1WriteOptions {
  readonly signal?: AbortSignal | undefined;
}

/** The fields of a new record. With an `ID` it would be a change. */
export type V1NewBody<Body> = Readonly<Omit<Body, 'ID'>> & { readonly ID?: never };

/** The fields to change. */
export type V1UpdateBody<Body> = Readonly<Body> & {
  /** Of the record as you know it. */
  readonly REVISION?: number;
};

interface V1ManyOptions<Rejected> extends V1WriteOptions {
  /** `'undo'` when absent: one undoes all. Otherwise the others are written, and the answer has this in the place of a rejected item. */
  readonly rejected?: Rejected | undefined;
}

export interface V1SetOptions<Rejected> extends V1ManyOptions<Rejected> {
  /** An item whose `ID` names no record makes one, with a new id (flag 2). */
  readonly insertUnknown?: boolean | undefined;
  /** Only fields that change must be valid (flag 256). */
  readonly checkChangedOnly?: boolean | undefined;
  /** `validation_level`, such as 9: `CREATED` and the `ID` of new records can be given. */
  readonly validationLevel?: number | undefined;
}

export type V1DeleteOptions<Rejected> = V1ManyOptions<Rejected>;

/** Why an item was rejected. */
export interface V1ItemError {
  readonly errorcode: number;
  readonly message: string;
}

/** What became of an item. */
export type V1Outcome<Rejected> =
  | V1Id
  | (Rejected extends 'null' ? null : never)
  | (Rejected extends 'error' ? V1ItemError : never);
