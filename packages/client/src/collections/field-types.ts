/**
 * What an entity type is made of, as types: `headwater-client generate` and the build of this package write entity types in these
 * words, and `record-types.ts`, `body-types.ts` and `list-options.ts` read them. None of it exists when a program runs.
 * Plain values are `boolean`, `number` or a union of literals; all others have a type from here. `| null` says that it can be unset.
 */

/** An entity type of a space. Each member is in one of the four groups. */
export interface EntityType {
  /** Methods of its collection. */
  readonly operations: 'list' | 'get' | 'create' | 'update' | 'delete';
  /** Members that a create must have; `never` when there are none. */
  readonly required: string;
  /** Members that answers show and bodies set. */
  readonly fields: object;
  /** Members that a create sets and that stay. */
  readonly once: object;
  /** Members that answers show and no body sets. */
  readonly shown: object;
  /** Members of bodies that no answer shows. */
  readonly sent: object;
}

/** A text. */
export interface Text {
  readonly type: 'text';
}

/** The id of a record. */
export interface Id {
  readonly type: 'id';
}

/** A day without a time: `2026-04-17`. */
export interface Day {
  readonly type: 'day';
}

/** A moment. */
export interface DateTime {
  readonly type: 'dateTime';
}

/** A list of texts. */
export interface Texts {
  readonly type: 'texts';
}

/** A list of ids. */
export interface Ids {
  readonly type: 'ids';
}

/** An amount in a currency. */
export interface Money {
  readonly type: 'money';
}

/** Any JSON. */
export interface Json {
  readonly type: 'json';
}

/** The link to one record. */
export interface One<Target> {
  readonly type: 'one';
  readonly target: Target;
}

/** One of several links of which the fitting one is set. */
export interface OneOf<Target> {
  readonly type: 'oneOf';
  readonly target: Target;
}

/** The link to a record of one of several entity types, which are a union. Paths of filters and orders do not follow it. */
export interface OneOfSeveral<Target> {
  readonly type: 'oneOfSeveral';
  readonly target: Target;
}

/** The links to the records that point back. */
export interface Many<Target> {
  readonly type: 'many';
  readonly target: Target;
}

/** The links to records that point back, in another way in each entity type of a union. Paths of filters do not follow it. */
export interface ManyOfSeveral<Target> {
  readonly type: 'manyOfSeveral';
  readonly target: Target;
}

/** As `Many`, but one is shown at most, and bodies give one. */
export interface Row<Target> {
  readonly type: 'row';
  readonly target: Target;
}
