/**
 * Saved filters: Profile records, found, listed, made, changed and deleted. What is written must be a filter that can be run.
 */
import type { Catalog } from '@headwater/catalog';
import { ApiError } from '../../errors/api-error.js';
import { everyOf, Refusals } from '../../errors/refusals.js';
import type { ServerDeps } from '../../http/server-deps.js';
import { planFilter } from '../../plan/plan-filter.js';
import type { Call } from '../../records/call.js';
import { notFound } from '../../records/read/get-record.js';
import { listRecords } from '../../records/read/list-records.js';
import { createRecord } from '../../records/write/create-record.js';
import { deleteRecord } from '../../records/write/delete-record.js';
import { updateRecord } from '../../records/write/update-record.js';
import type { Filter } from '../../request/filter.js';
import type { RecordBody } from '../../request/write-request.js';
import { allOf } from './all-of.js';
import { checkKnown, checkPipelines, pipelinesAmong } from './check-pipelines.js';
import type { FilterTab } from './filter-tab.js';
import { planFilterTab, type TabMoment } from './plan-filter-tab.js';
import {
  filterProfile,
  type ProfileKind,
  type ProfileRecord,
  parseProfile,
  profileEntity,
  profileKind,
  profileSelection,
} from './profile-record.js';
import { mayChange, seenBy } from './profile-rights.js';
import { findProfile, type SavedSelection, selectionOf } from './read-profile.js';
import { renderTabSettings } from './tab-settings.js';

const entityType = 'Profile';

export interface SavedFilter {
  readonly profile: ProfileRecord;
  /** Name of the entity type; null when its records are not kept here. */
  readonly entity: string | null;
  readonly tab: FilterTab | null;
  /** Why it cannot be run. */
  readonly problem: string | null;
}

export interface SavedFilterPage {
  readonly items: readonly SavedFilter[];
  readonly hasNextPage: boolean;
  readonly endCursor: string | null;
}

/** What a caller gives; left out: stays as it is. */
export interface FilterChange {
  readonly name?: string | undefined;
  readonly tab?: FilterTab | undefined;
  readonly pipelineIds?: readonly string[] | undefined;
  readonly shareMode?: number | undefined;
  /** The field that has the arguments, for messages. */
  readonly at: string;
}

/** @returns null when there is none that the caller may see */
export async function findSavedFilter(deps: ServerDeps, call: Call, id: string): Promise<SavedFilter | null> {
  const profile = await findProfile(deps, call, id);
  return profile ? savedFilter(deps, call, profile) : null;
}

/**
 * @param entity name of an entity type; null: of all
 * @param at the field that has the arguments, for messages
 * @throws ApiError `ERROR_PARAMETER_INVALID` for an unknown entity type, a page out of bounds, a broken cursor
 */
export async function listSavedFilters(
  deps: ServerDeps,
  call: Call,
  { entity, first, after }: { readonly entity: string | null; readonly first: number; readonly after: string | null },
  at: string,
): Promise<SavedFilterPage> {
  const page = await listRecords(deps, call, {
    entityType,
    filter: allOf([
      seenBy(call.principal.client),
      entity === null ? null : ofEntity(deps.catalog, entity, `${at}.entity`),
    ]),
    sort: [{ path: ['name'], descending: false, at }],
    window: { kind: 'cursor', first, ...(after === null ? {} : { after }) },
    includeDeleted: false,
    selection: profileSelection,
    withTotal: false,
  });
  return {
    items: await savedFilters(deps, call, page.texts.map(parseProfile)),
    hasNextPage: page.hasNextPage,
    endCursor: page.endCursor,
  };
}

function ofEntity(catalog: Catalog, entity: string, at: string): Filter {
  const kind = profileKind(catalog, entity, at);
  const filters = Object.entries(kind).map(([field, value]): Filter => {
    return { kind: 'condition', path: [field], operator: 'eq', operands: [value], at };
  });
  return { kind: 'and', filters };
}

/**
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a tab of records that no profile can be of; ParameterErrors for all that is wrong in a
 *   tab, and pipelines that these records do not have or that are not there; ValidationError for the rest; `ERROR_FORBIDDEN` for a key
 *   that may only read
 */
export async function saveFilter(
  deps: ServerDeps,
  call: Call,
  { name, tab, pipelineIds, shareMode, at }: FilterChange & { readonly name: string; readonly tab: FilterTab },
): Promise<SavedFilter> {
  const kind = profileKind(deps.catalog, tab.mainBox.entity, `${tab.mainBox.at}.entity`);
  const settings = await checkedSettings(deps, call, { kind, tab, pipelineIds: pipelineIds ?? [], kept: [], at });
  const body: RecordBody = {
    name,
    type: filterProfile,
    ...kind,
    settings,
    owner_id: call.principal.client,
    pipelines: pipelineIds ?? [],
    share_mode: shareMode ?? 0,
  };
  const request = { entityType, body, validationLevel: 0, selection: profileSelection };
  return savedFilter(deps, call, parseProfile((await createRecord(deps, call, request)).text));
}

