/**
 * The filters that come as tabs of boxes or as saved filters, in arguments at any depth of an operation. Tabs are read with the
 * operation; what is saved must come from the database first, so that an operation which names some is read twice: once to learn which,
 * and once more with all of them at hand.
 */
import type { Catalog } from '@headwater/catalog';
import type { FilterTabInput } from '@headwater/graphql-types';
import { joinFilters, readProfiles, type SavedSelection, selectionIn } from '../../../analytics/filters/read-filter.js';
import type { Call } from '../../../records/call.js';
import type { RecordStore } from '../../../records/record-store.js';
import type { Filter } from '../../../request/filter.js';
import { parseFilterTab } from './filter-tab.js';

/** Arguments of every connection. */
export interface GivenFilters {
  readonly filterTab?: FilterTabInput | null | undefined;
  readonly profileId?: string | null | undefined;
}

/** In which days are counted, unless a tab names another zone. */
const timeZone = 'UTC';

export class FilterArguments {
  private readonly saved = new Map<string, SavedSelection>();
  private readonly unread = new Map<string, string>();

  /** @param now the moment of the request, in UTC, as `YYYY-MM-DDTHH:MM:SS.ffffff` */
  constructor(
    private readonly catalog: Catalog,
    readonly now: string,
  ) {}

  /**
   * @param entityType name of that of the records which are listed
   * @param at the field that has the arguments, for messages
   * @returns null when every record is found, and for a saved filter that is yet to be read
   * @throws ApiError `ERROR_PARAMETER_INVALID` for an invalid tab, a saved filter of another entity type
   */
  filterOf(entityType: string, { filterTab, profileId }: GivenFilters, at: string): Filter | null {
    const tab = parseFilterTab(filterTab, `${at}.filterTab`);
    const saved = profileId == null ? null : this.savedOf(profileId, `${at}.profileId`);
    const request = { entityType, tab, profileId: profileId ?? null, now: this.now, timeZone, at };
    return joinFilters(this.catalog, request, saved);
  }

  /** Some saved filters are still to be read. */
  get lacksSaved(): boolean {
    return this.unread.size > 0;
  }

  /** @throws ApiError `ERROR_PARAMETER_INVALID` for one that is not there */
  async readSaved(store: RecordStore, call: Call): Promise<void> {
    const profiles = await readProfiles(store, call, [...this.unread.keys()]);
    for (const [id, at] of this.unread) this.saved.set(id, selectionIn(this.catalog, profiles, id, at));
    this.unread.clear();
  }

  private savedOf(id: string, at: string): SavedSelection | null {
    const saved = this.saved.get(id);
    if (saved === undefined && !this.unread.has(id)) this.unread.set(id, at);
    return saved ?? null;
  }
}
