/**
 * Writes the statement that counts events of one source, and adds up what is known of their records, for each user or unit. Pure.
 *
 * A database that would have to sort in order to group gets a select for each kind of event and each period: it goes from the users or
 * units along an index to their events of the period. Any other gets one for all kinds whose records are of the same types.
 */
import type { Statement } from '../binder.js';
import { moneyColumns } from '../columns.js';
import { jointIndexOn } from '../indexes.js';
import { column } from '../select/compile-value.js';
import { type EventKind, type EventSource, eventKinds, type Fact } from './event-kind.js';
import { chosenRecords, type InsightsSelect, type Narrowing } from './insights-select.js';

/** The moments between which events count. */
export interface Span {
  /** When the period before began; null when that is not asked for. */
  readonly before: string | null;
  readonly start: string;
  /** The first moment that is too late. */
  readonly end: string;
}

export interface EventQuery {
  readonly subject: 'Clients' | 'SalesUnits';
  readonly span: Span;
  /** Null: all records. */
  readonly narrowing: Narrowing | null;
  /** The kinds of events, all of one source, and what is to be known of them; of all of them something or of none. */
  readonly kinds: ReadonlyMap<EventKind, ReadonlySet<Fact>>;
}

/**
 * What happened to one user or unit in one period. Rows add up. Columns `a0`, `a1` and so on are texts of decimals that add up to the amount.
 */
export interface EventRow {
  readonly id: string | null;
  /** True in the period asked for, false in the one before it. */
  readonly is_now: boolean | number;
  /** What happened. */
  readonly code: number;
  readonly count: number;
  readonly seconds?: number | string | null;
  readonly [amount: `a${number}`]: string | null;
}

/** Of columns in a select. */
const places = { code: '2', isNow: '3' } as const;

/** What one select counts. */
interface Portion {
  /** All of them happen to records of the same types, and a filter chooses among all of these records or none. */
  readonly kinds: readonly EventKind[];
  /** Whether an event lies in the period asked for. */
  readonly isNow: string;
  readonly inTime: readonly string[];
  /** What tells apart the events of one user or unit, besides these: columns by their places. */
  readonly groupedBy: readonly string[];
}

export function compileEvents(select: InsightsSelect, query: EventQuery): Statement {
  return new EventWriter(select, query).write();
}

class EventWriter {
  private readonly source: EventSource;
  private readonly facts: ReadonlySet<Fact>;

  constructor(
    private readonly select: InsightsSelect,
    private readonly query: EventQuery,
  ) {
    const [first] = query.kinds.keys();
    if (first === undefined) throw new Error('no type of event is selected');
    this.source = eventKinds[first].source;
    this.facts = new Set([...query.kinds.values()].flatMap((facts) => [...facts]));
  }

  write(): Statement {
    const { select, query } = this;
    const { narrowing } = query;
    if (narrowing && [...query.kinds.keys()].some((kind) => this.isNarrowed(kind))) select.nameChosen(narrowing);
    const selects = this.portions().map((portion) => this.counted(portion));
    return { ...select.statement(selects.join(' UNION ALL ')), inBulk: true };
  }

  private portions(): Portion[] {
    const groups = this.select.dialect.groupsUnsorted
      ? this.alike()
      : [...this.query.kinds.keys()].map((kind) => [kind]);
    return this.periods().flatMap(({ isNow, inTime, isSplit }) =>
      groups.map((kinds) => {
        const groupedBy = [...(kinds.length > 1 ? [places.code] : []), ...(isSplit ? [places.isNow] : [])];
        return { kinds, isNow, inTime, groupedBy };
      }),
    );
  }

  /** @returns the kinds of events that one select can count together */
  private alike(): EventKind[][] {
    const groups = new Map<string, EventKind[]>();
    for (const kind of this.query.kinds.keys()) {
      const key = [...eventKinds[kind].records].sort().join() + this.isNarrowed(kind);
      groups.set(key, [...(groups.get(key) ?? []), kind]);
    }
    return [...groups.values()];
  }

