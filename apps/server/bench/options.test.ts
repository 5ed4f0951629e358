import { describe, expect, it } from 'vitest';
import { parseOptions, UsageError } from './options.js';

describe('parseOptions', () => {
  it('measures all cases on both databases, with 100,000 records, by default', () => {
    expect(parseOptions([])).toEqual({
      secondsPerCase: 20,
      cases: [],
      records: [100_000],
      databases: ['sqlite', 'postgres'],
      databaseUrl: undefined,
      server: undefined,
      hasPeers: false,
      synchronous: 'NORMAL',
      json: undefined,
    });
  });

  it('reads every option', () => {
    const args = ['--seconds', '7', '--case', 'get', '--case', 'newest', '--records', '500,1000', '--peers'];
    const others = ['--database', 'postgres', '--database-url', 'postgres://db', '--server', '../before'];
    expect(parseOptions([...args, ...others, '--synchronous', 'FULL', '--json', 'out.json'])).toEqual({
      secondsPerCase: 7,
      cases: ['get', 'newest'],
      records: [500, 1_000],
      databases: ['postgres'],
      databaseUrl: 'postgres://db',
      server: '../before',
      hasPeers: true,
      synchronous: 'FULL',
      json: 'out.json',
    });
  });

  it('is quick when asked to be, unless seconds are given too', () => {
    expect(parseOptions(['--quick'])?.secondsPerCase).toBe(5);
    expect(parseOptions(['--quick', '--seconds', '9'])?.secondsPerCase).toBe(9);
  });

  it('answers nothing when help is asked for', () => {
    expect(parseOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--seconds', '0'], '--seconds'],
    [['--records', '1.5'], '--records'],
    [['--records', '1000,'], '--records'],
    [['--case', 'lists'], 'not "lists"'],
    [['--database', 'mysql'], 'not "mysql"'],
    [['--synchronous', 'OFF'], 'not "OFF"'],
    [['--peers', '--database', 'sqlite'], '--peers'],
    [['--fast'], '--fast'],
    [['list'], 'list'],
  ])('rejects %j and names what is wrong', (args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
    expect(() => parseOptions(args)).toThrow(message);
  });
});
