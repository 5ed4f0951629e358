/**
 * The merge property: of whatever records are merged, nothing that led to one that goes is lost or doubled, and a merge that is rejected
 * changes nothing. What must become of all records is worked out in memory and compared with what is stored.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { systemCall } from '../../src/records/call.js';
import { type MergePreview, mergeRecords, previewMerge } from '../../src/records/merge/merge-records.js';
import type { RecordText } from '../../src/records/read/record-page.js';
import { spaceRevision } from '../../src/records/read/space-revision.js';
import type { StoredRecord } from '../../src/records/write/draft.js';
import { runWrite } from '../../src/records/write/run-write.js';
import type { MergeRequest } from '../../src/request/merge-request.js';
import { movedBetween } from '../dry-run/moved-between.js';
import { onBothDatabases } from '../fixture.js';
import { type Dump, dumpSpace } from '../space-dump.js';
import { at, type Ids, makeGraph, makeOthers, type Others } from './merge-fixture.js';
import { type ExpectedMerge, expectMerge } from './merge-oracle.js';
import { type MergeScheme, merges, schemes } from './merge-scheme.js';
import { runsOf } from './runs.js';
import { seed } from './seed.js';

const runs = Number(process.env.HEADWATER_TEST_RUNS ?? runsOf(30));

onBothDatabases((running) => {
  let others: Others;
  let graphs = 0;
  beforeAll(async () => {
    others = await makeOthers(running.space);
  });

  const dump = (since: number) => dumpSpace(running.server.deps, running.space.id, since);

  it(`holds for ${runs} graphs (seed ${seed})`, { timeout: 300_000 }, async () => {
    const property = fc.asyncProperty(
      schemes,
      fc.array(merges, { minLength: 3, maxLength: 5 }),
      async (scheme, list) => {
        const { deps } = running.server;
        const start = await spaceRevision(deps, running.space.id);
        graphs += 1;
        const ids = await makeGraph(deps, running.space, others, scheme, graphs);
        for (const merge of list) await checkMerge(merge, ids, start);
      },
    );
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: false });
    expect(running.server.failures).toEqual([]);
  });

  async function checkMerge(scheme: MergeScheme, ids: Ids, start: number): Promise<void> {
    const { deps } = running.server;
    const before = await dump(start);
    const merge = chosen(scheme, ids, before);
    const revision = await spaceRevision(deps, running.space.id);
    const request: MergeRequest = {
      entityType: merge.type,
      master: { id: merge.master, ...merge.given },
      secondaryIds: merge.secondaries,
      validationLevel: 0,
      selection: { kind: 'rest', expand: {} },
    };
    const call = systemCall(running.space.id);
    const tried = await runWrite(deps, { ...call, isDryRun: true }, request, previewMerge).catch(errorOf);
    expect(await dump(start)).toEqual(before);
    expect(await spaceRevision(deps, running.space.id)).toBe(revision);
    const done = await runWrite(deps, call, request, mergeRecords).catch(errorOf);
    const after = await dump(start);
    if (done instanceof Error || tried instanceof Error) {
      expect(String(tried)).toBe(String(done));
      expect(isPossible(before, merge), String(done)).toBe(false);
      expect(after).toEqual(before);
      expect(await spaceRevision(deps, running.space.id)).toBe(revision);
      return;
    }
    expect(isPossible(before, merge)).toBe(true);
    expect(withoutStamps(after)).toEqual(withoutStamps(expectMerge(deps.catalog, before, merge)));
    expect(await spaceRevision(deps, running.space.id)).toBe(revision + 1);
    checkStamps(before, after, merge.master, revision + 1);
    expect(timeless(tried.record)).toEqual(timeless(done));
    expect(tried.preview.references).toEqual(movedBetween(before, after, merge.secondaries, merge.master));
    checkGivenUp(tried.preview, merge, before, after);
  }
});

const errorOf = (error: unknown) => error as Error;

/** The members of an answer without the moment of the write. */
function timeless({ text }: RecordText): unknown {
  const { modified: _, ...members } = JSON.parse(text) as StoredRecord;
  return members;
}

/** Members that are drawn. */
const texts = ['city', 'email1', 'first_name', 'account_position', 'description'];

/** Of these members, what a record has and the master has not is given up, and nothing else. */
function checkGivenUp({ givenUp }: MergePreview, merge: ExpectedMerge, before: Dump, after: Dump): void {
  const master = after.get(merge.type)?.get(merge.master);
  for (const id of merge.secondaries) {
    const record = before.get(merge.type)?.get(id);
    const lost = texts.filter((name) => record?.[name] && record[name] !== master?.[name]);
    const members = givenUp.find((one) => one.id === id)?.members ?? [];
    const listed = members.filter(([name]) => texts.includes(name));
    expect(new Map(listed)).toEqual(new Map(lost.map((name) => [name, JSON.stringify(record?.[name])])));
  }
}

function chosen({ type, places, isCareless, given }: MergeScheme, ids: Ids, before: Dump): ExpectedMerge {
  const there = ids[type].filter((id) => isThere(before, type, id));
  // Who is careless takes what is deleted, and what several places lead to several times.
  const all = places.map((place) => at(isCareless ? ids[type] : there, place));
  const [master = '', ...secondaries] = isCareless ? all : [...new Set(all)];
  const member = type === 'Account' || type === 'Contact' ? 'city' : 'description';
  return { type, master, secondaries, given: given === null ? {} : { [member]: given } };
}

function isPossible(before: Dump, { type, master, secondaries }: ExpectedMerge): boolean {
  const all = [master, ...secondaries];
  return secondaries.length > 0 && new Set(all).size === all.length && all.every((id) => isThere(before, type, id));
}

function isThere(before: Dump, type: string, id: string): boolean {
  return before.get(type)?.get(id)?.is_deleted === false;
}

function withoutStamps(records: ReadonlyMap<string, ReadonlyMap<string, StoredRecord>>) {
  const bare = ({ modified: _, revision: __, ...members }: StoredRecord) => members;
  return new Map([...records].map(([type, all]) => [type, new Map([...all].map(([id, one]) => [id, bare(one)]))]));
}

/** What changed has the merge's revision; what did not, and what was deleted before, stays at its own. */
function checkStamps(before: Dump, after: Dump, master: string, revision: number): void {
  for (const [type, records] of after) {
    for (const [id, record] of records) {
      const old = before.get(type)?.get(id);
      const { modified: _, revision: at, ...members } = record;
      const { modified: __, revision: was, ...wasMembers } = old ?? {};
      const hasChanged = JSON.stringify(members) !== JSON.stringify(wasMembers);
      const isStamped = old?.is_deleted === false && (hasChanged || id === master);
      expect(at, `${type} ${id}`).toBe(isStamped ? revision : was);
    }
  }
}
