/**
 * Looks into a space through the service's own reads, beside the command line that changes it.
 */

import type { ServerDeps } from '../../src/http/server-deps.js';
import { readConfig } from '../../src/main/config.js';
import { openDeps } from '../../src/main/open-deps.js';
import { systemCall } from '../../src/records/call.js';
import { listRecords } from '../../src/records/read/list-records.js';
import { findSpace } from '../../src/spaces/space-directory.js';

export type ListedRecord = Readonly<Record<string, unknown>>;

export class SpaceView {
  private constructor(
    readonly deps: ServerDeps,
    private readonly space: string,
  ) {}

  static async open(env: Readonly<Record<string, string>>, space: string): Promise<SpaceView> {
    return new SpaceView(await openDeps(readConfig(env)), space);
  }

  /** @returns all records that are not deleted, with these members as REST v100 shows them */
  async list(entityType: string, members: readonly string[]): Promise<ListedRecord[]> {
    const { texts } = await listRecords(this.deps, systemCall(this.space), {
      entityType,
      filter: null,
      sort: [],
      window: { kind: 'offset', limit: null, offset: 0 },
      includeDeleted: false,
      selection: { kind: 'rest', expand: {}, only: Object.fromEntries(members.map((member) => [member, {}])) },
      withTotal: false,
    });
    return texts.map((text): ListedRecord => JSON.parse(text));
  }

  async count(entityType: string): Promise<number> {
    return (await this.list(entityType, ['id'])).length;
  }

  /** Changes with every write in the space. */
  async revision(): Promise<number> {
    return (await findSpace(this.deps.db, this.space))?.revision ?? 0;
  }

  close(): Promise<void> {
    return this.deps.db.close();
  }
}
