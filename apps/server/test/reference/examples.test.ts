/**
 * The examples of the reference: those of every operation of every entity type, as a reader gets them who has signed in, are carried out
 * by the server as they stand.
 */
import { buildCatalog, entityTypes } from '@headwater/catalog';
import { beforeAll, describe, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { onOneDatabase } from '../fixture.js';
import { someOf } from '../properties/runs.js';
import { type ShownExample, shownExamples } from './shown-examples.js';

const catalog = buildCatalog(entityTypes);

onOneDatabase((running) => {
  const ask = (path: string, init: RequestInit = {}) => {
    const { origin, authorization } = running.space;
    return fetch(`${origin}${path}`, { ...init, headers: { ...init.headers, authorization } });
  };

  beforeAll(async () => {
    const { space } = running;
    const maker = new RecordMaker(space, catalog);
    await maker.createEach();
    // A merge takes two records; a lead or an opportunity is reactivated that was given up.
    for (const entityType of catalog.entityTypes.filter(({ merge }) => merge)) await maker.create(entityType);
    // An entity type that has records is not deleted.
    await maker.create(catalog.existing('Entity'));
    for (const name of ['Lead', 'Opportunity']) {
      const { id } = await maker.create(catalog.existing(name));
      await space.update(catalog.existing(name).collection, id, { is_archived: true });
      await maker.create(catalog.existing(name));
    }
  });

  async function examplesOf(page: string): Promise<ShownExample[]> {
    const answer = await ask(`/docs/spaces/${running.space.id}/pages/${page}`);
    expect(answer.status).toBe(200);
    return shownExamples(await answer.text());
  }

  const pages = [...someOf(catalog.entityTypes.map(({ collection }) => collection)), 'changes'];

  describe.each(pages)('%s', (page) => {
    let examples: ShownExample[] = [];
    beforeAll(async () => {
      examples = await examplesOf(page);
    });

    it('are answered', async () => {
      for (const { anchor, method, address, body, curl } of examples) {
        if (unmade.test(curl)) continue;
        const sent = requestOf(curl);
        if (method !== '') expect(sent).toEqual({ method, address, body: body === '' ? undefined : body });
        const { pathname, search } = new URL(sent.address);
        const answer = await ask(`${pathname}${search}`, {
          method: sent.method,
          headers: { 'content-type': sent.type ?? 'application/json' },
          ...(sent.body !== undefined && { body: sent.body }),
        });
        expect
          .soft([anchor, answer.status], `${curl}\n${(await answer.text()).slice(0, 300)}`)
          .toEqual([anchor, made.has(anchor) ? 201 : 200]);
      }
    });

    it('are answered in GraphQL', async () => {
      for (const { anchor, graphql, curl } of examples) {
        if (graphql === undefined || unmade.test(curl)) continue;
        const answer = await ask(`/api/v100/graphql/spaces/${running.space.id}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ query: graphql }),
        });
        const { errors } = (await answer.json()) as { readonly errors?: unknown };
        expect.soft([anchor, errors], graphql).toEqual([anchor, undefined]);
      }
    });
  });
});

/** They answer a new record. */
const made = new Set(['create', 'createKey', 'uploadCloudObject']);

/** Of what nobody can make there is no record to show. */
const unmade = /\bID\b|\/keys\/KEY\b/;

interface SentRequest {
  readonly method: string;
  readonly address: string;
  readonly body: string | undefined;
  readonly type?: string;
}

/** What curl sends that is called so. */
function requestOf(curl: string): SentRequest {
  const words = [...curl.replaceAll('\\\n', ' ').matchAll(/(?:'[^']*'|\\'|"[^"]*"|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|\\'|"([^"]*)"/g,
      (part, single?: string, double?: string) => single ?? double ?? (part === "\\'" ? "'" : part),
    ),
  );
  const after = (flag: string) => (words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined);
  const body = after('-d') ?? after('--data-binary');
  const type = after('-H')?.replace('Content-Type: ', '');
  return {
    method: after('-X') ?? (body === undefined && type === undefined ? 'GET' : 'POST'),
    address: words.find((word) => word.startsWith('http')) ?? '',
    body,
    ...(type !== undefined && type !== 'application/json' && { type }),
  };
}
