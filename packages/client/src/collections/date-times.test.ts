/** Date-times get their zone, and nothing else changes. */
import { expect, it } from 'vitest';
import { relationsOf, withZones } from './date-times.js';

const moment = '2026-03-09T14:05:31.204817';

it('gives texts with Z or dates, those of custom fields and of expanded records among them', () => {
  const record = () => ({ created: moment, cf_met_at: moment, owner: { modified: moment, unit: 'https://…' } });
  const relations = relationsOf({ expand: ['owner'] });
  const iso = record();
  withZones(iso, 'iso', relations);
  expect(iso).toEqual({
    created: `${moment}Z`,
    cf_met_at: `${moment}Z`,
    owner: { modified: `${moment}Z`, unit: 'https://…' },
  });
  const dates: { created: unknown } = record();
  withZones(dates, 'date', relations);
  expect(dates.created).toEqual(new Date('2026-03-09T14:05:31.204Z'));
});

it('leaves days, texts, unset members and free JSON alone', () => {
  const record = {
    created: null,
    start_date: '2026-03-09',
    comments: moment,
    options: { created: moment },
    tags: ['https://…'],
  };
  const same = structuredClone(record);
  withZones(record, 'iso', relationsOf({}));
  expect(record).toEqual(same);
});

it('follows lists of records, and what is loaded of related ones', () => {
  const record = { rows: [{ created: moment, account: { created: moment } }] };
  withZones(record, 'iso', relationsOf({ only: [{ rows: ['created', { account: ['created'] }] }] }));
  expect(record.rows[0]).toEqual({ created: `${moment}Z`, account: { created: `${moment}Z` } });
});
