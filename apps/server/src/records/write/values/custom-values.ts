/**
 * Writes the values of custom fields inside a transaction that has its revision: a handful of statements for any number of records.
 */
import type { EntityType, Field } from '@headwater/catalog';
import type { MoneyChange } from '../../../plan/change/change.js';
import type { Operand } from '../../../plan/list/predicate.js';
import { moneyParts } from '../../../plan/relations/field-path.js';
import {
  CustomValueCompiler,
  type CustomValueKey,
  type CustomValueRow,
} from '../../../sql/custom-values/compile-custom-write.js';
import { type CustomLayout, customLayout } from '../../../sql/custom-values/custom-layout.js';
import {
  type CustomValue,
  customPart,
  customValue,
  customValues,
  type HoldingField,
} from '../../../sql/custom-values/custom-value.js';
import type { CustomValueType } from '../../../sql/custom-values/value-tables.js';
import type { Draft } from '../draft.js';
import type { WriteContext } from '../write-context.js';

/** What gives a value up comes ahead of what takes it. @param drafts whose records are written as well */
export function writeCustomValues(context: WriteContext, drafts: readonly Draft[]): void {
  const { transaction } = context;
  const compiler = compilerOf(context);
  const changes = changesByType(drafts);
  for (const [type, { set, cleared, released }] of changes) {
    for (const { fieldIds, recordIds } of released) {
      transaction.add(compiler.compileRelease(type, fieldIds, recordIds));
    }
    if (cleared.length > 0) transaction.add(compiler.compileClear(type, cleared));
    if (set.length > 0) transaction.add(compiler.compileSet(type, set));
  }
  const added = new Map([...changes].map(([type, ofType]) => [type, ofType.added]));
  for (const statement of compiler.compileAdd(added)) transaction.add(statement);
}

/** Lets others have the unique values of records that are deleted without a draft. */
export async function releaseCustomValues(
  context: WriteContext,
  entityType: EntityType,
  ids: readonly string[],
): Promise<void> {
  for (const [type, fieldIds] of uniqueFields(entityType)) {
    await context.transaction.run(compilerOf(context).compileRelease(type, fieldIds, ids));
  }
}

/** Removes the custom values of records that are no more. */
export async function removeCustomValues(
  context: WriteContext,
  entityType: EntityType,
  ids: readonly string[],
): Promise<void> {
  for (const [type, fieldIds] of idsByType(customLayout(entityType)?.fields ?? [])) {
    await context.transaction.run(compilerOf(context).compileForget(type, fieldIds, ids));
  }
}

function compilerOf({ dialect, space }: WriteContext): CustomValueCompiler {
  return new CustomValueCompiler(dialect, space);
}

/** The ids of the stored values of fields, by type. */
function idsByType(fields: readonly Field[]): ReadonlyMap<CustomValueType, readonly string[]> {
  const byType = new Map<CustomValueType, string[]>();
  for (const { type, id } of fields.flatMap(customValues)) byType.set(type, [...(byType.get(type) ?? []), id]);
  return byType;
}

/** What changes in one table. */
interface TypeChanges {
  /** Of records under whose ids nothing is stored yet. */
  readonly added: CustomValueRow[];
  readonly set: CustomValueRow[];
  readonly cleared: CustomValueKey[];
  readonly released: { readonly fieldIds: readonly string[]; readonly recordIds: string[] }[];
}

type ChangesByType = ReadonlyMap<CustomValueType, TypeChanges>;

function changesByType(drafts: readonly Draft[]): ChangesByType {
  const changes = new Changes();
  for (const draft of drafts) {
    const layout = customLayout(draft.entityType);
    if (!layout || draft.act === 'delete') continue;
    for (const field of touchedFields(draft, layout)) noteField(changes, draft, field);
  }
  for (const [entityType, ids] of deletedByType(drafts)) {
    for (const [type, fieldIds] of uniqueFields(entityType))
      changes.of(type).released.push({ fieldIds, recordIds: ids });
  }
  return changes.byType;
}

/** A write sets few of the fields that there are. */
function touchedFields(draft: Draft, { fields, byName }: CustomLayout): readonly HoldingField[] {
  // What comes back holds its values again.
  if (draft.act === 'restore') return fields;
  return [...draft.values.keys(), ...draft.money.keys()].flatMap((name) => byName.get(name) ?? []);
}

class Changes {
  readonly byType = new Map<CustomValueType, TypeChanges>();

  of(type: CustomValueType): TypeChanges {
    let changes = this.byType.get(type);
    if (!changes) {
      changes = { added: [], set: [], cleared: [], released: [] };
      this.byType.set(type, changes);
    }
    return changes;
  }

  note({ type, id: fieldId }: CustomValue, draft: Draft, value: Operand, isHeld: boolean): void {
    const { id: recordId, isNew, hasFreshId } = draft;
    if (value !== null) this.of(type)[hasFreshId ? 'added' : 'set'].push({ fieldId, recordId, value, isHeld });
    else if (!isNew) this.of(type).cleared.push({ fieldId, recordId });
  }
}

function noteField(changes: Changes, draft: Draft, field: HoldingField): void {
  if (field.kind === 'money') {
    noteMoney(changes, draft, field);
    return;
  }
  const value = customValue(field);
  const isHeld = field.kind === 'value' && field.unique === true;
  const isDue = draft.changes(field.name) || (isHeld && draft.act === 'restore' && draft.get(field.name) !== null);
  if (value && isDue) changes.note(value, draft, draft.get(field.name), isHeld);
}

function noteMoney(changes: Changes, draft: Draft, field: Extract<HoldingField, { kind: 'money' }>): void {
  const given = draft.money.get(field.name);
  if (given === undefined) return;
  const stored = (draft.stored?.[field.name] ?? null) as MoneyChange | null;
  for (const part of moneyParts) {
    const custom = customPart(field, part);
    const value = given?.[part] ?? null;
    if (custom && value !== (stored?.[part] ?? null)) changes.note(custom, draft, value, false);
  }
}

function deletedByType(drafts: readonly Draft[]): Map<EntityType, string[]> {
  const found = new Map<EntityType, string[]>();
  for (const { act, entityType, id } of drafts) {
    if (act !== 'delete') continue;
    const ids = found.get(entityType);
    if (ids) ids.push(id);
    else found.set(entityType, [id]);
  }
  return found;
}

/** @returns the ids of the custom fields of which no two records share a value, by the type of their values */
export function uniqueFields(entityType: EntityType): ReadonlyMap<CustomValueType, readonly string[]> {
  const found = new Map<CustomValueType, string[]>();
  for (const field of customLayout(entityType)?.fields ?? []) {
    const value = field.kind === 'value' && field.unique === true ? customValue(field) : undefined;
    if (value) found.set(value.type, [...(found.get(value.type) ?? []), value.id]);
  }
  return found;
}
