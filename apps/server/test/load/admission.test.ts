/** What happens to requests when more come than the server works on. */
import { connect } from 'node:net';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { expect, it, vi } from 'vitest';
import { onDatabaseInTurn, onOneDatabase } from '../fixture.js';

const unknownId = '00000000-0000-4000-8000-00000000beef';

onDatabaseInTurn(
  (running) => {
    it('a crowd is answered in part with 503, a quiet space as if there were none', async () => {
      const quiet = await running.server.newSpace('quiet');
      const { admission } = running.server.deps;
      const before = admission.rejected;
      // The limits of several spaces hold once their requests have met.
      const met = [await admission.enter('acme'), await admission.enter('quiet')];
      for (const release of met) release();
      const slots = [await admission.enter('acme'), await admission.enter('acme')];
      const crowd = Array.from({ length: 20 }, () => running.space.send('GET', 'Clients'));
      await vi.waitFor(() => expect([admission.waiting, admission.rejected - before]).toEqual([12, 8]), 60_000);
      const quietOnes = Array.from({ length: 6 }, () => quiet.send('GET', 'Clients'));
      await vi.waitFor(() => expect([admission.waiting, admission.rejected - before]).toEqual([12, 14]), 60_000);
      for (const release of slots) release();
      for (const { status } of await Promise.all(quietOnes)) expect(status).toBe(200);
      const answers = await Promise.all(crowd);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(6);
      const rejected = answers.filter(({ status }) => status === 503);
      expect(rejected).toHaveLength(14);
      expect(rejected[0]?.headers.get('Retry-After')).toBe('1');
      expect(rejected[0]?.body).toMatchObject({ name: 'ERROR_OVERLOADED', code: 9018, success: false });
      expect([admission.active, admission.waiting]).toEqual([0, 0]);
    });
  },
  { admission: { maxActive: 2, maxWaiting: 12, maxWaitMs: 30_000 } },
);

/** @returns the method and the address of each operation on these collections that takes a body */
function operationsWithBody({ paths }: OpenApiDocument, base: string): string[] {
  return Object.entries(paths as Record<string, Record<string, { requestBody?: unknown }>>)
    .map(([path, operations]) => [path.replace('/{space_name}', ''), operations] as const)
    .filter(([path]) => /\/(Accounts|Leads|CloudObjects)\b/.test(path))
    .flatMap(([path, operations]) =>
      Object.keys(operations)
        .filter((method) => operations[method]?.requestBody !== undefined)
        .map((method) => `${method.toUpperCase()} ${base}${path.replaceAll(/\{\w+\}/g, unknownId)}`),
    );
}

onOneDatabase(
  (running) => {
    it('bodies that do not come keep nobody from work, whatever operation they are for', async () => {
      const { authorization, origin } = running.space;
      const { hostname, port } = new URL(origin);
      const { admission, heldBytes } = running.server.deps;
      const operations = [
        ...operationsWithBody(v100Document, '/api/v100/rest/spaces/acme'),
        ...operationsWithBody(v1Document, '/rest_services/v1/acme'),
        'POST /api/v100/graphql/spaces/acme',
      ];
      expect(operations).toEqual(expect.arrayContaining([expect.stringContaining('/Accounts/batch-modify')]));
      const sockets = operations.map((operation) => {
        const head = `${operation} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: application/json`;
        const socket = connect(Number(port), hostname, () => socket.write(`${head}\r\nContent-Length: 9\r\n\r\n{`));
        return socket.on('error', () => {});
      });
      // One byte each but of the file, which is not held.
      await expect.poll(() => heldBytes.total, { timeout: 20_000 }).toBe(operations.length - 1);
      expect((await running.space.send('GET', 'Clients')).status).toBe(200);
      expect([admission.active, admission.waiting]).toEqual([0, 0]);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => heldBytes.total).toBe(0);
    });
  },
  { admission: { maxActive: 2, maxWaiting: 100, maxWaitMs: 30_000 } },
);
