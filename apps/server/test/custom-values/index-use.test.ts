/**
 * Filters and orders of custom fields go along the index over their values, however many records there are, and a page costs the same
 * however far in it lies. Writes of many records take as many statements as a write of one.
 */
import { beforeAll, expect, it } from 'vitest';
import type { Filter, Operator } from '../../src/request/filter.js';
import type { Sort } from '../../src/request/list-arguments.js';
import type { ListRequest } from '../../src/request/list-request.js';
import type { WriteItem } from '../../src/request/write-request.js';
import { CustomReferenceCompiler } from '../../src/sql/custom-values/compile-custom-reference.js';
import { customValue } from '../../src/sql/custom-values/custom-value.js';
import { customCatalog, fieldId } from './custom-fields.js';
import { type CustomSpace, onEachCustomSpace } from './custom-space.js';

/** Of which half is more than what is found and sorted in a moment. */
const recordCount = 24_000;

/** Copies a contact, with the values of every second one; written by the database, as it would take too long otherwise. */
async function fill(space: CustomSpace): Promise<void> {
  const { knex, dialect } = space.deps.db;
  const { id } = await space.newContact({ cf_code: 'first', cf_line: 'x' });
  const columns = Object.keys(await knex('contacts').columnInfo()).filter((name) => name !== 'id');
  const names = columns.map((name) => `"${name}"`).join(', ');
  const isSqlite = dialect.name === 'sqlite';
  const numbers = isSqlite
    ? `(WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${recordCount}) SELECT i FROM c) n`
    : `generate_series(1, ${recordCount}) AS n(i)`;
  const numbered = (digits: number) => (isSqlite ? `printf('%0${digits}d', n.i)` : `lpad(n.i::text, ${digits}, '0')`);
  const copyId = `'01920000-0000-7000-8000-' || ${numbered(12)}`;
  const uuid = (text: string) => (isSqlite ? text : `(${text})::uuid`);
  const no = isSqlite ? '0' : 'FALSE';
  const values = (field: number, value: string, where: string) =>
    `SELECT 'acme', ${uuid(`'${fieldId(field)}'`)}, ${uuid(copyId)}, ${value}, ${no} FROM ${numbers} WHERE ${where}`;
  const into = (table: string) => `INSERT INTO ${table} ("space_id", "field_id", "record_id", "value", "is_held")`;
  const statements = [
    `INSERT INTO contacts ("id", ${names}) SELECT ${uuid(copyId)}, ${names} FROM contacts, ${numbers} WHERE id = '${id}'`,
    `${into('custom_strings')} ${values(12, numbered(6), 'TRUE')}`,
    `${into('custom_strings')} ${values(1, "'line'", 'n.i % 2 = 0')}`,
    `${into('custom_integers')} ${values(3, 'n.i % 1000', 'n.i % 2 = 0')}`,
    // As it will be once the server has looked after its tables by itself; what it does meanwhile changes plans.
    ...(isSqlite ? [] : ['VACUUM ANALYZE']),
  ];
  for (const statement of statements) await knex.raw(statement);
}

