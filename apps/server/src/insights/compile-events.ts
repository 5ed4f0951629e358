/**
 * Writes the statement that counts events of one source, and adds up what is known of their records, for each user or unit. Pure.
 *
 * Each kind of event is a select that goes from the users or units along an index to their events of the period: it costs what these
 * events cost, and nothing is sorted.
 */
import type { Predicate } from '../plan/predicate.js';
import type { Statement } from '../sql/binder.js';
import { jointIndexOn, moneyColumns } from '../sql/columns.js';
import { compilePredicate } from '../sql/compile-predicate.js';
import { column } from '../sql/compile-value.js';
import { type EventKind, type EventSource, eventKinds } from './event-kind.js';
import type { InsightsSelect } from './insights-select.js';
import type { Fact } from './measure.js';

/** The moments between which events count. */
export interface Span {
  /** When the period before began; null when that is not asked for. */
  readonly before: string | null;
  readonly start: string;
  /** The first moment that is too late. */
  readonly end: string;
}

/** Which records of an entity type count. */
export interface Narrowing {
  readonly entityType: string;
  readonly predicate: Predicate;
}

export interface EventQuery {
  readonly subject: 'Clients' | 'SalesUnits';
  readonly span: Span;
  /** Null: all records. */
  readonly narrowing: Narrowing | null;
  /** The kinds of events, all of one source, and what is to be known of them; of all of them something or of none. */
  readonly kinds: ReadonlyMap<EventKind, ReadonlySet<Fact>>;
}

/** The period asked for, or the one before it. */
export type Turn = 'now' | 'before';

/**
 * What happened to one user or unit in one period. Rows add up. Columns `a0`, `a1` and so on are texts of decimals that add up to the amount.
 */
export interface EventRow {
  readonly id: string | null;
  readonly turn: Turn;
  /** What happened. */
  readonly code: number;
  readonly count: number;
  readonly seconds?: number | string | null;
  readonly [amount: `a${number}`]: string | null;
}

const chosenRecords = 'chosen';

interface Period {
  readonly turn: Turn;
  readonly conditions: readonly string[];
}

export function compileEvents(select: InsightsSelect, query: EventQuery): Statement {
  return new EventWriter(select, query).write();
}

class EventWriter {
  private readonly periods: readonly Period[];
  private readonly source: EventSource;
  private readonly facts: ReadonlySet<Fact>;

  constructor(
    private readonly select: InsightsSelect,
    private readonly query: EventQuery,
  ) {
    const [first] = query.kinds.keys();
    if (first === undefined) throw new Error('no kind of event is asked for');
    this.source = eventKinds[first].source;
    this.facts = new Set([...query.kinds.values()].flatMap((facts) => [...facts]));
    const { before, start, end } = query.span;
    const [from, to] = [this.bind(start), this.bind(end)];
    const between = (turn: Turn, since: string, until: string): Period => {
      return { turn, conditions: [`${this.when} >= ${since}`, `${this.when} < ${until}`] };
    };
    this.periods = [between('now', from, to), ...(before === null ? [] : [between('before', this.bind(before), from)])];
  }

  write(): Statement {
    const { select, query } = this;
    const kinds = [...query.kinds.keys()];
    if (kinds.some((kind) => this.isNarrowed(kind))) this.nameChosen();
    const selects = this.periods.flatMap((period) => kinds.map((kind) => this.counted(kind, period)));
    return { text: select.statement(selects.join(' UNION ALL ')), values: select.binder.values };
  }

