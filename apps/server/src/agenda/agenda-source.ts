/**
 * Where the items of an agenda are read from: the records of a space, as one call may see them.
 */
import type { Catalog } from '@headwater/catalog';
import type { Call } from '../records/call.js';
import { type RecordStore, scopeOf } from '../records/record-store.js';
import type { Statement } from '../sql/binder.js';
import { AgendaSelect } from './agenda-select.js';

export class AgendaSource {
  constructor(
    private readonly store: RecordStore,
    private readonly call: Call,
  ) {}

  get catalog(): Catalog {
    return this.store.catalog;
  }

  /** @returns what a statement is written with; each has its own */
  select(): AgendaSelect {
    return new AgendaSelect(this.store.db.dialect, this.catalog, scopeOf(this.call));
  }

  /** The type of the rows is what the statement's compiler says of them. */
  async read<Row>(statement: Statement): Promise<Row[]> {
    return (await this.store.db.read(statement)) as unknown as Row[];
  }
}
