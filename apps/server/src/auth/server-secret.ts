/**
 * The secret that keys the password hashes. Knows no keys.
 */
import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Database } from '../db/database.js';

const settingName = 'server_secret';

/**
 * @param configured the secret of the environment; without one a random secret is made once and stored in the database,
 * the same one for all processes on it
 */
export async function serverSecret(db: Database, configured: string | undefined): Promise<KeyObject> {
  return createSecretKey(configured ?? (await storedSecret(db)), 'utf8');
}

async function storedSecret(db: Database): Promise<string> {
  const find = async (): Promise<string | undefined> =>
    (await db.knex('settings').where({ name: settingName }).first('value'))?.value;
  const found = await find();
  if (found !== undefined) return found;
  // Two processes may start at once: the first insert counts, and both read what it wrote.
  await db
    .knex('settings')
    .insert({ name: settingName, value: randomBytes(32).toString('base64url') })
    .onConflict('name')
    .ignore();
  const stored = await find();
  if (stored === undefined) throw new Error('the server secret cannot be stored in the settings table');
  return stored;
}
