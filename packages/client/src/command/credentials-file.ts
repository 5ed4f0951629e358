/**
 * The file in which `login` stores credentials: in the folder of the user's settings, readable by the user alone.
 */
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError, type Environment } from './command.js';

/** A space and what opens it. */
export interface Profile {
  readonly baseUrl: string;
  readonly space: string;
  readonly token: string;
  readonly password: string;
}

interface Stored {
  readonly profiles: Readonly<Record<string, Profile>>;
}

const ownerOnly = 0o600;
const others = 0o077;

/** `$XDG_CONFIG_HOME/headwater/credentials.json`, in `~/.config` where that is not set; below `%APPDATA%` on Windows. */
export function credentialsPath(env: Environment): string {
  const windows = process.platform === 'win32' ? env.APPDATA : undefined;
  const folder = env.XDG_CONFIG_HOME || windows || join(env.HOME || homedir(), '.config');
  return join(folder, 'headwater', 'credentials.json');
}

/**
 * @returns undefined when nothing is stored under the name
 * @throws CommandError others may read the file, or it is not what `login` writes
 */
export async function readProfile(env: Environment, name: string): Promise<Profile | undefined> {
  const stored = await read(credentialsPath(env));
  return Object.hasOwn(stored.profiles, name) ? stored.profiles[name] : undefined;
}

/** Stores a profile beside the others. @returns the path of the file */
export async function writeProfile(env: Environment, name: string, profile: Profile): Promise<string> {
  const path = credentialsPath(env);
  const { profiles } = await read(path);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.${process.pid}.new`;
  try {
    const file = await open(next, 'wx', ownerOnly);
    try {
      await file.writeFile(`${JSON.stringify({ profiles: { ...profiles, [name]: profile } }, null, 2)}\n`);
    } finally {
      await file.close();
    }
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  return path;
}

async function read(path: string): Promise<Stored> {
  let text: string;
  try {
    // Windows has no such bits.
    if (process.platform !== 'win32' && ((await stat(path)).mode & others) !== 0) {
      throw new CommandError(`Others may read ${path}. Take that from them: chmod 600 ${path}`);
    }
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { profiles: {} };
    throw error;
  }
  try {
    const stored = JSON.parse(text) as Stored;
    if (typeof stored.profiles === 'object' && stored.profiles !== null) return stored;
  } catch {
    // As any other text.
  }
  throw new CommandError(`${path} is not what headwater-client login writes. Mend it, or remove it and log in again.`);
}
