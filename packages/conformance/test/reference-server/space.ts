/**
 * The one space: its records, its revision, its clock.
 */
import { Tables } from './tables.js';
import { validationLevel, type WriteContext } from './write-context.js';

export class Space {
  readonly tables = Tables.empty();
  /** Rises with every write that is adopted. */
  revision = 0;
  private lastMicros = 0;

  constructor(readonly path: string) {}

  /**
   * Runs writes that belong together.
   * @param bits of `validation-level`
   * @param isTried nothing is kept of it
   * @returns what `work` returns @throws Rejection what `work` throws; then nothing is kept either
   */
  write<T>(bits: number, isTried: boolean, work: (context: WriteContext) => T): T {
    const tables = this.tables.fork();
    const revision = this.revision + 1;
    const result = work({ tables, now: this.now(), revision, level: validationLevel(bits), spacePath: this.path });
    if (isTried) return result;
    this.tables.adopt(tables);
    this.revision = revision;
    return result;
  }

  /** Never the same moment twice. */
  private now(): string {
    this.lastMicros = Math.max(this.lastMicros + 1, Date.now() * 1000);
    const second = new Date(Math.floor(this.lastMicros / 1000)).toISOString().slice(0, 19);
    return `${second}.${String(this.lastMicros % 1_000_000).padStart(6, '0')}`;
  }
}
