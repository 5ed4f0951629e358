/**
 * Where an option is chosen, and what takes its place when it goes.
 */
import type { Catalog, EntityType, ReferenceField } from '@headwater/catalog';
import { type FieldLeaf, invalid } from '../../plan/change/field-errors.js';
import { onceFor } from '../../plan/once-for.js';
import { apiNameOf } from '../../plan/relations/field-path.js';
import { ownerColumns } from '../../plan/relations/owner-columns.js';
import type { Draft } from '../../records/write/draft.js';
import type { RuleContext } from '../../records/write/entity-rule.js';
import type { WriteEffects } from '../../records/write/write-effects.js';
import { ChangeLogCompiler } from '../../sql/write/compile-change-log.js';
import { ChoiceCompiler } from '../../sql/write/compile-choices.js';
import { MergeCompiler } from '../../sql/write/compile-merge.js';
import { type ChosenIn, countOfChoices, recordsOfChoice } from '../../sql/write/field-questions.js';
import type { Fact, Lookups } from '../../sql/write/lookups.js';
import { claim, objectIn } from './field-draft.js';
import { fullName } from './find-field.js';

/** Records that get another option in one write at most. */
export const maxReplaced = 10_000;

/** A field whose values are options of a set. */
export interface ChoosingField {
  readonly entityType: EntityType;
  readonly field: ReferenceField;
}

/** A field in which an option is perhaps chosen. */
export interface OptionUse extends ChoosingField {
  readonly count: Fact;
  /** The records; requested only when something takes the place of the option. */
  readonly old?: Fact;
  /** The records that have chosen what takes its place already. */
  readonly replacement?: Fact;
}

/** @returns the fields, of rows of fields with several options too, whose values are options of a set */
export function choosingFields(catalog: Catalog, dataSet: string): readonly ChoosingField[] {
  let bySet = choosingIn.get(catalog);
  if (!bySet) {
    bySet = new Map();
    choosingIn.set(catalog, bySet);
    for (const entityType of catalog.entityTypes.filter(({ union }) => !union)) {
      for (const field of entityType.fields) {
        if (field.kind !== 'reference' || field.dataSet === undefined) continue;
        const others = bySet.get(field.dataSet);
        if (others) others.push({ entityType, field });
        else bySet.set(field.dataSet, [{ entityType, field }]);
      }
    }
  }
  return bySet.get(dataSet) ?? [];
}

const choosingIn = new WeakMap<Catalog, Map<string, ChoosingField[]>>();

/**
 * @param withDeleted the catalog with what is deleted
 * @returns the same fields where they, or their entity types, are deleted and can come back
 */
function deletedChoosingFields(catalog: Catalog, withDeleted: Catalog, dataSet: string): ChoosingField[] {
  if (withDeleted === catalog) return [];
  return choosingFields(withDeleted, dataSet).filter(
    ({ entityType, field }) => !catalog.field(entityType.name, field.name),
  );
}

/** @returns what to count of an option's choices in such fields: those that come back with the field or with its entity type */
export function wantDeletedUses(
  { catalog, withDeleted, lookups }: RuleContext,
  dataSet: string,
  option: string,
): OptionUse[] {
  const all = withDeleted();
  return deletedChoosingFields(catalog, all, dataSet).map((use) => {
    const { entityType, field } = use;
    const owner = isRowOfChoice(use) ? choosingType(all, entityType) : entityType;
    const kind = catalog.entityType(owner.name)
      ? undefined
      : { entities: catalog.existing('Entity'), name: owner.name };
    return { ...use, count: countOfChoices(lookups, entityType, field, option, kind) };
  });
}

/** Of rows of fields with several options: their reference to the record that has chosen. */
const owningReference = 'record_id';

/** @returns the entity type of the records that rows of a field with several options belong to */
function choosingType(catalog: Catalog, rows: EntityType): EntityType {
  const field = catalog.field(rows.name, owningReference);
  const target = field?.kind === 'reference' ? field.targets[0] : undefined;
  if (target === undefined) throw new Error(`rows of ${rows.name} belong to no record`);
  return catalog.existing(target);
}

export function wantUses(
  lookups: Lookups,
  fields: readonly ChoosingField[],
  option: string,
  replacement: string | undefined,
): OptionUse[] {
  return fields.map(({ entityType, field }) => {
    const chosen = (id: string) => recordsOfChoice(lookups, entityType, field, id, maxReplaced + 1);
    return {
      entityType,
      field,
      count: countOfChoices(lookups, entityType, field, option),
      ...(replacement !== undefined && { old: chosen(option), replacement: chosen(replacement) }),
    };
  });
}

