/**
 * Where the commands of a test keep their records and files: a database of either kind and a folder.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseContents, type DatabaseName, newDatabase } from '../fixture.js';

export interface Installation {
  /** What the environment of the commands sets. */
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Writes a file into the folder. @returns its path */
  write(name: string, text: string): string;
  /** Throws everything away. */
  drop(): Promise<void>;
}

/** @param contents the tables of a server that was here before, unless its first start is what the test is about */
export async function newInstallation(
  database: DatabaseName,
  contents: DatabaseContents = 'tables',
): Promise<Installation> {
  const stored = await newDatabase(database, contents);
  const folder = mkdtempSync(join(tmpdir(), 'headwater-cli-'));
  const { dataDir, databaseUrl } = stored.location;
  return {
    env: {
      // Nobody cuts the power of tests.
      HEADWATER_SQLITE_SYNCHRONOUS: 'NORMAL',
      ...(databaseUrl === undefined
        ? { HEADWATER_DATA_DIR: dataDir }
        : { HEADWATER_DATA_DIR: join(folder, 'data'), HEADWATER_DATABASE_URL: databaseUrl }),
    },
    folder,
    write: (name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    },
    drop: async () => {
      rmSync(folder, { recursive: true });
      await stored.drop();
    },
  };
}
