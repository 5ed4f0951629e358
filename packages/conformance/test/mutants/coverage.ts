/**
 * Which mutants are run, by check: of a run of the whole suite without a mutant.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** As it is stored; bits in base64, a bit for each mutant. */
interface StoredCoverage {
  /** What the start and the work beside requests run. */
  readonly outside: string;
  readonly checks: readonly (readonly [id: string, bits: string])[];
  readonly durations: Readonly<Record<string, number>>;
  readonly seconds: number;
}

export class Coverage {
  private readonly outside: Uint8Array;
  private readonly checks: ReadonlyMap<string, Uint8Array>;

  constructor(private readonly stored: StoredCoverage) {
    this.outside = Buffer.from(stored.outside, 'base64');
    this.checks = new Map(stored.checks.map(([id, bits]) => [id, Buffer.from(bits, 'base64')]));
  }

  /** @returns undefined when there is no such file */
  static read(file: string): Coverage | undefined {
    return existsSync(file) ? new Coverage(JSON.parse(gunzipSync(readFileSync(file)).toString())) : undefined;
  }

  write(file: string): void {
    // Most of it is zeros.
    writeFileSync(file, gzipSync(JSON.stringify(this.stored)));
  }

  /** How long the whole suite took. */
  get seconds(): number {
    return this.stored.seconds;
  }

  /** @returns milliseconds that the check took */
  durationOf(check: string): number {
    return this.stored.durations[check] ?? 0;
  }

  isRunBy(check: string, mutant: string): boolean {
    return has(this.checks.get(check), mutant);
  }

  isRunOutside(mutant: string): boolean {
    return has(this.outside, mutant);
  }

  isRun(mutant: string): boolean {
    return this.isRunOutside(mutant) || [...this.checks.values()].some((bits) => has(bits, mutant));
  }
}

function has(bits: Uint8Array | undefined, mutant: string): boolean {
  const index = Number(mutant);
  return ((bits?.[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
}