  private periods(): { readonly isNow: string; readonly inTime: readonly string[]; readonly isSplit: boolean }[] {
    const { select, query, when } = this;
    const { dialect } = select;
    const bind = (moment: string) => select.binder.bind(dialect.encode('datetime', moment));
    const between = (from: string, to: string) => [`${when} >= ${from}`, `${when} < ${to}`];
    const { before } = query.span;
    const [start, end] = [bind(query.span.start), bind(query.span.end)];
    const now = { isNow: 'TRUE', inTime: between(start, end), isSplit: false };
    if (before === null) return [now];
    const since = bind(before);
    if (!dialect.groupsUnsorted) return [now, { isNow: 'FALSE', inTime: between(since, start), isSplit: false }];
    return [{ isNow: `${when} >= ${start}`, inTime: between(since, end), isSplit: true }];
  }

  private counted(portion: Portion): string {
    const { select, source } = this;
    const { dialect } = select;
    const { kinds, isNow, inTime, groupedBy } = portion;
    const [kind] = kinds as readonly [EventKind, ...EventKind[]];
    const [home] = eventKinds[kind].records;
    const join = (table: string, conditions: readonly string[]) =>
      ` ${dialect.joinInOrder} ${table} ON ${conditions.join(' AND ')}`;
    const parts = [select.subjects.from];
    const conditions = [...select.subjects.conditions, select.namesScope];
    if (this.actor === null) parts.push(join(select.records('Client', 'c'), this.ofDefaultUnit()));
    const actor = this.actor === null ? `${column('e', source.who)} = c.id` : `${this.actor} = p.id`;
    parts.push(join(select.records(source.entityType, 'e'), [...this.living, this.isOf(kinds), actor, ...inTime]));
    if (this.isNarrowed(kind)) parts.push(join(chosenRecords, [`${chosenRecords}.id = ${this.record}`]));
    if (this.facts.size > 0 && home !== undefined) {
      const index = dialect.alongIndex(jointIndexOn(select.entityType(home), 'id'));
      parts.push(
        ` LEFT JOIN ${select.recordsAlong(home, 'o', index)} ON ${select.ofSpace('o')} AND o.id = ${this.record}`,
      );
      conditions.push(`${column('o', 'is_deleted')} IS NOT TRUE`);
    } else if (!this.isNarrowed(kind)) {
      conditions.push(...this.unlessDeleted(kind));
    }
    const code = kinds.length > 1 ? this.what : String(eventKinds[kind].code);
    const columns = ['p.id AS id', `${code} AS code`, `${isNow} AS is_now`, 'count(*) AS count', ...this.sums(kinds)];
    const groups = ['p.id', ...groupedBy].join(', ');
    return `SELECT ${columns.join(', ')} FROM ${parts.join('')} WHERE ${conditions.join(' AND ')} GROUP BY ${groups}`;
  }

  private isOf(kinds: readonly EventKind[]): string {
    const codes = kinds.map((kind) => eventKinds[kind].code);
    return codes.length > 1 ? `${this.what} IN (${codes.join(', ')})` : `${this.what} = ${codes.join()}`;
  }

  /** What happened to records that are deleted now does not count. */
  private unlessDeleted(kind: EventKind): string[] {
    const { select } = this;
    return eventKinds[kind].records.map((type) => {
      const index = select.dialect.alongIndex(jointIndexOn(select.entityType(type), 'id', 'deleted'));
      const where = [select.ofSpace('d'), `d.id = ${this.record}`, column('d', 'is_deleted')].join(' AND ');
      return `NOT EXISTS (SELECT 1 FROM ${select.recordsAlong(type, 'd', index)} WHERE ${where})`;
    });
  }

  /** Every select of a statement has the same columns, also where a fact is not wanted of its events. */
  private sums(kinds: readonly EventKind[]): string[] {
    const { dialect } = this.select;
    const wanted = new Set(kinds.flatMap((kind) => [...(this.query.kinds.get(kind) ?? [])]));
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
}
