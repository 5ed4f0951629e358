/**
 * What is still to be worked out anew in the records of a space after a definition has changed, one row for each entity type whose
 * fields did: by whom it is being done, and how far that has come. Knows no formula.
 */
import type { Row, Transaction } from '../../db/database.js';
import type { Dialect } from '../../sql/dialects/dialect.js';
import { everyField, type Pass } from './recomputation-passes.js';

export interface Recomputation {
  readonly entityType: string;
  /** Of the Field records that have changed; `everyField` may be among them. */
  readonly fieldIds: readonly string[];
  /** The revision of the space at which they did so last. */
  readonly wantedAt: number;
  /** The walks that are to be made; null before the first one is begun. */
  readonly passes: readonly Pass[] | null;
  /** Walks that are over. */
  readonly passesDone: number;
  /** Id of the last record that was looked at in the walk under way; null at its beginning. */
  readonly position: string | null;
  /** Records looked at, in all walks. */
  readonly done: number;
  /** Records to be looked at, as they were counted at the beginning. */
  readonly total: number;
}

/** What is to be done, without how far it has come. */
type Wanted = Pick<Recomputation, 'entityType' | 'fieldIds' | 'wantedAt'>;

/** Who works on a row, and until when nobody else may take it, in milliseconds since 1970. */
export interface Hold {
  readonly holder: string;
  readonly until: number;
}

const progressColumns = ['passes', 'passes_done', 'position', 'done', 'total'] as const;

export class Recomputations {
  constructor(
    private readonly transaction: Transaction,
    private readonly dialect: Dialect,
    private readonly space: string,
  ) {}

  /** Begins anew for an entity type, with what was wanted before and is not finished. @param revision of the transaction, which holds it */
  async want(entityType: string, fieldIds: readonly string[], revision: number): Promise<void> {
    const [before] = await this.run(
      'SELECT "field_ids" FROM "recomputations" WHERE "space_id" = ?1 AND "entity_type" = ?2',
      [entityType],
    );
    const wanted = [...new Set([...(before ? idsIn(before) : []), ...fieldIds])];
    const columns = ['field_ids', 'wanted_at', ...progressColumns, 'holder', 'held_until'];
    const assignments = columns.map((column) => `"${column}" = excluded."${column}"`).join(', ');
    await this.run(
      `INSERT INTO "recomputations" ("space_id", "entity_type", ${columns.map((column) => `"${column}"`).join(', ')}) ` +
        'VALUES (?1, ?2, ?3, ?4, NULL, 0, NULL, 0, 0, NULL, NULL) ' +
        `ON CONFLICT ("space_id", "entity_type") DO UPDATE SET ${assignments}`,
      [entityType, JSON.stringify(wanted), revision],
    );
    await this.show({ entityType, fieldIds: wanted, wantedAt: revision }, { state: 'waiting', done: 0, total: 0 });
  }

  /** Takes a row that nobody holds any more. @param now in milliseconds since 1970 */
  async claim({ holder, until }: Hold, now: number): Promise<Recomputation | undefined> {
    const [free] = await this.run(
      'SELECT r."entity_type" FROM "recomputations" r WHERE r."space_id" = ?1 ' +
        `AND (r."held_until" IS NULL OR r."held_until" < ?2) ORDER BY r."entity_type" LIMIT 1${this.dialect.forUpdateOfFree}`,
      [now],
    );
    if (!free) return undefined;
    const [row] = await this.run(
      'UPDATE "recomputations" SET "holder" = ?3, "held_until" = ?4 WHERE "space_id" = ?1 AND "entity_type" = ?2 RETURNING *',
      [free.entity_type, holder, until],
    );
    return row && recomputationIn(row);
  }

  /** Notes how far the work has come. @returns false when somebody else has it, or it has to begin anew */
  async advance(work: Recomputation, { holder, until }: Hold): Promise<boolean> {
    const { entityType, wantedAt, passes, passesDone, position, done, total } = work;
    const assignments = [...progressColumns, 'held_until'].map((column, index) => `"${column}" = ?${index + 5}`);
    const rows = await this.run(
      `UPDATE "recomputations" SET ${assignments.join(', ')} ` +
        'WHERE "space_id" = ?1 AND "entity_type" = ?2 AND "holder" = ?3 AND "wanted_at" = ?4 RETURNING "entity_type"',
      [entityType, holder, wantedAt, JSON.stringify(passes), passesDone, position, done, total, until],
    );
    return rows.length > 0;
  }

  /** Ends the work. @returns false as `advance` */
  async finish({ entityType, fieldIds, wantedAt }: Recomputation, holder: string): Promise<boolean> {
    await this.showNothing(fieldIds);
    const rows = await this.run(
      'DELETE FROM "recomputations" WHERE "space_id" = ?1 AND "entity_type" = ?2 AND "holder" = ?3 AND "wanted_at" = ?4 ' +
        'RETURNING "entity_type"',
      [entityType, holder, wantedAt],
    );
    return rows.length > 0;
  }

  /** Shows in Field records how far the work has come, unless it is over; those that somebody is writing are left out. */
  async show({ entityType, fieldIds, wantedAt }: Wanted, progress: Progress): Promise<void> {
    const { dialect } = this;
    const free =
      `SELECT r."id" FROM "fields" r WHERE r."space_id" = ?1 AND ${dialect.isOneOf('r."id"', '?3')}` +
      dialect.forUpdateOfFree;
    const work =
      'SELECT 1 FROM "recomputations" w WHERE w."space_id" = ?1 AND w."entity_type" = ?4 AND w."wanted_at" = ?5';
    await this.run(
      `UPDATE "fields" SET "recomputation" = ?2 WHERE "space_id" = ?1 AND "id" IN (${free}) AND EXISTS (${work})`,
      [JSON.stringify(progress), dialect.encodeIds(recordIds(fieldIds)), entityType, wantedAt],
    );
  }

  private async showNothing(fieldIds: readonly string[]): Promise<void> {
    const isWanted = this.dialect.isOneOf('"id"', '?2');
    const text = `UPDATE "fields" SET "recomputation" = NULL WHERE "space_id" = ?1 AND ${isWanted}`;
    await this.run(text, [this.dialect.encodeIds(recordIds(fieldIds))]);
  }

  /** @param text with `?1`, `?2`, … for the values; the space comes first */
  private run(text: string, values: readonly unknown[]): Promise<Row[]> {
    const written = text.replaceAll(/\?(\d+)/g, (_, position: string) => this.dialect.placeholder(Number(position)));
    return this.transaction.run({ text: written, values: [this.space, ...values] });
  }
}

/** What a Field record shows while its values are not those of its definition; null: they are. */
export interface Progress {
  readonly state: 'waiting' | 'running';
  readonly done: number;
  readonly total: number;
}

function recomputationIn(row: Row): Recomputation {
  return {
    entityType: String(row.entity_type),
    fieldIds: idsIn(row),
    wantedAt: Number(row.wanted_at),
    passes: typeof row.passes === 'string' ? (JSON.parse(row.passes) as Pass[]) : null,
    passesDone: Number(row.passes_done),
    position: typeof row.position === 'string' ? row.position : null,
    done: Number(row.done),
    total: Number(row.total),
  };
}

function recordIds(fieldIds: readonly string[]): string[] {
  return fieldIds.filter((id) => id !== everyField);
}

function idsIn({ field_ids }: Row): string[] {
  return JSON.parse(String(field_ids)) as string[];
}
