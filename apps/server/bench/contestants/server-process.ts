/**
 * Process of the server under test. Argument: a `ServerTask` as JSON.
 */
import { importServer } from '../data/build.js';
import { SpaceClient } from '../data/space-client.js';
import type { Synchronous } from '../databases.js';
import { answerQuestions } from './answer-questions.js';

export interface ServerTask {
  /** Of the build. */
  readonly file: string;
  readonly store: { readonly dataDir: string } | { readonly databaseUrl: string };
  readonly synchronous: Synchronous;
  /** It gets a key for each. */
  readonly spaces: readonly string[];
}

const { file, store, synchronous, spaces } = JSON.parse(process.argv[2] ?? '') as ServerTask;
const { createKeyOf, startServer } = await importServer(file);
// A line for every request would measure the terminal.
const server = await startServer({ ...store, port: 0, logLevel: 'warn', databaseSettings: { synchronous } });
const authorizations: string[] = [];
for (const space of spaces) {
  authorizations.push(new SpaceClient(server.url, space, await createKeyOf(server, space)).authorization);
}
answerQuestions({ url: server.url, authorizations, close: () => server.close() });
