/**
 * A key that may read one entity type reads no other one by way of it: for each relation of each entity type an expand, a filter and an
 * order that follow it are answered with 403 and the right that is missing.
 */
import { buildCatalog, type EntityType, entityTypes, isAnswered } from '@headwater/catalog';
import { expect, it } from 'vitest';
import { onOneDatabase } from '../fixture.js';
import { runsOf, someOf } from '../properties/runs.js';
import { lacks, ScopedKey } from './scoped-key.js';

const catalog = buildCatalog(entityTypes);

/** Names of members that lead to records of another entity type, each with that type. */
function relationsOf(entityType: EntityType): [name: string, target: EntityType, isRows: boolean][] {
  return entityType.fields.filter(isAnswered).flatMap((field): [string, EntityType, boolean][] => {
    if (field.kind === 'rows') return field.targets ? [] : [[field.name, catalog.existing(field.target), true]];
    if (field.kind !== 'reference') return [];
    const names = field.links.map(({ name }) => name);
    // In a union a link may lead to another type in each of its types.
    const links = field.links.filter(({ name }) => names.filter((one) => one === name).length === 1);
    return links.map(({ name, target }) => [name, catalog.existing(target), false]);
  });
}

onOneDatabase((running) => {
  it('follows no relation to what may not be read', { timeout: 600_000 }, async () => {
    const { server, space } = running;
    const problems: string[] = [];
    let asked = 0;
    const listed = catalog.entityTypes.filter(({ operations }) => operations.includes('list'));
    for (const entityType of someOf(listed)) {
      const own = [entityType.name, ...(entityType.union ?? [])];
      const key = await ScopedKey.of(server, space, own.map((name) => `${name}:read`).join(' '));
      const plain = await key.send('GET', entityType.collection);
      if (plain.status !== 200) problems.push(`${entityType.name}: ${plain.status} ${plain.text}`);
      for (const [name, target, isRows] of relationsOf(entityType)) {
        if (own.includes(target.name)) continue;
        const queries = [
          { expand: name },
          { 'load-only': `${name}.id,${name}.modified` },
          { [`filter[${name}.modified]`]: '2020-01-01T00:00:00', [`filter-op[${name}.modified]`]: 'gt' },
          ...(isRows ? [] : [{ 'order-by': `${name}.modified` }]),
        ];
        for (const query of queries) {
          asked++;
          const { status, body, text } = await key.send('GET', entityType.collection, { query });
          const isRejected = status === 403 && /^This key lacks the right \w+:read\./.test(String(body.message));
          if (!isRejected)
            problems.push(`${entityType.name} ${JSON.stringify(query)}: ${status} ${text.slice(0, 200)}`);
        }
      }
    }
    expect(problems.slice(0, 20)).toEqual([]);
    expect(asked).toBeGreaterThan(runsOf(1_000));
  });

  it('names the entity type that is missing, however far it is', async () => {
    const { server, space } = running;
    const key = await ScopedKey.of(server, space, 'Contacts:read ContactAccountRelations:read');
    const expand = 'account_relations.account';
    const { body } = await key.send('GET', 'Contacts', { query: { expand } });
    expect(body).toMatchObject({ name: 'ERROR_FORBIDDEN', message: lacks('Accounts:read') });
  });
});
