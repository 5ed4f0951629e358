/**
 * Process of PostGraphile, set up as its documentation has it for production. Argument 1: the folder in which it is installed; argument 2: the
 * address of its database. Filters are those of the plugin that is usual for them.
 */
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { listen } from '../floors/listen.js';
import { answerQuestions } from './answer-questions.js';

/** What is used of packages that no normal install has. */
interface PostGraphile {
  postgraphile(preset: object): {
    createServ(grafserv: unknown): { addTo(server: ReturnType<typeof createServer>): Promise<void> };
    getSchemaResult(): Promise<unknown>;
    release(): Promise<void>;
  };
}

/** PostGraphile is made for Node 22; of what Node 20 lacks it uses this. */
function withResolvers() {
  const callbacks: { resolve?: unknown; reject?: unknown } = {};
  const promise = new Promise((resolve, reject) => Object.assign(callbacks, { resolve, reject }));
  return { promise, ...callbacks };
}
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers });

const [, , folder = '', connectionString = ''] = process.argv;
const load = createRequire(join(folder, 'package.json'));
const { postgraphile } = load('postgraphile') as PostGraphile;
const { PostGraphileAmberPreset } = load('postgraphile/presets/amber') as { PostGraphileAmberPreset: object };
const { makePgService } = load('postgraphile/adaptors/pg') as { makePgService(options: object): object };
const { grafserv } = load('postgraphile/grafserv/node') as { grafserv: unknown };
const { PostGraphileConnectionFilterPreset } = load('postgraphile-plugin-connection-filter') as {
  PostGraphileConnectionFilterPreset: object;
};

const instance = postgraphile({
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'], poolConfig: { max: 16 } })],
  grafserv: { graphiql: false, watch: false, maxRequestLength: 10_000_000 },
  grafast: { explain: false },
});
// Requests that come while it reads the schema would be answered otherwise.
await instance.getSchemaResult();
const server = createServer();
await instance.createServ(grafserv).addTo(server);
answerQuestions(await listen(server, () => instance.release()));
