/**
 * Writes the log of references that a statement is about to lead elsewhere, wherever they are stored, without reading a record. Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { inSpace, type Statement, spaceBinder } from '../binder.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { customValue } from '../custom-values/custom-value.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { JsonDialect } from '../dialects/json.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import { type ChangedSet, type ChangeOrigin, insertChangesOf } from '../tables/changes.js';
import type { Pairs } from './compile-merge.js';

/** A reference of records that a statement finds by where it leads. */
export interface LoggedReference {
  readonly entityType: EntityType;
  readonly field: ReferenceField;
  /** References by which such records belong to others. */
  readonly owners: readonly string[];
}

type Logs = (origin: ChangeOrigin, position: number) => Statement;

export class ChangeLogCompiler {
  constructor(
    private readonly dialect: BindingDialect & JsonDialect,
    private readonly space: string,
  ) {}

  /** Each reference goes to another record; one that would lead from a record to itself becomes null. */
  compileMoves(reference: LoggedReference, pairs: Pairs): Logs {
    return (origin, position) => {
      const binder = spaceBinder(this.dialect, this.space);
      const rows = binder.bindRows(pairs, ['uuid', 'uuid']);
      const [gone = '', target = ''] = rows.values;
      const found = this.find(reference, (id) => [`${id} = ${gone}`]);
      // The ids say the same as the pairs, and lead to an index.
      const ids = binder.bind(this.dialect.encodeIds(pairs.map(([id]) => id)));
      const set = this.setOf(reference, `nullif(${target}, r.id)`, {
        from: `${rows.from}, ${found.from}`,
        where: [...found.where, this.dialect.isOneOf(found.id, ids)],
        id: found.id,
      });
      return insertChangesOf(this.dialect, binder, set, origin, position);
    };
  }

  /** Each reference to a record becomes null, and another one leads to the record in its place. @param successor undefined: none does */
  compileHandOver(reference: LoggedReference, id: string, successor: ReferenceField | undefined): Logs {
    return (origin, position) => {
      const binder = spaceBinder(this.dialect, this.space);
      const bound = this.dialect.cast(binder.bind(id), 'uuid');
      const found = this.find(reference, (value) => [`${value} = ${bound}`]);
      const set = this.setOf(reference, 'NULL', found);
      const after = successor ? [[successor.name, column('r', successor.name), bound] as const] : [];
      return insertChangesOf(this.dialect, binder, { ...set, members: [...set.members, ...after] }, origin, position);
    };
  }

  private setOf(
    { entityType, field, owners }: LoggedReference,
    after: string,
    { from, where, id }: { readonly from: string; readonly where: readonly string[]; readonly id: string },
  ): ChangedSet {
    const members = field.hidden === true ? [] : ([[field.name, id, after]] as const);
    return { entityType, act: 'updated', members, ownerColumns: owners, from, where };
  }

  /** @param isMeant conditions on where the reference leads */
  private find({ entityType, field }: LoggedReference, isMeant: (id: string) => readonly string[]) {
    const records = `${recordsOf(this.dialect, entityType)} r`;
    const custom = customValue(field);
    if (!custom) {
      const id = column('r', field.name);
      return { from: records, where: isMeant(id), id };
    }
    const { from, conditions, value, recordId } = customValueRows(this.dialect, custom, 'v');
    return {
      from: `${from}, ${records}`,
      where: [...conditions, inSpace(this.dialect, 'r'), `r.id = ${recordId}`, ...isMeant(value)],
      id: value,
    };
  }
}
