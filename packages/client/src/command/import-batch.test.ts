/** Batches of an import: what is sent, and what is read of the answer. */
import { describe, expect, it } from 'vitest';
import { json, startScriptedServer } from '../../test/scripted-server.js';
import { createClient } from '../create-client.js';
import type { AnyClient } from './connection.js';
import { writeBatch } from './import-batch.js';
import type { FileRecord } from './records-file.js';

const records: FileRecord[] = [2, 3, 7].map((line) => ({ line, record: { last_name: `Of line ${line}` } }));

describe('writeBatch', () => {
  const options = { isDryRun: false, key: 'k-2', signal: new AbortController().signal };
  const clientOf = (baseUrl: string) =>
    createClient({ baseUrl, space: 'demo', token: 't', password: 'p', maxAttempts: 1 }) as unknown as AnyClient;

  it('waits as long as the server asks, and sends the same under the same key', async () => {
    const done = json(200, { success: true, data: ['a', { message: '\nfirst\n sec\u001b[2Jond', entity_index: 1 }] });
    const server = await startScriptedServer(json(429, {}, { 'Retry-After': '2' }), done);
    const before = performance.now();
    const rejected = await writeBatch(clientOf(server.url), 'Contacts', records, options);
    expect(performance.now() - before).toBeGreaterThanOrEqual(1_990);
    expect(rejected).toEqual([
      { line: 3, reason: 'first; sec [2Jond' },
      { line: 7, reason: 'The answer does not say what became of it' },
    ]);
    expect(new Set(server.seen.map(({ headers, body }) => `${headers['idempotency-key']} ${body}`))).toEqual(
      new Set([`k-2 ${JSON.stringify(records.map(({ record }) => record))}`]),
    );
    expect(server.seen).toHaveLength(2);
  });

  it('lets records keep their ids, and tries', async () => {
    const server = await startScriptedServer(json(200, { success: true, data: ['a'] }, { 'Dry-Run': 'true' }));
    const kept = [{ line: 1, record: { id: 'a' } }];
    await writeBatch(clientOf(server.url), 'Contacts', kept, { ...options, isDryRun: true });
    await writeBatch(clientOf(server.url), 'Contacts', records.slice(0, 1), options);
    expect(server.seen.map(({ url }) => url.split('?')[1])).toEqual([
      'rollback-method=1&validation-level=8&dry-run=true',
      'rollback-method=1',
    ]);
  });

  it('ends with the batch that the server rejects, and with its signal', async () => {
    const server = await startScriptedServer(json(403, { message: 'This key may only read.' }));
    await expect(writeBatch(clientOf(server.url), 'Contacts', records, options)).rejects.toThrow('only read');
    expect(server.seen).toHaveLength(1);
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(writeBatch(clientOf(server.url), 'Contacts', records, { ...options, signal })).rejects.toThrow(
      'enough',
    );
  });
});
