/**
 * A record as it is answered.
 */
import type { EntityType, Member } from '@headwater/catalog';
import { fieldValue, rowsOf } from './derived.js';
import type { Json, JsonObject } from './json.js';
import type { Selection } from './selections.js';
import { catalog, follow, type StoredRecord, type Tables } from './tables.js';

export interface View {
  readonly tables: Tables;
  /** Address of the space, with which links begin. */
  readonly address: string;
  /** The revisions of the records that were rendered, for the tag of the answer. */
  readonly revisions: number[];
}

export function renderRecord(view: View, type: EntityType, record: StoredRecord, selection: Selection): JsonObject {
  view.revisions.push(record.revision);
  const members = catalog.members(type.name).filter(({ name }) => selection.has(name));
  return Object.fromEntries(
    members.map((member) => [member.name, renderMember(view, type, record, member, selection.expanded(member.name))]),
  );
}

function renderMember(
  view: View,
  type: EntityType,
  record: StoredRecord,
  member: Member,
  expanded: Selection | undefined,
): Json {
  const { field } = member;
  if (field.kind === 'rows') {
    const target = catalog.existing(field.target);
    const rows = rowsOf(view.tables, type, record, field).map((row) => renderRelated(view, target, row, expanded));
    return field.single ? (rows[0] ?? null) : rows;
  }
  const value = fieldValue(view.tables, type, record, field);
  if (member.kind === 'value') return value;
  const related = follow(view.tables, { targets: [member.link.target] }, value);
  return related === undefined ? null : renderRelated(view, related.type, related.record, expanded);
}

function renderRelated(view: View, type: EntityType, record: StoredRecord, expanded: Selection | undefined): Json {
  if (expanded !== undefined) return renderRecord(view, type, record, expanded);
  return `${view.address}/entities/${type.collection}/${record.id}`;
}
