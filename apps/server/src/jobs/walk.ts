/**
 * A piece of work in the background, as those see it who share out the time: it is done in stretches, each a transaction of its own,
 * and can be given back after any of them.
 */
import type { Hold } from '../computed/derived/recomputations.js';
import type { SpaceStores } from '../metadata/space-catalog/space-stores.js';

/** Who works, and where. */
export interface Worker {
  readonly stores: SpaceStores;
  readonly space: string;
  /** Names this worker among all. */
  readonly holder: string;
}

export interface Walk {
  /** @returns false when the work is over, or somebody else's by now */
  stretch(): Promise<boolean>;
  /** Lets others go on: who comes next need not wait for the end of the hold. */
  release(): Promise<void>;
}

/** Longer than a transaction should take; who is silent for so long is taken for dead. Was he only slow, what he did is given up. */
const holdMs = 10_000;

export function holdOf({ holder }: Worker): Hold {
  return { holder, until: Date.now() + holdMs };
}

/** From now on anybody may take the work; who waits longer comes first. */
export function releaseOf({ holder }: Worker): Hold {
  return { holder, until: Date.now() };
}

/** Somebody else has taken the work, or it was wanted anew: what was done in this transaction is given up. */
export class LostWork extends Error {}
