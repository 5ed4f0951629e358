/**
 * What holds for the records of any entity type that can be written: each member is written, read back, filtered, sorted by, expanded,
 * changed and cleared; records are deleted, found again and restored.
 */
import type { Catalog, EntityType, Field } from '@headwater/catalog';
import { expect, it } from 'vitest';
import type { Running } from '../fixture.js';
import type { Json, TestRecord } from '../test-space.js';
import { type RecordMaker, type Sample, writableFields } from './record-maker.js';

/** Keys that one request may sort by. */
const maxSortKeys = 8;

/** Texts that PostgreSQL rejects, and times and numbers beyond those of either database; the first is tried for every member. */
const unkeepable: readonly unknown[] = [
  '\0',
  'a\ud800',
  ['\0'],
  { id: '\0' },
  { a: '\udfff' },
  '+275761-01-01T00:00:00Z',
  '0000-00-00',
  '9'.repeat(400),
  1e300,
  -(2 ** 63),
];

/** The record is found only when each of them finds it. */
const filtersAtOnce = 8;

/**
 * Defines the tests of one entity type.
 * @param getMaker gives what makes its records; asked inside of tests only
 */
export function testWritableType(running: Running, getMaker: () => RecordMaker, entityType: EntityType): void {
  const { collection } = entityType;
  let sample: Sample;
  let record: TestRecord;

  it('is created with the members that it must have, and read back with all that it may have', async () => {
    const { body, shown } = await getMaker().required(entityType);
    const created = await running.space.create(collection, body);
    expect(created).toMatchObject(shown);
    const read = await running.space.get(collection, created.id);
    expect(read).toEqual(created);
    expect(Object.keys(read)).toEqual(
      getMaker()
        .catalog.members(entityType.name)
        .map(({ name }) => name),
    );
  });

  it('keeps every member that is written', async () => {
    sample = await getMaker().all(entityType, 'first');
    record = await running.space.create(collection, sample.body);
    const read = await running.space.get(collection, record.id);
    expect(read).toMatchObject(sample.shown);
    expect(read).toEqual(record);
  });

  it('is found by every member', async () => {
    const filters = entityType.fields.flatMap((field) => filtersOf(field, record));
    for (let start = 0; start < filters.length; start += filtersAtOnce) {
      const filter = Object.assign({}, ...filters.slice(start, start + filtersAtOnce)) as Json;
      const { data } = await running.space.list(collection, { 'filter[id]': record.id, ...filter });
      expect(
        data.map(({ id }) => id),
        JSON.stringify(filter),
      ).toEqual([record.id]);
    }
  });

  it('is sorted by every member', async () => {
    const names = entityType.fields.filter(isSortable).map(({ name }) => name);
    for (let start = 0; start < names.length; start += maxSortKeys) {
      const keys = names.slice(start, start + maxSortKeys).map((name, index) => (index % 2 ? `-${name}` : name));
      const { data } = await running.space.list(collection, { 'filter[id]': record.id, 'order-by': keys.join() });
      expect(
        data.map(({ id }) => id),
        keys.join(),
      ).toEqual([record.id]);
    }
  });

  it('shows every relation expanded', async () => {
    const relations = relationsOf(getMaker().catalog, entityType);
    const expanded = await running.space.get(collection, record.id, { expand: relations.join() });
    for (const name of relations) {
      const [link, value] = [record[name], expanded[name]];
      if (Array.isArray(value)) expect(value.map(addressOf), name).toEqual((link as string[]).map(idIn));
      else expect(addressOf(value), name).toBe(link === null ? null : idIn(String(link)));
    }
  });

  it('is changed in every member', async () => {
    const second = await getMaker().all(entityType, 'second');
    const changed = await running.space.update(collection, record.id, second.body);
    expect(changed).toMatchObject(second.shown);
    expect(await running.space.get(collection, record.id)).toEqual(changed);
    expect(changed.revision).toBeGreaterThan(record.revision);
  });

  it('is cleared of every member that it need not have', async () => {
    const clearable = clearableFields(entityType).map(({ name }) => [name, null]);
    const cleared = Object.fromEntries(clearable) as Json;
    const shown = await running.space.update(collection, record.id, cleared);
    expect(shown).toMatchObject(cleared);
  });

  it('takes what no database can keep for an error of the member, or for a value that it can', async () => {
    const { body } = await getMaker().required(entityType);
    const names = getMaker()
      .catalog.members(entityType.name)
      .map(({ name }) => name);
    const failed: string[] = [];
    for (const [index, name] of names.entries()) {
      for (const given of [unkeepable[0], unkeepable[1 + (index % (unkeepable.length - 1))]]) {
        const query = { 'dry-run': true };
        const { status } = await running.space.send('POST', collection, { query, body: { ...body, [name]: given } });
        if (status >= 500) failed.push(`${name}: ${JSON.stringify(given)}`);
      }
    }
    expect(failed).toEqual([]);
  });

  it('is deleted, found only among deleted records, and restored', async () => {
    await running.space.delete(collection, record.id);
    expect((await running.space.send('GET', `${collection}/${record.id}`)).status).toBe(404);
    expect((await running.space.list(collection, { 'filter[id]': record.id })).data).toEqual([]);
    const query = { 'filter[id]': record.id, 'include-deleted': true };
    expect((await running.space.list(collection, query)).data).toMatchObject([{ id: record.id, is_deleted: true }]);
    const answer = await running.space.send('POST', `${collection}/batch-restore`, { body: [record.id] });
    expect(answer.body).toEqual({ success: true, data: [record.id] });
    expect(await running.space.get(collection, record.id)).toMatchObject({ is_deleted: false });
  });
}

