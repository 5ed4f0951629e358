/**
 * What a database keeps about itself: one text for each name.
 */
import type { Knex } from 'knex';

/** @returns undefined when it was never stored */
export async function storedSetting(knex: Knex, name: string): Promise<string | undefined> {
  return (await knex('settings').where({ name }).first('value'))?.value;
}

export async function storeSetting(knex: Knex, name: string, value: string): Promise<void> {
  await knex('settings').insert({ name, value }).onConflict('name').merge();
}

/** Stores it unless there is one: of two processes at once the first counts. */
export async function storeFirstSetting(knex: Knex, name: string, value: string): Promise<void> {
  await knex('settings').insert({ name, value }).onConflict('name').ignore();
}

/**
 * @param make called when it was never stored
 * @returns what is stored, the same for all processes
 */
export async function settingMadeOnce(knex: Knex, name: string, make: () => string | Promise<string>): Promise<string> {
  const found = await storedSetting(knex, name);
  if (found !== undefined) return found;
  await storeFirstSetting(knex, name, await make());
  const stored = await storedSetting(knex, name);
  if (stored === undefined) throw new Error(`"${name}" cannot be stored in the table of settings`);
  return stored;
}
