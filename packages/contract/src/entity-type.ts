/**
 * An entity type as data: what `spec/` says of it, or what a space has defined. The entity catalog, the generators and the documents
 * of a space all read this. Holds public facts only; how records are stored is the server's business.
 */
import type { JsonValue } from './json-value.js';
import type { ValueType } from './value-types.js';

/**
 * The standard operations an entity type can have. `batch-modify`, `batch-delete` and `batch-restore` write many records in one
 * transaction; `upsert` finds the record to change by its id or a unique member; `merge` makes one record of several, `duplicates`
 * lists groups of records that are likely one.
 */
export type OperationName =
  | 'list'
  | 'get'
  | 'create'
  | 'update'
  | 'delete'
  | 'batch-modify'
  | 'batch-delete'
  | 'batch-restore'
  | 'upsert'
  | 'merge'
  | 'duplicates';

export interface EnumValue {
  readonly value: number | string;
  readonly label: string;
}

/** How a field that callers don't write gets its value. */
export type Derivation =
  /** The given text fields that are set, joined by a blank; null when none is. */
  | { readonly kind: 'join'; readonly fields: readonly string[] }
  /** `member` of the row flagged primary among the rows of `rows`; null when there is none. */
  | { readonly kind: 'primary'; readonly rows: string; readonly member: string }
  /** Whole days between the date-time field `since` and now; 0 when it is unset. */
  | { readonly kind: 'days-since'; readonly since: string }
  /**
   * The ids at which the reference `member` of the rows of `rows` points, each once, in their order; only of the rows that hold all
   * values of `where`. Worked out on reading.
   */
  | {
      readonly kind: 'collect';
      readonly rows: string;
      readonly member: string;
      readonly where?: Readonly<Record<string, string | number | boolean>>;
    }
  /**
   * True when the asking user has a favourite (`ClientFavorite`) whose reference `member` points at this record; false when no user
   * asks. Worked out on reading.
   */
  | { readonly kind: 'favorite'; readonly member: string }
  /** The same value in every record. */
  | { readonly kind: 'constant'; readonly value: string | number | boolean | null }
  /** What a formula gives (its grammar: spec/formulas.md); worked out on writing. */
  | { readonly kind: 'formula'; readonly text: string }
  /** What a function makes of related records; worked out on writing. */
  | RollUp
  /** The next text of a pattern such as `INV-{YYYY}-{00001}`, given when the record is made. */
  | { readonly kind: 'sequence'; readonly pattern: string }
  /** Code of the server that bears this name computes it. */
  | { readonly kind: 'rule'; readonly rule: string };

export type RollUpFunction = 'COUNT' | 'SUM' | 'MIN' | 'MAX' | 'AVG';

