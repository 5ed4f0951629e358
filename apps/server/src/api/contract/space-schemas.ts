/**
 * The GraphQL type systems of spaces as texts. A space that has defined nothing has that of the service.
 */
import type { Catalog } from '@headwater/catalog';
import { printBlock, printLines, type SdlBlock } from '@headwater/contract';
import { PreparedContent } from '../../http/content/prepared-content.js';
import { addedParts } from './added-parts.js';
import { type Edit, editText } from './edit-text.js';
import { PerSpace } from './per-space.js';
import { spaceBlocks } from './space-sdl.js';

/** Those of one space are two megabytes, so all are 50. */
const maxFields = 55_000;

export class SpaceSchemas {
  /** Of the service. */
  readonly shared: PreparedContent;
  private readonly own = new PerSpace(maxFields, (catalog) => this.make(catalog));
  private sdl: SdlText | undefined;

  /**
   * @param typeDefs of the service, as GraphQL prints schemas
   * @param system the catalog of spaces that have defined nothing, which `typeDefs` was made from
   */
  constructor(
    private readonly typeDefs: string,
    private readonly system: Catalog,
  ) {
    this.shared = prepare(typeDefs);
  }

  /** @param catalog of the space, the same object as long as its fields and entity types are the same */
  of(space: string, catalog: Catalog): PreparedContent {
    return catalog === this.system ? this.shared : this.own.of(space, catalog);
  }

  private make(catalog: Catalog): PreparedContent {
    this.sdl ??= new SdlText(this.typeDefs);
    return prepare(this.sdl.with(spaceBlocks(catalog, addedParts(catalog))));
  }
}

function prepare(text: string): PreparedContent {
  return new PreparedContent(text, { type: 'text/plain; charset=utf-8', cached: 'always-ask' });
}

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
