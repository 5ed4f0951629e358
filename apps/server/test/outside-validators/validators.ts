/**
 * Validators of OpenAPI documents that others have made: Spectral, and Prism as a proxy. They are installed for a test run, beside the
 * packages of the checkout: nobody else needs them.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../databases/pooler.js';

const run = promisify(execFile);
const pnpm = fileURLToPath(new URL('../../../../tools/pnpm.mjs', import.meta.url));

/** A proxy that answers 500 when an answer of the server behind it is not as the document says, and 422 for such a request. */
export interface ValidatingProxy {
  readonly url: string;
  close(): Promise<void>;
}

export class Validators {
  private constructor(
    /** Has the programs, and room for documents. */
    readonly folder: string,
  ) {}

  /** @throws Error with what the package manager says when they cannot be installed */
  static async install(): Promise<Validators> {
    const folder = mkdtempSync(join(tmpdir(), 'headwater-validators-'));
    for (const name of ['package.json', 'pnpm-lock.yaml', 'lint.mjs'])
      copyFileSync(fileURLToPath(new URL(name, import.meta.url)), join(folder, name));
    // A part of Prism asks for Node 24 and needs no more than 20; this workspace is strict with its own packages.
    const options = ['install', '--frozen-lockfile', '--ignore-workspace', '--config.engine-strict=false'];
    await run(process.execPath, [pnpm, '-C', folder, ...options]).catch((error: { stdout?: string }) => {
      rmSync(folder, { recursive: true, force: true });
      throw new Error(`Spectral and Prism cannot be installed: ${error.stdout}`, { cause: error });
    });
    return new Validators(folder);
  }

  /** @param file of a document @returns what Spectral says of it, a line for each result */
  async lint(file: string): Promise<string[]> {
    const { stdout } = await run(process.execPath, [join(this.folder, 'lint.mjs'), file], { maxBuffer: 2 ** 27 });
    return stdout.split('\n').filter((line) => line !== '');
  }

  /** @param file of the document @param upstream what its paths begin with at the server */
  async proxy(file: string, upstream: string): Promise<ValidatingProxy> {
    const port = await freePort();
    const program = join(this.folder, 'node_modules/@stoplight/prism-cli/dist/index.js');
    const child = spawn(process.execPath, [program, 'proxy', file, upstream, '--errors', '--port', String(port)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stderr.resume();
    await listening(child);
    return {
      url: `http://127.0.0.1:${port}`,
      close: async () => {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      },
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** @throws Error with what it said when it ends instead */
async function listening(child: ChildProcess & { readonly stdout: NonNullable<ChildProcess['stdout']> }) {
  const said: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      said.push(line);
      if (line.includes('is listening on')) resolve();
    });
    child.once('exit', () => reject(new Error(`Prism has not started: ${said.slice(-5).join('\n')}`)));
  });
}
