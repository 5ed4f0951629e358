/**
 * Streams of changes on two servers of one database: what one writes, the other tells of, and a server that stops ends its streams at once.
 */
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { EventStream, type FeedChange } from '../feed/event-stream.js';
import { Subscription } from '../feed/subscription.js';
import { databaseInTurn } from '../fixture.js';
import { TwoServers } from './two-servers.js';

const writes = 40;

describe.each(databaseInTurn())('on %s', (database) => {
  let both: TwoServers;
  afterEach(() => both.close());

  it('tells of all changes in the order of commits, wherever they are written', { timeout: 60_000 }, async () => {
    both = await TwoServers.start(database);
    const spaces = await Promise.all([both.space(0), both.space(1)]);
    const list = await spaces[0].send('GET', 'Contacts');
    const after = list.headers.get('space-revision');
    const streams = await Promise.all(spaces.map((space) => EventStream.open(space, `changes?after=${after}`)));
    const reads = streams.map((stream) => readContacts(stream, writes));
    const ids = await Promise.all(
      Array.from({ length: writes }, async (_, index) => (await spaces[index % 2 === 0 ? 0 : 1].newContact()).id),
    );
    const [one, other] = await Promise.all(reads);
    expect(one).toEqual(other);
    const created = one!.filter(({ act, entity }) => act === 'created' && entity === 'Contact');
    expect(created.map(({ entity_id }) => entity_id).sort()).toEqual(ids.sort());
    const revisions = one!.map(({ revision }) => revision);
    expect(revisions).toEqual([...revisions].sort((first, second) => first - second));

    const subscription = await Subscription.open(spaces[0], 'subscription { changes { cursor } }');
    await subscription.next();

    const start = performance.now();
    const stopped = both.servers[0].stop();
    const exit = once(stopped, 'exit');
    const [results] = await Promise.all([subscription.rest(), streams[0]!.ended()]);
    expect(results.at(-1)).toMatchObject({ errors: [{ extensions: { code: 'ERROR_UNAVAILABLE' } }] });
    expect(subscription.isComplete).toBe(true);
    expect(performance.now() - start).toBeLessThan(1_000);
    expect((await exit)[0]).toBe(0);
    expect(performance.now() - start).toBeLessThan(4_000);
    streams[1]!.close();
    expect(both.failures).toEqual([]);
  });
});

/** @returns the changes up to that of the last contact */
async function readContacts(stream: EventStream, count: number): Promise<FeedChange[]> {
  const found: FeedChange[] = [];
  const contacts = () => found.filter(({ act, entity }) => act === 'created' && entity === 'Contact').length;
  while (contacts() < count) found.push(...(await stream.next()));
  return found;
}
