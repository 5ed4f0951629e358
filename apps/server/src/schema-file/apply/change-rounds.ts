/**
 * Chooses, round by round, which changes are made next, and remembers what was rejected. Pure.
 */
import type { Catalog } from '@headwater/catalog';
import { fieldsOf } from '../../computed/formula/formula.js';
import { FormulaError } from '../../computed/formula/formula-error.js';
import { parseFormula } from '../../computed/formula/parse-formula.js';
import { typeNameOf } from '../../metadata/custom-entities/api-names.js';
import { pathText } from '../../yaml/located-yaml.js';
import { type Change, changeText } from '../compare/change.js';
import type { Comparison } from '../compare/compare-schema.js';
import { KnownFields, reportedOnce, untie } from '../known-fields.js';
import { type FileSchema, fieldName, type Json, type Members, partsOfFieldName } from '../schema.js';
import { isApartFrom, prefixesOf, type SchemaError } from '../schema-errors.js';

export class ChangeRounds {
  readonly errors: SchemaError[] = [];
  /** What the rejected changes would have made. */
  private readonly missing = new Set<string>();
  private readonly made = new Set<string>();

  constructor(private readonly removes: boolean) {}

  /** @returns changes that can be made together; none: the end */
  next(comparison: Comparison, catalog: Catalog): Change[] {
    const { changes, file, space } = comparison;
    const known = new KnownFields(catalog, file, space);
    const needsOf = (change: Change) => needsOfChange(change, file, known);
    this.noteWrong(comparison);
    const wanted = reportedOnce(changes.filter((change) => isOwnChange(change, comparison)));
    this.noteStoredOtherwise(wanted);
    const possible = wanted.filter(
      (change) => ![bringsOf(change), ...needsOf(change)].some((need) => this.missing.has(need)),
    );
    const ready = readyChanges(possible, needsOf);
    // When each waits for another one, the rules of records say what is wrong with them.
    if (possible.length > 0) return ready.length > 0 ? ready : possible;
    if (!this.removes || this.errors.length > 0) return [];
    return this.nextRemovals(comparison, known);
  }

  learnMade(change: Change): void {
    this.made.add(signature(change));
  }

  learnRejected(change: Change, errors: readonly SchemaError[]): void {
    this.missing.add(bringsOf(change));
    this.errors.push(...errors);
  }

  /** What the file says wrong is not tried, nor what needs it; the rest shows what else is wrong. */
  private noteWrong({ changes, errors }: Comparison): void {
    this.errors.push(...errors.filter(isApartFrom(this.errors)));
    const isApart = isApartFrom(errors);
    const places = new Set(errors.map(({ path }) => pathText(path)));
    for (const change of changes) {
      const isInside = prefixesOf(change.path).some((prefix) => places.has(prefix));
      if (isInside || !isApart(change)) this.missing.add(bringsOf(change));
    }
  }

  /** What was written and still differs is stored in another form. */
  private noteStoredOtherwise(changes: readonly Change[]): void {
    for (const change of changes.filter((one) => this.made.has(signature(one)))) {
      if (this.missing.has(bringsOf(change))) continue;
      const stored = Object.entries(change.members).map(
        ([name, { from }]) => `${name}: ${JSON.stringify(from ?? null)}`,
      );
      const message = `the space stores this in another form; write it as ${stored.join(', ')}`;
      this.learnRejected(change, [{ path: change.path, message }]);
    }
  }

  /** What others need is removed after them, a custom entity type after its fields. */
  private nextRemovals({ changes, file, space }: Comparison, known: KnownFields): Change[] {
    const left = changes.filter(
      (change) =>
        change.action === 'remove' && !this.missing.has(bringsOf(change)) && !this.made.has(signature(change)),
    );
    const untied = untie(left, space);
    if (untied.length > 0) return untied;
    const needed = new Set(
      left.flatMap(({ what, name }) => {
        const members = what === 'field' ? space.fields?.find((field) => field.name === name)?.members : undefined;
        return members === undefined ? [] : needsOfField(name, members, file, known);
      }),
    );
    const ready = left.filter((change) => !needed.has(bringsOf(change)));
    return ready.length > 0 ? ready : left;
  }
}

/** Options of a new set are made with its first field. */
function isOwnChange({ action, what, of }: Change, { setOf }: Comparison): boolean {
  return action !== 'remove' && (what !== 'option' || setOf.has(of ?? ''));
}

