/**
 * What a space has defined, taken to an empty space by its file, is the same there.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { headwater } from '../cli/headwater.js';
import { type Installation, newInstallation } from '../cli/installation.js';
import { databaseInTurn } from '../fixture.js';
import { runsOf } from '../properties/runs.js';
import { randomSchema } from './random-schema.js';

describe.each(databaseInTurn())('on %s', (database) => {
  let place: Installation;
  let spaceCount = 0;
  const run = (...args: string[]) => headwater(['schema', ...args], place);

  beforeAll(async () => {
    place = await newInstallation(database);
  });

  afterAll(() => place.drop());

  async function newSpace(): Promise<string> {
    spaceCount += 1;
    const id = `space-${spaceCount}`;
    expect(await headwater(['space', 'create', id], place)).toMatchObject({ code: 0 });
    return id;
  }

  it('gives random schemas back, byte by byte, from the space that they were applied to and from the next one', async () => {
    await fc.assert(
      fc.asyncProperty(randomSchema, async (content) => {
        const [first, second] = [await newSpace(), await newSpace()];
        const file = place.write('schema.yaml', stringify(content));
        expect(await run('apply', file, '--space', first)).toMatchObject({ code: 0, error: '' });
        const said = await run('export', '--space', first);
        const exported = place.write('exported.yaml', said.out);
        expect(await run('diff', exported, '--space', first)).toMatchObject({ code: 0, out: '' });
        expect(await run('apply', exported, '--space', second)).toMatchObject({ code: 0, error: '' });
        expect((await run('export', '--space', second)).out).toBe(said.out);
        expect(await run('diff', file, '--space', second)).toMatchObject({ code: 0, out: '' });
      }),
      { numRuns: runsOf(4), endOnFailure: true },
    );
  }, 300_000);
});
