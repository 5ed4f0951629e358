/** `limit=-1` and other long lists: all of them, in order, in bounded memory, whatever is written meanwhile. */
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRecord } from '../../src/records/write/write-records.js';
import { oneDatabase } from '../fixture.js';
import { LegacyServer } from './legacy-server.js';

describe.each(oneDatabase)('REST v1 on %s', (database) => {
  const count = 730;
  let server: LegacyServer;

  beforeAll(async () => {
    server = await LegacyServer.start(database);
    await server.write(async (context) => {
      for (let index = 0; index < count; index += 1) {
        const body = { name: `Type ${index % 7}`, settings: `${index}` };
        await writeRecord(context, { kind: 'create', entityType: 'AccountType', body, validationLevel: 0 });
      }
    });
  });

  afterAll(() => server.close());

  const filter = 'filter=NAME::Type::ll';
  const settings = (records: readonly Readonly<Record<string, unknown>>[]) =>
    records.map((one) => Number(one.SETTINGS));

  it('answers every record once', async () => {
    const { headers, body } = await server.call(`/AccountTypes?${filter}&limit=-1`);
    expect(headers.get('content-range')).toBe(`items 0-${count - 1}/${count}`);
    const found = settings(body as Readonly<Record<string, unknown>>[]);
    expect(found).toHaveLength(count);
    expect(new Set(found).size).toBe(count);
  });

  it.each(['', '&sort=NAME', '&sort=-NAME', '&sort=-MODIFIED|NAME'])('keeps the order of pages (%s)', async (sort) => {
    const all = settings(await server.list(`/AccountTypes?${filter}&limit=-1${sort}`));
    const paged: number[] = [];
    for (let offset = 0; offset < count; offset += 90) {
      paged.push(...settings(await server.list(`/AccountTypes?${filter}&limit=90&offset=${offset}${sort}`)));
    }
    expect(all).toEqual(paged);
  });

  it('takes limits longer than a page of the core, and offsets with them', async () => {
    const all = settings(await server.list(`/AccountTypes?${filter}&limit=-1`));
    const { headers, body } = await server.call(`/AccountTypes?${filter}&limit=333&offset=50`);
    expect(settings(body as Readonly<Record<string, unknown>>[])).toEqual(all.slice(50, 383));
    expect(headers.get('content-range')).toBe(`items 50-382/${count}`);
    const rest = await server.call(`/AccountTypes?${filter}&limit=10000&offset=600`);
    expect(settings(rest.body as Readonly<Record<string, unknown>>[])).toEqual(all.slice(600));
    expect(rest.headers.get('content-range')).toBe(`items 600-${count - 1}/${count}`);
  });

  it('answers HEAD with the headers only', async () => {
    const answer = await fetch(`${server.url}/AccountTypes?${filter}&limit=-1`, {
      method: 'HEAD',
      headers: { authorization: server.authorization },
    });
    expect(answer.headers.get('content-range')).toBe(`items 0-${count - 1}/${count}`);
    expect(await answer.text()).toBe('');
  });

  it('cuts the connection when a statement fails half-way, so that nobody takes a part for the whole', async () => {
    let pages = 0;
    server.server.onStatement = ({ text }) => {
      pages += text.includes('account_types') ? 1 : 0;
      if (pages === 5) {
        throw new Error('the database went away');
      }
    };
    await expect(server.call(`/AccountTypes?${filter}&limit=-1`)).rejects.toThrow('terminated');
    server.server.onStatement = () => {};
  });

  it('reads a page and counts, and then reads a page at a time', async () => {
    const countOf = async (path: string) => (await server.server.statementsOf(() => server.call(path))).length;
    expect(await countOf(`/AccountTypes?${filter}`)).toBe(2);
    expect(await countOf(`/AccountTypes?${filter}&limit=-1`)).toBe(2 + Math.floor(count / 100));
  });

  it('survives a caller that hangs up', async () => {
    await new Promise<void>((done, fail) => {
      const path = `${server.url}/AccountTypes?${filter}&limit=-1`;
      const request = get(path, { headers: { authorization: server.authorization } }, (answer) => {
        answer.once('data', () => request.destroy());
        answer.once('close', done);
        answer.on('error', () => {});
      });
      request.once('error', fail);
    });
    expect(await server.list(`/AccountTypes?${filter}`)).toHaveLength(25);
  });
});
