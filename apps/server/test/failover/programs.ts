/**
 * The programs that a failover needs, as Debian installs them.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

export interface Programs {
  readonly etcd: string;
  readonly patroni: string;
  readonly haproxy: string;
  /** Folder of the newest PostgreSQL. */
  readonly postgres: string;
}

/** The Debian package of each program. */
const packages = {
  etcd: 'etcd-server',
  patroni: 'patroni python3-etcd',
  haproxy: 'haproxy',
  postgres: 'postgresql',
} as const;

/** @returns the programs; a sentence that says what to install when some are missing */
export function findPrograms(): Programs | string {
  const found = {
    etcd: inFolders('etcd'),
    patroni: inFolders('patroni'),
    haproxy: inFolders('haproxy'),
    postgres: newestPostgres(),
  };
  const missing = (Object.keys(packages) as (keyof Programs)[]).filter((name) => found[name] === undefined);
  if (missing.length === 0) return found as Programs;
  const wanted = missing.map((name) => packages[name]).join(' ');
  return `Missing: ${missing.join(', ')}. On Debian: apt-get install --no-install-recommends ${wanted}`;
}

function inFolders(name: string): string | undefined {
  return ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin']
    .map((folder) => `${folder}/${name}`)
    .find(existsSync);
}

function newestPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root)
        .map(Number)
        .sort((a, b) => b - a)
    : [];
  return versions.map((version) => `${root}/${version}/bin`).find((folder) => existsSync(`${folder}/initdb`));
}

/** PostgreSQL does not run as root. @returns the user that runs all programs instead; undefined: the current one */
export function unprivilegedUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string) => Number(execFileSync('id', [option, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** @returns the process ids below a process, itself first; none when it is gone */
export function processTree(root: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] => [
    parent,
    ...rows.filter(([, ppid]) => ppid === parent).flatMap(([pid = 0]) => below(pid)),
  ];
  return rows.some(([pid]) => pid === root) ? below(root) : [];
}
