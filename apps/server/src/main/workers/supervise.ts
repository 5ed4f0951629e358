/**
 * Several processes that serve one port: each is the server as it runs alone, and shares nothing with the others but the database. One
 * that dies is started again.
 */
import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { addedUp, countsOf, type MetricsJson } from '../../api/site/server-metrics.js';
import { type FromWorker, type ToWorker, workerMark } from './worker.js';

export interface Supervised {
  /** How many processes. */
  readonly count: number;
  /** Arguments of each, without the program. */
  readonly args: readonly string[];
  /** Called once, when all have begun to listen. @param url scheme, host and port */
  onListen(url: string): void;
  /** Called with each line about a worker that died. */
  onTrouble(line: string): void;
  /** Ends all of them. */
  readonly stop: AbortSignal;
}

/** A worker could not be started at all; it has said why. */
export class WorkerFailed extends Error {
  override readonly name = 'WorkerFailed';
}

/** A worker that lived for less time died of what will be there the next time: the pause before its next start doubles. */
const soundMs = 10_000;
const shortestPauseMs = 250;
const longestPauseMs = 30_000;
/** How long a worker has to tell its metrics. */
const longestMetricsMs = 2_000;

/**
 * Runs until `stop`. Resolves when all workers have ended, each of which stops as a server alone does.
 * @throws WorkerFailed when one ends before all have begun to listen
 */
export async function supervise(supervised: Supervised): Promise<void> {
  const { stop } = supervised;
  cluster.setupPrimary({ args: [...supervised.args] });
  const listening = new Set<number>();
  let haveListened = false;
  cluster.on('listening', ({ id }, { address, port }) => {
    listening.add(id);
    if (haveListened || listening.size < supervised.count) return;
    haveListened = true;
    const host = address ?? 'localhost';
    supervised.onListen(`http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  });
  shareMetrics();

  const given = new AbortController();
  const ended = AbortSignal.any([stop, given.signal]);
  const keep = async (number: number): Promise<void> => {
    for (let pauseMs = shortestPauseMs; !ended.aborted; ) {
      const start = performance.now();
      const end = await runWorker(ended);
      if (ended.aborted) return;
      if (!haveListened) throw new WorkerFailed(`worker ${number} ended with ${end} before it listened`);
      if (performance.now() - start > soundMs) pauseMs = shortestPauseMs;
      supervised.onTrouble(`worker ${number} ended with ${end}; it starts again in ${pauseMs / 1_000} s`);
      await sleep(pauseMs, undefined, { signal: ended }).catch(() => {});
      pauseMs = Math.min(2 * pauseMs, longestPauseMs);
    }
  };
  const all = Array.from({ length: supervised.count }, (_, index) => keep(index + 1));
  try {
    await Promise.all(all);
  } finally {
    given.abort();
    await Promise.allSettled(all);
  }
}

/** @returns how the worker ended, or why there is none: the system may have no room for a process or its descriptors */
function runWorker(stop: AbortSignal): Promise<string> {
  return new Promise((resolve) => {
    const worker = fork();
    if (worker instanceof Error) return resolve(worker.message);
    const end = () => send(worker, { kind: 'stop' });
    stop.addEventListener('abort', end, { once: true });
    const ended = (how: string) => {
      stop.removeEventListener('abort', end);
      resolve(how);
    };
    worker.once('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
    worker.on('error', (error) => {
      // One that runs can fail to be sent something as well.
      if (worker.process.pid === undefined) ended(error.message);
    });
  });
}

/** Node throws some failures, and tells others as an event. */
function fork(): Worker | Error {
  try {
    return cluster.fork({ [workerMark]: '1' });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Answers a worker that asks for the metrics of all: those of one process would jump from one answer to the next. */
function shareMetrics(): void {
  const waiting = new Map<number, (metrics: MetricsJson | undefined) => void>();
  let last = 0;
  /** What each worker said last. Counts that fell would be taken for those of a new process, and counted once more. */
  const known = new Map<number, MetricsJson>();
  /** Counts of workers that have ended, those of the earlier ones added up. */
  const ended: MetricsJson[] = [];
  cluster.on('exit', ({ id }) => {
    ended.push(countsOf(known.get(id) ?? []));
    known.delete(id);
  });
  /** Resolves when it has answered, or is late: then what it said before stays. */
  const ask = (worker: Worker) =>
    new Promise<void>((resolve) => {
      const id = ++last;
      const answer = (metrics: MetricsJson | undefined) => {
        clearTimeout(late);
        waiting.delete(id);
        if (metrics !== undefined && !worker.isDead()) known.set(worker.id, metrics);
        resolve();
      };
      const late = setTimeout(() => answer(undefined), longestMetricsMs);
      waiting.set(id, answer);
      send(worker, { kind: 'own metrics', id });
    });
  const gather = async () => {
    const workers = Object.values(cluster.workers ?? {}).filter((one) => one?.isConnected()) as Worker[];
    await Promise.all(workers.map(ask));
    const summed = ended.length;
    ended.splice(0, summed, await addedUp(ended).getMetricsAsJSON());
    return addedUp([...ended, ...known.values()]).metrics();
  };
  let gathering: Promise<string> | undefined;
  cluster.on('message', async (worker, message: FromWorker) => {
    if (message.kind === 'own metrics') return waiting.get(message.id)?.(message.metrics);
    // Those who ask meanwhile share it: this process hands out the connections of all workers.
    gathering ??= gather().finally(() => {
      gathering = undefined;
    });
    // One who gets no answer says so; an error must not end this process, and all workers with it.
    const text = await gathering.catch(() => undefined);
    if (text !== undefined) send(worker, { kind: 'metrics of all', id: message.id, text });
  });
}

/** A worker that dies meanwhile needs no message. */
function send(worker: Worker, message: ToWorker): void {
  if (worker.isConnected()) worker.send(message, () => {});
}
