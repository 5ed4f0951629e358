/**
 * What differs between the databases when SQL is written, by concern. Shared code asks a dialect, and takes no more of it than it needs;
 * it never asks which database it is on.
 */
import { type AggregateDialect, postgresAggregates, sqliteAggregates } from './aggregates.js';
import { type BindingDialect, postgresBinding, sqliteBinding } from './binding.js';
import { type DateDialect, postgresDates, sqliteDates } from './dates.js';
import { type JsonDialect, postgresJson, sqliteJson } from './json.js';
import { type JsonTextDialect, postgresJsonText, sqliteJsonText } from './json-text.js';
import { type PlanningDialect, postgresPlanning, sqlitePlanning } from './planning.js';
import { postgresTables, sqliteTables, type TableDialect } from './tables.js';
import { postgresText, sqliteText, type TextDialect } from './text.js';
import { postgresWrites, sqliteWrites, type WriteDialect } from './writes.js';

/** What statements that read are written with. */
export interface ReadDialect
  extends BindingDialect,
    JsonDialect,
    JsonTextDialect,
    TextDialect,
    DateDialect,
    AggregateDialect,
    PlanningDialect {}

/** All of it, for statements that write as well. */
export interface Dialect extends ReadDialect, WriteDialect, TableDialect {
  readonly name: 'sqlite' | 'postgres';
}

export const sqlite: Dialect = {
  name: 'sqlite',
  ...sqliteBinding,
  ...sqliteJson,
  ...sqliteJsonText,
  ...sqliteText,
  ...sqliteDates,
  ...sqliteAggregates,
  ...sqlitePlanning,
  ...sqliteWrites,
  ...sqliteTables,
};

export const postgres: Dialect = {
  name: 'postgres',
  ...postgresBinding,
  ...postgresJson,
  ...postgresJsonText,
  ...postgresText,
  ...postgresDates,
  ...postgresAggregates,
  ...postgresPlanning,
  ...postgresWrites,
  ...postgresTables,
};
