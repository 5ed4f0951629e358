/**
 * What a receiver of webhooks makes of messages that come at least once: it takes each id once. Pure.
 */
import { comparePlaces, type SeenChange } from './followed-space.js';

export interface Message {
  /** The same each time it is sent. */
  readonly id: string;
  readonly changes: readonly SeenChange[];
}

export interface Taken {
  readonly changes: readonly SeenChange[];
  readonly repeated: number;
  readonly problems: readonly string[];
}

/** @param messages in the order in which they came */
export function takeMessages(messages: readonly Message[]): Taken {
  const taken = new Map<string, string>();
  const changes: SeenChange[] = [];
  const problems: string[] = [];
  for (const { id, changes: sent } of messages) {
    // What one change means for several records is sent together.
    const once = sent.filter(({ place }, index) => index === 0 || comparePlaces(place, sent[index - 1]!.place) !== 0);
    const places = once.map(({ place }) => place.join('/')).join();
    const first = taken.get(id);
    if (first === undefined) changes.push(...once);
    else if (first !== places) problems.push(`${id} came with ${first}, and again with ${places}`);
    taken.set(id, first ?? places);
  }
  return { changes, repeated: messages.length - taken.size, problems };
}
