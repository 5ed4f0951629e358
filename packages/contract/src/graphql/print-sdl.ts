/** Prints parts of GraphQL SDL: blocks with described lines. Pure; knows no entity types. */

/** One line of a block: a field or an enum value, or an argument of a field, with what it means. */
export interface SdlLine {
  readonly text: string;
  readonly description?: string;
}

/** A definition, or what is added to one. */
export interface SdlBlock {
  /** `type Contact` */
  readonly head: string;
  /** Absent where lines are added to a definition that is elsewhere. */
  readonly description?: string;
  readonly lines: readonly SdlLine[];
}

/** `type Contact { … }` with its description above and a description above each line; `extend type Contact { … }` without one. */
export function printBlock({ head, description, lines }: SdlBlock): string {
  const opening = description === undefined ? `extend ${head}` : `${describe(description, '')}${head}`;
  return `${opening} {\n${printLines(lines)}\n}`;
}

/** What is between the braces of a block. */
export function printLines(lines: readonly SdlLine[]): string {
  return printIndented(lines, '  ');
}

/** The text of a field with arguments, each with its description on lines of its own. */
export function fieldWithArguments(name: string, given: readonly SdlLine[], answer: string): string {
  return `${name}(\n${printIndented(given, '    ')}\n  ): ${answer}`;
}

function printIndented(lines: readonly SdlLine[], indent: string): string {
  return lines.map(({ text, description }) => `${describe(description, indent)}${indent}${text}`).join('\n');
}

function describe(description: string | undefined, indent: string): string {
  return description === undefined ? '' : `${indent}${JSON.stringify(description)}\n`;
}
