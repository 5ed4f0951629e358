/**
 * The fields of an entity type by what writes do with them, sorted out once: a write looks at few of them, again and again. Pure.
 */
import type { EntityType, Field, MoneyField, ReferenceField, RowsField, ValueField } from '@headwater/catalog';
import { onceFor } from '../../plan/once-for.js';
import { hasNoColumn } from '../../sql/columns.js';

export interface FieldLists {
  /** With a default that needs no look-up. */
  readonly plainDefaults: readonly Field[];
  /** With a default that is in another record. */
  readonly foundDefaults: readonly ReferenceField[];
  /** Made of other fields. */
  readonly joined: readonly Field[];
  /** That a write may set. */
  readonly references: readonly ReferenceField[];
  /** Leads to the record above, of the same entity type. */
  readonly hierarchy: ReferenceField | undefined;
  /** References to an option that the choice in another field allows. */
  readonly dependentChoices: readonly ReferenceField[];
  readonly unique: readonly ValueField[];
  readonly money: readonly MoneyField[];
  /** Stored texts, which can be found whatever their case. */
  readonly texts: readonly ValueField[];
  /** With a column. */
  readonly stored: readonly Exclude<Field, RowsField>[];
  /** Lists of ids. */
  readonly idLists: readonly ValueField[];
  /** That may be missing, or changed where they must not be. */
  readonly checked: readonly Field[];
}

export const fieldLists = onceFor(sortOut);

function sortOut({ fields, required }: EntityType): FieldLists {
  const references = fields.filter((field) => field.kind === 'reference').filter(({ derived }) => !derived);
  const values = fields.filter((field) => field.kind === 'value');
  const isPlain = ({ default: value }: Field) => value?.kind === 'value' || value?.kind === 'now';
  const isFound = ({ default: value }: Field) =>
    value?.kind === 'first-record' || value?.kind === 'only-record' || value?.kind === 'through';
  const isText = ({ type }: ValueField) => type === 'string' || type === 'text';
  return {
    plainDefaults: fields.filter((field) => !field.derived && isPlain(field)),
    foundDefaults: references.filter(isFound),
    joined: fields.filter(({ derived }) => derived?.kind === 'join'),
    references,
    hierarchy: references.find(({ hierarchy }) => hierarchy === true),
    dependentChoices: references.filter(({ custom }) => custom?.allowedBy !== undefined),
    unique: values.filter(({ unique }) => unique === true),
    money: fields.filter((field) => field.kind === 'money'),
    texts: values.filter((field) => isText(field) && !hasNoColumn(field)),
    stored: fields.filter((field) => field.kind !== 'rows').filter((field) => !hasNoColumn(field)),
    idLists: values.filter(({ type }) => type === 'uuids'),
    checked: fields.filter(
      (field) => field.kind !== 'rows' && (required.includes(field.name) || !field.nullable || field.writeOnce),
    ),
  };
}
