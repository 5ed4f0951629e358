#!/usr/bin/env node
/**
 * The command line `headwater-codegen`: picks a command, prints what went wrong with file and place.
 * Knows nothing of the spec itself.
 */
import { commands } from './commands.js';
import { SpecError } from './spec/spec-error.js';

const usage = `headwater-codegen <command> [outDir]

${Object.entries(commands)
  .map(([name, command]) => `  ${name.padEnd(10)}${command.summary}`)
  .join('\n')}

headwater-codegen <command> --help says more about one of them.
`;

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const askedForHelp = name === '--help' || name === '-h';
    (askedForHelp ? process.stdout : process.stderr).write(usage);
    return askedForHelp ? 0 : 2;
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    process.stdout.write(`headwater-codegen ${name}${command.takesFolder ? ' <outDir>' : ''}\n\n${command.help}\n`);
    return 0;
  }
  const [outFolder] = rest;
  if (rest.length !== (command.takesFolder ? 1 : 0)) {
    process.stderr.write(`headwater-codegen ${name}: expected ${command.takesFolder ? 'one folder' : 'no argument'}\n`);
    return 2;
  }
  return await command.run(outFolder ?? '');
}

function report(error: unknown): void {
  if (error instanceof AggregateError) for (const each of error.errors) report(each);
  else if (error instanceof SpecError) process.stderr.write(`spec/${error.message}\n`);
  else throw error;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  report(error);
  process.exitCode = 1;
}
