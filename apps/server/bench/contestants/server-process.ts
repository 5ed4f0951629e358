/**
 * Process of the server under test. Argument 1: the space; argument 2: a data folder or the address of a PostgreSQL database.
 */
import { createKeyOf, startServer } from '@headwater/server';
import { SpaceClient } from '../data/space-client.js';
import { answerQuestions } from './answer-questions.js';

const [, , space = '', location = ''] = process.argv;
const store = location.startsWith('postgres') ? { databaseUrl: location } : { dataDir: location };
const server = await startServer({
  ...store,
  port: 0,
  logLevel: 'warn',
  // As the hand-written floors.
  databaseSettings: { synchronous: 'NORMAL' },
});
const { authorization } = new SpaceClient(server.url, space, await createKeyOf(server, space));
answerQuestions({ url: server.url, authorization, close: () => server.close() });
