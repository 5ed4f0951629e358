/**
 * How a list is filtered and ordered. Types only; `to-query.ts` renders exactly these.
 */
import type {
  ListOperators,
  OrderedOperators,
  SingleOperators,
  TextOperators,
  UnsetOperators,
} from '../generated/operators.js';
import type { EntityType } from './field-types.js';
import type { Members, OneOfKeys, TargetOf } from './record-types.js';

/** A value means equality, several values mean any of them. */
type Condition<Value, Operators> = Value | readonly Value[] | OneOfKeys<Operators>;

type TextCondition<Value = string> = Condition<Value, TextOperators<Value>>;
type OrderedCondition<Value> = Condition<Value, OrderedOperators<Value>>;

type NoneOf<Values> = { readonly [Name in keyof Values]?: never };

/** Conditions on what is inside a value, or one operator for the value as a whole: the interface takes no object of both. */
type Either<Inside, Operators> = (Inside & NoneOf<Operators>) | (OneOfKeys<Operators> & NoneOf<Inside>);

interface MoneyParts {
  readonly base_value?: OrderedCondition<number> | null;
  readonly value_foreign?: OrderedCondition<number> | null;
  readonly currency_id?: OrderedCondition<string> | null;
}

/** By `type` of `field-types.ts`. */
interface Conditions {
  text: TextCondition;
  id: OrderedCondition<string>;
  day: OrderedCondition<string>;
  /** A `Date` behind an operator only: editors would offer its methods beside the operators. */
  dateTime: string | readonly string[] | OneOfKeys<OrderedOperators<string | Date>>;
  texts: Condition<string, ListOperators<string>>;
  ids: Condition<string, ListOperators<string>>;
  /** A value is compared with the amount in the base currency. */
  money: number | readonly number[] | Either<MoneyParts, OrderedOperators<number>>;
  json: OneOfKeys<UnsetOperators>;
  oneOfSeveral: never;
}

type PlainCondition<Value> = [Value] extends [boolean]
  ? Condition<Value, SingleOperators<Value>>
  : [Value] extends [number]
    ? OrderedCondition<Value>
    : TextCondition<Value>;

type ConditionOf<Value> = [Value] extends [
  { readonly type: infer Type; readonly target: infer Target extends EntityType },
]
  ? RelationCondition<Type, Target>
  : [Value] extends [{ readonly type: infer Type extends keyof Conditions }]
    ? Conditions[Type]
    : PlainCondition<Value>;

type RelationCondition<Type, Target extends EntityType> = Type extends 'one'
  ? Either<Where<Target>, UnsetOperators>
  : Type extends 'many' | 'row'
    ? Either<Where<Target>, ListOperators<string>> | null
    : Type extends 'oneOf'
      ? Where<Target>
      : never;

/**
 * Conditions by member, all of which a record must meet. A value is compared by equality, several values mean any of them, null means
 * that it is unset; an object has one operator,
 * for the interface takes one for each member. Objects under relations are conditions on related records: of a to-many
 * relation some record must meet each of them, not necessarily the same one.
 */
export type Where<Entity extends EntityType> = {
  readonly [Name in keyof Members<Entity>]?:
    | ConditionOf<NonNullable<Members<Entity>[Name]>>
    | Extract<Members<Entity>[Name], null>;
};

type Unordered = 'texts' | 'ids' | 'json' | 'one' | 'oneOf' | 'oneOfSeveral' | 'many' | 'manyOfSeveral' | 'row';

type OrderedName<Entity extends EntityType> = {
  [Name in keyof Members<Entity>]: NonNullable<Members<Entity>[Name]> extends { readonly type: Unordered }
    ? never
    : Name;
}[keyof Members<Entity>] &
  string;

type OrderRelation<Entity extends EntityType> = {
  [Name in keyof Members<Entity>]: NonNullable<Members<Entity>[Name]> extends { readonly type: 'one' | 'oneOf' }
    ? Name
    : never;
}[keyof Members<Entity>] &
  string;

/** A member to sort by, with `-` ahead of it downwards; `{ owner: 'last_name' }` sorts by one of a related record. */
export type OrderBy<Entity extends EntityType> =
  | OrderedName<Entity>
  | `-${OrderedName<Entity>}`
  | OneOfKeys<{
      [Name in OrderRelation<Entity>]: OrderBy<TargetOf<Members<Entity>[Name & keyof Members<Entity>]>>;
    }>;
