/**
 * Errors of form hide no others and bring none with them: of a file that is right but for some malformed parts, only these are reported.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { oneDatabase } from '../fixture.js';
import { runsOf } from '../properties/runs.js';
import { randomSchema } from './random-schema.js';
import { linesOf, SchemaFixture, type SchemaSpace } from './schema-fixture.js';

type RawMap = Record<string, unknown>;
type Way = (parent: RawMap, key: string) => string;

const isMap = (value: unknown): value is RawMap => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each makes a part malformed. @returns the key that it then has */
const ways: readonly Way[] = [
  (parent, key) => {
    const value = parent[key];
    if (isMap(value)) value.wrong_word = 'red';
    else if (Array.isArray(value)) value.push(5);
    return key;
  },
  (parent, key) => {
    const value = parent[key];
    if (isMap(value) && 'name' in value) delete value.name;
    else if (isMap(value) && 'name_plural' in value) value.name_plural = [];
    else parent[key] = 5;
    return key;
  },
  (parent, key) => {
    parent[key] = 5;
    return key;
  },
  (parent, key) => {
    parent['wrong name'] = parent[key];
    delete parent[key];
    return 'wrong name';
  },
];

const broken = fc
  .tuple(randomSchema, fc.array(fc.tuple(fc.nat(), fc.constantFrom(...ways)), { minLength: 1, maxLength: 2 }))
  .map(([schema, breaks]) => {
    const content: RawMap = JSON.parse(JSON.stringify(schema));
    const places = breaks.map(([choice, way]) => {
      const paths = partsOf(content);
      const path = paths[choice % paths.length] ?? [];
      const parent = path.slice(0, -1).reduce((map, key) => map[key] as RawMap, content);
      return [...path.slice(0, -1), way(parent, path.at(-1) ?? '')].join('.');
    });
    return { valid: stringify(JSON.parse(JSON.stringify(schema))), text: stringify(content), places };
  });

/** Sections, what is in them, and fields, which are most of a file. */
function partsOf(content: RawMap): string[][] {
  const within = (path: readonly string[], value: unknown) =>
    isMap(value) ? Object.keys(value).map((key) => [...path, key]) : [];
  const sections = within([], content).filter(([name]) => name !== 'version');
  const parts = sections.flatMap((path) => within(path, content[path[0] ?? '']));
  const ofFields = parts.filter(([section]) => section === 'fields');
  const fields = ofFields.flatMap((path) => within(path, (content.fields as RawMap)[path[1] ?? '']));
  return [...sections, ...parts, ...fields];
}

describe.each(oneDatabase)('on %s', (database) => {
  let place: SchemaFixture;

  beforeAll(async () => {
    place = await SchemaFixture.open(database);
  });
  afterAll(() => place.close());

  it('are all that gets random schemas with malformed parts, by an empty space and by one that has them', async () => {
    const empty = await place.newSpace();
    await fc.assert(
      fc.asyncProperty(broken, async ({ valid, text, places }) => {
        const full = await place.newSpace();
        await full.apply(valid);
        const reportedBy = async (space: SchemaSpace, ...how: ['diff'] | ['apply', string]) => {
          const [command, ...options] = how;
          const { code, out, error } = await space.give(command, text, ...options);
          expect([code, out]).toEqual([2, '']);
          return linesOf(error).map((line) => line.replace(/^schema\.yaml:\d+:\d+: /, ''));
        };
        const reported = await reportedBy(empty, 'diff');
        const isExpected = (line: string) =>
          places.some((one) => line.startsWith(one) && ':.['.includes(line.charAt(one.length)));
        expect(reported.length).toBeGreaterThan(0);
        expect(reported.filter((line) => !isExpected(line))).toEqual([]);
        expect(await reportedBy(full, 'diff')).toEqual(reported);
        expect(await reportedBy(empty, 'apply', '--dry-run')).toEqual(reported);
        expect(await reportedBy(full, 'apply', '--delete')).toEqual(reported);
      }),
      { numRuns: runsOf(4), endOnFailure: true },
    );
  }, 300_000);
});
