/**
 * How long the steps of one operation take, for the header `Server-Timing`.
 */
import type { Plugin } from 'graphql-yoga';

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

/** Times what the engine does with an operation. Comes first among the plugins, so that what they do counts as well. */
export function timingPlugin(): Plugin<{ readonly time: OperationTime }> {
  return {
    onParse({ context }) {
      return context.time.begin('parse');
    },
    onValidate({ context }) {
      return context.time.begin('validate');
    },
    onExecute({ context }) {
      return { onExecuteDone: context.time.begin('execute') };
    },
  };
}
