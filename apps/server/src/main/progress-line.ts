/**
 * Shows how far a command is: one line that is redrawn on a terminal, else a line a second at most.
 */
import type { Terminal } from './terminal.js';

const linePauseMs = 1_000;

export class ProgressLine {
  #isDrawn = false;
  #lastLineAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly terminal: Pick<Terminal, 'error' | 'isInteractive'>) {}

  show(text: string): void {
    if (this.terminal.isInteractive) {
      this.terminal.error(`\r\u001b[2K${text}`);
      this.#isDrawn = true;
    } else if (performance.now() - this.#lastLineAt >= linePauseMs) {
      this.#lastLineAt = performance.now();
      this.terminal.error(`${text}\n`);
    }
  }

  /** Removes the drawn line, so that other text can follow. */
  clear(): void {
    if (this.#isDrawn) this.terminal.error('\r\u001b[2K');
    this.#isDrawn = false;
  }
}
