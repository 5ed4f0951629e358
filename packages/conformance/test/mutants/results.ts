/**
 * Results are kept in a file, a line each, so that a run goes on where an earlier one has ended.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Result } from './mutant.js';

export class Results {
  private readonly byId = new Map<string, Result>();

  /**
   * @param file those of other sources are thrown away
   * @param hash of the server's sources
   */
  constructor(
    private readonly file: string,
    hash: string,
  ) {
    const [first, ...lines] = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    const head = JSON.stringify({ hash });
    if (first !== head) writeFileSync(file, `${head}\n`);
    else for (const line of lines) this.keep(JSON.parse(line));
  }

  of(mutant: string): Result | undefined {
    return this.byId.get(mutant);
  }

  /** Replaces an earlier one of the same mutant. */
  add(result: Result): void {
    this.keep(result);
    appendFileSync(this.file, `${JSON.stringify(result)}\n`);
  }

  private keep(result: Result): void {
    this.byId.set(result.id, result);
  }
}
