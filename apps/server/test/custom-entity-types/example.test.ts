/** The example of a custom entity does what it says, on the server as it is, once and again. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import type { Json } from '../test-space.js';

const script = fileURLToPath(new URL('../../../../examples/custom-entity/vehicles.sh', import.meta.url));

onOneDatabase((running) => {
  /** @returns the JSON that the script prints, in its order */
  async function runExample(settings: Readonly<Record<string, string>>): Promise<Json[]> {
    const { space } = running;
    const [token = '', password = ''] = Buffer.from(space.authorization.slice('Basic '.length), 'base64')
      .toString()
      .split(':');
    const env = {
      PATH: process.env.PATH,
      HOME: running.server.config.dataDir,
      HEADWATER_URL: running.server.origin,
      HEADWATER_SPACE: space.id,
      HEADWATER_TOKEN: token,
      HEADWATER_PASSWORD: password,
      ...settings,
    };
    const { stdout } = await promisify(execFile)('bash', [script], { env });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as Json);
  }

  it.each([
    ['none is there', {}, 'The space has no opportunity that the vehicle could belong to.'],
    ['none has that name', { OPPORTUNITY: 'Nowhere' }, 'The space has no opportunity called "Nowhere".'],
  ])('says that it needs an opportunity when %s', async (_, settings, reported) => {
    await expect(runExample(settings)).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(reported) });
  });

  it('defines vehicles, shows the values of a dropdown, and finds the vehicle of an opportunity', async () => {
    await running.space.newOpportunity({ name: 'Older' });
    await running.space.newOpportunity({ name: '200 forklifts & more' });
    const settings = { OPPORTUNITY: '200 forklifts & more' };
    const [fields, vehicles] = await runExample(settings);
    expect(fields?.data).toMatchObject([
      {
        data_set: [
          { option_name: 'Diesel', calc_value: 1 },
          { option_name: 'Electric', calc_value: 2 },
        ],
      },
    ]);
    const van = {
      name: 'Van 7',
      cf_mileage: 42_000,
      cf_fuel: { option_name: 'Electric' },
      cf_deal: { name: '200 forklifts & more' },
    };
    expect(vehicles?.data).toMatchObject([van]);
    const [, again] = await runExample(settings);
    expect(again?.data).toMatchObject([van, van]);
  });

  it('takes the oldest opportunity when none is named', async () => {
    const [, vehicles] = await runExample({});
    expect(vehicles?.data).toMatchObject([{ cf_deal: { name: 'Older' } }]);
  });
});
