/**
 * What every use of records works with: the catalog, the database, and the compilers that keep what they compiled.
 */
import { EventEmitter } from 'node:events';
import type { Catalog } from '@headwater/catalog';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.js';
import type { ListPlan } from '../plan/list/list-plan.js';
import type { Projection } from '../plan/projection/projection.js';
import { linkBaseParts } from '../plan/relations/record-links.js';
import { type AnswerLimits, defaultAnswerLimits } from '../request/answer-limits.js';
import type { ListRequest } from '../request/list-request.js';
import type { StatementScope } from '../sql/binder.js';
import { weighedCache } from '../sql/cache.js';
import type { ReadDialect } from '../sql/dialects/dialect.js';
import type { UserSight } from '../sql/record-sight.js';
import { ReadCompiler } from '../sql/select/compile-list.js';
import { StoredCompiler } from '../sql/write/compile-stored.js';
import { WriteCompiler } from '../sql/write/compile-write.js';
import type { Call } from './call.js';
import type { OptionValues } from './derived/formula-values.js';
import type { EntityRules, StoredDefinitions } from './write/entity-rule.js';
import { type OwnedRelation, ownedRelations } from './write/rows/owned-rows.js';

export interface RecordStore {
  readonly catalog: Catalog;
  /** The same with the fields and entities of the space that are deleted: their values are kept, and follow what they refer to. */
  readonly withDeleted: () => Catalog;
  /**
   * The revision of the space at which its own fields and entities were as the catalog has them; 0 where a space has none. A write that
   * meets another one is planned again.
   */
  readonly metadataRevision: number;
  /**
   * The store of a space as it is now, for writes that met another catalog; without it they fail. Absent inside a larger transaction,
   * which as a whole must begin again.
   */
  readonly renew?: (space: string) => Promise<RecordStore>;
  /** What the options that formulas meet count for; none where no formula meets any. */
  readonly optionValues: OptionValues;
  /**
   * Wakes the workers of this process up: a transaction has enqueued a job, or changed records of a space. What is to be done is in the
   * database.
   */
  readonly jobSignal: EventEmitter<{ enqueued: []; changed: [space: string] }>;
  /** Which records define something by the names of fields; none where nobody runs such records. */
  readonly definitions: readonly StoredDefinitions[];
  /** What the interface says of single entity types. */
  readonly rules: EntityRules;
  readonly db: Database;
  /** What statements whose answer the caller sees are written with: of a user's key they read what the user sees. */
  readonly shown: ReadDialect;
  /** What one answer may hold. */
  readonly answerLimits: AnswerLimits;
  readonly reads: ReadCompiler;
  readonly stored: StoredCompiler;
  readonly writes: WriteCompiler;
  /** By the entity type of their rows. */
  readonly ownedRelations: ReadonlyMap<string, readonly OwnedRelation[]>;
  /** Shapes planned before. */
  readonly projections: LRUCache<string, Projection>;
  /** Numbers of records that filters have found, by statement and what it binds. */
  readonly counts: LRUCache<string, CachedCount>;
  /** Of requests that are kept. */
  readonly listPlans: WeakMap<ListRequest, ListPlan>;
  /** What these are in the store of the space, where this one is the part of it that a key may read. */
  readonly whole?: Pick<RecordStore, 'catalog' | 'reads' | 'shown' | 'projections' | 'listPlans'> | undefined;
  /** What a user sees and may change; absent where who asks stands for none. */
  readonly sight?: UserSight | undefined;
}

/** How many records a filter finds. */
export interface CachedCount {
  /** Of the last change of what it reads, ahead of the count. */
  readonly revision: unknown;
  readonly total: number;
}

const maxCounts = 1_000;

/** Members of all projections kept, those of expanded records included. */
const maxKeptMembers = 100_000;
/** Of statements. */
const maxKeptCharacters = 4_000_000;

export function createRecordStore(
  catalog: Catalog,
  db: Database,
  rules: EntityRules,
  metadataRevision = 0,
  answerLimits = defaultAnswerLimits,
): RecordStore {
  return {
    catalog,
    withDeleted: () => catalog,
    metadataRevision,
    optionValues: new Map(),
    jobSignal: new EventEmitter(),
    definitions: [],
    rules,
    db,
    shown: db.dialect,
    answerLimits,
    reads: new ReadCompiler(catalog, db.dialect, answerLimits.records, maxKeptCharacters),
    stored: new StoredCompiler(catalog, db.dialect),
    writes: new WriteCompiler(catalog, db.dialect),
    ownedRelations: ownedRelations(catalog, rules),
    projections: newProjections(maxKeptMembers),
    counts: new LRUCache({ max: maxCounts }),
    listPlans: new WeakMap(),
  };
}

/** @param maxMembers of all projections that are kept, those of expanded records included */
export function newProjections(maxMembers: number): RecordStore['projections'] {
  return weighedCache(maxMembers, countMembers);
}

/** @returns what the statements of a call begin with: its space, the address of the space's collections, who asks */
export function scopeOf(call: Call): StatementScope {
  const { space, client } = call.principal;
  return { space, linkBase: `${call.origin}${linkBaseParts.join(space)}`, client };
}

function countMembers({ members, branches = [] }: Projection): number {
  const projections = [
    ...members.flatMap((member) => ('projection' in member ? [member.projection] : [])),
    ...branches.map((branch) => branch.projection),
  ];
  return projections.reduce((sum, projection) => sum + countMembers(projection), members.length);
}
