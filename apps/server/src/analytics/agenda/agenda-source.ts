/**
 * Where the items of an agenda are read from: the records of a space, as one call may see them.
 */
import type { Catalog } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { parameterError } from '../../errors/parameter-error.js';
import type { Call } from '../../records/call.js';
import { requireTables } from '../../records/read/require-tables.js';
import { type RecordStore, scopeOf } from '../../records/record-store.js';
import { AgendaSelect } from '../../sql/analytics/agenda-select.js';
import type { Statement } from '../../sql/binder.js';
import { type AgendaRequest, maxAgendaItems } from './agenda.js';

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
    return new AgendaSelect(this.store.shown, this.catalog, scopeOf(this.call));
  }

  /**
   * Reads what `union` has written.
   * @throws ApiError `ERROR_PARAMETER_INVALID` when there is more than an agenda may show
   */
  async readItems<Row>(statement: Statement, { at }: AgendaRequest): Promise<Row[]> {
    const rows = await this.read<Row>(statement);
    if (rows.length > maxAgendaItems) throw tooManyItems(at);
    return rows;
  }

  /** @throws ApiError `ERROR_UNAVAILABLE` when the time of the call is up */
  checkTime(): void {
    this.store.db.checkTime?.();
  }

  /** The type of the rows is what the statement's compiler says of them. */
  async read<Row>(statement: Statement): Promise<Row[]> {
    requireTables(this.store, statement);
    return (await this.store.db.read(statement)) as unknown as Row[];
  }
}

/** @param at where the caller wrote the request, for messages */
export function tooManyItems(at: string): ApiError {
  const problem = `there are more than ${maxAgendaItems} items. Ask for fewer days or users`;
  return parameterError(at, problem);
}
