import { describe, expect, it } from 'vitest';
import { loadMapping, MappingError, parseMapping } from './load-mapping.js';

const head = `version: 1
steps:
  - name: Accounts
    file: accounts.csv
    collection: Accounts
    key: name
`;

describe('parseMapping', () => {
  it('fills in what may be left out', () => {
    const mapping = parseMapping(`${head}    members: { name: account }\n`, 'm.yaml');
    expect(mapping).toEqual({
      version: 1,
      variables: {},
      steps: [
        {
          name: 'Accounts',
          file: 'accounts.csv',
          delimiter: ',',
          collection: 'Accounts',
          key: ['name'],
          validationLevel: 0,
          columns: {},
          members: { name: { column: 'account' } },
        },
      ],
    });
  });

  it('reads cell texts that YAML takes for numbers and booleans as texts', () => {
    const text = `${head}    columns: { year: { map: { 96: 1996 } } }
    when: { column: active, is: [true, 1] }
    members: { name: account }
`;
    const [step] = parseMapping(text, 'm.yaml').steps;
    expect(step?.columns.year?.map).toEqual({ 96: '1996' });
    expect(step?.when?.is).toEqual(['true', '1']);
  });

  it.each([
    [
      '    members: { name: { column: a, value: b } }\n',
      'm.yaml:7: steps[0].members.name: needs exactly one of column',
    ],
    ['    members:\n      name: { colum: a }\n', 'm.yaml:8: steps[0].members.name'],
    ['    members: { name: { column: a, otherwise: 1 } }\n', '"otherwise" needs "map"'],
    ['    members: { name: { column: a, when: { column: b } } }\n', 'needs either "is" or "filled"'],
    ['    members: { rel: { rows: [{ a: b }], map: {} } }\n', '"rows" allows only "split" beside it'],
    ['    members: { name: { first: [{ column: a, lookup: { collection: X } }] } }\n', 'first[0].lookup.by'],
    ['    delimiter: ";;"\n    members: {}\n', 'm.yaml:7: steps[0].delimiter'],
    ['    validationLevel: 64\n    members: {}\n', 'steps[0].validationLevel'],
    ['    member: {}\n', 'm.yaml:3: steps[0]'],
  ])('names the place of an error: %j', (rest, message) => {
    expect(() => parseMapping(head + rest, 'm.yaml')).toThrow(MappingError);
    expect(() => parseMapping(head + rest, 'm.yaml')).toThrow(message);
  });

  it('names the line of broken YAML', () => {
    expect(() => parseMapping('version: 1\nsteps: [', 'm.yaml')).toThrow(/^m\.yaml: .*line 2/s);
  });

  it('rejects another version', () => {
    expect(() => parseMapping('version: 2\nsteps: []\n', 'm.yaml')).toThrow('m.yaml:1: version');
  });
});

describe('loadMapping', () => {
  it('says when there is no file', async () => {
    await expect(loadMapping('/nowhere/m.yaml')).rejects.toThrow('cannot read the mapping /nowhere/m.yaml');
  });
});
