/**
 * Rows as they are in a space of another name: addresses of files have the name in them, and the keys under which they are stored. Pure.
 */
import { parse, stringify } from 'lossless-json';
import { movedAddress } from '../records/content/content-location.js';
import { cloudObject } from '../records/content/content-store.js';

type Row = Readonly<Record<string, unknown>>;

/** Members of files that have the name of the space in them. */
const addresses = ['url', 'public_url', 'storage_key'] as const;

/** @param filesTable that of files. @returns a row of a table as it is in the space `to` */
export function movedRow(table: string, filesTable: string, row: Row, from: string, to: string): Row {
  if (table === filesTable) return movedMembers(row, (value) => movedValue(value, from, to));
  if (table === 'changes' && row.entity_type === cloudObject && typeof row.members === 'string') {
    return { ...row, members: movedChange(row.members, from, to) };
  }
  return row;
}

/** @param text an object: each member with an array of its value before and after */
function movedChange(text: string, from: string, to: string): string {
  const members = parse(text) as Row;
  const moved = movedMembers(members, (values) =>
    Array.isArray(values) ? values.map((value) => movedValue(value, from, to)) : values,
  );
  return stringify(moved) ?? text;
}

function movedMembers(row: Row, move: (value: unknown) => unknown): Row {
  const moved = addresses.flatMap((name) => (name in row ? [[name, move(row[name])]] : []));
  return { ...row, ...Object.fromEntries(moved) };
}

function movedValue(value: unknown, from: string, to: string): unknown {
  return typeof value === 'string' ? movedAddress(value, from, to) : value;
}
