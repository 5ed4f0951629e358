/**
 * The side of one of several processes that serve one port.
 */
import cluster from 'node:cluster';
import type { MetricsJson, MetricsOfAll } from '../../api/site/server-metrics.js';

/** What a worker sends the supervisor. Each request has a number that its answer repeats. */
export type FromWorker =
  | { readonly kind: 'metrics of all'; readonly id: number }
  | { readonly kind: 'own metrics'; readonly id: number; readonly metrics: MetricsJson };

/** What the supervisor sends a worker. */
export type ToWorker =
  | { readonly kind: 'stop' }
  | { readonly kind: 'own metrics'; readonly id: number }
  | { readonly kind: 'metrics of all'; readonly id: number; readonly text: string };

/** How long the other workers have to tell their metrics, and a little more. */
const longestAnswerMs = 3_000;

/** Set for the workers of `headwater serve --workers`: other programs have workers of their own. */
export const workerMark = 'HEADWATER_WORKER';

export function isWorker(): boolean {
  return cluster.isWorker && process.env[workerMark] !== undefined;
}

/**
 * Calls `stop` when the supervisor says so; Ctrl-C reaches all processes, and one is enough. When the supervisor is gone no connection
 * comes any more, and Node ends the process.
 */
export function stopWithSupervisor(stop: () => void): void {
  process.on('SIGINT', () => {});
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'stop') stop();
  });
}

/** Lets the process end: the channel to the supervisor would keep it. */
export function leaveSupervisor(): void {
  process.channel?.unref();
}

/** @returns how a worker gets the metrics of all workers, whichever of them is asked */
export function metricsOfWorkers(): MetricsOfAll {
  const waiting = new Map<number, (text: string) => void>();
  let last = 0;
  return {
    tell: (own: () => Promise<MetricsJson>) => {
      process.on('message', (message: ToWorker) => {
        if (message.kind === 'own metrics') {
          own().then(
            (metrics) => send({ kind: 'own metrics', id: message.id, metrics }),
            () => {},
          );
        } else if (message.kind === 'metrics of all') {
          waiting.get(message.id)?.(message.text);
        }
      });
    },
    read: () =>
      new Promise<string>((resolve, reject) => {
        const id = ++last;
        const late = setTimeout(() => {
          waiting.delete(id);
          reject(new Error('the supervisor of the workers does not answer'));
        }, longestAnswerMs);
        waiting.set(id, (text) => {
          clearTimeout(late);
          waiting.delete(id);
          resolve(text);
        });
        send({ kind: 'metrics of all', id });
      }),
  };
}

function send(message: FromWorker): void {
  process.send?.(message);
}
