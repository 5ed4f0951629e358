/** How the command line is read. */
import { CommanderError } from 'commander';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseCommandLine } from './command-line.js';

const server = ['--base-url', 'http://localhost:8080', '--space', 'demo', '--token', 't', '--password', 'p'];

beforeEach(() => {
  vi.stubEnv('HEADWATER_CONFORMANCE_TOKEN', undefined);
  vi.stubEnv('HEADWATER_CONFORMANCE_PASSWORD', undefined);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('reads the server, with defaults for the rest', () => {
  expect(parseCommandLine(server)).toEqual({
    only: [],
    level: 'MAY',
    budgetMs: undefined,
    isReadOnly: false,
    isVerbose: false,
    reports: [],
    seed: undefined,
    timeoutMs: 10_000,
    concurrency: 4,
    list: false,
    document: 'interface',
    target: { baseUrl: 'http://localhost:8080', space: 'demo', token: 't', password: 'p' },
    second: undefined,
    receiver: undefined,
  });
});

it('reads everything else', () => {
  const second = ['--second-space', 's2', '--second-token', 't2', '--second-password', 'p2'];
  const more = [
    '--only',
    'list',
    '--only',
    'filter',
    '--part',
    'lists-and-writes',
    '--report',
    'html=a=b.html',
    '--report',
    'json=r.json',
    '--seed',
    '7',
    '--timeout',
    '500',
    '--concurrency',
    '8',
    '--receiver-port',
    '0',
    '--receiver-url',
    'http://suite:9000',
  ];
  expect(parseCommandLine([...server, ...second, ...more])).toMatchObject({
    only: ['list', 'filter'],
    part: 'lists-and-writes',
    reports: [
      { format: 'html', path: 'a=b.html' },
      { format: 'json', path: 'r.json' },
    ],
    seed: '7',
    timeoutMs: 500,
    concurrency: 8,
    second: { space: 's2', token: 't2', password: 'p2' },
    receiver: { port: 0, url: 'http://suite:9000' },
  });
});

it('takes token and password from the environment', () => {
  vi.stubEnv('HEADWATER_CONFORMANCE_TOKEN', 'et');
  vi.stubEnv('HEADWATER_CONFORMANCE_PASSWORD', 'ep');
  expect(parseCommandLine(server.slice(0, 4)).target).toMatchObject({ token: 'et', password: 'ep' });
});

it('needs no server to list the checks', () => {
  expect(parseCommandLine(['--list']).target).toBe(undefined);
  expect(parseCommandLine([...server, '--list']).target).toBe(undefined);
});

it.each([
  [[]],
  [server.slice(2)],
  [server.slice(0, 6)],
  [[...server, '--second-space', 's2']],
  [[...server, '--second-token', 't2']],
  [[...server, '--report', 'pdf=x']],
  [[...server, '--report', 'html']],
  [[...server, '--timeout', '0']],
  [[...server, '--concurrency', '0']],
  [[...server, '--concurrency', 'many']],
  [[...server, '--base-url', 'localhost']],
  [[...server, '--receiver-port', '70000']],
  [[...server, '--receiver-port', 'any']],
  [[...server, '--receiver-url', 'http://suite:9000']],
  [[...server, '--what']],
])('rejects %j', (args) => {
  expect(() => parseCommandLine(args)).toThrow(CommanderError);
});
