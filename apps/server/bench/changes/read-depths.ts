/**
 * What a page of the feed costs at several depths of the log.
 */
import { median } from '../load/percentile.js';
import type { Listening } from './server-process.js';

const pages = 60;

export interface Depth {
  readonly title: string;
  /** Below the space. */
  readonly path: string;
}

/** @returns the ways of reading that are measured */
export const ways: readonly Depth[] = [
  { title: 'feed of the space', path: 'changes?first=100' },
  { title: 'of one entity type', path: 'entities/Contacts/changes?first=100' },
  { title: 'by act and member', path: 'changes?first=100&act=updated&fields=city' },
  { title: 'of one record', path: 'entities/Contacts/{id}/changes?first=100' },
];

/** @returns the median of the milliseconds of a page that begins a part of the way into the log */
export async function measureDepth(to: Listening, { path }: Depth, count: number, part: number): Promise<number> {
  const base = `${to.url}/api/v100/rest/spaces/${to.space}/${path.replace('{id}', to.contacts[0]!)}`;
  const times: number[] = [];
  for (let index = 0; index < pages; index++) {
    const after = to.from + Math.floor(part * (count - 20_000)) + index * 100;
    const start = performance.now();
    const answer = await fetch(`${base}&after=${after}`, { headers: { authorization: to.authorization } });
    const { data } = (await answer.json()) as { data?: readonly unknown[] };
    if (data?.length !== 100) throw new Error(`${path} after ${after}: ${answer.status}, ${data?.length} changes`);
    times.push(performance.now() - start);
  }
  return median(times);
}
