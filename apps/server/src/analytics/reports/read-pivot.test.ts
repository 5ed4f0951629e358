import { expect, it } from 'vitest';
import type { PlannedGroup } from './plan-pivot.js';
import { widestGroup } from './read-pivot.js';

const group = (field: string, type: string, period: string | null) =>
  ({ type, period, group: { field } }) as PlannedGroup;

const rows = [group('city', 'string', null)];
const columns = [group('owner_id', 'uuid', null), group('created', 'datetime', 'Day')];

it('names the group with the most values by its place, and says what a period can do', () => {
  const found = ['01', '02', '03'].map((day) => ({ g0: 'York', g1: null, g2: `2026-03-${day}` }));
  expect(widestGroup({ rows, columns }, found)).toBe(
    'The most values, 3 and more, has columns[1] "created", by Day: a longer period has fewer.',
  );
  expect(widestGroup({ rows, columns: [] }, [{ g0: 'York' }, { g0: 'Leeds' }])).toBe(
    'The most values, 2 and more, has rows[0] "city".',
  );
});
