/**
 * Opens what the server is made of: the migrated database, and what works on it.
 */
import { join } from 'node:path';
import { buildCatalog, type Catalog, entityTypes } from '@headwater/catalog';
import { savedFilterDefinitions } from '../analytics/filters/saved-filters.js';
import { savedReportDefinitions } from '../analytics/reports/saved-reports.js';
import type { AllowedDocuments } from '../api/graphql/documents/read-documents.js';
import { openKeyRing } from '../auth/key-ring.js';
import { noRateLimits, type RateLimitSettings, RateLimits } from '../auth/rate-limits.js';
import { withBoundedReads } from '../db/bounded-reads.js';
import type { Database, DatabaseLocation, StatementListener } from '../db/database.js';
import { OlderDatabase } from '../db/migrations/database-version.js';
import type { OnDistributed } from '../db/migrations/distribute-tables.js';
import { migrate, requireMigrated } from '../db/migrations/migrate.js';
import { databaseName, isThere, openDatabase } from '../db/open-database.js';
import { settingMadeOnce } from '../db/settings.js';
import { hasSpaces } from '../db/spaces.js';
import { untilReady, type Waiting } from '../db/until-ready.js';
import { type FilesOwner, newFilesMark } from '../files/file-store.js';
import { type FileLocation, openFileStore } from '../files/open-file-store.js';
import { Admission, type AdmissionLimits, defaultAdmission } from '../http/admission.js';
import type { ServerDeps } from '../http/server-deps.js';
import { createSpaceStores } from '../metadata/space-catalog/space-stores.js';
import { SharedPages } from '../records/changes/shared-pages.js';
import { SpaceWatch } from '../records/changes/space-watch.js';
import { now } from '../records/clock.js';
import { KnownAnswers } from '../records/read/known-answers.js';
import { UserRightsOf } from '../records/read/user-rights-of.js';
import { createRecordStore } from '../records/record-store.js';
import { entityRules } from '../records/rules/entity-rules.js';
import { type AnswerLimits, defaultAnswerLimits } from '../request/answer-limits.js';
import { defaultMaxHeldBytes, HeldBytes } from '../request/held-bytes.js';
import { areMigrated, migrateSpaces } from '../spaces/migrate-spaces.js';
import { defaultWebhookRules, type WebhookRules } from '../webhooks/delivery-worker.js';
import type { Config } from './config.js';
import { packageVersion } from './package-version.js';

export type DepsConfig = Pick<
  Config,
  | 'dataDir'
  | 'databaseUrl'
  | 'databaseSettings'
  | 'publicUrl'
  | 'isTrustedProxy'
  | 'secret'
  | 'maxBodyBytes'
  | 'maxUploadBytes'
  | 'timeoutMs'
  | 'files'
  | 'graphql'
> & {
  /** As the environment sets it when nothing is set, unless given. */
  readonly admission?: AdmissionLimits;
  readonly answerLimits?: AnswerLimits;
  readonly maxHeldBytes?: number;
  /** As the environment sets it when nothing is set, unless given. */
  readonly changesDays?: number;
  /** To public addresses unless given. */
  readonly webhooks?: WebhookRules;
  /** None unless given. */
  readonly rateLimits?: RateLimitSettings;
};

let known: Catalog | undefined;

/** The same for all that a process opens, so that what is made of it is made once. */
function systemCatalog(): Catalog {
  known ??= buildCatalog(entityTypes);
  return known;
}

/**
 * @param onStatement called with every statement over records before it runs
 * @param clock returns the current time
 * @param waiting for a database that cannot be used yet, or takes long to be brought up to date; `readsOnly`: changes nothing in it
 * @returns deps whose database the caller closes
 * @throws DocumentsError; NewerDatabase; OlderDatabase when it only reads; TablesInUse; DatabaseAway when the database could not be used in time; the reason of `waiting.stop`
 */
