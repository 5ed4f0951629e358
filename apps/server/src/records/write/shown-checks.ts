/**
 * Checks what a body says of records that only point here: they are written at their own end. An answer may be sent back as it came.
 */
import type { Catalog, ReferenceField, RowsField } from '@headwater/catalog';
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { apiNameOf } from '../../plan/relations/field-path.js';
import { type ChosenIn, recordsOfChoice } from '../../sql/write/field-questions.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import type { Draft } from './draft.js';

/** A relation in the body. */
interface Shown {
  readonly field: RowsField;
  readonly via: ReferenceField;
  readonly given: readonly string[] | undefined;
  /** Who points here; absent for a new record, at which nobody does. */
  readonly pointing?: Fact;
}

/** Says which facts are needed. @returns finds the errors once they are known */
export function wantShownChecks(catalog: Catalog, draft: Draft, lookups: Lookups): () => FieldLeaf[] {
  const shown = [...draft.change.shown].map(([name, given]): Shown => {
    const field = catalog.field(draft.entityType.name, name);
    const via = field?.kind === 'rows' ? catalog.field(field.target, field.via) : undefined;
    if (field?.kind !== 'rows' || via?.kind !== 'reference') throw new Error(`${name} shows no records`);
    if (given === undefined || draft.isNew) return { field, via, given };
    // One more than there should be is enough to tell.
    const limit = new Set(given).size + 1;
    return {
      field,
      via,
      given,
      pointing: recordsOfChoice(lookups, catalog.existing(field.target), via, draft.id, limit),
    };
  });
  return () => shown.filter((one) => !isAsStored(one, lookups)).map(writtenElsewhere);
}

function isAsStored({ given, pointing }: Shown, lookups: Lookups): boolean {
  if (given === undefined) return false;
  const found = JSON.parse((pointing !== undefined && lookups.found(pointing)) || '[]') as ChosenIn[];
  const ids = new Set(given);
  return ids.size === found.length && found.every(({ record }) => ids.has(record));
}

function writtenElsewhere({ field, via }: Shown): FieldLeaf {
  const member = `${via.name} of ${field.target}`;
  const error = invalid(
    field.name,
    `cannot be changed here: it shows the records whose ${apiNameOf(via)} leads to this one. Set ${member} there, or leave it out.`,
  );
  return { ...error, named: { entityType: field.target, name: via.name } };
}
