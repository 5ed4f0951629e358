import { describe, expect, it } from 'vitest';
import { parseOptions, UsageError } from './options.js';

describe('parseOptions', () => {
  it('takes about three minutes for all cases and 100,000 records by default', () => {
    expect(parseOptions([])).toEqual({
      secondsPerCase: 20,
      cases: [],
      records: 100_000,
      json: undefined,
      databaseUrl: undefined,
    });
  });

  it('reads every option', () => {
    const args = ['--seconds', '7', '--case', 'get', '--case', 'list', '--records', '500', '--json', 'out.json'];
    expect(parseOptions([...args, '--database-url', 'postgres://db'])).toEqual({
      secondsPerCase: 7,
      cases: ['get', 'list'],
      records: 500,
      json: 'out.json',
      databaseUrl: 'postgres://db',
    });
  });

  it('is quick when asked to be, unless seconds are given too', () => {
    expect(parseOptions(['--quick'])?.secondsPerCase).toBe(4);
    expect(parseOptions(['--quick', '--seconds', '9'])?.secondsPerCase).toBe(9);
  });

  it('answers nothing when help is asked for', () => {
    expect(parseOptions(['--help'])).toBeUndefined();
  });

  it.each([
    [['--seconds', '0'], '--seconds'],
    [['--records', '1.5'], '--records'],
    [['--case', 'lists'], 'no case "lists"'],
    [['--fast'], '--fast'],
    [['list'], 'list'],
  ])('rejects %j and names what is wrong', (args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
    expect(() => parseOptions(args)).toThrow(message);
  });
});
