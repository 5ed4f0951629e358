/**
 * Shows how far an import is: one line that is redrawn on a terminal, else a line a second at most.
 */
import type { RejectedLine, StepProgress } from '../import/import-events.js';
import type { Terminal } from './terminal.js';

const linePauseMs = 1_000;
/** Rejected lines shown as they come; the report has them all. */
const maxShown = 10;

export class ImportProgress {
  #isDrawn = false;
  #lastLineAt = Number.NEGATIVE_INFINITY;
  #rejected = 0;

  constructor(private readonly terminal: Terminal) {}

  progress({ step, lines, bytesRead, bytesTotal }: StepProgress): void {
    // What is decoded can have more bytes than the file.
    const percent = bytesTotal === 0 ? 100 : Math.min(100, Math.floor((bytesRead / bytesTotal) * 100));
    const text = `${step}: ${lines.toLocaleString('en')} lines, ${percent} %`;
    if (this.terminal.isInteractive) {
      this.terminal.error(`\r\u001b[2K${text}`);
      this.#isDrawn = true;
    } else if (performance.now() - this.#lastLineAt >= linePauseMs) {
      this.#lastLineAt = performance.now();
      this.terminal.error(`${text}\n`);
    }
  }

  rejected({ file, line, text, reasons }: RejectedLine): void {
    this.#rejected += 1;
    if (this.#rejected > maxShown) return;
    this.clear();
    this.terminal.error(`${file}:${line}: ${text}\n`);
    for (const { column, value, reason } of reasons) {
      const at = column === '' ? '' : `${column} "${value}": `;
      this.terminal.error(`  ${at}${reason.trim()}\n`);
    }
    if (this.#rejected === maxShown)
      this.terminal.error('Further rejected lines are not shown; --report has them all.\n');
  }

  /** Removes the drawn line, so that other text can follow. */
  clear(): void {
    if (this.#isDrawn) this.terminal.error('\r\u001b[2K');
    this.#isDrawn = false;
  }
}
