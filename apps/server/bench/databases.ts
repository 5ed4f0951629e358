/**
 * The databases that contestants use, and what is chosen of them.
 */

export const databaseNames = ['sqlite', 'postgres'] as const;
export type DatabaseName = (typeof databaseNames)[number];

export const databaseTitles: Readonly<Record<DatabaseName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Of SQLite: whether a commit waits for the disk. */
export const synchronousModes = ['NORMAL', 'FULL'] as const;
export type Synchronous = (typeof synchronousModes)[number];
