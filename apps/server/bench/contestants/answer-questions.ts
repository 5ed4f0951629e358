/**
 * The part of a contestant's process that talks to the benchmark. When the benchmark goes, so does the contestant.
 */
import type { ConstantAnswer } from '../floors/constant-floor.js';
import type { Question, Reply } from './messages.js';

export interface Listening {
  readonly url: string;
  readonly authorization?: string;
  use?(answer: ConstantAnswer): void;
  close(): Promise<void>;
}

export function answerQuestions({ url, authorization, use, close }: Listening): void {
  const reply = (message: Reply) => process.send?.(message);
  process.on('message', (question: Question) => {
    if (question.kind === 'cpu') {
      const { user, system } = process.cpuUsage();
      reply({ kind: 'cpu', ms: (user + system) / 1000 });
    } else {
      use?.(question.answer);
      reply({ kind: 'used' });
    }
  });
  process.on('disconnect', () => void close());
  reply({ kind: 'listening', url, ...(authorization === undefined ? {} : { authorization }) });
}
