/** The GraphQL inputs that write records of one entity type. Pure. */
import type { EntityType, Field } from '../entity-type.js';
import { isWritable } from '../member-visibility.js';
import { inputLine } from './member-types.js';
import { ours } from './ours.js';
import type { SdlBlock, SdlLine } from './print-sdl.js';

const idLine: SdlLine = {
  text: 'id: UUID',
  description: 'An id of your own; rejected unless `validationLevel` has bit 8.',
};

/** In a batch and a merge the input itself names its record, as bodies of REST do. */
const knownLines: readonly SdlLine[] = [
  {
    text: 'id: UUID',
    description: `In a batch the record to change, in a merge the one to keep; an update ignores it. ${ours}`,
  },
  { text: 'revision: Int', description: `If this is not its last one any more, nothing is written. ${ours}` },
];

/** The inputs of those writes that the entity type has. */
export function inputBlocks(entity: EntityType, isOwned: boolean): SdlBlock[] {
  const { name, fields, operations, required } = entity;
  const create = (): SdlBlock => ({
    head: `input ${name}CreateInput`,
    description: `A new ${name} record.`,
    lines: [idLine, ...newLines(fields, required)],
  });
  const update = (): SdlBlock => ({
    head: `input ${name}UpdateInput`,
    description: `Members of a ${name} record to change; those left out stay as they are.`,
    lines: [...knownLines, ...changeableLines(fields)],
  });
  return [
    ...(operations.includes('create') ? [create()] : []),
    ...(operations.includes('update') ? [update()] : []),
    ...(isOwned ? [rowInput(entity)] : []),
  ];
}

/** The input of a record of this type inside the record that it belongs to. */
export function rowInput({ name, fields }: EntityType): SdlBlock {
  return {
    head: `input ${name}RowInput`,
    description: `A ${name} record written inside the record that it belongs to.`,
    lines: [
      { text: 'id: UUID', description: 'The row to keep or change; left out, a row is made.' },
      ...newLines(fields, []),
    ],
  };
}

/** @param required names of members that must be given */
export function newLines(fields: readonly Field[], required: readonly string[]): SdlLine[] {
  return fields.filter(isWritable).map((member) => inputLine(member, required.includes(member.name)));
}

/** Those that are written once are among them, for the records that an upsert or a batch makes. */
export function changeableLines(fields: readonly Field[]): SdlLine[] {
  return fields.filter(isWritable).map((member) => {
    const line = inputLine(member, false);
    return member.writeOnce
      ? { ...line, description: `${line.description ?? ''} Only for a new record. ${ours}` }
      : line;
  });
}