onEachCustomSpace((running, database) => {
  beforeAll(() => fill(running.space), 60_000);

  const where = (name: string, operator: Operator, ...operands: (string | number)[]): Filter => {
    return { kind: 'condition', path: [name], operator, operands, at: '' };
  };
  const by = (name: string, descending = false): Sort[] => [{ path: [name], descending, at: '' }];
  const onlyId = { selection: { kind: 'rest', expand: {}, only: { id: {} } } } as const;

  const statementsOf = (request: Partial<ListRequest>) =>
    running.space.statementsOf(() =>
      running.space.page('Contact', { ...onlyId, window: { kind: 'cursor', first: 30 }, ...request }),
    );

  /** @returns how the database goes about the list, without what merely builds the JSON */
  const planOf = async (request: Partial<ListRequest>): Promise<string> => {
    const [statement] = await statementsOf(request);
    if (!statement) throw new Error('the list took no statement');
    return running.space.explain(statement);
  };

  const strings = 'custom_strings_value';
  const integers = 'custom_integers_value';
  it.each([
    ['equality', { filter: where('cf_code', 'eq', '000777') }, strings],
    ['equality in another order', { filter: where('cf_code', 'eq', '000777'), sort: by('created') }, strings],
    ['a range', { filter: where('cf_code', 'between', '000777', '000780') }, strings],
    ['a range of numbers', { filter: where('cf_count', 'gte', 999), sort: by('modified', true) }, integers],
    // Where every record has a value, to know that none lacks one all have to be looked at.
    ['an order', { sort: by('cf_count') }, 'custom_integers_'],
    ['an order down', { sort: by('cf_code', true) }, strings],
    ['null', { filter: where('cf_count', 'null') }, /SEARCH qv USING PRIMARY KEY|custom_integers_/],
    ['both', { filter: where('cf_code', 'gt', '010000'), sort: by('cf_code') }, strings],
  ] as const)('%s', async (_, request, index) => {
    for (const page of [request, { ...request, window: await windowAfter(request) }]) {
      const plan = await planOf(page);
      expect(plan).toMatch(index);
      // Of a table with so many rows no part is read that lies in no index.
      expect(plan).not.toMatch(database === 'sqlite' ? /SCAN (contacts|custom_\w+|q|qk|qv)\b/ : /Seq Scan on contacts/);
    }
  });

  it('walks along two indexes where none lacks a value, and looks up none of the records', async () => {
    for (const request of [{ sort: by('cf_code') }, { filter: where('cf_code', 'null') }]) {
      const [statement] = await statementsOf(request);
      // Left to itself, PostgreSQL does so here but not where it has more rows than it can count well.
      expect(statement?.text).toMatch(
        database === 'sqlite' ? / EXCEPT / : / LEFT JOIN \(.* ORDER BY id ASC OFFSET 0\) b /,
      );
      expect(await planOf(request)).toMatch(database === 'sqlite' ? 'EXCEPT' : 'Merge Anti Join');
    }
  });

  it.each([
    ['what many have, in the order of another field', where('cf_line', 'eq', 'line'), by('cf_code', true), 24_000, 2],
    ['what few have, in the order of another field', where('cf_count', 'eq', 8), by('cf_code', true), 23_008, 1_000],
    ['a range of many, in the order of a built-in field', where('cf_count', 'gte', 0), by('modified', true), 24_000, 2],
    [
      'a range of few, in the order of a built-in field',
      where('cf_count', 'gte', 998),
      by('modified', true),
      23_998,
      1_000,
    ],
    ['a range of many', where('cf_count', 'gte', 0), [], 2, -2],
    ['a range of few', where('cf_count', 'gte', 998), [], 998, -1_000],
    ['what many lack', where('cf_count', 'null'), [], 1, -2],
  ] as const)('%s, page by page', async (_, filter, sort, first, step) => {
    const numbers: number[] = [];
    let window: ListRequest['window'] = { kind: 'cursor', first: 5 };
    for (let pages = 0; pages < 3; pages++) {
      const page = await running.space.page('Contact', { ...onlyId, filter, sort, window });
      const ids = page.texts.map((text) => (JSON.parse(text) as { id: string }).id);
      // The one that was copied has a newer id, which says nothing of a number.
      numbers.push(...ids.filter((id) => id.startsWith('01920000')).map((id) => Number(id.slice(-12))));
      window = { kind: 'cursor', first: 5, ...(page.endCursor === null ? {} : { after: page.endCursor }) };
    }
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_value, index) => first - index * step));
    expect(numbers.length).toBeGreaterThanOrEqual(14);
  });

  const windowAfter = async (request: Partial<ListRequest>): Promise<ListRequest['window']> => {
    const page = await running.space.page('Contact', { ...onlyId, ...request, window: { kind: 'cursor', first: 1 } });
    return { kind: 'cursor', first: 30, ...(page.endCursor === null ? {} : { after: page.endCursor }) };
  };

  it('a page of an order costs the same at the start and far in', async () => {
    const { space } = running;
    const timeOf = async (window: ListRequest['window']) => {
      const page = () => space.page('Contact', { ...onlyId, sort: by('cf_code', true), window });
      const times: number[] = [];
      for (let time = 0; time < 15; time++) {
        const start = performance.now();
        await page();
        times.push(performance.now() - start);
      }
      // The others waited for what else the machine does.
      return Math.min(...times);
    };
    const [middle] = (
      await space.page('Contact', {
        ...onlyId,
        sort: by('cf_code', true),
        window: { kind: 'offset', limit: 1, offset: recordCount / 2 },
      })
    ).cursors;
    const first = await timeOf({ kind: 'cursor', first: 30 });
    expect(await timeOf({ kind: 'cursor', first: 30, after: middle ?? '' })).toBeLessThan(first * 10 + 5);
  });

  it('a unique value is looked for along it', async () => {
    const { space } = running;
    const { id } = await space.newContact();
    const asked = await space.statementsOf(() => space.update('Contact', id, { cf_code: 'taken?' }));
    const looks = asked.filter(({ text }) => /SELECT t\.record_id FROM "custom_strings"/.test(text));
    expect(looks).toHaveLength(1);
    for (const look of looks) expect(await space.explain(look)).toContain(strings);
  });

  // PostgreSQL has statistics of the ids that references lead to.
  it.skipIf(database === 'postgres')('what leads to merged records is moved along it', async () => {
    const { space } = running;
    const contact = space.store.catalog.existing('Contact');
    const references = contact.fields
      .filter((field) => field.kind === 'reference')
      .flatMap((field) => customValue(field) ?? []);
    expect(references.length).toBeGreaterThan(0);
    const compiler = new CustomReferenceCompiler(space.deps.db.dialect, 'acme');
    const stamp = { modified: '2026-01-01T00:00:00', revision: 1 };
    const ids = [space.ids.owner, space.ids.currency] as const;
    for (const custom of references) {
      const moves = compiler.compileMoves(contact, custom, [ids], stamp);
      for (const statement of [...moves, ...compiler.compileClears(contact, custom, [...ids], stamp)]) {
        expect(await space.explain(statement)).toMatch(/INDEX custom_uuids_value/);
      }
    }
  });

  it('a thousand records with twenty values each take a few statements', async () => {
    const { space } = running;
    const values = (index: number) => ({
      ...{ cf_line: `l${index}`, cf_area: 'a', cf_count: index, cf_ratio: 0.5, cf_amount: 1.5, cf_flag: true },
      ...{ cf_day: '2024-01-01', cf_moment: '2024-01-01', cf_price: { base_value: 1 }, cf_code: `many${index}` },
    });
    const entityType = 'Contact';
    const creates = (count: number, from: number) =>
      Array.from({ length: count }, (_, index): WriteItem => {
        const body = { last_name: 'Many', owner_id: space.ids.owner, ...values(from + index) };
        return { kind: 'create', entityType, body, validationLevel: 0 };
      });
    const one = await space.statementsOf(() => space.writeAll(creates(1, 0)));
    let ids: string[] = [];
    const many = await space.statementsOf(async () => {
      const outcomes = await space.writeAll(creates(1_000, 1));
      ids = outcomes.map((outcome) => (outcome.kind === 'done' ? outcome.id : ''));
    });
    expect(many.length).toBe(one.length);
    const updates = ids.map((id, index): WriteItem => {
      const body = { ...values(index), cf_code: null, cf_line: index % 2 === 0 ? null : 'other' };
      return { kind: 'update', entityType, id, body, validationLevel: 0 };
    });
    const changed = await space.statementsOf(() => space.writeAll(updates));
    expect(changed.length).toBeLessThan(20);
    expect(changed.filter(({ text }) => text.startsWith('DELETE FROM "custom_strings"')).length).toBe(1);
    expect(changed.filter(({ text }) => text.startsWith('INSERT INTO "custom_strings"')).length).toBe(1);
  });

  it('a space without custom fields asks for none', async () => {
    const plain = running.space.redefined(running.space.deps.catalog);
    const contact = await plain.newContact();
    const statements = await plain.statementsOf(async () => {
      await plain.update('Contact', contact.id, { last_name: 'Other' });
      await plain.list('Contact', { sort: by('last_name') });
      await plain.delete('Contact', contact.id);
    });
    for (const { text } of statements) expect(text).not.toMatch(/custom_(?!entity_id)/);
    expect(customCatalog.existing('Contact').fields.length).toBeGreaterThan(
      plain.store.catalog.existing('Contact').fields.length,
    );
  });
});
