/**
 * Rows as they are in another database, or a space of another name: addresses of files have the name in them, and the keys under which
 * they are stored the database too. Pure.
 */
import { parse, stringify } from 'lossless-json';
import { copiedFileKey, type FilesOwner, fileKeyParts } from '../files/file-store.js';
import { movedAddress } from '../records/content/content-location.js';
import { cloudObject } from '../records/content/content-store.js';

type Row = Readonly<Record<string, unknown>>;

type Moved = (value: unknown, move: Move) => unknown;

/** Members of files that have the name of the space in them. */
const moves: readonly (readonly [member: string, moved: Moved])[] = [
  ['url', movedText],
  ['public_url', movedText],
  ['storage_key', movedKey],
];

/** Where rows come from, and where they go. */
export interface Move {
  /** Name of the space. */
  readonly from: string;
  readonly to: string;
  /** Of the files in the store that they go to. */
  readonly owner: FilesOwner;
}

/** @returns whether rows of a table may name files */
export function namesFiles(table: string, filesTable: string): boolean {
  return table === filesTable || table === 'changes';
}

/** @param filesTable that of files. @returns a row of a table as it is where it goes */
export function movedRow(table: string, filesTable: string, row: Row, move: Move): Row {
  if (table === filesTable) return movedMembers(row, (value, moved) => moved(value, move));
  if (table === 'changes' && row.entity_type === cloudObject && typeof row.members === 'string') {
    return { ...row, members: movedChange(row.members, move) };
  }
  return row;
}

/** @param text an object: each member with an array of its value before and after */
function movedChange(text: string, move: Move): string {
  const members = parse(text) as Row;
  const moved = movedMembers(members, (values, ofMember) =>
    Array.isArray(values) ? values.map((value) => ofMember(value, move)) : values,
  );
  return stringify(moved) ?? text;
}

function movedMembers(row: Row, apply: (value: unknown, moved: Moved) => unknown): Row {
  const members = moves.flatMap(([name, moved]) => (name in row ? [[name, apply(row[name], moved)]] : []));
  return { ...row, ...Object.fromEntries(members) };
}

function movedText(value: unknown, { from, to }: Move): unknown {
  return typeof value === 'string' ? movedAddress(value, from, to) : value;
}

function movedKey(value: unknown, { to, owner }: Move): unknown {
  return typeof value === 'string' ? copiedFileKey(fileKeyParts(value).name, to, owner) : value;
}
