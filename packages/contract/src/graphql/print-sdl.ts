/** Prints parts of GraphQL SDL: blocks with described lines. Pure; knows no entity types. */

/** One line of a block: a field, an argument or an enum value, with what it means. */
export interface SdlLine {
  readonly text: string;
  readonly description?: string;
}

/** A definition, or what is added to one. */
export interface SdlBlock {
  /** `type Contact` */
  readonly head: string;
  /** Absent where lines are added to a definition that stands elsewhere. */
  readonly description?: string;
  readonly lines: readonly SdlLine[];
}

/** `type Contact { … }` with its description above and a description above each line; `extend type Contact { … }` without one. */
export function printBlock({ head, description, lines }: SdlBlock): string {
  const opening = description === undefined ? `extend ${head}` : `${describe(description, '')}${head}`;
  return `${opening} {\n${printLines(lines)}\n}`;
}

/** What stands between the braces of a block. */
export function printLines(lines: readonly SdlLine[]): string {
  return lines.map(({ text, description }) => `${describe(description, '  ')}  ${text}`).join('\n');
}

function describe(description: string | undefined, indent: string): string {
  return description === undefined ? '' : `${indent}${JSON.stringify(description)}\n`;
}
