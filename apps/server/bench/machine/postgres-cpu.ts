/**
 * The processor time of a PostgreSQL on this machine, read from /proc. It works for a server of a process per connection, started by one
 * process: the postmaster, which is the parent of all backends and of the writers, workers and collectors beside them.
 *
 * The sum is that of the postmaster, of its living children, and of its children that have ended (which the system adds up in the
 * postmaster's `cutime` and `cstime` when it waits for them). What lives is counted in nanoseconds (`schedstat`), what has ended in ticks of a
 * hundredth of a second, so that a short round is not rounded away as long as connections stay open.
 */
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';

/** Of /proc/<pid>/stat, on every Linux. */
const msPerTick = 10;

interface ProcessStat {
  readonly name: string;
  readonly parent: number;
  /** Of children that have ended. */
  readonly endedChildrenMs: number;
}

/** @param text of /proc/<pid>/stat; the name may hold blanks and parentheses */
export function parseStat(text: string): ProcessStat {
  const nameEnd = text.lastIndexOf(')');
  // The third field comes first.
  const fields = text.slice(nameEnd + 2).split(' ');
  return {
    name: text.slice(text.indexOf('(') + 1, nameEnd),
    parent: Number(fields[1]),
    endedChildrenMs: (Number(fields[13]) + Number(fields[14])) * msPerTick,
  };
}

export class PostgresCpu {
  private constructor(private readonly postmaster: number) {}

  /** @returns undefined when its processes are not seen here: it runs elsewhere, or this is no Linux */
  static async of(url: string): Promise<PostgresCpu | undefined> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const backend = statOf(rows[0]!.pid);
    await client.end();
    if (backend?.name !== 'postgres' || statOf(backend.parent)?.name !== 'postgres') return undefined;
    return new PostgresCpu(backend.parent);
  }

  /** @returns milliseconds, user and system, since the server was started */
  ms(): number {
    const own = statOf(this.postmaster);
    if (!own) throw new Error('the PostgreSQL has ended');
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
    const children = pids.filter((pid) => statOf(pid)?.parent === this.postmaster);
    return [this.postmaster, ...children].reduce((sum, pid) => sum + livingMs(pid), own.endedChildrenMs);
  }
}

/** @returns undefined when there is no such process */
function statOf(pid: number): ProcessStat | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text === undefined ? undefined : parseStat(text);
}

/** @returns 0 when it has just ended */
function livingMs(pid: number): number {
  return Number(read(`/proc/${pid}/schedstat`)?.split(' ')[0] ?? 0) / 1e6;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
