/**
 * Rows as they are in another database, or a space of another name: addresses of files have the name in them, and the keys under which
 * they are stored the database too. Pure.
 */
import { parse, stringify } from 'lossless-json';
import { copiedFileKey, findFileKeyParts } from '../files/file-store.js';
import { movedAddress } from '../records/content/content-location.js';
import { cloudObject } from '../records/content/content-store.js';

type Row = Readonly<Record<string, unknown>>;

/** Members of files that have the name of the space in them. */
const addresses = ['url', 'public_url', 'storage_key'] as const;

/** Where rows come from, and where they go. */
export interface Move {
  /** Name of the space. */
  readonly from: string;
  readonly to: string;
  /** Of the files in the store that they go to. */
  readonly owner: string;
}

/** @returns whether rows of a table may name files */
export function namesFiles(table: string, filesTable: string): boolean {
  return table === filesTable || table === 'changes';
}

/** @param filesTable that of files. @returns a row of a table as it is where it goes */
export function movedRow(table: string, filesTable: string, row: Row, move: Move): Row {
  if (table === filesTable) return movedMembers(row, (value) => movedValue(value, move));
  if (table === 'changes' && row.entity_type === cloudObject && typeof row.members === 'string') {
    return { ...row, members: movedChange(row.members, move) };
  }
  return row;
}

/** @param text an object: each member with an array of its value before and after */
function movedChange(text: string, move: Move): string {
  const members = parse(text) as Row;
  const moved = movedMembers(members, (values) =>
    Array.isArray(values) ? values.map((value) => movedValue(value, move)) : values,
  );
  return stringify(moved) ?? text;
}

function movedMembers(row: Row, moved: (value: unknown) => unknown): Row {
  const members = addresses.flatMap((name) => (name in row ? [[name, moved(row[name])]] : []));
  return { ...row, ...Object.fromEntries(members) };
}

function movedValue(value: unknown, { from, to, owner }: Move): unknown {
  if (typeof value !== 'string') return value;
  const key = findFileKeyParts(value);
  return key?.space === from ? copiedFileKey(key.name, to, owner) : movedAddress(value, from, to);
}
