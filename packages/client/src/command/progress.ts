/** How far a command has come, on a line of the terminal that is written again and again. */
import type { Surroundings } from './command.js';

const everyMs = 200;

export class Progress {
  private readonly start = performance.now();
  private shownAt = 0;
  private hasLine = false;
  private here = 0;

  /** @param earlier what earlier runs have done @param total undefined: not known */
  constructor(
    private readonly surroundings: Pick<Surroundings, 'error' | 'showsProgress'>,
    private readonly earlier: number,
    private readonly total: number | undefined,
  ) {}

  get count(): number {
    return this.earlier + this.here;
  }

  add(records: number): void {
    this.here += records;
    const now = performance.now();
    if (!this.surroundings.showsProgress || now - this.shownAt < everyMs) return;
    this.shownAt = now;
    this.hasLine = true;
    const of = this.total ? ` of ${group(this.total)} (${Math.floor((100 * this.count) / this.total)} %)` : '';
    const rate = Math.round(this.here / Math.max(0.001, (now - this.start) / 1000));
    this.surroundings.error(`\r${group(this.count)}${of}, ${group(rate)} a second\u001b[K`);
  }

  /** Clears the line, so that something else can be written. */
  clear(): void {
    if (this.hasLine) this.surroundings.error('\r\u001b[K');
    this.hasLine = false;
  }
}

export function group(number: number): string {
  return number.toLocaleString('en-US');
}