/** What a list is asked with to find the record by a field; none for fields that can't be requested. */
function filtersOf(field: Field, record: TestRecord): Json[] {
  const value = record[field.name];
  if (field.kind === 'value' && (field.hidden || field.writeOnly)) return [];
  if (field.kind === 'rows') {
    const isEmpty = value === null || (Array.isArray(value) && value.length === 0);
    return [{ [`filter-op[${field.name}]`]: isEmpty ? 'empty' : 'not-empty' }];
  }
  if (field.kind === 'money') {
    const { base_value: amount } = (value ?? {}) as { base_value?: number };
    return amount === undefined ? [] : [{ [`filter[${field.name}.base_value]`]: amount }];
  }
  if (field.kind === 'reference' && !field.hasIdMember) return [];
  if (field.derived?.kind === 'constant' && value === null) return [];
  if (value === null || value === undefined) return [{ [`filter-op[${field.name}]`]: 'null' }];
  if (Array.isArray(value)) return [{ [`filter-op[${field.name}]`]: value.length === 0 ? 'empty' : 'not-empty' }];
  if (typeof value === 'object') return [{ [`filter-op[${field.name}]`]: 'not-null' }];
  return [{ [`filter[${field.name}]`]: value as string | number | boolean }];
}

function isSortable(field: Field): boolean {
  if (field.kind === 'rows') return false;
  if (field.kind === 'reference') return field.hasIdMember;
  if (field.kind === 'money') return false;
  return !field.hidden && !field.writeOnly && !['json', 'uuids', 'strings'].includes(field.type);
}

function relationsOf(catalog: Catalog, entityType: EntityType): string[] {
  return catalog
    .members(entityType.name)
    .filter((member) => member.kind === 'link' || member.field.kind === 'rows')
    .map(({ name }) => name);
}

/** @returns the id of an expanded record */
function addressOf(value: unknown): unknown {
  return value === null ? null : (value as TestRecord).id;
}

/** @returns the id at the end of a link */
function idIn(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1);
}

export function clearableFields(entityType: EntityType): Field[] {
  const kept = new Set(entityType.required);
  const inGroup = new Set(entityType.requiredAnyOf.flatMap((group) => group.slice(0, 1)));
  return writableFields(entityType).filter(
    (field) =>
      field.nullable &&
      !field.writeOnce &&
      !kept.has(field.name) &&
      !inGroup.has(field.name) &&
      !(field.kind === 'value' && field.writeOnly),
  );
}