function signature(change: Change): string {
  return `${changeText(change)} ${JSON.stringify(change.members)}`;
}

// Chooses the changes that can be made next: those whose references exist already. Pure.

/** What a definition needs, each as `field Contact.cf_x`, `kind Vehicle` or `set Contact.cf_x`. */
type Need = string;

/** @param needsOf what a change needs @returns the changes that need none of the others */
function readyChanges(changes: readonly Change[], needsOf: (change: Change) => readonly Need[]): Change[] {
  const pending = new Map<Need, Change[]>();
  for (const change of changes) {
    const brought = bringsOf(change);
    pending.set(brought, [...(pending.get(brought) ?? []), change]);
  }
  return changes.filter((change) =>
    needsOf(change).every((need) => (pending.get(need) ?? []).every((other) => other === change)),
  );
}

/** @returns what there is when a change was made */
function bringsOf({ what, of, name }: Change): Need {
  if (what === 'option') return `set ${of}`;
  return of === null ? `${what} ${name}` : `${what} ${of} ${name}`;
}

/** @returns what must be there before a change of these can be made */
function needsOfChange(change: Change, file: FileSchema, known: KnownFields): Need[] {
  const { what, of, name } = change;
  if (what === 'kind') return [];
  if (what === 'type')
    return (file.kinds ?? []).flatMap((kind) => (typeNameOf(kind.name) === of ? `kind ${kind.name}` : []));
  if (what === 'option') return needsOfSet(of ?? '', file, known);
  const members = file.fields?.find((field) => field.name === name)?.members ?? {};
  return needsOfField(name, members, file, known);
}

/** What a field that the space has needs, for the order in which fields are removed. */
function needsOfField(name: string, members: Members, file: FileSchema, known: KnownFields): Need[] {
  const { entityType } = partsOfFieldName(name);
  const named = fieldsNamedBy(entityType, members, known);
  const { data_set: set, lookup } = members;
  const target = member(lookup, 'entity_name');
  return [
    `kind ${entityType}`,
    ...(target === undefined ? [] : [`kind ${target}`]),
    ...named.map((field): Need => `field ${field}`),
    ...(typeof set !== 'string' ? [] : [`set ${set}`, `field ${set}`, ...needsOfSet(set, file, known)]),
  ].filter((need) => need !== `field ${name}`);
}

function fieldsNamedBy(entityType: string, members: Members, known: KnownFields): string[] {
  const { parent_options_field: parent, calc_formula: formula, lookup, rollup, shared_with_field: paired } = members;
  const own = [parent, ...formulaFields(formula), member(rollup, 'relation')];
  const related = rollup === undefined ? undefined : known.targetOf(entityType, member(rollup, 'relation') ?? '');
  const filter = typeof rollup === 'object' && rollup !== null && 'filter' in rollup ? rollup.filter : {};
  const theirs = [member(rollup, 'field'), ...Object.keys(filter ?? {})];
  const relation = member(lookup, 'relation');
  return [
    ...own.flatMap((name) => (typeof name === 'string' ? withMember(entityType, name) : [])),
    ...(related === undefined ? [] : theirs.flatMap((name) => (name === undefined ? [] : withMember(related, name)))),
    ...(relation === undefined ? [] : [relation]),
    // Of two paired fields the later one names the other.
    ...(typeof paired === 'string' && paired < `${entityType}.` ? [paired] : []),
  ];
}

/** A choice is also known by the member that holds its id. */
function withMember(entityType: string, name: string): string[] {
  return [fieldName(entityType, name), fieldName(entityType, name.replace(/_id$/, ''))];
}

/** The options of a set name those of the fields that decide about them. */
function needsOfSet(set: string, { fields = [] }: FileSchema, known: KnownFields): Need[] {
  return fields.flatMap(({ name, members: { data_set, parent_options_field: parent } }) => {
    if (data_set !== set || typeof parent !== 'string') return [];
    const deciding = known.setOf(partsOfFieldName(name).entityType, parent);
    return deciding === undefined || deciding === set ? [] : [`set ${deciding}`, `field ${deciding}`];
  });
}

/** A formula that cannot be read names nothing; the rules of fields say what is wrong with it. */
function formulaFields(formula: Json | undefined): string[] {
  if (typeof formula !== 'string') return [];
  try {
    return fieldsOf(parseFormula(formula));
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}

function member(map: Json | undefined, name: string): string | undefined {
  const value = typeof map === 'object' && map !== null && !Array.isArray(map) ? (map as Members)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
