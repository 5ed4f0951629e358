/**
 * A write that has been read against the catalog but not yet against the database. Data only.
 */
import type { EntityType, ReferenceField, RowsField } from '@headwater/catalog';
import type { RowsPart } from '../../request/write-request.js';
import type { Operand } from '../list/predicate.js';
import type { FieldLeaf } from './field-errors.js';

/** An amount as given: only the parts that the body holds. */
export interface MoneyChange {
  readonly base_value?: string | null;
  readonly value_foreign?: string | null;
  readonly currency_id?: string | null;
}

/** One item of a nested set: a row to make, or one to keep and perhaps change. */
export interface RowChange {
  /** Id of an existing row; undefined: a new one. */
  readonly id: string | undefined;
  /**
   * A reference field of the row: when `id` belongs to no row of the set, the item is a new row that points by this field at the
   * record with that id. The body says nothing else of that field.
   */
  readonly mayBe?: string;
  readonly change: Change;
}

/** An option that a body gives by its name. */
export interface OptionName {
  readonly field: ReferenceField;
  /** The member that has the name. */
  readonly link: string;
  readonly name: string;
  /** Puts the id of the option where the name was. */
  choose(id: string): void;
  /** The row that the name is all of. */
  readonly row?: Change;
  /** Says in which nested item an error is. */
  readonly locate: (error: FieldLeaf) => FieldLeaf;
}

export interface Change {
  readonly entityType: EntityType;
  /** Canonical values of value and reference fields, by field name; those of write-only fields are for rules to take. */
  readonly values: Map<string, Operand>;
  /** Null clears the amount. */
  readonly money: Map<string, MoneyChange | null>;
  /** The new set of an owned to-many relation, or a part of it, by field name. */
  readonly rows: Map<string, RowsChange>;
  /**
   * What the body says of relations whose rows are written elsewhere and which only show them, by field name: the ids of the rows;
   * undefined for something that no answer shows there.
   */
  readonly shown: Map<string, readonly string[] | undefined>;
  /** Options that the body, rows included, gives by their names; their ids are still to be found. */
  readonly optionNames: readonly OptionName[];
  /** What the body itself shows to be wrong. */
  readonly errors: FieldLeaf[];
  /** The revision that the body says its sender has seen. */
  readonly expectedRevision: number | undefined;
}

export interface RowsChange {
  readonly field: RowsField;
  readonly items: readonly RowChange[];
  /** Only stored rows that have all values of one of these make way for the items; all of them when left out. */
  readonly replaced?: RowsPart['replaced'];
  /** Of the items, where the caller has given them in another form. */
  readonly places?: RowsPart['places'];
}

const unchanged = new WeakMap<EntityType, Change>();

/** @returns an empty change that many records share; nothing may be added to it */
export function noChange(entityType: EntityType): Change {
  let change = unchanged.get(entityType);
  if (!change) {
    const { errors, ...rest } = emptyChange(entityType);
    change = { ...rest, errors: Object.freeze(errors) as FieldLeaf[] };
    unchanged.set(entityType, change);
  }
  return change;
}

/** @returns a change that changes nothing */
export function emptyChange(entityType: EntityType): Change {
  return {
    entityType,
    values: new Map(),
    money: new Map(),
    rows: new Map(),
    shown: new Map(),
    optionNames: [],
    errors: [],
    expectedRevision: undefined,
  };
}
