/**
 * Whatever is written to records of any entity type: an answer of which another process says that it has not changed is the same, letter
 * by letter.
 */
import { buildCatalog, type EntityType, entityTypes } from '@headwater/catalog';
import { beforeAll, expect, it } from 'vitest';
import { RecordMaker } from '../every-type/record-maker.js';
import { onOneDatabase } from '../fixture.js';
import { someOf } from '../properties/runs.js';
import { useSecondServer } from '../second-server.js';

const catalog = buildCatalog(entityTypes);
const writable = someOf(entityTypes.filter((one: EntityType) => one.operations.includes('create') && isListed(one)));

/** Entity types that most others lead to. */
const hubs = ['Contact', 'Account', 'Client', 'Task', 'Quote'].map((name) => catalog.existing(name));

function isListed({ operations }: EntityType): boolean {
  return operations.includes('list');
}

/** @returns a list of the last changed with all that can be expanded */
function pathOf({ collection, fields }: EntityType, last = 20): string {
  const relations = fields.flatMap((field) => {
    if (field.kind === 'rows') return [field.name];
    return field.kind === 'reference' ? field.links.map(({ name }) => name) : [];
  });
  const query = { first: String(last), 'order-by': '-modified', 'include-deleted': 'true' };
  return `${collection}?${new URLSearchParams({ ...query, ...(relations.length > 0 && { expand: relations.join(',') }) })}`;
}

interface Known {
  readonly tag: string;
  readonly text: string;
}

onOneDatabase((running) => {
  const second = useSecondServer(running);
  const known = new Map<string, Known>();
  let maker: RecordMaker;
  beforeAll(() => {
    maker = new RecordMaker(running.space, catalog);
  });

  const ask = (path: string, tag?: string) =>
    second.space.send('GET', path, { headers: tag === undefined ? {} : { 'If-None-Match': tag } });

  const learn = async (path: string): Promise<void> => {
    const { status, text, headers } = await ask(path);
    expect(status, `${path} ${text.slice(0, 300)}`).toBe(200);
    const tag = headers.get('ETag');
    if (tag === null) known.delete(path);
    else known.set(path, { tag, text });
  };

  /** @returns the paths whose answers have changed */
  const changedOf = async (paths: readonly string[]): Promise<string[]> => {
    const changed: string[] = [];
    for (const path of paths) {
      const before = known.get(path);
      const isSame = before !== undefined && (await ask(path, before.tag)).status === 304;
      await learn(path);
      if (isSame) expect(known.get(path), path).toEqual(before);
      else changed.push(path);
    }
    return changed;
  };

  it.each(writable.map((entityType) => ({ name: entityType.name, entityType })))('$name', async ({ entityType }) => {
    const { collection, operations } = entityType;
    const own = pathOf(entityType);
    const targets = entityType.fields.flatMap((field) => (field.kind === 'reference' ? field.targets : []));
    const shown = [...new Set([...hubs.map(({ name }) => name), ...targets])].map((name) => catalog.existing(name));
    const paths = [...new Set([own, ...shown.filter(isListed).map((one) => pathOf(one))])];
    const { body } = await maker.all(entityType, 'first');
    const later = await maker.all(entityType, 'second');
    for (const path of paths) await learn(path);
    const isTagged = known.has(own);
    const { id } = await running.space.create(collection, body);
    const writes = [
      ...(operations.includes('update') ? [() => running.space.update(collection, id, later.body)] : []),
      ...(operations.includes('delete') ? [() => running.space.delete(collection, id)] : []),
    ];
    expect(!isTagged || (await changedOf(paths)).includes(own)).toBe(true);
    for (const write of writes) {
      await write();
      const changed = await changedOf(paths);
      expect(!isTagged || changed.includes(own)).toBe(true);
    }
  });
});
