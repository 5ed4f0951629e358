/**
 * A build of the server to measure: that of this checkout, or of another one.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

type Server = typeof import('@headwater/server');

export interface Build {
  /** The file that programs which embed the server import. */
  readonly file: string;
  /** Stands for the code: data that one build has stored is not given to another. */
  readonly digest: string;
  readonly server: Server;
}

/**
 * @param checkout folder of another checkout, built; undefined: this one
 * @throws Error (rejects) when nothing is built there
 */
export async function loadBuild(checkout?: string): Promise<Build> {
  const file =
    checkout === undefined
      ? createRequire(import.meta.url).resolve('@headwater/server')
      : join(checkout, 'apps/server/dist/index.js');
  if (!existsSync(file))
    throw new Error(`there is no ${file}: run npm start or npm test in that checkout once, which build it`);
  return { file, digest: digestOfCode(dirname(file)), server: await importServer(file) };
}

export async function importServer(file: string): Promise<Server> {
  return (await import(pathToFileURL(file).href)) as Server;
}

function digestOfCode(folder: string): string {
  const hash = createHash('sha256').update(folder);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  for (const name of names.sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}
