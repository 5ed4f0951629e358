import { describe, expect, it } from 'vitest';
import { recurrenceProblem } from './recurrence-rule.js';

const allHours = Array.from({ length: 24 }, (_, hour) => hour).join(',');

describe('recurrenceProblem', () => {
  it.each([
    'FREQ=WEEKLY;BYDAY=FR;COUNT=10',
    'RRULE:FREQ=DAILY',
    'freq=monthly;byday=2tu,-1FR',
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1',
    'FREQ=YEARLY;BYWEEKNO=53,-1;BYDAY=MO;WKST=SU',
    'FREQ=YEARLY;BYYEARDAY=366',
    `FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3,10;BYHOUR=${allHours}`,
    `FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24,25;BYHOUR=${allHours}`,
    'FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=8,10,12,14,16',
    'FREQ=YEARLY;BYMONTH=6,7,8;BYDAY=MO,TU,WE,TH,FR;BYHOUR=8,9,10,11,12,13,14,15',
    'FREQ=DAILY;INTERVAL=2;UNTIL=20261231T225959Z',
    'FREQ=DAILY;UNTIL=20280229',
    'FREQ=DAILY;BYHOUR=9,14;BYMINUTE=30',
    'FREQ=HOURLY;BYMINUTE=15;COUNT=2000',
    'FREQ=HOURLY;BYHOUR=9,10,9;BYMINUTE=0,15,30,45',
  ])('takes %s', (rule) => {
    expect(recurrenceProblem(rule)).toBeUndefined();
  });

  it.each([
    ['BYDAY=FR', 'FREQ is missing.'],
    ['FREQ=SOMETIMES', 'FREQ must be one of HOURLY, DAILY'],
    ['FREQ=SECONDLY', 'FREQ must be one of HOURLY, DAILY'],
    ['FREQ=MINUTELY;INTERVAL=60', 'FREQ must be one of HOURLY, DAILY'],
    ['FREQ=HOURLY;BYMINUTE=0,30', 'BYHOUR, BYMINUTE and BYSECOND may give 24 times a day; these give 48.'],
    ['FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,1,2;BYSECOND=0,1,2', 'may give 24 times a day; these give 27.'],
    [
      `FREQ=YEARLY;BYDAY=MO,TU;BYHOUR=${allHours}`,
      'FREQ=YEARLY may give 2000 times a year; these parts may give 2544. FREQ=DAILY or FREQ=WEEKLY takes as many times',
    ],
    [`FREQ=YEARLY;BYMONTHDAY=1,2,3,4,5,6,7;BYHOUR=${allHours}`, 'may give 2016.'],
    [`FREQ=YEARLY;BYWEEKNO=1,2,3,4,5,6,7,8,9,10,11,12,13;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYHOUR=${allHours}`, 'give 2184.'],
    [`FREQ=YEARLY;BYYEARDAY=${Array.from({ length: 84 }, (_, day) => day + 1)};BYHOUR=${allHours}`, 'may give 2016.'],
    ['FREQ=DAILY;COUNT=2001', 'COUNT must be a number from 1 to 2000; UNTIL ends a longer series, by its last day.'],
    ['nonsense', '"nonsense" is not a part of a recurrence rule.'],
    ['FREQ=DAILY;', '"" is not a part'],
    ['FREQ=DAILY;FOO=1', '"FOO=1" is not a part'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ is given twice.'],
    ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY must be days such as MO, 2TU or -1FR.'],
    ['FREQ=MONTHLY;BYDAY=54MO', 'BYDAY must be days'],
    ['FREQ=WEEKLY;WKST=MO,TU', 'WKST must be one of MO'],
    ['FREQ=DAILY;COUNT=0', 'COUNT must be a number from 1 to 2000'],
    ['FREQ=DAILY;COUNT=99999999999999999999', 'COUNT must be'],
    ['FREQ=DAILY;INTERVAL=x', 'INTERVAL must be'],
    ['FREQ=DAILY;INTERVAL=1,2', 'INTERVAL must be'],
    ['FREQ=YEARLY;BYMONTH=13', 'BYMONTH must be numbers from 1 to 12.'],
    ['FREQ=YEARLY;BYMONTH=-1', 'BYMONTH must be'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY must be numbers from 1 to 31, or so far from the end (-1).'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY must be'],
    ['FREQ=DAILY;UNTIL=yesterday', 'UNTIL must be a date (20261231) or a moment in UTC (20261231T225959Z).'],
    ['FREQ=DAILY;UNTIL=20260230', 'UNTIL must be'],
    ['FREQ=DAILY;UNTIL=20261231T225959', 'UNTIL must be'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20260101', 'COUNT and UNTIL exclude each other.'],
    ['FREQ=WEEKLY;BYDAY=2MO', 'BYDAY may number days'],
    ['FREQ=YEARLY;BYWEEKNO=1;BYDAY=2MO', 'BYDAY may number days'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY does not go with FREQ=WEEKLY.'],
    ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO does not go with FREQ=MONTHLY.'],
    ['FREQ=DAILY;BYYEARDAY=1', 'BYYEARDAY does not go with FREQ=DAILY.'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS needs another BY part.'],
    ['FREQ=DAILY\nEXDATE:20260101T000000Z', 'FREQ must be one of'],
  ])('rejects %j', (rule, problem) => {
    expect(recurrenceProblem(rule)).toContain(problem);
  });
});
