/** How the command line is read. */
import { expect, it } from 'vitest';
import { parseCommandLine, UsageError } from './command-line.js';

const server = ['--base-url', 'https://crm.example.com/', '--space', 'demo'];
const all = ['generate', ...server, '--token', 't', '--password', 'p', '--out', 'src/space.ts'];

it('reads the server, the file and what to do with it', () => {
  expect(parseCommandLine(all, {})).toMatchObject({
    settings: { baseUrl: 'https://crm.example.com', space: 'demo', token: 't', password: 'p' },
    out: 'src/space.ts',
    paths: undefined,
    schema: undefined,
    check: false,
  });
  const schemaOnly = [...all.slice(0, -2), '--schema', 'schema.graphql'];
  expect(parseCommandLine(schemaOnly, {})).toMatchObject({ out: undefined, schema: 'schema.graphql' });
  expect(parseCommandLine([...schemaOnly, '--out', 'x.ts'], {})).toMatchObject({
    out: 'x.ts',
    schema: 'schema.graphql',
  });
  const pathsOnly = [...all.slice(0, -2), '--paths', 'src/paths.ts'];
  expect(parseCommandLine(pathsOnly, {})).toMatchObject({ out: undefined, paths: 'src/paths.ts' });
  expect(parseCommandLine([...all, '--check'], {})).toMatchObject({ check: true });
});

it('takes credentials of the environment where none are given', () => {
  const env = { HEADWATER_TOKEN: 'et', HEADWATER_PASSWORD: 'ep' };
  expect(parseCommandLine(['generate', ...server, '--out', 'x.ts'], env)).toMatchObject({
    settings: { token: 'et', password: 'ep' },
  });
  expect(parseCommandLine(all, env)).toMatchObject({ settings: { token: 't', password: 'p' } });
});

it.each([[[]], [['--help']], [['generate', '-h']], [[...all, '--help']]])('gives help for %j', (args) => {
  expect(parseCommandLine(args, {})).toBeUndefined();
});

it.each([
  [['--out', 'x.ts'], 'Name the command: generate.'],
  [['render'], 'There is no command "render".'],
  [['generate', ...server], '--token, --password, --out, --paths or --schema must be given.'],
  [[...all, 'more'], '"more" belongs to no option.'],
  [[...all, '--colour'], "Unknown option '--colour'"],
  [[...all.slice(0, -1)], "'--out <value>' argument missing"],
  [['generate', '--base-url', 'crm', ...all.slice(3)], '--base-url must be an absolute address'],
  [[...all, '--token', 'a:b'], '"token" must not contain a colon'],
])('rejects %j', (args, message) => {
  expect(() => parseCommandLine(args, {})).toThrow(UsageError);
  expect(() => parseCommandLine(args, {})).toThrow(message);
});

it('never shows the password', () => {
  const secret = [
    'generate',
    '--base-url',
    'https://user:s3cret@crm.example.com',
    ...all.slice(3),
    '--password',
    's3cret',
  ];
  expect(() => parseCommandLine(secret, {})).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('s3cret') }),
  );
});