export interface RollUp {
  readonly kind: 'roll-up';
  /**
   * The to-many relation of the same entity type whose records are summed up, or one that no member shows: the records of another
   * entity type whose reference leads here, such as `opportunities_by_primary_account` (both types have `reverse`).
   */
  readonly relation: string;
  readonly function: RollUpFunction;
  /** A value or money field (then its base value) of those records; none for COUNT. */
  readonly field?: string;
  /** Only records that hold all of these values; related records that are deleted never count. */
  readonly where?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Marks a field that a space has defined itself. */
export interface CustomField {
  /** Of its Field record. */
  readonly id: string;
  /** Its name in `spec/field-types.yaml`. */
  readonly type: string;
  /** The id of the field of leads or of opportunities that takes over the value when a record becomes one of the other type. */
  readonly pairedField?: string;
  /** The reference to an option, in the same entity type, whose choice decides which options this one can take. */
  readonly allowedBy?: string;
}

/** The value a field takes when a create leaves it out. */
export type Default =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  /** The moment of the write. */
  | { readonly kind: 'now' }
  /** The oldest record of the reference's target that is not deleted and, when given, whose boolean member `where` is true. */
  | { readonly kind: 'first-record'; readonly where?: string }
  /** The record of the reference's target, when exactly one is not deleted. */
  | { readonly kind: 'only-record' }
  /** `member` of the record that `reference` (a field of the same entity type) points at. */
  | { readonly kind: 'through'; readonly reference: string; readonly member: string };

export interface FieldBase {
  /** Member name in v100 bodies and answers; the `api_name` of the system field. */
  readonly name: string;
  readonly description: string;
  /** Ignored in bodies (written only with `validation-level` 8, where the field has no derivation). */
  readonly readOnly: boolean;
  /** Can be given on create, not changed later. */
  readonly writeOnce: boolean;
  readonly nullable: boolean;
  readonly default?: Default;
  readonly derived?: Derivation;
  /** Stored, but in no interface: no body, answer, filter or order knows it. */
  readonly hidden?: boolean;
  /** Present in a field of one space. Its name is the `api_name`, with `_id` behind it in a reference. */
  readonly custom?: CustomField;
  /** For documents; the entity catalog has only those of members that a create needs. */
  readonly examples?: readonly JsonValue[];
}

export interface ValueField extends FieldBase {
  readonly kind: 'value';
  readonly type: ValueType;
  /** Name in REST v1; null: not shown there. */
  readonly v1Name: string | null;
  /** Unicode code points. */
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly format?: 'email' | 'uri';
  readonly enum?: readonly EnumValue[];
  /** Texts that callers may write for a value, with the value that each of them means. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** `enum` holds bits; any sum of them is a value. */
  readonly bitMask?: boolean;
  /** No two records of a space that are not deleted share a value. */
  readonly unique?: boolean;
  /** Often filtered or sorted by: has an index. */
  readonly indexed?: boolean;
  /** A text that is often looked for in any case: has an index over the folded text. */
  readonly filtered?: boolean;
  /** A text that is often looked for by any part of it: the search index of its entity type has it. */
  readonly searched?: boolean;
  /** Only in bodies: no answer, filter or order knows it, and it has no place in the record; a rule takes it from the body. */
  readonly writeOnly?: boolean;
  /**
   * An address that may be one of this service: then it is stored from its first slash on, and shown with the scheme and host under
   * which the service was called. With `format: 'uri'`.
   */
  readonly served?: boolean;
  /** The change log tells that it has changed, and never what it is. */
  readonly secret?: boolean;
  /** A boolean that a merge sets in the master when it is true in any of the merged records, whatever the caller gives. */
  readonly mergeAny?: boolean;
}

/** An amount in a currency: `{base_value, currency_id, value_foreign}`. */
export interface MoneyField extends FieldBase {
  readonly kind: 'money';
  /** The amount in the base currency is often filtered or sorted by: has an index. */
  readonly indexed?: boolean;
  readonly v1Names: { readonly base_value: string; readonly value_foreign: string; readonly currency_id: string };
}

/**
 * A link to one record of another entity type: member `name` (the id) and, for each link, a member with its address.
 * Bodies set it by the id member or by an object with the member `id` under the name of a link; without an id member only so.
 */
export interface ReferenceField extends FieldBase {
  readonly kind: 'reference';
  readonly v1Name: string | null;
  /** False: only the links are members; the id is not shown (`primary_account`). The field then bears the name of its one link. */
  readonly hasIdMember: boolean;
  /**
   * One link per entity type that it may point at; more than one: polymorphic, the fitting one is set. Empty: no link member.
   * In a union several can share a name: that link leads to another type in each of its types.
   */
  readonly links: readonly ReferenceLink[];
  /** Entity types that it may point at. */
  readonly targets: readonly string[];
  /** Of a reference to an option: the set that the option is chosen from. */
  readonly dataSet?: string;
  /** It leads to the record above, of the same entity type: no record is above itself, be it by way of others. */
  readonly hierarchy?: boolean;
}

export interface ReferenceLink {
  readonly name: string;
  readonly target: string;
}

/** A member of REST v1 that lists what some of the rows of a relation point at. */
export interface V1List {
  /** Its name in REST v1. */
  readonly name: string;
  /** The reference of the rows whose targets are listed. */
  readonly item: string;
  /** What the rows have; each row of the relation is in one list. */
  readonly where: Readonly<Record<string, string | number | boolean>>;
}

/** The records of another entity type that point back at this one. */
export interface RowsField extends FieldBase {
  readonly kind: 'rows';
  readonly v1Name: string | null;
  /** Present: REST v1 has these lists in place of the member, whose `v1Name` is null. */
  readonly v1Lists?: readonly V1List[];
  /** REST v1 shows the rows themselves, not their ids. */
  readonly v1Inline: boolean;
  readonly target: string;
  /** The target's field that holds the value of `on` of this record. */
  readonly via: string;
  /** This record's field that `via` matches; `id` unless the spec says otherwise. */
  readonly on: string;
  /** The target's boolean field of which exactly one row per record must be true. */
  readonly primary?: string;
  /** Rows belong to their parent: written inside its body, replaced as a set, deleted with it. */
  readonly owned: boolean;
  /** The target's field by which rows are put in order; by id when absent. */
  readonly sortBy?: string;
  /**
   * Only in a union, where its types reach these rows in different ways: the entity type of the rows for each of them that has the
   * member. `target`, `via`, `on` and `having` are then those of the first, and no path leads along the member.
   */
  readonly targets?: readonly string[];
  /**
   * Only rows in which this is set: a reference field of the target, or the name of one link of a polymorphic reference, which is set
   * when the record that it points at is of that link's type.
   */
  readonly having?: string;
  /** Only rows in which these fields of the target, hidden ones among them, have these values; rows of a body take them. */
  readonly where?: Readonly<Record<string, string>>;
  /**
   * A reference field of the target: an item of a body that names only an id which belongs to no row means a new row that points at
   * the record with that id.
   */
  readonly item?: string;
  /**
   * At most one row is shown, the oldest that is not deleted: the member is its link (the record when expanded) or null, in bodies an
   * object or null. Filters take it as they take other rows.
   */
  readonly single?: boolean;
}

/** When two records of an entity type are likely one. */
export interface DuplicateRule {
  /** Text fields: a text that is in both records, in any of these fields and whatever its case. */
  readonly same: readonly string[];
  /** Text field whose texts are nearly equal. */
  readonly similar: string;
}

/**
 * Which users may do what with the records, as far as a key that is made for a user heeds it. Without any of the members: who owns a
 * record, and whom it is shared with.
 */
export interface RecordAccess {
  /**
   * The member of a set of rights (`MasterRight`) that says what users may do begins with `access_entity_` and this; those that say more
   * of it begin with that.
   */
  readonly rights?: string;
  /** Anybody may read the records; those write them whose set of rights has this boolean member. */
  readonly writers?: string;
  /** Keys that are made for a user neither read nor write the records. */
  readonly closed?: boolean;
  /** They read the records, and do not write them. */
  readonly readOnly?: boolean;
  /** The records go with those that they point at, and are of their owner alone. */
  readonly own?: boolean;
  /** Entity types that point at the records: such a record is seen by those who see one that points at it, or where none does. */
  readonly shownBy?: readonly string[];
}

/** An index over several fields, for what is read in bulk. */
export interface JointIndex {
  /** Fields with a value of their own, in this order; of an amount one part: `value.base_value`. */
  readonly members: readonly string[];
  /** Only the records that are not deleted, or only those that are; all when absent. */
  readonly records?: 'living' | 'deleted';
}

export type Field = ValueField | MoneyField | ReferenceField | RowsField;

/** What an entity type, or a view of it, is called in REST v1. */
export interface V1Names {
  readonly entity: string;
  readonly collection: string;
}

/** A collection of REST v1 that is a part of another one: the options of one set. */
export interface V1View extends V1Names {
  readonly description: string;
  /** The `data_set_id` of its records. */
  readonly dataSet: string;
}

export interface EntityType {
  /** Singular, PascalCase: `Contact`. Used in bodies, errors and GraphQL. */
  readonly name: string;
  /** Path segment and plural: `Contacts`. */
  readonly collection: string;
  readonly description: string;
  readonly operations: readonly OperationName[];
  /** In the order of the members of an answer, `id` and the other system members first. */
  readonly fields: readonly Field[];
  /** Fields that a create must set to something other than null and "". */
  readonly required: readonly string[];
  /** Groups of fields of which at least one must be set. */
  readonly requiredAnyOf: readonly (readonly string[])[];
  /** Members that a create needs besides those, as a rule asks for them: examples of bodies have them. */
  readonly exampleMembers?: readonly string[];
  /** The field whose text means the record. */
  readonly label: string;
  /** Records get a number, unique and rising in their space; REST v1 shows it instead of the id. */
  readonly numbered: boolean;
  /** True: its records are events, written beside the records that they happen to. Left out: false. */
  readonly events?: boolean;
  readonly v1: V1Names | null;
  /** Collections of REST v1 that show a part of the records. */
  readonly v1Views?: readonly V1View[];
  /** Several records can be made one: it has the operation `merge`. */
  readonly merge: boolean;
  /** Present: it has the operation `duplicates`. */
  readonly duplicates?: DuplicateRule;
  /**
   * Left out: the records go with those that they point at, of entity types whose records have owners; where there are none, everybody may
   * read them, and who may change the settings of the space writes them.
   */
  readonly access?: RecordAccess;
  /** What is read in bulk, besides the fields that are indexed alone. */
  readonly indexes?: readonly JointIndex[];
  /**
   * Present in an abstract type: it represents the records of these entity types, which its field `table_name` distinguishes. Its
   * fields are all that they have; it has no records of its own.
   */
  readonly union?: readonly string[];
  /** Spaces may define fields of it. */
  readonly customFields: boolean;
  /**
   * Present in an entity type that a space has defined itself: the entity type among whose records its own are stored, those whose
   * hidden field `kind` has the name of this entity type.
   */
  readonly storedIn?: string;
  /**
   * True: GraphQL follows references between this entity type and others that are marked so backwards, where no member does. Left out:
   * false.
   */
  readonly reverse?: boolean;
  /** Other names of links that lead here, by the name of the link: paths of REST v100 know them, answers and bodies do not. */
  readonly linkAliases?: Readonly<Record<string, string>>;
  /** Member name of the plural in GraphQL `Query`, and of the singular: `contacts`, `contact`. */
  readonly graphql: { readonly many: string; readonly one: string };
}
