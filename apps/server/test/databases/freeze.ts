/**
 * Stops all processes of a PostgreSQL on this machine, as a machine that hangs would: connections stay open and new ones are taken,
 * and nothing answers; or kills them. Linux only.
 */
import { execFileSync } from 'node:child_process';
import pg from 'pg';

export class Freezer {
  private constructor(private readonly postmaster: number) {}

  /** @param url address of one of its databases */
  static async of(url: string): Promise<Freezer> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const [parent] = processes(['-o', 'ppid=', '-p', String(rows[0]?.pid)]);
    await client.end();
    if (parent === undefined) throw new Error('the process of the database was not found');
    return new Freezer(parent);
  }

  freeze(): void {
    this.signal('SIGSTOP');
  }

  thaw(): void {
    this.signal('SIGCONT');
  }

  /** Ends all of it at once: nobody writes down what is in memory only. */
  kill(): void {
    this.freeze();
    for (const child of this.children()) signalChild(child, 'SIGKILL');
    process.kill(this.postmaster, 'SIGKILL');
  }

  /** The postmaster first: it starts no further processes then. */
  private signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    process.kill(this.postmaster, name);
    for (const child of this.children()) signalChild(child, name);
  }

  private children(): number[] {
    return processes(['-o', 'pid=', '--ppid', String(this.postmaster)]);
  }
}

/** A child may end by itself between the list of processes and its signal, as one of autovacuum does. */
function signalChild(child: number, name: NodeJS.Signals): void {
  try {
    process.kill(child, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function processes(options: readonly string[]): number[] {
  return execFileSync('ps', options, { encoding: 'utf8' }).split('\n').filter(Boolean).map(Number);
}
