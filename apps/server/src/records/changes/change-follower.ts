/**
 * Follows the feed of changes for one caller: page after page, by what the space has defined when each is read.
 */
import type { Catalog } from '@headwater/catalog';
import type { Call } from '../call.js';
import type { RecordStore } from '../record-store.js';
import type { ChangePage } from './change-page.js';
import { type ChangesRequest, followChanges } from './read-changes.js';

/** What is followed, and from where. */
export interface Following extends Pick<ChangesRequest, 'after' | 'first' | 'acts' | 'fields'> {
  /** @returns which of the changes, by what the space has defined now */
  readonly chosen: (catalog: Catalog) => Pick<ChangesRequest, 'entityTypes' | 'record'>;
}

/** A space as it is at some moment. */
export interface SpaceMoment {
  readonly store: RecordStore;
  readonly revision: number;
}

export interface FollowedPage extends ChangePage {
  /** Of the space when the page was read. */
  readonly store: RecordStore;
  /** Of the space before it was read: it has all changes up to there. */
  readonly revision: number;
}

export class ChangeFollower {
  private after: Following['after'];
  private moment: SpaceMoment | undefined;
  private revision = 0;

  /**
   * @param first a moment before this
   * @param look gives the space as it is when it is called, or a little later
   */
  constructor(
    private readonly call: Call,
    private readonly following: Following,
    first: SpaceMoment,
    private readonly look: () => Promise<SpaceMoment>,
  ) {
    this.after = following.after;
    this.moment = first;
  }

  /** A later revision of the space may have changes that the last page has not. */
  get seen(): number {
    return this.revision;
  }

  /** Where the next page begins; undefined: where the log does. */
  get place(): Following['after'] {
    return this.after;
  }

  /** @returns the page behind the last one, which may be empty @throws what `followChanges` throws */
  async next(): Promise<FollowedPage> {
    const page = await this.read();
    this.goOnBehind(page);
    return page;
  }

  /** @returns the same page, without going on behind it */
  async read(): Promise<FollowedPage> {
    const { store, revision } = this.moment ?? (await this.look());
    this.moment = undefined;
    const { chosen, ...choice } = this.following;
    const request = { ...choice, ...chosen(store.catalog), after: this.after, isNewestFirst: false };
    return { ...(await followChanges(store, this.call, request, revision)), store, revision };
  }

  /** @param page that was read from the same place, by this follower or another one of the same changes */
  goOnBehind({ end, revision }: Pick<FollowedPage, 'end' | 'revision'>): void {
    this.after = end;
    this.revision = revision;
  }
}
