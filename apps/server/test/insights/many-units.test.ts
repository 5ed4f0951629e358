/**
 * Key figures of more units than a request can name: all are counted against what one answer may hold, and shown in turn.
 */
import { beforeAll, expect, it, vi } from 'vitest';
import { Yielder } from '../../src/records/yielder.js';
import { defaultAnswerLimits } from '../../src/request/answer-limits.js';
import { onBothDatabases } from '../fixture.js';
import type { Json } from '../test-space.js';

/** What is not named counts as 1,000 before it is read. */
const records = 1_100;

onBothDatabases(
  (running) => {
    let units: number;
    const addUnits = async (count: number) => {
      const body = Array.from({ length: count }, (_, index) => ({ name: `Unit ${index}` }));
      const answer = await running.space.send('POST', 'SalesUnits/batch-modify', { body });
      expect(answer.status).toBe(200);
    };
    const ask = async (field: string) => {
      const query = `{ ${field} }`;
      return (await running.space.send('POST', '../../../../graphql/spaces/acme', { body: { query } })).body as Json;
    };
    const asked = 'subject: SalesUnits, period: { relative: ThisYear }';
    const insights = () => ask(`insights(${asked}) { items { kpiData { WonAmount } } }`);
    const indicators = (rest: string) => ask(`indicators(kpi: WonAmount, ${asked}${rest}) { items { kpiValue } }`);

    beforeAll(async () => {
      const { data } = (await ask(`insights(${asked}) { items { isDeleted } }`)) as {
        data: { insights: { items: [] } };
      };
      const { length } = data.insights.items;
      await addUnits(1_000);
      await addUnits(records - 1_000 - length);
      units = records;
    });

    it('shows items in turn', async () => {
      const inTurn = vi.spyOn(Yielder.prototype, 'eachWhenAsked');
      const answers = [await insights(), await indicators('')];
      expect(answers).toMatchObject([
        { data: { insights: { items: { length: units } } } },
        { data: { indicators: { items: { length: units } } } },
      ]);
      expect(inTurn.mock.calls.map(([items]) => items.length)).toEqual([units, units]);
      inTurn.mockRestore();
    });

    it('shows all items under each of two aliases', async () => {
      const { data } = (await ask(`insights(${asked}) { a: items { isDeleted } b: items { isDeleted } }`)) as {
        data: { insights: { a: []; b: [] } };
      };
      expect([data.insights.a.length, data.insights.b.length]).toEqual([units, units]);
    });

    it('rejects more than an answer may hold', async () => {
      await addUnits(1);
      const message = `there are ${units + 1} items, where ${records} are allowed.`;
      expect(JSON.stringify(await insights())).toContain(`insights: ${message} Name fewer users in`);
      expect(JSON.stringify(await indicators(''))).toContain(`indicators: ${message} Give`);
      expect(await ask(`insights(${asked}) { total { WonAmount } }`)).toMatchObject({
        data: { insights: { total: { WonAmount: 0 } } },
      });
      expect(await indicators(', first: 3')).toMatchObject({ data: { indicators: { items: { length: 3 } } } });
    });
  },
  { answerLimits: { ...defaultAnswerLimits, records } },
);