/** @returns what the option is chosen in, such as `12 in Contact.cf_color`; empty when it is not chosen */
export function describeUses(lookups: Lookups, uses: readonly OptionUse[]): string {
  const counted = uses.map((use) => ({ use, count: Number(lookups.found(use.count) ?? 0) }));
  return counted
    .filter(({ count }) => count > 0)
    .map(({ use, count }) => `${count} in ${nameOf(use)}`)
    .join(', ');
}

/** @returns the roll-ups whose filter names an option, such as `Account.cf_diesel_cars` */
export function rollUpsNaming(catalog: Catalog, option: string): string[] {
  return filteredRollUps(catalog).flatMap(({ name, texts }) => (texts.has(option) ? [name] : []));
}

/** Each of thousands of options asks for them. */
const filteredRollUps = onceFor((catalog: Catalog) =>
  catalog.entityTypes.flatMap((entityType) =>
    entityType.fields.flatMap((field) => {
      const filter = field.derived?.kind === 'roll-up' ? field.derived.where : undefined;
      return filter === undefined ? [] : [{ name: fullName({ entityType, field }), texts: new Set(textsIn(filter)) }];
    }),
  ),
);

function textsIn(filter: unknown): string[] {
  if (typeof filter === 'string') return [filter.toLowerCase()];
  return typeof filter === 'object' && filter !== null ? Object.values(filter).flatMap(textsIn) : [];
}

/** @returns false when too many records would have to change */
export function replaceUses(context: RuleContext, uses: readonly OptionUse[], replacement: string): boolean {
  const read = (fact: Fact | undefined) =>
    JSON.parse((fact !== undefined && context.lookups.found(fact)) || '[]') as ChosenIn[];
  const found = uses.map((use) => ({ use, chosen: read(use.old), having: read(use.replacement) }));
  if (found.reduce((sum, { chosen }) => sum + chosen.length, 0) > maxReplaced) return false;
  for (const { use, chosen, having } of found) {
    const have = new Set(having.map(({ record }) => record));
    const name = nameOf(use);
    for (const { id, record } of chosen) {
      // Nobody has an option twice, also where it takes the place of several.
      const isTwice = () => have.has(record) || !claim(context, `${replacement} in ${name} of ${record}`, id);
      const values = isRowOfChoice(use) && isTwice() ? { is_deleted: true } : { [use.field.name]: replacement };
      context.change(use.entityType.name, id, new Map(Object.entries(values)));
    }
  }
  return true;
}

/** Whether the option is in a row of a field with several. */
function isRowOfChoice({ entityType }: ChoosingField): boolean {
  return entityType.storedIn === 'DataRelation';
}

/** Rows are named like the field that they belong to. */
function nameOf(use: ChoosingField): string {
  const { entityType, field } = use;
  return isRowOfChoice(use) ? entityType.name.replace('_', '.') : `${entityType.name}.${apiNameOf(field)}`;
}

// What takes the place of options that a change of a field removes, as `replaced_by` of its body says. Asks no database.

const member = 'replaced_by';

/** @returns the id of the option that takes the place of another one; undefined where the body names none that stays */
export function replacementIn(field: Draft, option: string): string | undefined {
  return replacements(field).get(option);
}

/** By the ids of options that go: thousands may, and each asks more than once. Of a field whose options are read. */
const replacements = onceFor((field: Draft): ReadonlyMap<string, string> => {
  const stays = staying(field);
  const found = new Map<string, string>();
  const looked = new Set<string>();
  for (const [id, replacement] of Object.entries(objectIn(field, member) ?? {})) {
    const [gone, kept] = [id.toLowerCase(), typeof replacement === 'string' ? replacement.toLowerCase() : ''];
    if (!looked.has(gone) && stays.has(kept)) found.set(gone, kept);
    looked.add(gone);
  }
  return found;
});