export async function openDeps(
  config: DepsConfig,
  onStatement?: StatementListener,
  clock: () => string = now,
  waiting: Waiting & { readonly onDistributed?: OnDistributed; readonly readsOnly?: boolean } = {},
): Promise<ServerDeps> {
  const { databaseSettings, graphql } = config;
  const { readsOnly = false } = waiting;
  const location = locationOf(config);
  if (readsOnly && !(await isThere(location))) throw OlderDatabase.withoutTables();
  const answerLimits = config.answerLimits ?? defaultAnswerLimits;
  const db = await openDatabase(location, databaseSettings, onStatement, answerLimits.bytes);
  try {
    await untilReady(db, databaseSettings.startMs, waiting);
    const catalog = systemCatalog();
    if (readsOnly) await requireMigrated(db, catalog, packageVersion());
    else await migrate(db, catalog, packageVersion(), waiting.onDistributed);
    const definitions = [savedFilterDefinitions, savedReportDefinitions];
    const system = { ...createRecordStore(catalog, db, entityRules, 0, answerLimits), definitions };
    const stores = createSpaceStores(system, config.timeoutMs);
    const store = { ...system, renew: (space: string) => stores.of(space) };
    if (!readsOnly) await migrateSpaces(store);
    else if (!(await areMigrated(store))) throw OlderDatabase.before(packageVersion());
    const bounded = withBoundedReads(db, config.timeoutMs);
    const knownAnswers = new KnownAnswers(bounded, packageVersion());
    return {
      ...store,
      stores,
      knownAnswers,
      userRights: new UserRightsOf(knownAnswers, bounded),
      files: await openFileStore(placeOfFiles(config), await filesOwner(db, readsOnly)),
      keys: await openKeyRing(bounded, config.secret, readsOnly),
      publicUrl: config.publicUrl,
      isTrustedProxy: config.isTrustedProxy,
      clock,
      rateLimits: new RateLimits(db, config.rateLimits ?? noRateLimits),
      admission: new Admission(config.admission ?? defaultAdmission),
      watch: new SpaceWatch(db),
      feedPages: new SharedPages(),
      heldBytes: new HeldBytes(config.maxHeldBytes ?? defaultMaxHeldBytes),
      changesDays: config.changesDays ?? 90,
      webhooks: config.webhooks ?? defaultWebhookRules,
      graphql: {
        ...graphql,
        documents: graphql.documents === undefined ? undefined : await openDocuments(graphql.documents),
      },
      limits: { maxBodyBytes: config.maxBodyBytes, maxUploadBytes: config.maxUploadBytes, timeoutMs: config.timeoutMs },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

function locationOf({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): DatabaseLocation {
  return databaseUrl === undefined ? { dataDir } : { url: databaseUrl };
}

/** @returns what an operator knows the database by, without secrets */
export function nameOfDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): string {
  return databaseName(locationOf(config));
}

/** @returns where files are stored: in the data folder unless the configuration says another place */
export function placeOfFiles({ files, dataDir }: Pick<Config, 'files' | 'dataDir'>): FileLocation {
  return files ?? { kind: 'folder', folder: join(dataDir, 'files') };
}

const ownerSetting = 'files_owner';
/** Follows the mark of a database that had spaces before there were marks. */
const andUnmarked = '+unmarked';

/** @returns what its files are known by in a store that other databases may use as well; who only reads makes and removes none */
async function filesOwner(db: Database, readsOnly: boolean): Promise<FilesOwner> {
  if (readsOnly) return { mark: newFilesMark(), hasUnmarked: false };
  const { knex } = db;
  const setting = await settingMadeOnce(knex, ownerSetting, async () => {
    return `${newFilesMark()}${(await hasSpaces(db)) ? andUnmarked : ''}`;
  });
  return { mark: setting.replace(andUnmarked, ''), hasUnmarked: setting.endsWith(andUnmarked) };
}

/** What parses them is loaded where there are some. */
async function openDocuments(path: string): Promise<AllowedDocuments> {
  const { readDocuments } = await import('../api/graphql/documents/read-documents.js');
  return readDocuments(path);
}
