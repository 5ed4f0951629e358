/**
 * The store as a key may read it: by a catalog that plans nothing beyond its rights, with what was planned and compiled by that. Keys with
 * the same scopes share one.
 */
import { LRUCache } from 'lru-cache';
import type { Rights } from '../rights/rights.js';
import { scopeCatalog } from '../rights/scoped-catalog.js';
import { UserSight } from '../sql/record-sight.js';
import { ReadCompiler } from '../sql/select/compile-list.js';
import { newProjections, type RecordStore } from './record-store.js';

type ScopedParts = Pick<RecordStore, 'catalog' | 'reads' | 'shown' | 'sight' | 'projections' | 'listPlans'>;

/** Different rights that the spaces of one catalog have at the same time; each keeps what it has planned. */
const maxScopes = 50;
const maxKeptMembers = 10_000;
const maxKeptCharacters = 400_000;

/** By what compiles the reads of the whole store: each catalog on each database has its own. */
const scoped = new WeakMap<ReadCompiler, LRUCache<Rights, ScopedParts>>();

/** @returns the store itself for those who may read everything */
export function scopedStore<Store extends RecordStore>(store: Store, rights: Rights): Store {
  if (rights.readsEverything) return store;
  const whole = wholeStore(store);
  let kept = scoped.get(whole.reads);
  if (kept === undefined) {
    kept = new LRUCache({ max: maxScopes });
    scoped.set(whole.reads, kept);
  }
  let parts = kept.get(rights);
  if (parts === undefined) {
    parts = scopedParts(whole, rights);
    kept.set(rights, parts);
  }
  const { catalog, reads, shown, projections, listPlans } = whole;
  return { ...whole, ...parts, whole: { catalog, reads, shown, projections, listPlans } };
}

/** @returns the store of the space, of which this one may be the part that a key reads */
export function wholeStore<Store extends RecordStore>(store: Store): Store {
  return store.whole === undefined ? store : { ...store, ...store.whole, whole: undefined, sight: undefined };
}

function scopedParts(store: RecordStore, rights: Rights): ScopedParts {
  const { db, answerLimits } = store;
  const catalog = scopeCatalog(store.catalog, rights);
  const sight = rights.user && new UserSight(store, db.dialect, rights.user);
  const shown = sight?.dialect ?? db.dialect;
  return {
    catalog,
    shown,
    sight,
    reads: new ReadCompiler(catalog, shown, answerLimits.records, maxKeptCharacters),
    projections: newProjections(maxKeptMembers),
    listPlans: new WeakMap(),
  };
}
