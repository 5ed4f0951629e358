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
