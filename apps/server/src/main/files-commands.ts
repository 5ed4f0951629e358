/**
 * `headwater files`: looks after the files that records name.
 */
import type { Command } from 'commander';
import { type Swept, sweepFiles } from '../records/content/sweep-files.js';
import { withDeps } from './open-store.js';
import type { Terminal } from './terminal.js';

export function addFilesCommands(program: Command, terminal: Terminal): void {
  const files = program.command('files').description('look after uploaded files');
  files
    .command('sweep')
    .description('remove files that no record names, once they are a day old; serve does it every hour')
    .option('--json', 'answer in JSON')
    .addHelpText(
      'after',
      `
Files of deleted records stay, as records can be restored. It may run beside servers and beside itself.

Examples:
  headwater files sweep
  HEADWATER_FILES_S3_BUCKET=crm-files headwater files sweep --json`,
    )
    .action((options: { readonly json?: true }) => sweep(terminal, options.json === true));
}

async function sweep(terminal: Terminal, asJson: boolean): Promise<void> {
  const swept = await withDeps(terminal, (deps) => sweepFiles(deps, new Date(), terminal.stop));
  terminal.out(asJson ? `${JSON.stringify(swept)}\n` : `${inWords(swept)}\n`);
}

function inWords({ files, unfinished }: Swept): string {
  const removed = files === 1 ? '1 file' : `${files} files`;
  const cutOff = unfinished === 1 ? '1 upload' : `${unfinished} uploads`;
  return `Removed ${removed} that no record names and ${cutOff} that had been cut off.`;
}
