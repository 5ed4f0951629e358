import { describe, expect, it } from 'vitest';
import { dateReader } from './date-format.js';

const today = new Date('2026-02-28T23:59:59Z');

describe('dateReader', () => {
  it.each([
    ['M/D/YYYY', '3/1/2017', '2017-03-01'],
    ['M/D/YYYY', '12/31/2017', '2017-12-31'],
    ['M/D/YYYY', '2/29/2016', '2016-02-29'],
    ['DD.MM.YYYY', '05.11.2024', '2024-11-05'],
    ['YYYY-MM-DD HH:mm', '2024-11-05 07:30', '2024-11-05T07:30:00'],
    ['D/M/YYYY H:mm:ss', '5/11/2024 7:30:09', '2024-11-05T07:30:09'],
    ['YYYYMMDD', '20241105', '2024-11-05'],
    ['days', '0', '2026-02-28'],
    ['days', '+1', '2026-03-01'],
    ['days', '-365', '2025-02-28'],
    ['days HH:mm:ss', '-28 09:30:15', '2026-01-31T09:30:15'],
    ['H:mm, days', '7:05, 2', '2026-03-02T07:05:00'],
  ])('%s reads %s', (format, text, wanted) => {
    expect(dateReader(format, today)(text)).toBe(wanted);
  });

  it.each([
    ['M/D/YYYY', '2/29/2017'],
    ['M/D/YYYY', '13/1/2017'],
    ['M/D/YYYY', '0/1/2017'],
    ['M/D/YYYY', '2017-03-01'],
    ['M/D/YYYY', '3/1/2017 '],
    ['DD.MM.YYYY', '5.11.2024'],
    ['DD.MM.YYYY', '05x11x2024'],
    ['YYYY-MM-DD HH:mm', '2024-11-05 24:00'],
    ['YYYY-MM-DD HH:mm', '2024-11-05 23:61'],
    ['days', '1.5'],
    ['days', '2026-02-28'],
    ['days HH:mm', '-1 24:00'],
  ])('%s does not read %s', (format, text) => {
    expect(dateReader(format, today)(text)).toBeUndefined();
  });

  it('needs year, month and day, or days alone', () => {
    expect(() => dateReader('MM/YYYY', today)).toThrow('the date format "MM/YYYY" has no day');
    expect(() => dateReader('days MM', today)).toThrow('the date format "days MM" has a month beside "days"');
  });
});