/**
 * @param revision the one that the caller has seen; the change is refused when the record has moved on
 * @throws the same; ApiError `ERROR_RECORD_NOT_FOUND`, `ERROR_FORBIDDEN` for what only others may change, `ERROR_REVISION_CONFLICT`
 */
export async function changeFilter(
  deps: ServerDeps,
  call: Call,
  id: string,
  { name, tab, pipelineIds, shareMode, at }: FilterChange,
  revision: number | null,
): Promise<SavedFilter> {
  const profile = await changeable(deps, call, id);
  const given = { kind: profile, tab, pipelineIds: pipelineIds ?? [], kept: profile.pipelines, at };
  const settings = await checkedSettings(deps, call, given);
  const body: RecordBody = {
    ...(name === undefined ? {} : { name }),
    ...(settings === undefined ? {} : { settings }),
    ...(pipelineIds === undefined ? {} : { pipelines: pipelineIds }),
    ...(shareMode === undefined ? {} : { share_mode: shareMode }),
  };
  const request = {
    entityType,
    id,
    body,
    validationLevel: 0,
    selection: profileSelection,
    ...(revision === null ? {} : { expectedRevision: revision }),
  };
  return savedFilter(deps, call, parseProfile((await updateRecord(deps, call, request)).text));
}

/** @returns its id @throws ApiError the same */
export async function deleteSavedFilter(deps: ServerDeps, call: Call, id: string): Promise<string> {
  await changeable(deps, call, id);
  return (await deleteRecord(deps, call, { entityType, id, validationLevel: 0 })).id;
}

async function changeable(deps: ServerDeps, call: Call, id: string): Promise<ProfileRecord> {
  const profile = await findProfile(deps, call, id);
  if (!profile) throw notFound(deps.catalog.existing(entityType), id);
  if (mayChange(profile, call.principal.client)) return profile;
  throw new ApiError(
    'ERROR_FORBIDDEN',
    `The saved filter ${id} belongs to another user, who has not shared it for changes.`,
  );
}

async function savedFilter(deps: ServerDeps, call: Call, profile: ProfileRecord): Promise<SavedFilter> {
  const [saved] = await savedFilters(deps, call, [profile]);
  if (!saved) throw new Error('a profile is a filter or has a problem');
  return saved;
}

/** One statement for the pipelines of all. One that was deleted is no problem: its opportunities may still be there. */
async function savedFilters(deps: ServerDeps, call: Call, profiles: readonly ProfileRecord[]): Promise<SavedFilter[]> {
  const named = [...new Set(profiles.flatMap(({ pipelines }) => pipelines))];
  const known = await pipelinesAmong(deps, call, named, { includeDeleted: true });
  return profiles.map((profile) => judged(deps, profile, known));
}

function judged({ catalog, clock }: ServerDeps, profile: ProfileRecord, pipelines: ReadonlySet<string>): SavedFilter {
  const at = 'profile';
  try {
    const entity = profileEntity(catalog, profile, at).name;
    try {
      const { selection } = everyOf({
        selection: () => runnable(catalog, profile, momentOf(clock), at),
        pipelines: () => checkKnown(profile.pipelines, pipelines, `${at}.pipelines`),
      });
      return { profile, entity, tab: selection.tab, problem: null };
    } catch (error) {
      return { profile, entity, tab: null, problem: problemOf(error) };
    }
  } catch (error) {
    return { profile, entity: null, tab: null, problem: problemOf(error) };
  }
}

/** @throws ParameterErrors for all that keeps it from being run, but for pipelines that are not there */
function runnable(catalog: Catalog, profile: ProfileRecord, moment: TabMoment, at: string): SavedSelection {
  const selection = selectionOf(catalog, profile, at);
  checkFilter(catalog, selection.entityType.name, selection.filter(moment));
  return selection;
}

function problemOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  throw error;
}

interface GivenFilter extends Required<Pick<FilterChange, 'tab' | 'at'>> {
  readonly kind: ProfileKind;
  readonly pipelineIds: readonly string[];
  /** Pipelines that it has already. */
  readonly kept: readonly string[];
}

/**
 * @returns the tab as it is kept; undefined where none is given
 * @throws ParameterErrors for all that keeps it from being run
 */
async function checkedSettings(
  deps: ServerDeps,
  call: Call,
  { kind, tab, pipelineIds: ids, kept, at }: GivenFilter,
): Promise<RecordBody | undefined> {
  const { catalog, clock } = deps;
  const entityType = profileEntity(catalog, kind, at);
  const refusals = new Refusals();
  refusals.attempt(() => {
    if (tab) checkFilter(catalog, entityType.name, planFilterTab(catalog, entityType, tab, momentOf(clock)));
  });
  await refusals.wait(async () => {
    if (ids.length > 0) await checkPipelines(deps, call, { entityType, ids, kept, at: `${at}.pipelineIds` });
  });
  refusals.settle();
  return tab && renderTabSettings(tab);
}

/** What values must look like is found out when the filter is planned. */
function checkFilter(catalog: Catalog, entity: string, filter: Filter | null): void {
  if (filter) planFilter(catalog, catalog.existing(entity), filter);
}

function momentOf(clock: () => string): TabMoment {
  return { now: clock(), timeZone: 'UTC' };
}
