/**
 * Writes the log of references that a statement is about to lead elsewhere, wherever they are stored, without reading a record. Pure.
 */
import type { EntityType, ReferenceField } from '@headwater/catalog';
import { inSpace, spaceBinder } from '../binder.js';
import { customValueRows } from '../custom-values/compile-custom-value.js';
import { customValue } from '../custom-values/custom-value.js';
import type { BindingDialect } from '../dialects/binding.js';
import type { JsonDialect } from '../dialects/json.js';
import { recordsOf } from '../record-source.js';
import { column } from '../select/compile-value.js';
import { type ChangedSet, insertChangesOf, type LogStatement } from '../tables/changes.js';
import type { Pairs } from './compile-merge.js';

/** A reference of records that a statement finds by where it leads. */
export interface LoggedReference {
  readonly entityType: EntityType;
  readonly field: ReferenceField;
  /** References by which such records belong to others. */
  readonly owners: readonly string[];
}

/** A reference with expressions of where it leads before and after. */
type Moved = readonly [field: ReferenceField, before: string, after: string];

export class ChangeLogCompiler {
  constructor(
    private readonly dialect: BindingDialect & JsonDialect,
    private readonly space: string,
  ) {}

  /** Each reference goes to another record; one that would lead from a record to itself becomes null. */
  compileMoves(reference: LoggedReference, pairs: Pairs): LogStatement {
    return (origin, position) => {
      const binder = spaceBinder(this.dialect, this.space);
      const rows = binder.bindRows(pairs, ['uuid', 'uuid']);
      const [gone = '', target = ''] = rows.values;
      const found = this.find(reference, (id) => [`${id} = ${gone}`]);
      // The ids say the same as the pairs, and lead to an index.
      const ids = binder.bind(this.dialect.encodeIds(pairs.map(([id]) => id)));
      const set = this.setOf(reference, [[reference.field, found.id, `nullif(${target}, r.id)`]], {
        from: `${rows.from}, ${found.from}`,
        where: [...found.where, this.dialect.isOneOf(found.id, ids)],
      });
      return insertChangesOf(this.dialect, binder, set, origin, position);
    };
  }

  /** Each reference to a record becomes null, and another one leads to the record in its place. @param successor undefined: none does */
  compileHandOver(reference: LoggedReference, id: string, successor: ReferenceField | undefined): LogStatement {
    return (origin, position) => {
      const binder = spaceBinder(this.dialect, this.space);
      const bound = this.dialect.cast(binder.bind(id), 'uuid');
      const found = this.find(reference, (value) => [`${value} = ${bound}`]);
      const taken = successor ? [[successor, column('r', successor.name), bound] as const] : [];
      const nothing = this.dialect.cast('NULL', 'uuid');
      const set = this.setOf(reference, [[reference.field, found.id, nothing], ...taken], found);
      return insertChangesOf(this.dialect, binder, set, origin, position);
    };
  }

  private setOf(
    { entityType, owners }: LoggedReference,
    moved: readonly Moved[],
    { from, where }: { readonly from: string; readonly where: readonly string[] },
  ): ChangedSet {
    const shown = moved.filter(([field]) => field.hidden !== true);
    return {
      ...{ entityType, act: 'updated', from },
      members: shown.map(([{ name }, before, after]) => [name, before, after] as const),
      owners: ownersOf(owners, moved),
      // Deleted records stay at their revision: the log leaves out one in which nothing changes that answers show.
      where: shown.length > 0 ? where : [...where, `NOT ${column('r', 'is_deleted')}`],
    };
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

/** Where a record comes and whence it goes, else where it is all the time: of more than two columns one is set. */
function ownersOf(columns: readonly string[], moved: readonly Moved[]): readonly string[] {
  const owners = moved.filter(([{ name }]) => columns.includes(name));
  const others = columns.filter((name) => !owners.some(([field]) => field.name === name));
  const ids = others.map((name) => column('r', name));
  if (owners.length > 0) {
    const owner = firstOf([...owners.map(([, , to]) => to), ...ids]);
    return [owner, `nullif(${firstOf(owners.map(([, from]) => from))}, ${owner})`];
  }
  return ids.length > 2 ? [firstOf(ids)] : ids;
}

function firstOf(ids: readonly string[]): string {
  return ids.length === 1 ? (ids[0] ?? '') : `coalesce(${ids.join(', ')})`;
}
