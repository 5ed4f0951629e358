/**
 * Stores the random credentials of the demo space in a file beside the database, readable by its owner only.
 * Only the demo's: they open nothing but invented records. Passwords of other spaces are never written down.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const fileName = 'demo-credentials.json';

const credentials = z.object({ token: z.string().min(1), password: z.string().min(1) });
export type DemoCredentials = Readonly<z.output<typeof credentials>>;

/** @returns undefined when there is no such file or it has other contents */
export async function readStoredCredentials(dataDir: string): Promise<DemoCredentials | undefined> {
  try {
    return credentials.safeParse(JSON.parse(await readFile(join(dataDir, fileName), 'utf8'))).data;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    if (isMissing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export async function storeCredentials(dataDir: string, { token, password }: DemoCredentials): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, fileName), `${JSON.stringify({ token, password }, null, 2)}\n`, { mode: 0o600 });
}
