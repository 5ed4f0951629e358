/**
 * `headwater doctor`: says what makes the service slower than it could be.
 */
import type { Command } from 'commander';
import { searchAdvice } from '../db/migrations/search-indexes.js';
import type { ServerDeps } from '../http/server-deps.js';
import { mostUnknown, type Unindexed, unindexedRecords } from '../jobs/search-filler.js';
import { withDeps } from './open-store.js';
import { type ExitCode, exitCodes, type Terminal } from './terminal.js';

/** How searches for parts of texts find records. */
interface Diagnosis {
  /** What an operator can do; null: nothing need be done. */
  readonly advice: string | null;
  /** Records that searches still test one by one: the search index is filled behind the writes. */
  readonly unindexed: readonly Unindexed[];
}

export function addDoctorCommand(program: Command, terminal: Terminal, exit: (code: ExitCode) => void): void {
  program
    .command('doctor')
    .description('say whether searches use their index, and how far behind the writes it is')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Ends with 1 when something can be done. It may run beside servers.

Examples:
  headwater doctor
  HEADWATER_DATABASE_URL=postgres://crm@localhost/crm headwater doctor --json`,
    )
    .action(async (options: { readonly json?: true }) => {
      const diagnosis = await withDeps(terminal, diagnose);
      terminal.out(options.json ? `${JSON.stringify(diagnosis)}\n` : inWords(diagnosis));
      if (diagnosis.advice !== null) exit(exitCodes.differs);
    });
}

async function diagnose(deps: ServerDeps): Promise<Diagnosis> {
  return { advice: (await searchAdvice(deps.db)) ?? null, unindexed: await unindexedRecords(deps) };
}

function inWords({ advice, unindexed }: Diagnosis): string {
  const behind = unindexed.filter(({ records }) => records > mostUnknown);
  const lines = [
    advice === null
      ? 'Searches by a part of a name use an index.'
      : `Searches by a part of a name are slow: ${advice}.`,
    ...behind.map(
      ({ space, entityType, records }) =>
        `${space}: the search index does not know ${records} records of ${entityType} yet; a running server adds them.`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
