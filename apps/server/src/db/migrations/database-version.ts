/**
 * Which version of the server a database is of: the latest that has used it. One before that would change its tables back.
 */
import type { Knex } from 'knex';
import { storedSetting, storeFirstSetting } from '../settings.js';
import { migrationNames, migrationTable } from './migrations.js';

const versionSetting = 'server_version';

/** Its message says all that an operator needs. */
export class NewerDatabase extends Error {}

/** What a command that only reads found in place of the tables of this version. */
export class OlderDatabase extends Error {
  /** @param remedy what an operator can do */
  constructor(
    readonly finding: string,
    readonly remedy: string,
  ) {
    super(`${finding.charAt(0).toUpperCase()}${finding.slice(1)}: ${remedy}.`);
  }

  static withoutTables(): OlderDatabase {
    return new OlderDatabase(
      'there is no database of Headwater',
      'see that HEADWATER_DATABASE_URL or HEADWATER_DATA_DIR is right; headwater migrate makes a new one',
    );
  }

  static before(version: string): OlderDatabase {
    return new OlderDatabase(
      `the tables are older than version ${version} needs them`,
      'run headwater migrate, as serve does; versions before this one cannot be started afterwards',
    );
  }
}

/**
 * @param version of this server, such as `1.2.3`
 * @throws NewerDatabase when a later version has used the database
 */
export async function checkVersion(knex: Knex, version: string): Promise<void> {
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

/** Later versions stay. To be called before the tables are changed: one that comes before `version` would change them back. */
export async function storeVersion(knex: Knex, version: string): Promise<void> {
  await storeFirstSetting(knex, versionSetting, version);
  const latest = (await storedSetting(knex, versionSetting)) ?? version;
  if (compareVersions(latest, version) >= 0) return;
  await knex('settings').where({ name: versionSetting, value: latest }).update({ value: version });
}

/** @returns less than 0 when `a` comes before `b`; what leads to a version, such as `1.2.0-rc.1`, comes before it */
function compareVersions(a: string, b: string): number {
  const numbers = (version: string) => version.replace(/-.*/, '');
  const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
  return compare(numbers(a), numbers(b)) || Number(b.includes('-')) - Number(a.includes('-')) || compare(a, b);
}