/** @returns what is wrong with the member: it leads from options that go to options that stay */
export function replacedByErrors(field: Draft): FieldLeaf[] {
  if (field.text(member) === null || field.text(member) === 'null') return [];
  const given = objectIn(field, member);
  if (!given)
    return [invalid(member, 'must be an object: the id of each option that goes, with the id of one that stays.')];
  const going = new Set(field.rowSets.flatMap(({ removed }) => removed).map(({ id }) => id));
  const stays = staying(field);
  return Object.entries(given).flatMap(([id, replacement]) => {
    if (!going.has(id.toLowerCase()))
      return [invalid(member, `${id} is not an option that this change of data_set removes.`)];
    const isKept = typeof replacement === 'string' && stays.has(replacement.toLowerCase());
    return isKept ? [] : [invalid(member, `${JSON.stringify(replacement)} is not an option that stays.`)];
  });
}

function staying({ rowSets }: Draft): ReadonlySet<string> {
  return new Set(rowSets.flatMap(({ drafts }) => drafts).map(({ id }) => id));
}

// Has what is deleted change its choice as well when an option takes the place of another one, be it records, fields or entity types:
// however much it is, without reading any of it.

/** An option of whose place another one takes. */
interface Replaced {
  readonly id: string;
  readonly set: string;
  readonly replacement: string;
}

/**
 * Locks what has chosen such options, deleted or not, ahead of the revision of the space: a transaction that has it must not wait for a
 * row. A write of a record with its rows locks the record alone, so records come ahead of rows. @param field the draft of a Field record
 */
export async function lockChoices(field: Draft, effects: WriteEffects): Promise<void> {
  const { rowLock, space, dialect, transaction } = effects;
  const catalog = effects.withDeleted();
  const merging = new MergeCompiler(dialect, space);
  if (!merging.locks) return;
  const replaced = replacedOptions(field);
  const gone = replaced.map(({ id }) => id);
  const uses = [...new Set(replaced.map(({ set }) => set))].flatMap((set) => choosingFields(catalog, set));
  const rows = uses.filter(isRowOfChoice);
  const waits = rowLock === 'waiting';
  for (const use of rows) {
    const lock = merging.compileLockOwners(
      choosingType(catalog, use.entityType),
      referencesOf(use),
      owningReference,
      gone,
      waits,
    );
    await transaction.run(lock);
  }
  for (const use of [...uses.filter((one) => !isRowOfChoice(one)), ...rows]) {
    await transaction.run(merging.compileLock(referencesOf(use), gone, waits));
  }
}

function referencesOf({ entityType, field }: ChoosingField) {
  return { entityType, fields: [field] };
}

function replacedOptions(field: Draft): Replaced[] {
  return field.rowSets.flatMap(({ removed }) =>
    removed.flatMap((option) => {
      const [set, replacement] = [option.text('data_set_id'), replacementIn(field, option.id)];
      return set === null || replacement === undefined ? [] : [{ id: option.id, set, replacement }];
    }),
  );
}

/** Once the records that are not deleted are written. @param field the draft of a Field record, with its options */
export async function replaceInDeleted(field: Draft, effects: WriteEffects): Promise<void> {
  const { catalog, transaction } = effects;
  const compiler = new ChoiceCompiler(effects.dialect, effects.space);
  for (const { id, set, replacement } of replacedOptions(field)) {
    for (const use of choosingFields(effects.withDeleted(), set)) {
      const rows = { target: use.entityType, via: use.field.name, parents: [id] };
      const change = { entityType: use.entityType, act: 'update', records: rows } as const;
      const choice = isRowOfChoice(use) ? { ...use, owner: owningReference } : undefined;
      if (choice) {
        for (const wasDeleted of [false, true]) {
          await effects.stamp({ ...change, log: compiler.compileAsideLog(choice, id, replacement, wasDeleted) });
        }
      }
      const owners = ownerColumns(effects, use.entityType);
      const moves = new ChangeLogCompiler(effects.dialect, effects.space).compileMoves({ ...use, owners }, [
        [id, replacement],
      ]);
      const stamp = await effects.stamp({ ...change, log: moves });
      for (const statement of compiler.compileReplace(choice ?? use, id, replacement, stamp)) {
        await transaction.run(statement);
      }
      if (choice) effects.recount(use.entityType);
    }
    const replaced = { fields: catalog.existing('Field'), set, gone: id, target: replacement };
    const records = { target: replaced.fields, via: 'data_set_id', parents: [set] };
    const log = compiler.compileDefaultLog(replaced);
    await effects.stamp({ entityType: replaced.fields, act: 'update', records, log });
    await transaction.run(compiler.compileReplaceDefault(replaced));
  }
}
