/**
 * Which version of the server a database is of: the latest that has used it. One before that would change its tables back.
 */
import type { Database } from '../database.js';
import { storedSetting, storeSetting } from '../settings.js';
import { migrationNames } from './migrations.js';

const versionSetting = 'server_version';

/** As Knex names it. */
const migrationTable = 'knex_migrations';

/** Its message says all that an operator needs. */
export class NewerDatabase extends Error {}

/**
 * @param version of this server, such as `1.2.3`
 * @throws NewerDatabase when a later version has used the database
 */
export async function checkVersion({ knex }: Database, version: string): Promise<void> {
  // A version that was never released has the number of the last one.
  const unknown = (await knex.schema.hasTable(migrationTable))
    ? await knex(migrationTable).whereNotIn('name', migrationNames).first('name')
    : undefined;
  const latest = (await knex.schema.hasTable('settings')) ? await storedSetting(knex, versionSetting) : undefined;
  const isLater = latest !== undefined && compareVersions(latest, version) > 0;
  if (!isLater && unknown === undefined) return;
  throw new NewerDatabase(
    `A later version of Headwater has used this database${isLater ? `: ${latest}` : ''}. This is version ${version}. ` +
      'Start that one or a later one; the way back is a backup that this version has made.',
  );
}

/** To be called when the database is as `version` needs it. */
export async function storeVersion({ knex }: Database, version: string): Promise<void> {
  if ((await storedSetting(knex, versionSetting)) !== version) await storeSetting(knex, versionSetting, version);
}

/** @returns less than 0 when `a` comes before `b` */
function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
