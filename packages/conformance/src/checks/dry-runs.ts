/**
 * Promises about dry runs, beside those of each collection: of conversions, of what is rejected, of names and of merges.
 */
import { idOf } from '../api/record.js';
import type { Check } from '../check.js';
import type { CheckContext } from '../check-context.js';
import { expectError, expectParameterRejected } from '../expect-error.js';
import { expectEqual, expectThat } from '../expectation.js';
import { expectStatus, expectSuccess } from '../http/answer.js';
import type { HttpRequest } from '../http/http.js';
import { readArray, readObject } from '../http/json.js';
import { lostLead, lostOpportunity, openOpportunity, qualification } from './generated/special-answers.js';
import { expectSameShape, expectTried, tried } from './tried-write.js';

const spec = 'v100#/components/parameters/DryRun';
const previewSpec = 'v100#/components/schemas/MergePreview';

/** A conversion of a record that is made for it. */
interface Conversion {
  readonly collection: string;
  readonly action: string;
  /** The collection that the record comes into. */
  readonly becomes: string;
  readonly id: string;
  readonly request: HttpRequest;
}

async function conversionsOf(context: CheckContext): Promise<Conversion[]> {
  const [leads, deals] = ['Leads', 'Opportunities'];
  const body = await qualification(context);
  const lead = idOf(await context.fixtures.create('Lead'));
  const deal = await openOpportunity(context);
  const [lost, lostDeal] = [await lostLead(context), await lostOpportunity(context)];
  return [
    { collection: leads, action: 'qualify', becomes: deals, id: lead, request: { body } },
    { collection: deals, action: 'back-to-lead', becomes: leads, id: deal, request: { body: {} } },
    { collection: leads, action: 'reactivate', becomes: leads, id: lost, request: {} },
    { collection: deals, action: 'reactivate', becomes: deals, id: lostDeal, request: {} },
  ];
}

