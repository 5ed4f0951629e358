import { describe, expect, it } from 'vitest';
import { type MeasureName, measureNames, measures, needsOf, Tallies, trendOf } from './measure.js';

function tallies(): Tallies {
  const made = new Tallies();
  made.add('createOppty', 10, 0, []);
  made.add('winOppty', 3, 3 * 86_400, ['0.1', '0.2']);
  made.add('winOppty', 0, 0, [null, '90000']);
  made.add('loseOppty', 1, 5 * 86_400, ['7']);
  return made;
}

describe('measures', () => {
  it.each([
    ['CreatingOppties', 10],
    ['WinningOppties', 3],
    ['OpptyWinRate', 0.75],
    ['OpptyAverageTimeSpent', 2],
    ['LostAmount', 7],
    ['WonAmount', 90_000.3],
    ['OpptyAverageSize', 30_000.1],
    ['OpptySalesVelocity', (10 * 0.75 * 30_000.1) / 2],
  ] as const)('%s', (name, value) => {
    expect(measures[name].value(tallies())).toBe(value);
  });

  it.each(measureNames)('%s of nothing is 0', (name) => {
    expect(measures[name].value(new Tallies())).toBe(0);
  });

  it('adds decimals exactly', () => {
    const sum = new Tallies();
    for (const amount of ['9000000000000000.1', '0.2', '0.0001']) sum.add('winOppty', 1, 0, [amount]);
    const twice = new Tallies();
    for (let time = 0; time < 2; time++) twice.addAll(sum);
    expect(sum.amount(['winOppty']).toFixed()).toBe('9000000000000000.3001');
    expect(twice.amount(['winOppty', 'loseOppty']).toFixed()).toBe('18000000000000000.6002');
  });
});

describe('needsOf', () => {
  it.each([
    [['CreatingLeads'], { createLead: [] }],
    [['WonAmount', 'OpptyWinRate'], { winOppty: ['amount'], loseOppty: [] }],
    [['OpptyAverageSize', 'OpptyAverageTimeSpent'], { winOppty: ['amount', 'seconds'], loseOppty: ['seconds'] }],
  ] as [MeasureName[], object][])('asks for what %j are made of', (names, wanted) => {
    expect(Object.fromEntries([...needsOf(names)].map(([kind, facts]) => [kind, [...facts].sort()]))).toEqual(wanted);
  });
});

describe('trendOf', () => {
  it.each([
    [0, 0, 'Stalling'],
    [1, 0, 'Rising'],
    [-1, 0, 'Falling'],
    [101, 100, 'Stalling'],
    [99, 100, 'Stalling'],
    [101.1, 100, 'Rising'],
    [98.9, 100, 'Falling'],
    [0, 5, 'Falling'],
    [-98, -100, 'Rising'],
    [-102, -100, 'Falling'],
    [-100.5, -100, 'Stalling'],
  ])('%d after %d is %s', (value, before, trend) => {
    expect(trendOf(value, before)).toBe(trend);
  });
});
