/**
 * A type system as one SDL text that knows where its definitions end, so that lines can be added to them. Knows no space.
 */
import { printBlock, printLines, type SdlBlock } from '@headwater/contract';
import { type Edit, editText } from './edit-text.js';

/** A definition with members: its head at the beginning of a line, its closing brace alone on the last one. */
const definition = /^((?:type|input|enum) \w+)\b[^{\n]*\{\n(?:.*\n)*?\}$/gm;

export class SdlText {
  /** By head, such as `type Contact`: the position of the closing brace. */
  private readonly ends = new Map<string, number>();

  /** @param text as GraphQL prints schemas */
  constructor(private readonly text: string) {
    for (const { 0: whole, 1: head = '', index } of text.matchAll(definition)) {
      this.ends.set(head, index + whole.length - 1);
    }
  }

  /** @returns the text with the definitions, and with the lines of those blocks that add to one */
  with(blocks: readonly SdlBlock[]): string {
    const edits = blocks.flatMap((block): Edit[] => {
      if (block.description !== undefined) return [];
      const end = this.ends.get(block.head);
      if (end === undefined) throw new Error(`The type system has no "${block.head}"`);
      return [{ start: end, end, text: `${printLines(block.lines)}\n` }];
    });
    const added = blocks.filter(({ description }) => description !== undefined).map(printBlock);
    return [editText(this.text, edits), ...added].join('\n\n');
  }
}
