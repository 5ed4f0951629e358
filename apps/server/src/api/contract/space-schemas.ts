/**
 * The GraphQL type systems of spaces as texts. A space that has defined nothing has that of the service.
 */
import type { Catalog, Field } from '@headwater/catalog';
import {
  addedBlocks,
  entityBlocks,
  printBlock,
  printLines,
  reverseBlocks,
  reverseRelations,
  rowInput,
  type SdlBlock,
} from '@headwater/contract';
import { parse } from 'graphql';
import type { PreparedContent } from '../../http/content/prepared-content.js';
import { limitsIn } from '../../rights/field-rights.js';
import { type AddedParts, addedParts } from './added-parts.js';
import { type Edit, editText } from './edit-text.js';
import { type HiddenParts, hiddenParts } from './hidden-parts.js';
import { PerSpace } from './per-space.js';

/** Those of one space are two megabytes, so all are 50. */
const maxFields = 55_000;

export class SpaceSchemas {
  private readonly own = new PerSpace(maxFields, (catalog) => this.make(catalog));
  private sdl: SdlText | undefined;

  /**
   * @param typeDefs of the service, as GraphQL prints schemas
   * @param shared the same as it is sent
   * @param system the catalog of spaces that have defined nothing, which `typeDefs` was made from
   * @param prepare makes what is sent of a text
   */
  constructor(
    private readonly typeDefs: string,
    private readonly shared: PreparedContent,
    private readonly system: Catalog,
    private readonly prepare: (text: string) => PreparedContent,
  ) {}

  /** @param catalog of the space as the key has it, the same object as long as its fields and entity types are the same */
  of(space: string, catalog: Catalog): PreparedContent {
    if (catalog === this.system) return this.shared;
    return this.own.of(`${space} ${limitsIn(catalog)?.key ?? ''}`, catalog);
  }

  private make(catalog: Catalog): PreparedContent {
    this.sdl ??= new SdlText(this.typeDefs);
    const limits = limitsIn(catalog);
    const whole = limits?.whole ?? catalog;
    const text = whole === this.system ? this.typeDefs : this.sdl.with(spaceBlocks(whole, addedParts(whole)));
    return this.prepare(limits === undefined ? text : withoutParts(text, hiddenParts(limits)));
  }
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

/** @returns the text without the definitions, and without the lines of members with their descriptions */
function withoutParts(text: string, { types, members }: HiddenParts): string {
  const edits: Edit[] = [];
  for (const { 0: whole, 1: head = '', index } of text.matchAll(definition)) {
    const name = head.split(' ')[1] ?? '';
    const names = members.get(name);
    if (types.has(name)) {
      const start = startWithDescription(text, index);
      edits.push({ start, end: Math.min(text.length, index + whole.length + 2), text: '' });
    } else if (names !== undefined) {
      const [parsed] = parse(whole).definitions;
      const nodes = parsed && ('fields' in parsed ? parsed.fields : 'values' in parsed ? parsed.values : []);
      for (const { name: node, loc } of nodes ?? []) {
        if (loc === undefined || !names.has(node.value)) continue;
        const end = whole.indexOf('\n', loc.end) + 1;
        edits.push({ start: index + whole.lastIndexOf('\n', loc.start) + 1, end: index + end, text: '' });
      }
    }
  }
  return editText(text, edits);
}

/** @param start of a definition */
function startWithDescription(text: string, start: number): number {
  const quotes = '"""\n';
  if (text.startsWith(quotes, start - quotes.length)) return text.lastIndexOf('"""', start - quotes.length - 1);
  const line = text.lastIndexOf('\n', start - 2) + 1;
  return text.startsWith('"', line) ? line : start;
}

// What the GraphQL type system of a space says beyond that of the service: members of custom fields in the definitions of their entity
// types, and the definitions of entity types of its own. Pure.

/** @returns definitions, and additions to those of the service */
export function spaceBlocks(catalog: Catalog, { fields, entityTypes }: AddedParts): SdlBlock[] {
  const reverse = reverseRelations(catalog.entityTypes);
  const isOwn = new Set(entityTypes.map(({ name }) => name));
  const written = writtenInside(catalog.entityTypes.flatMap((entityType) => entityType.fields));
  const shared = catalog.entityTypes.filter(({ name }) => !isOwn.has(name));
  const before = writtenInside(shared.flatMap((one) => one.fields.filter(({ custom }) => custom === undefined)));
  // A custom field can be the first whose rows are written inside their record.
  const inputs = [...written].filter((name) => !before.has(name) && !isOwn.has(name));
  return [
    ...fields.flatMap(({ entityType, fields: added }) => addedBlocks(entityType, added, before.has(entityType.name))),
    ...entityTypes.flatMap((entityType) =>
      entityBlocks(entityType, written.has(entityType.name), reverse.get(entityType.name)),
    ),
    ...inputs.map((name) => rowInput(catalog.existing(name))),
    ...shared.flatMap(({ name }) =>
      reverseBlocks(name, reverse.get(name)?.filter(({ from }) => isOwn.has(from)) ?? []),
    ),
  ];
}

/** @returns names of the entity types whose records are written inside others, by these fields */
function writtenInside(fields: readonly Field[]): ReadonlySet<string> {
  return new Set(fields.flatMap((field) => (field.kind === 'rows' && field.owned ? [field.target] : [])));
}

/** @returns a document by which the service's type system is extended */
export function extensionSdl(blocks: readonly SdlBlock[]): string {
  return blocks.map(printBlock).join('\n\n');
}
