/**
 * How a list of REST v1 is filtered and what it holds. Types only.
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
    : never;

/** Conditions by field, all of which a record must meet: a value means equality, an object has operators, of which all must hold. */
export type V1Where<Item> = { readonly [Name in keyof Item]?: V1Condition<NonNullable<Item[Name]>> };

export interface V1ListOptions<Item, Picked> {
  readonly where?: V1Where<Item> | undefined;
  /** Names to sort by, `-` ahead of one turns its order round. `PPL_CHRONOLOGICAL` is the order of creation. */
  readonly sort?: readonly (V1Name<Item> | `-${V1Name<Item>}`)[] | undefined;
  /** The only fields to load, `ID` besides. */
  readonly only?: Picked | undefined;
  /** Ends the reading; what is being waited for rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
}

type V1Name<Item> = (keyof Item & string) | 'PPL_CHRONOLOGICAL';

/** A record with the fields that were loaded. */
export type V1RecordOf<Item, Picked> = Picked extends readonly unknown[]
  ? { [Name in keyof Item as Name extends 'ID' | Picked[number] ? Name : never]: Item[Name] }
  : Item;

/** Each reading asks the server from the start. */
export type V1List<Item> = AsyncIterable<Item>;
