/**
 * Validators that others have made have nothing against the documents, and find the answers of the server to be as these say: Spectral
 * with its rules for OpenAPI, and Prism between a program and the server. They are installed in CI, or where
 * `HEADWATER_TEST_VALIDATORS=1` asks for it, which takes a minute.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { TestServer } from '../fixture.js';
import { type Answer, type Json, type TestRecord, TestSpace } from '../test-space.js';
import { type ValidatingProxy, Validators } from './validators.js';

// Spectral takes a minute, and a busy machine makes that many.
const longestMs = 1_800_000;
const isWanted = Boolean(process.env.CI || process.env.HEADWATER_TEST_VALIDATORS);
const reason = isWanted ? '' : ' (skipped: set HEADWATER_TEST_VALIDATORS=1)';

/** The paths of the document begin at the space. */
class ProxiedSpace extends TestSpace {
  override get entities(): string {
    return `${this.origin}/entities`;
  }
}

describe.runIf(isWanted)(`validators that others have made${reason}`, () => {
  let server: TestServer;
  let validators: Validators;
  const documents = new Map<string, string>();

  beforeAll(async () => {
    server = await TestServer.start('sqlite');
    validators = await Validators.install();
    for (const [name, path] of [
      ['v100', '/openapi/v100.json?expand=false'],
      ['v1', '/openapi/v1.json'],
    ] as const) {
      const answer = await fetch(`${server.origin}${path}`);
      documents.set(name, join(validators.folder, `${name}.json`));
      writeFileSync(join(validators.folder, `${name}.json`), await answer.text());
    }
  }, longestMs);
  afterAll(async () => {
    validators?.remove();
    await server?.close();
  });

  const fileOf = (name: string) => documents.get(name) as string;

  it.each(['v100', 'v1'])('Spectral has nothing against %s', { timeout: longestMs }, async (name) => {
    expect(await validators.lint(fileOf(name))).toEqual([]);
  });

  describe('behind Prism', () => {
    let proxy: ValidatingProxy;
    let space: TestSpace;
    let proxied: TestSpace;

    beforeAll(async () => {
      space = server.space;
      await new RecordMaker(space, buildCatalog(entityTypes)).createEach();
      proxy = await validators.proxy(fileOf('v100'), space.entities.replace(/\/entities$/, ''));
      proxied = new ProxiedSpace(proxy.url, space.id, space.authorization, space.readOnlyAuthorization);
    }, longestMs);
    afterAll(() => proxy?.close());

    const passes = ({ status, text }: Answer, wanted: number) => expect(status, text).toBe(wanted);

    it('every list and record is as the document says', { timeout: longestMs }, async () => {
      const wrong: string[] = [];
      let looked = 0;
      const see = (answer: Answer, path: string) => {
        looked++;
        if (answer.status !== 200) wrong.push(`${path}: ${answer.status} ${answer.text.slice(0, 500)}`);
      };
      for (const { collection, operations } of entityTypes.filter(({ operations }) => operations.includes('list'))) {
        const listed = await proxied.send('GET', collection, { query: { first: 2 } });
        see(listed, collection);
        const [record] = (listed.body.data ?? []) as TestRecord[];
        if (record === undefined || !operations.includes('get')) continue;
        see(await proxied.send('GET', `${collection}/${record.id}`), `${collection}/{id}`);
      }
      expect(wrong).toEqual([]);
      expect(looked).toBeGreaterThan(200);
    });

    it('so are the answers to writes, and those that reject', { timeout: longestMs }, async () => {
      const { ownerId, unitId } = space.ids;
      const made = await proxied.send('POST', 'Accounts', { body: { name: 'Harbourline', owner_id: ownerId } });
      passes(made, 201);
      const { id } = made.body.data as TestRecord;
      const path = `Accounts/${id}`;
      passes(await proxied.send('PATCH', path, { body: { city: 'Linz', unit_id: unitId } }), 200);
      passes(await proxied.send('PUT', `Accounts/by/id/${id}`, { body: { city: 'Graz' } }), 200);
      const items = [
        { name: 'One', owner_id: ownerId },
        { name: 'Two', owner_id: ownerId },
      ];
      passes(await proxied.send('POST', 'Accounts/batch-modify', { body: items }), 200);
      passes(await proxied.send('GET', `${path}/history`), 200);
      passes(await proxied.send('DELETE', path), 200);
      passes(await proxied.send('GET', path), 404);
      passes(await proxied.send('POST', 'Accounts/batch-restore', { body: [id] }), 200);
      passes(
        await proxied.send('POST', 'Accounts', {
          body: { name: 'Nobody', owner_id: ownerId },
          headers: { authorization: 'Basic eDp5' },
        }),
        401,
      );
      passes(await proxied.send('PATCH', path, { body: { owner_id: id } }), 422);
    });

    it('which Prism would notice if they were not', { timeout: longestMs }, async () => {
      // The document says nothing of expanded records.
      const { status, body } = await proxied.send('GET', 'Accounts', { query: { first: 1, expand: 'owner' } });
      expect([status, (body as Json).title]).toEqual([500, 'Request/Response not valid']);
    });
  });
});
