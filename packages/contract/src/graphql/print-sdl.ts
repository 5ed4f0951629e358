/** Prints parts of GraphQL SDL: blocks with described lines. Pure; knows no entity types. */

/** One line of a block: a field, an argument or an enum value, with what it means. */
export interface SdlLine {
  readonly text: string;
  readonly description?: string;
}

/** `type Contact { … }` with its description above and a description above each line. */
export function block(head: string, description: string | undefined, lines: readonly SdlLine[]): string {
  const body = lines.map((line) => `${describe(line.description, '  ')}  ${line.text}`).join('\n');
  return `${describe(description, '')}${head} {\n${body}\n}`;
}

function describe(description: string | undefined, indent: string): string {
  return description === undefined ? '' : `${indent}${JSON.stringify(description)}\n`;
}
