/**
 * What an answer holds of a record, by what was expanded and picked. Types only.
 */
import type { EntityType } from './field-types.js';

/** An amount in a currency and in the base currency of the space. */
export interface MoneyValue {
  base_value: number | null;
  currency_id: string | null;
  value_foreign: number | null;
}

/** Members that answers show, and that filters know. */
export type Members<Entity extends EntityType> = Entity['fields'] & Entity['once'] & Entity['shown'];

/** Values by `type` of `field-types.ts`; a relation is its address. */
interface Values<Moment> {
  text: string;
  id: string;
  day: string;
  dateTime: Moment;
  texts: string[];
  ids: string[];
  money: MoneyValue;
  json: unknown;
  one: string;
  oneOf: string | null;
  oneOfSeveral: string;
  many: string[];
  manyOfSeveral: string[];
  row: string;
}

type Value<Member, Moment> = Member extends { readonly type: infer Type extends keyof Values<Moment> }
  ? Values<Moment>[Type]
  : Member;

/** What a relation leads to; `never` for other members. */
export type TargetOf<Member> =
  NonNullable<Member> extends { readonly target: infer Target extends EntityType } ? Target : never;

/** Names of relations. */
export type RelationName<Entity extends EntityType> = {
  [Name in keyof Members<Entity>]: NonNullable<Members<Entity>[Name]> extends { readonly target: unknown }
    ? Name
    : never;
}[keyof Members<Entity>] &
  string;

/** An object with exactly one of the keys. */
export type OneOfKeys<Values> = {
  [Name in keyof Values]: { readonly [Given in Name]: Values[Given] } & {
    readonly [Other in Exclude<keyof Values, Name>]?: never;
  };
}[keyof Values];

/** A relation to expand: its name, or an object with relations of the records that it leads to. */
export type Expand<Entity extends EntityType> =
  | RelationName<Entity>
  | OneOfKeys<{
      [Name in RelationName<Entity>]: readonly Expand<TargetOf<Members<Entity>[Name & keyof Members<Entity>]>>[];
    }>;

/** A member to load: its name, or an object with a relation and members of the records that it leads to. */
export type Only<Entity extends EntityType> =
  | (keyof Members<Entity> & string)
  | OneOfKeys<{
      [Name in RelationName<Entity>]: readonly Only<TargetOf<Members<Entity>[Name & keyof Members<Entity>]>>[];
    }>;

type Items = readonly unknown[];

/** What stands below a name in a list of names and objects; `never` when nothing does. */
type Below<List, Name> = List extends Items ? BelowItem<List[number], Name> : never;

type BelowItem<Item, Name> = Item extends { readonly [Key in Name & string]: infer List } ? List : never;

/** The names that a list has at its first level, those of objects included. */
type NamesOf<List extends Items> = List[number] extends infer Item ? (Item extends string ? Item : keyof Item) : never;

/**
 * A record of an answer. Lists whose length is not known to the compiler may name any of their names: what is loaded by such a list
 * can be missing, and what is expanded can be an address.
 * @typeParam Entity an entity type, such as `EntityTypes['Contacts']`
 * @typeParam Moment `string`, or `Date` of a client with `dateTimes: 'date'`
 * @typeParam Expanded the list given as `expand`
 * @typeParam Picked the list given as `only`; false when all members are loaded
 */
export type RecordOf<
  Entity extends EntityType,
  Moment = string,
  Expanded extends Items = [],
  Picked extends Items | false = false,
> = Entity extends EntityType
  ? Picked extends Items
    ? number extends Picked['length']
      ? { id: string } & Partial<PickedMembers<Entity, Moment, Expanded, Picked>>
      : PickedMembers<Entity, Moment, Expanded, Picked>
    : { [Name in keyof Members<Entity>]: MemberOf<Members<Entity>[Name], Moment, Name, Expanded, false> }
  : never;

type PickedMembers<Entity extends EntityType, Moment, Expanded extends Items, Picked extends Items> = {
  [Name in keyof Members<Entity> as Name extends 'id' | NamesOf<Picked> ? Name : never]: MemberOf<
    Members<Entity>[Name],
    Moment,
    Name,
    Expanded,
    Picked
  >;
};

type MemberOf<Member, Moment, Name, Expanded extends Items, Picked> =
  NonNullable<Member> extends { readonly target: unknown }
    ? RelationOf<Member, Moment, Name, Expanded, Below<Expanded, Name>, Below<Picked, Name>>
    : Value<Member, Moment>;

type RelationOf<Member, Moment, Name, Expanded extends Items, ExpandedBelow, PickedBelow> = [PickedBelow] extends [
  never,
]
  ? Name extends NamesOf<Expanded>
    ? Related<Member, Moment, AsItems<ExpandedBelow>, false> | Unsure<Expanded, Value<Member, Moment>>
    : Value<Member, Moment>
  : Related<Member, Moment, AsItems<ExpandedBelow>, AsItems<PickedBelow>>;

type Unsure<List extends Items, Otherwise> = number extends List['length'] ? Otherwise : never;

type AsItems<List> = [List] extends [never] ? [] : List extends Items ? List : [];

type Related<Member, Moment, Expanded extends Items, Picked extends Items | false> = Member extends {
  readonly type: infer Type;
  readonly target: infer Target extends EntityType;
}
  ? Type extends 'many' | 'manyOfSeveral'
    ? RecordOf<Target, Moment, Expanded, Picked>[]
    : RecordOf<Target, Moment, Expanded, Picked> | (Type extends 'oneOf' ? null : never)
  : Member;
