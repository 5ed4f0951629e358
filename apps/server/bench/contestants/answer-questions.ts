/**
 * The part of a contestant's process that talks to the benchmark. When the benchmark goes, so does the contestant.
 */
import type { Question, Reply } from './messages.js';

export interface Listening {
  readonly url: string;
  /** One for each space that it serves; none: it checks no credentials. */
  readonly authorizations?: readonly string[];
  close(): Promise<void>;
}

export function answerQuestions({ url, authorizations = [], close }: Listening): void {
  const reply = (message: Reply) => process.send?.(message);
  process.on('message', ({ kind }: Question) => {
    const { user, system } = process.cpuUsage();
    reply({ kind, ms: (user + system) / 1000 });
  });
  process.on('disconnect', () => void close().then(() => process.exit()));
  reply({ kind: 'listening', url, authorizations });
}
