/**
 * Writes the statement that counts events of one source, and adds up what is known of their records, for each user or unit. Pure.
 *
 * Each kind of event is a select that goes from the users or units along an index to their events of the period: it costs what these
 * events cost, and nothing is sorted.
 */
import type { Predicate } from '../plan/predicate.js';
import type { Statement } from '../sql/binder.js';
import { indexOn, jointIndexOn, moneyColumns } from '../sql/columns.js';
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
 * `id` of the user or unit, `code` of what happened, and for each period: `n_now` the number of events, `s_now` the seconds, `a0_now`
 * and further texts of decimals that add up to the amount. Rows of one user or unit add up; some take back what others have counted.
 */
export type EventRow = Readonly<Record<string, string | number | null>>;

const chosenRecords = 'chosen';

export function compileEvents(select: InsightsSelect, query: EventQuery): Statement {
  return new EventWriter(select, query).write();
}

class EventWriter {
  private readonly start: string;
  private readonly turns: readonly { readonly turn: Turn; readonly isThen: string | null }[];
  private readonly inTime: readonly string[];
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
    const when = this.when;
    this.start = this.bind(start);
    this.inTime = [`${when} >= ${before === null ? this.start : this.bind(before)}`, `${when} < ${this.bind(end)}`];
    this.turns =
      before === null
        ? [{ turn: 'now', isThen: null }]
        : [
            { turn: 'now', isThen: `${when} >= ${this.start}` },
            { turn: 'before', isThen: `${when} < ${this.start}` },
          ];
  }

  write(): Statement {
    const { select, query } = this;
    const kinds = [...query.kinds.keys()];
    const whole = kinds.filter((kind) => !this.isNarrowed(kind));
    if (whole.length < kinds.length) this.nameChosen();
    const selects = [
      ...kinds.map((kind) => this.counted(kind)),
      // Records that are looked at one by one show whether they are deleted.
      ...(this.facts.size > 0 ? [] : this.takenBack(whole)),
    ];
    return { text: select.statement(selects.join(' UNION ALL ')), values: select.binder.values };
  }

  private counted(kind: EventKind): string {
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
    parts.push(join(events, [...this.living, `${this.what} = ${code}`, actor, ...this.inTime]));
    if (this.isNarrowed(kind)) parts.push(join(chosenRecords, [`${chosenRecords}.id = ${this.record}`]));
    if (this.facts.size > 0 && home !== undefined) {
      const index = dialect.alongIndex(jointIndexOn(select.entityType(home), 'id'));
      parts.push(` LEFT JOIN ${select.records(home, 'o')}${index} ON ${select.ofSpace('o')} AND o.id = ${this.record}`);
      conditions.push(`${column('o', 'is_deleted')} IS NOT TRUE`);
    }
    const columns = ['p.id AS id', `${code} AS code`, ...this.turns.flatMap((turn) => this.results(kind, turn))];
    return `SELECT ${columns.join(', ')} FROM ${parts.join('')} WHERE ${conditions.join(' AND ')} GROUP BY p.id`;
  }

  /** What happened to records that are deleted now: few, so they are found and subtracted instead of looking at every record. */
  private takenBack(kinds: readonly EventKind[]): string[] {
    const { select, source, actor } = this;
    const types = [...new Set(kinds.flatMap((kind) => eventKinds[kind].records))];
    if (actor === null || source.record === 'id') return [];
    const events = select.entityType(source.entityType);
    const index = select.dialect.alongIndex(indexOn(events, source.record));
    return types.map((type) => {
      const codes = kinds.map((kind) => eventKinds[kind]).filter(({ records }) => records.includes(type));
      const isKind = `${this.what} IN (${codes.map(({ code }) => code).join(', ')})`;
      const on = [...this.living, `${this.record} = d.id`, isKind, ...this.inTime].join(' AND ');
      const deleted = `${select.records(type, 'd')}${select.dialect.alongIndex(jointIndexOn(select.entityType(type), 'id', 'deleted'))}`;
      const from = `${deleted} ${select.dialect.joinInOrder} ${select.records(source.entityType, 'e')}${index} ON ${on}`;
      const counts = this.turns.map((turn) => `-${count(turn)}`);
      const where = `${select.ofSpace('d')} AND ${column('d', 'is_deleted')}`;
      return `SELECT ${actor}, ${this.what}, ${counts.join(', ')} FROM ${from} WHERE ${where} GROUP BY ${actor}, ${this.what}`;
    });
  }

  private results(kind: EventKind, turn: EventWriter['turns'][number]): string[] {
    const { dialect } = this.select;
    const wanted = this.query.kinds.get(kind) ?? new Set();
    const then = (expression: string) =>
      turn.isThen === null ? expression : `CASE WHEN ${turn.isThen} THEN ${expression} END`;
    const results = [`${count(turn)} AS n_${turn.turn}`];
    if (this.facts.has('seconds')) {
      const age = `${dialect.epochSeconds(this.when)} - ${dialect.epochSeconds(column('o', 'created'))}`;
      const seconds = wanted.has('seconds') ? `sum(${then(age)})` : dialect.cast('NULL', 'integer');
      results.push(`${seconds} AS s_${turn.turn}`);
    }
    if (this.facts.has('amount')) {
      const sums = dialect.exactSum(then(this.amount), 'decimal');
      const none = dialect.cast('NULL', 'string');
      results.push(...sums.map((sum, place) => `${wanted.has('amount') ? sum : none} AS a${place}_${turn.turn}`));
    }
    return results;
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

function count({ isThen }: { readonly isThen: string | null }): string {
  return isThen === null ? 'count(*)' : `count(*) FILTER (WHERE ${isThen})`;
}