  private counted(kind: EventKind, period: Period): string {
    const { select, source } = this;
    const { code, records } = eventKinds[kind];
    const { dialect } = select;
    const [home] = records;
    const join = (table: string, conditions: readonly string[]) =>
      ` ${dialect.joinInOrder} ${table} ON ${conditions.join(' AND ')}`;
    const parts = [select.subjects.from];
    const conditions = [...select.subjects.conditions, select.namesScope];
    if (this.actor === null) parts.push(join(select.records('Client', 'c'), this.ofDefaultUnit()));
    const actor = this.actor === null ? `${column('e', source.who)} = c.id` : `${this.actor} = p.id`;
    const events = select.records(source.entityType, 'e');
    parts.push(join(events, [...this.living, `${this.what} = ${code}`, actor, ...period.conditions]));
    if (this.isNarrowed(kind)) parts.push(join(chosenRecords, [`${chosenRecords}.id = ${this.record}`]));
    if (this.facts.size > 0 && home !== undefined) {
      const index = dialect.alongIndex(jointIndexOn(select.entityType(home), 'id'));
      parts.push(` LEFT JOIN ${select.records(home, 'o')}${index} ON ${select.ofSpace('o')} AND o.id = ${this.record}`);
      conditions.push(`${column('o', 'is_deleted')} IS NOT TRUE`);
    } else if (!this.isNarrowed(kind)) {
      conditions.push(...this.unlessDeleted(kind));
    }
    const turn = dialect.textLiteral(period.turn);
    const columns = ['p.id AS id', `${code} AS code`, `${turn} AS turn`, 'count(*) AS count', ...this.sums(kind)];
    return `SELECT ${columns.join(', ')} FROM ${parts.join('')} WHERE ${conditions.join(' AND ')} GROUP BY p.id`;
  }

  /** What happened to records that are deleted now does not count. */
  private unlessDeleted(kind: EventKind): string[] {
    const { select } = this;
    return eventKinds[kind].records.map((type) => {
      const index = select.dialect.alongIndex(jointIndexOn(select.entityType(type), 'id', 'deleted'));
      const where = [select.ofSpace('d'), `d.id = ${this.record}`, column('d', 'is_deleted')].join(' AND ');
      return `NOT EXISTS (SELECT 1 FROM ${select.records(type, 'd')}${index} WHERE ${where})`;
    });
  }

  /** Every select of a statement has the same columns, also where a fact is not wanted of its events. */
  private sums(kind: EventKind): string[] {
    const { dialect } = this.select;
    const wanted = this.query.kinds.get(kind) ?? new Set();
    const sums: string[] = [];
    if (this.facts.has('seconds')) {
      const age = `${dialect.epochSeconds(this.when)} - ${dialect.epochSeconds(column('o', 'created'))}`;
      sums.push(`${wanted.has('seconds') ? `sum(${age})` : dialect.cast('NULL', 'integer')} AS seconds`);
    }
    if (this.facts.has('amount')) {
      const none = dialect.cast('NULL', 'string');
      const parts = dialect.exactSum(this.amount, 'decimal');
      sums.push(...parts.map((part, place) => `${wanted.has('amount') ? part : none} AS a${place}`));
    }
    return sums;
  }

  /** The records of the narrowing are found once, ahead of the selects that look into them. */
  private nameChosen(): void {
    const { select, query } = this;
    if (query.narrowing === null) return;
    const { entityType, predicate } = query.narrowing;
    const { dialect, binder } = select;
    const context = { dialect, binder, includeDeleted: false, skipsRecords: false, depth: 0 };
    const where = [
      select.ofSpace('r'),
      `NOT ${column('r', 'is_deleted')}`,
      compilePredicate(context, 'r', predicate),
    ].join(' AND ');
    const text = `MATERIALIZED (SELECT r.id AS id FROM ${select.records(entityType, 'r')} WHERE ${where})`;
    select.name({ name: chosenRecords, text });
  }

  private isNarrowed(kind: EventKind): boolean {
    const { narrowing } = this.query;
    return narrowing !== null && eventKinds[kind].filteredBy.includes(narrowing.entityType);
  }

  /** Events that tell of no unit count for that of the user. */
  private ofDefaultUnit(): string[] {
    return [this.select.ofSpace('c'), `${column('c', 'default_unit_id')} = p.id`];
  }

  private get actor(): string | null {
    const { who, unit } = this.source;
    const name = this.query.subject === 'Clients' ? who : unit;
    return name === null ? null : column('e', name);
  }

  private get living(): string[] {
    return [this.select.ofSpace('e'), `NOT ${column('e', 'is_deleted')}`];
  }

  private get what(): string {
    return column('e', this.source.what);
  }

  private get when(): string {
    return column('e', this.source.when);
  }

  private get record(): string {
    return column('e', this.source.record);
  }

  private get amount(): string {
    const value = this.select.catalog.field('Opportunity', 'value');
    if (value?.kind !== 'money') throw new Error('opportunities have no value');
    return column('o', moneyColumns(value).base_value);
  }

  private bind(moment: string): string {
    return this.select.binder.bind(this.select.dialect.encode('datetime', moment));
  }
}
