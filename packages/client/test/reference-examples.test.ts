/** The examples in TypeScript of the server's reference, as a reader who has signed in finds them, are run as they stand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shownExamples } from '../../../apps/server/test/reference/shown-examples.js';
import * as headwater from '../src/index.js';
import { type RealServer, startRealServer } from './real-server.js';

let server: RealServer;

beforeAll(async () => {
  server = await startRealServer('examples');
  const { client, ownerId: owner_id } = server;
  // Examples merge, delete and restore: they take several.
  for (const name of ['First', 'Second', 'Third']) {
    await headwater.unwrap(client.POST('/entities/Accounts', { body: { owner_id, name } }));
    await headwater.unwrap(client.POST('/entities/Contacts', { body: { owner_id, last_name: name } }));
    await headwater.unwrap(client.POST('/entities/Tags', { body: { name } }));
  }
});

afterAll(() => server.close());

it.each(['Accounts', 'Contacts', 'Tags', 'changes'])('of %s are answered', async (page) => {
  const { token, password } = server.credentials;
  const answer = await fetch(`${server.url}/docs/spaces/${server.space}/pages/${page}`, {
    headers: { authorization: `Basic ${btoa(`${token}:${password}`)}` },
  });
  const examples = shownExamples(await answer.text()).filter(({ curl }) => !unmade.test(curl));
  expect(examples.length).toBeGreaterThan(5);
  for (const { anchor, typescript } of examples) {
    const printed = await run(typescript).catch((error) => error);
    expect.soft([anchor, printed instanceof Error ? printed.message : typeof printed[0]]).toEqual([anchor, 'object']);
  }
});

/** Of what nobody can make there is no record to show. */
const unmade = /\bID\b|\/keys\/KEY\b/;

/** @returns what the example prints */
async function run(example: string): Promise<unknown[]> {
  const [, names = '', code = ''] = /^import \{ ([^}]*) \} from '@headwater\/client';\n(.*)$/s.exec(example) ?? [];
  const printed: unknown[] = [];
  const { token, password } = server.credentials;
  const module = new AsyncFunction('headwater', 'process', 'console', `const { ${names} } = headwater;\n${code}`);
  await module(
    headwater,
    { env: { TOKEN: token, PASSWORD: password } },
    { log: (value: unknown) => printed.push(value) },
  );
  return printed;
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as FunctionConstructor;
