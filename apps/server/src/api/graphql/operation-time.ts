/**
 * How long the steps of one operation took, for the header that tells it. Knows no step.
 */

/** In the order of the header. */
type Step = 'parse' | 'validate' | 'execute' | 'db';

export class OperationTime {
  private readonly spent = new Map<Step, number>();

  /** @returns ends the step */
  begin(step: Step): () => void {
    const start = performance.now();
    return () => this.add(step, performance.now() - start);
  }

  add(step: Step, ms: number): void {
    this.spent.set(step, (this.spent.get(step) ?? 0) + ms);
  }

  /**
   * @returns milliseconds of the steps that were reached; the database's are among those of the execution
   * @spec https://www.w3.org/TR/server-timing/
   */
  header(): string {
    return [...this.spent].map(([step, ms]) => `${step};dur=${ms.toFixed(2)}`).join(', ');
  }
}
