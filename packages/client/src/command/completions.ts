/** `completions`: scripts with which shells complete commands and options. Made from the same data as the help. */
import { type Command, exitCodes, helpOption, UsageError } from './command.js';

const shells = ['bash', 'zsh', 'fish'] as const;

/** @param commands those besides this one */
export function completions(commands: readonly Command[]): Command {
  const self: Command = {
    name: 'completions',
    operands: ['shell'],
    summary: 'Print what a shell needs to complete commands and options.',
    description: 'Prints a script for bash, zsh or fish.',
    options: {},
    examples: [
      'headwater-client completions bash > ~/.local/share/bash-completion/completions/headwater-client',
      'headwater-client completions zsh > ~/.zfunc/_headwater-client',
      'headwater-client completions fish > ~/.config/fish/completions/headwater-client.fish',
    ],
    async run(given, { out }) {
      const [shell = ''] = given.operands;
      const script = { bash, zsh, fish }[shell as (typeof shells)[number]];
      if (script === undefined) throw new UsageError(`<shell> must be one of ${shells.join(', ')}.`);
      await out(script([...commands, self]));
      return exitCodes.done;
    },
  };
  return self;
}

const optionsOf = (command: Command) => Object.entries({ ...command.options, ...helpOption });
const namesOf = (command: Command) => optionsOf(command).map(([name]) => `--${name}`);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function bash(commands: readonly Command[]): string {
  const choices = commands.flatMap((command) =>
    optionsOf(command).flatMap(([name, option]) =>
      option.choices ? [`    '${command.name} --${name}') words='${option.choices.join(' ')}' ;;\n`] : [],
    ),
  );
  const files = commands.flatMap((command) => (command.operands.includes('file') ? [command.name] : []));
  return `# Completes headwater-client in bash.
_headwater_client() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')}' -- "$word"))
    return
  fi
  case "$command $before" in
${choices.join('')}    *' --out' | *' --schema') COMPREPLY=($(compgen -f -- "$word")); return ;;
  esac
  if [[ -z $words ]]; then
    case "$command" in
${commands.map((command) => `      ${command.name}) words='${namesOf(command).join(' ')}' ;;\n`).join('')}    esac
    if [[ $word != -* ]]; then
      case "$command" in
        completions) words='${shells.join(' ')}' ;;
        ${files.join(' | ')}) COMPREPLY=($(compgen -f -- "$word")); return ;;
      esac
    fi
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -F _headwater_client headwater-client
`;
}

function zsh(commands: readonly Command[]): string {
  // Colons and brackets have a meaning there.
  const plain = (text: string) => quoted(text.replace(/[[\]:]/g, ' '));
  const cases = commands.map((command) => {
    const specs = optionsOf(command).map(([name, { type, choices, help, multiple }]) => {
      const value = type === 'boolean' ? '' : `:value:${choices ? `(${choices.join(' ')})` : '_files'}`;
      return `        ${quoted(`${multiple ? '*' : ''}--${name}[${help.replace(/[[\]:]/g, ' ')}]${value}`)}`;
    });
    const operands = command.operands.map((operand) => {
      const action = operand === 'shell' ? `(${shells.join(' ')})` : operand === 'file' ? '_files' : ' ';
      return `        ${quoted(`:${operand}:${action}`)}`;
    });
    return `      ${command.name})\n        _arguments \\\n${[...specs, ...operands].join(' \\\n')} ;;\n`;
  });
  return `#compdef headwater-client
# Completes headwater-client in zsh.
_headwater_client() {
  local context state line
  _arguments -C '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, summary }) => `        ${quoted(name)}:${plain(summary)}\n`).join('')}      )
      _describe command commands ;;
    argument)
      case $line[1] in
${cases.join('')}      esac ;;
  esac
}
_headwater_client "$@"
`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const inside = `-n ${quoted(`__fish_seen_subcommand_from ${command.name}`)}`;
    const options = optionsOf(command).map(([name, { type, choices, help, short }]) => {
      const value = type === 'boolean' ? '' : choices ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
      return `complete -c headwater-client ${inside} -l ${name}${short ? ` -s ${short}` : ''}${value} -d ${quoted(help)}\n`;
    });
    const shellNames = command.operands.includes('shell')
      ? [`complete -c headwater-client -f ${inside} -a ${quoted(shells.join(' '))}\n`]
      : [];
    const name = `complete -c headwater-client -f -n __fish_use_subcommand -a ${command.name} -d ${quoted(command.summary)}\n`;
    return [name, ...options, ...shellNames];
  });
  return `# Completes headwater-client in fish.\n${lines.join('')}`;
}
