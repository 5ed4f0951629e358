/**
 * The follow-ups of a space that are not done: one row for each Field or Entity record whose change they follow from, by whom it is being
 * done, and how far that has come.
 */

import type { Hold } from '../../computed/derived/recomputations.js';
import type { Row } from '../../db/database.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import { tableName } from '../../sql/columns.js';
import { identifier } from '../../sql/dialects/dialect.js';
import type { FollowUp, Place, Step, Subject } from './follow-up.js';

/** A follow-up that somebody is at. */
export interface OpenFollowUp extends FollowUp, Place {
  /** The revision of the space at which it was left. */
  readonly leftAt: number;
  /** Values or records to be looked at; undefined while they have not been counted. */
  readonly total: number | undefined;
}

export class FollowUps {
  constructor(private readonly effects: WriteEffects) {}

  /** Takes the place of what was left before for the same record. @param revision of the transaction, which holds it */
  async leave({ subject, action, steps }: FollowUp, place: Place, revision: number): Promise<void> {
    const columns = ['entity_type', 'action', 'steps', 'left_at', 'steps_done', 'position', 'done'];
    const cleared = ['total', 'holder', 'held_until'];
    const assignments = [...columns, ...cleared].map((column) => `"${column}" = excluded."${column}"`);
    const names = [...columns, ...cleared].map((column) => `"${column}"`);
    await this.run(
      `INSERT INTO "follow_ups" ("space_id", "record_id", ${names.join(', ')}) ` +
        'VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, NULL, NULL, NULL) ' +
        `ON CONFLICT ("space_id", "record_id") DO UPDATE SET ${assignments.join(', ')}`,
      [
        ...[subject.id, subject.entityType, action, JSON.stringify(steps), revision],
        ...[place.stepsDone, place.position, place.done],
      ],
    );
    await this.write(subject, { action, state: 'waiting', done: place.done, total: null });
  }

  /** Nothing is left to be done for a record. */
  async drop(subject: Subject): Promise<void> {
    await this.run('DELETE FROM "follow_ups" WHERE "space_id" = ?1 AND "record_id" = ?2', [subject.id]);
    await this.write(subject, null);
  }

  /** Takes a row that nobody holds any more, the oldest first. @param now in milliseconds since 1970 */
  async claim({ holder, until }: Hold, now: number): Promise<OpenFollowUp | undefined> {
    const [free] = await this.run(
      'SELECT r."record_id" FROM "follow_ups" r WHERE r."space_id" = ?1 ' +
        `AND (r."held_until" IS NULL OR r."held_until" < ?2) ORDER BY r."left_at", r."record_id" LIMIT 1` +
        this.effects.dialect.forUpdateOfFree,
      [now],
    );
    if (!free) return undefined;
    const [row] = await this.run(
      'UPDATE "follow_ups" SET "holder" = ?3, "held_until" = ?4 WHERE "space_id" = ?1 AND "record_id" = ?2 RETURNING *',
      [free.record_id, holder, until],
    );
    return row && openIn(row);
  }

  /** Notes how far the work has come. @returns false when somebody else has it, or something else is to be done by now */
  async advance(work: OpenFollowUp, { holder, until }: Hold): Promise<boolean> {
    const { subject, leftAt, stepsDone, position, done, total } = work;
    const rows = await this.run(
      'UPDATE "follow_ups" SET "steps_done" = ?5, "position" = ?6, "done" = ?7, "total" = ?8, "held_until" = ?9 ' +
        'WHERE "space_id" = ?1 AND "record_id" = ?2 AND "holder" = ?3 AND "left_at" = ?4 RETURNING "record_id"',
      [subject.id, holder, leftAt, stepsDone, position, done, total ?? null, until],
    );
    return rows.length > 0;
  }

  /** Ends the work. @returns false as `advance` */
  async finish({ subject, leftAt }: OpenFollowUp, holder: string): Promise<boolean> {
    await this.write(subject, null);
    const rows = await this.run(
      'DELETE FROM "follow_ups" WHERE "space_id" = ?1 AND "record_id" = ?2 AND "holder" = ?3 AND "left_at" = ?4 ' +
        'RETURNING "record_id"',
      [subject.id, holder, leftAt],
    );
    return rows.length > 0;
  }

  /** Shows in the record how far the work has come, unless it is over, or somebody is writing the record. */
  async show({ subject, action, leftAt, done, total }: OpenFollowUp): Promise<void> {
    const { dialect } = this.effects;
    const table = this.tableOf(subject);
    const free = `SELECT r."id" FROM ${table} r WHERE r."space_id" = ?1 AND r."id" = ?3${dialect.forUpdateOfFree}`;
    const work = 'SELECT 1 FROM "follow_ups" w WHERE w."space_id" = ?1 AND w."record_id" = ?4 AND w."left_at" = ?5';
    await this.run(
      `UPDATE ${table} SET "background_work" = ?2 WHERE "space_id" = ?1 AND "id" IN (${free}) AND EXISTS (${work})`,
      [
        JSON.stringify({ action, state: 'running', done, total: total ?? null } satisfies Shown),
        subject.id,
        subject.id,
        leftAt,
      ],
    );
  }

  private async write(subject: Subject, shown: Shown | null): Promise<void> {
    await this.run(`UPDATE ${this.tableOf(subject)} SET "background_work" = ?2 WHERE "space_id" = ?1 AND "id" = ?3`, [
      shown && JSON.stringify(shown),
      subject.id,
    ]);
  }

  private tableOf({ entityType }: Subject): string {
    return identifier(tableName(this.effects.catalog.existing(entityType)));
  }

  /** @param text with `?1`, `?2`, … for the values; the space comes first */
  private run(text: string, values: readonly unknown[]): Promise<Row[]> {
    const { dialect, transaction, space } = this.effects;
    const written = text.replaceAll(/\?(\d+)/g, (_, position: string) => dialect.placeholder(Number(position)));
    return transaction.run({ text: written, values: [space, ...values] });
  }
}

/** What the record shows while the work is not done. */
interface Shown {
  readonly action: FollowUp['action'];
  readonly state: 'waiting' | 'running';
  readonly done: number;
  readonly total: number | null;
}

function openIn(row: Row): OpenFollowUp {
  return {
    subject: { entityType: String(row.entity_type), id: String(row.record_id) },
    action: row.action as FollowUp['action'],
    steps: JSON.parse(String(row.steps)) as Step[],
    leftAt: Number(row.left_at),
    stepsDone: Number(row.steps_done),
    position: typeof row.position === 'string' ? row.position : null,
    done: Number(row.done),
    total: row.total === null ? undefined : Number(row.total),
  };
}
