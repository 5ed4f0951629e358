/**
 * Many who make contacts at the same time on two servers, of which one may die at any moment; all of them want the same unique values.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Json, TestRecord } from '../test-space.js';
import type { TwoServers } from './two-servers.js';

/** Values that all creators want. */
export const badges = Array.from({ length: 16 }, (_, index) => `B${index}`);
/** Records of each creator that want no value. */
export const plainRecords = 4;

export class Creators {
  /** Records that were answered. */
  readonly acknowledged: TestRecord[] = [];
  /** Answers that say that nothing was made. */
  readonly rejected: Answer[] = [];
  /** Requests that met the death of a server: whether they have made a record is not known. */
  unanswered = 0;

  constructor(
    private readonly servers: TwoServers,
    private readonly ownerId: string,
  ) {}

  /** Tries every value once. @param creator a number from 0: each begins elsewhere, so that all meet all */
  async createAll(creator: number): Promise<void> {
    for (let index = 0; index < badges.length; index++) {
      const wanted = (creator * 5 + index) % badges.length;
      await this.create(creator, { cf_badge: badges[wanted], cf_desk: wanted });
      if (index % (badges.length / plainRecords) === 0) await this.create(creator, {});
    }
  }

  /** Sends to the one server or the other until it is known what became of it. */
  private async create(creator: number, members: Json): Promise<void> {
    const body = { last_name: 'Okafor', owner_id: this.ownerId, ...members };
    for (let attempt = creator; ; attempt++) {
      const answer = await this.servers.send(attempt % 2 === 0 ? 0 : 1, 'POST', 'Contacts', { body });
      if (answer?.status === 201) this.acknowledged.push(answer.body.data as TestRecord);
      else if (answer && answer.status !== 503) this.rejected.push(answer);
      if (answer && answer.status !== 503) return;
      if (!answer) this.unanswered++;
      await sleep(20);
    }
  }
}