export const dryRunOnlyChecks: readonly Check[] = [
  {
    id: 'dry-run.conversions',
    sentence: 'MUST answer conversions of leads and opportunities with `dry-run` as they are made, and convert nothing',
    spec,
    run: async (context) => {
      const { rest } = context;
      for (const { collection, action, becomes, id, request } of await conversionsOf(context)) {
        const before = await rest.get(collection, id);
        const trial = await rest.sendBelow('POST', collection, `${id}/${action}`, tried(request));
        expectSuccess(trial);
        expectTried(trial);
        expectEqual(await rest.get(collection, id), before, `the record after a dry run of ${action}`);
        const write = await rest.sendBelow('POST', collection, `${id}/${action}`, request);
        rest.noteAs(becomes, id);
        expectSuccess(write);
        expectSameShape(trial, write);
      }
    },
  },
  {
    id: 'dry-run.upload',
    sentence: 'MUST answer an upload with `dry-run` as the upload itself, and keep neither file nor record',
    spec,
    run: async ({ rest, fixtures }) => {
      const headers = { 'content-type': 'application/octet-stream' };
      const request = { query: { filename: `${fixtures.uniqueText()}.txt` }, rawBody: 'text', headers };
      const trial = await rest.sendBelow('POST', 'CloudObjects', 'upload', tried(request));
      expectStatus(trial, 201);
      expectTried(trial);
      const id = idOf(readObject(readObject(trial.json, 'the body').data, 'data'));
      expectStatus(await rest.send('GET', 'CloudObjects', id), 404);
      expectStatus(await rest.sendBelow('GET', 'CloudObjects', `${id}/content`), 404);
      expectSameShape(trial, await rest.sendBelow('POST', 'CloudObjects', 'upload', request));
    },
  },
  {
    id: 'dry-run.rejected',
    sentence: 'MUST reject with `dry-run` what the write would be rejected for, with the same status and body',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      const id = idOf(account);
      const stale = { headers: { 'if-match': '"0"' }, body: { city: 'Graz' } };
      const wrong = await fixtures.body('Account', { name: null, account_class: 77 });
      const requests: readonly (readonly [method: string, below: string, request: HttpRequest])[] = [
        ['POST', 'batch-modify', { body: [wrong, { id: fixtures.freshId() }] }],
        ['POST', 'batch-delete', { body: [fixtures.freshId()] }],
        ['POST', 'merge', { body: { master: { id, city: 'Graz' }, secondary_ids: [fixtures.freshId()] } }],
        ['PATCH', id, { body: { name: null } }],
        ['PATCH', id, stale],
        ['PATCH', fixtures.freshId(), { body: { city: 'Graz' } }],
        ['DELETE', fixtures.freshId(), {}],
        ['PUT', `by/id/${id}`, { body: { name: null } }],
      ];
      for (const [method, below, request] of requests) {
        const trial = await rest.sendBelow(method, 'Accounts', below, tried(request));
        expectThat(trial.status >= 400, `${trial.line} with dry-run; wanted an error`);
        expectSameShape(trial, await rest.sendBelow(method, 'Accounts', below, request));
      }
      const trial = await rest.send('POST', 'Accounts', undefined, tried({ body: wrong }));
      expectError(trial, 422);
      expectSameShape(trial, await rest.send('POST', 'Accounts', undefined, { body: wrong }));
      expectEqual(await rest.get('Accounts', id), account, 'the account');
    },
  },
  {
    id: 'dry-run.parameter',
    sentence: 'MUST reject with 400 a `dry-run` that is neither true nor false, and write nothing',
    spec,
    run: async ({ rest, fixtures }) => {
      const account = await fixtures.create('Account');
      for (const value of ['', 'yes', '2']) {
        const request = { query: { 'dry-run': value }, body: { city: 'Graz' } };
        expectParameterRejected(await rest.send('PATCH', 'Accounts', idOf(account), request), 'dry-run');
      }
      expectEqual(await rest.get('Accounts', idOf(account)), account, 'the account');
    },
  },
  {
    id: 'dry-run.key',
    sentence: 'MUST leave the `Idempotency-Key` of a dry run to the write that follows',
    spec,
    run: async ({ rest, fixtures }) => {
      const headers = { 'idempotency-key': `conformance-${fixtures.freshId()}` };
      const request = { body: await fixtures.body('Account'), headers };
      expectSuccess(await rest.send('POST', 'Accounts', undefined, tried(request)));
      const write = await rest.send('POST', 'Accounts', undefined, request);
      expectStatus(write, 201);
      expectThat(!write.headers.has('idempotency-replayed'), 'the write should not be answered by its dry run');
    },
  },
  {
    id: 'dry-run.merge.preview',
    sentence:
      'MUST show in the dry run of a merge which values it gives up and how many references it moves, and never else',
    spec: previewSpec,
    run: async ({ rest, fixtures }) => {
      const master = await fixtures.create('Account', { city: 'Graz', country: null });
      const other = await fixtures.create('Account', { city: 'Wien', country: 'Austria' });
      for (let count = 0; count < 2; count++) await fixtures.create('Account', { parent_account_id: idOf(other) });
      const request = { body: { master: { id: idOf(master) }, secondary_ids: [idOf(other)] } };
      const trial = await rest.sendBelow('POST', 'Accounts', 'merge', tried(request));
      expectSuccess(trial);
      const preview = readObject(readObject(trial.json, 'the body').preview, 'preview');
      const [given, ...more] = readArray(preview.given_up, 'given_up');
      const { id = null, members = null } = readObject(given, 'given_up[0]');
      expectEqual([id, more], [idOf(other), []], 'the records in given_up');
      const lost = readObject(members, 'members');
      expectEqual([lost.city, lost.name], ['Wien', other.name], 'city and name that are given up');
      expectThat(!('country' in lost), 'what the master takes over should not be given up');
      const moved = { entity: 'Account', member: 'parent_account_id', count: 2 };
      expectEqual(preview.references, [moved], 'references');
      const merged = await rest.sendBelow('POST', 'Accounts', 'merge', request);
      expectSuccess(merged);
      expectThat(!('preview' in readObject(merged.json, 'the body')), 'a merge that is made should have no preview');
    },
  },
];
