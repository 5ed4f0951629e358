/**
 * A mapping after its names were found in the catalog: what an import does, as data. Knows no file format and no database.
 */
import type { Catalog, EntityType, MoneyField, ReferenceField, RowsField, ValueField } from '@headwater/catalog';
import type { DateReader } from './date-format.js';
import type { LineCondition, Scalar } from './mapping.js';
import type { Template } from './template.js';

export interface ImportPlan {
  readonly steps: readonly StepPlan[];
}

export interface StepPlan {
  readonly name: string;
  readonly file: string;
  readonly delimiter: string;
  /** Undefined: what the import says for all files. */
  readonly encoding: string | undefined;
  readonly catalog: Catalog;
  readonly entityType: EntityType;
  /** Members by which existing records are found; each is one of `members`, of kind plain. */
  readonly key: readonly PlainMember[];
  readonly when: LineCondition | undefined;
  readonly distinct: readonly string[];
  readonly validationLevel: number;
  /** In the order in which the mapping names them. */
  readonly columns: readonly ColumnPlan[];
  readonly members: readonly MemberPlan[];
  /** Every column that the step names; the file must have them. */
  readonly columnNames: readonly string[];
}

export interface ColumnPlan {
  readonly column: string;
  readonly trim: boolean;
  readonly map: ReadonlyMap<string, string>;
  readonly in: LookupPlan | undefined;
  readonly date: { readonly format: string; readonly read: DateReader } | undefined;
}

export type MemberPlan = PlainMember | MoneyMember | RowsMember;

export interface PlainMember {
  readonly kind: 'plain';
  readonly field: ValueField | ReferenceField;
  readonly source: SourcePlan;
}

export interface MoneyMember {
  readonly kind: 'money';
  readonly field: MoneyField;
  readonly parts: readonly { readonly part: MoneyPart; readonly source: SourcePlan }[];
}

export type MoneyPart = 'base_value' | 'value_foreign' | 'currency_id';

export interface RowsMember {
  readonly kind: 'rows';
  readonly field: RowsField;
  /** Exactly one where the field is single. */
  readonly rows: readonly RowPlan[];
  /** Members without which there is no row. */
  readonly required: readonly string[];
}

export interface RowPlan {
  readonly members: readonly PlainMember[];
  /** Present: the row is repeated for each of the texts that the separator parts in the cell of this column. */
  readonly split: SplitColumn | undefined;
}

export interface SplitColumn {
  readonly column: string;
  readonly separator: string;
}

export interface SourcePlan {
  readonly origin: Origin;
  readonly when: LineCondition | undefined;
  readonly map: ReadonlyMap<string, Scalar> | undefined;
  readonly otherwise: Scalar | undefined;
  readonly lookup: LookupPlan | undefined;
  /** The namespace of the uuid to make of the text. */
  readonly uuidNamespace: string | undefined;
  /** Columns that the value depends on, for the report of rejected lines. */
  readonly columns: readonly string[];
}

export type Origin =
  | { readonly kind: 'column'; readonly column: string }
  | { readonly kind: 'constant'; readonly value: Scalar }
  | { readonly kind: 'template'; readonly template: Template }
  | { readonly kind: 'first'; readonly sources: readonly SourcePlan[] };

export interface LookupPlan {
  /** `Accounts.name`, and the further conditions: equal names mean equal look-ups. */
  readonly name: string;
  readonly entityType: EntityType;
  readonly by: ValueField | ReferenceField;
  readonly where: readonly { readonly member: string; readonly value: Scalar }[];
  /** Members of the record to make when none is found. */
  readonly create: readonly PlainMember[] | undefined;
}

/** @returns the sources of a member: several for money and rows */
export function sourcesOf(member: MemberPlan): readonly SourcePlan[] {
  switch (member.kind) {
    case 'plain':
      return [member.source];
    case 'money':
      return member.parts.map(({ source }) => source);
    case 'rows':
      return member.rows.flatMap(({ members }) => members).map(({ source }) => source);
  }
}

/** @returns the look-ups that filling a member asks for, but for those of the records that they create */
export function lookupsOf(member: MemberPlan): readonly LookupPlan[] {
  return sourcesOf(member).flatMap(sourceLookups);
}

function sourceLookups({ origin, lookup }: SourcePlan): readonly LookupPlan[] {
  const inner = origin.kind === 'first' ? origin.sources.flatMap(sourceLookups) : [];
  return lookup === undefined ? inner : [...inner, lookup];
}
