/**
 * `headwater doctor`: says what is wrong with an installation, and what to do about it.
 */
import type { Command } from 'commander';
import { ConfigError, readConfig } from '../config.js';
import { withReadDeps } from '../open-store.js';
import { type ExitCode, exitCodes, type Terminal } from '../terminal.js';
import { checks, type Finding, failed, notOpened } from './checks.js';

/** @param exit called with the exit code when it is not `ok` */
export function addDoctorCommand(program: Command, terminal: Terminal, exit: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .description(
      'look at settings, database, tables, their distribution, machines, search, clock, disk, files, jobs and spaces, and say what to do',
    )
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Ends with 1 when something must be done. It may run beside servers, and changes nothing in the database.

Examples:
  headwater doctor
  HEADWATER_DATABASE_URL=postgres://crm@localhost/crm headwater doctor --json`,
    )
    .action(async (options: { readonly json?: true }) => {
      const findings = await examine(terminal);
      const isOk = findings.every(({ state }) => state !== 'problem');
      terminal.out(options.json ? `${JSON.stringify({ ok: isOk, findings }, null, 2)}\n` : inWords(findings));
      if (!isOk) exit(exitCodes.differs);
    });
}

async function examine(terminal: Terminal): Promise<Finding[]> {
  try {
    return await withReadDeps(terminal, async (deps, config) => {
      const findings: Finding[] = [];
      for (const check of checks) {
        findings.push(...(await check(deps, config).catch((error: unknown) => [failed('database', error)])));
      }
      return findings;
    });
  } catch (error) {
    // Its message names each setting with its remedy.
    if (error instanceof ConfigError) throw error;
    return notOpened(readConfig(terminal.env), error);
  }
}

const marks = { ok: 'ok     ', note: 'note   ', problem: 'PROBLEM' } as const;

function inWords(findings: readonly Finding[]): string {
  const lines = findings.map(({ check, state, finding, remedy }) => {
    const line = `${marks[state]}  ${check}: ${finding}`;
    return remedy === null ? line : `${line}\n           ${remedy}`;
  });
  return `${lines.join('\n')}\n`;
}
