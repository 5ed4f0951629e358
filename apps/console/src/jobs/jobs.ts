/** The background work of a space, as the fields and entity types show it that it is done for. */
import type { Client } from '../account/account.js';

/** As the record shows it; `action` says what, and is not there while values are computed. */
interface Work {
  readonly action?: string;
  readonly state: string;
  readonly done: number;
  readonly total: number | null;
}

interface Changed {
  readonly id: string;
  /** Of a field. */
  readonly name?: string;
  readonly entity_name?: string;
  /** Of an entity type. */
  readonly name_plural?: string;
  readonly recomputation?: Work | null;
  readonly background_work?: Work | null;
}

export interface Job {
  readonly key: string;
  /** Where the changed record is. */
  readonly collection: 'Fields' | 'Entities';
  readonly id: string;
  readonly name: string;
  readonly action: string;
  readonly isRunning: boolean;
  /** Records or values. */
  readonly done: number;
  /** Null: not counted yet. */
  readonly total: number | null;
}

/** @returns what is waiting and running now @throws ApiError the key may not read fields and entity types */
export async function readJobs(client: Client, signal: AbortSignal): Promise<readonly Job[]> {
  const jobs = await Promise.all([
    jobsIn(client, 'Fields', 'recomputation', signal),
    jobsIn(client, 'Fields', 'background_work', signal),
    jobsIn(client, 'Entities', 'background_work', signal),
  ]);
  return jobs.flat();
}

async function jobsIn(
  client: Client,
  collection: Job['collection'],
  member: 'recomputation' | 'background_work',
  signal: AbortSignal,
): Promise<Job[]> {
  const names = collection === 'Fields' ? 'name,entity_name' : 'name_plural';
  // Work goes on for what has been deleted.
  const query = { 'filter-op': { [member]: 'not-null' }, 'include-deleted': true, 'load-only': `${names},${member}` };
  const jobs: Job[] = [];
  for await (const one of client.records<Changed>(`/entities/${collection}`, { params: { query }, signal })) {
    const work = one[member];
    // It was finished after the list had been asked for.
    if (!work) continue;
    jobs.push({
      key: `${member} ${one.id}`,
      collection,
      id: one.id,
      name: one.name_plural ?? `${one.name} of ${one.entity_name}`,
      action: work.action ?? 'recompute-values',
      isRunning: work.state === 'running',
      done: work.done,
      total: work.state === 'waiting' && work.total === 0 ? null : work.total,
    });
  }
  return jobs;
}
