/**
 * Names of members, with dots that lead through relations, as filters and orders have them.
 */
import type { EntityType, Field, Member } from '@headwater/catalog';
import { fieldValue, rowsOf } from './derived.js';
import { isObject, type Json } from './json.js';
import { badParameter } from './rejection.js';
import { near } from './spelling.js';
import { catalog, follow, type Reference, type Rows, type StoredRecord, type Tables } from './tables.js';

/** One relation on the way: to one record of an entity type, or to rows. */
type Step = { readonly field: Reference; readonly target: string } | { readonly field: Rows };

export interface Path {
  readonly text: string;
  readonly steps: readonly Step[];
  /** Where it ends, and of which entity type that is. */
  readonly field: Field;
  readonly type: EntityType;
  /** Of an amount: what of it is meant. */
  readonly part: string;
}

const amountParts = ['base_value', 'value_foreign', 'currency_id'];

/** The member that an answer has under the name, or that has it as its alias. */
export function answeredMember(type: EntityType, name: string): Member | undefined {
  const isAlias = (member: Member) =>
    member.kind === 'link' && catalog.existing(member.link.target).linkAliases?.[member.link.name] === name;
  const members = catalog.members(type.name);
  return members.find((member) => member.name === name) ?? members.find(isAlias);
}

/** @param parameter named when the path leads nowhere @throws Rejection then */
export function readPath(type: EntityType, text: string, parameter: string): Path {
  const names = text.split('.');
  const part = amountParts.includes(names.at(-1) ?? '') && names.length > 1 ? names.pop() : undefined;
  const last = names.pop() ?? '';
  const steps: Step[] = [];
  let at = type;
  for (const name of names) {
    const step = relationStep(knownMember(at, name, parameter));
    if (step === undefined) throw badParameter(parameter, `names "${name}", which is no relation of ${at.name}`);
    steps.push(step.step);
    at = step.type;
  }
  const { field } = knownMember(at, last, parameter);
  if (part !== undefined && field.kind !== 'money') throw badParameter(parameter, `names "${part}" of no amount`);
  return { text, steps, field, type: at, part: part ?? 'base_value' };
}

/** @throws Rejection when the entity type has no such member; it names the one that was probably meant */
export function knownMember(type: EntityType, name: string, parameter: string): Member {
  const member = answeredMember(type, name);
  if (member !== undefined) return member;
  const meant = near(
    name,
    catalog.members(type.name).map((each) => each.name),
  );
  const hint = meant === undefined ? '' : `; "${meant}" is near`;
  throw badParameter(parameter, `names "${name}", which ${type.name} does not have${hint}`);
}

/** @returns undefined when the member is no relation */
export function relationStep(member: Member): { readonly step: Step; readonly type: EntityType } | undefined {
  const { field } = member;
  if (member.kind === 'link') {
    const { target } = member.link;
    return { step: { field: member.field, target }, type: catalog.existing(target) };
  }
  return field.kind === 'rows' ? { step: { field }, type: catalog.existing(field.target) } : undefined;
}

/** What is at the end of the path, for each way that leads there; null where a to-one relation on the way is not set. */
export function valuesAt(tables: Tables, type: EntityType, record: StoredRecord, path: Path): readonly Json[] {
  let reached: readonly (StoredRecord | undefined)[] = [record];
  let at = type;
  for (const step of path.steps) {
    const from = at;
    reached = reached.flatMap((each) => (each === undefined ? [undefined] : take(tables, from, each, step)));
    at = catalog.existing('target' in step ? step.target : step.field.target);
  }
  return reached.map((each) => (each === undefined ? null : endValue(tables, at, each, path)));
}

function take(
  tables: Tables,
  type: EntityType,
  record: StoredRecord,
  step: Step,
): readonly (StoredRecord | undefined)[] {
  if (!('target' in step)) return rowsOf(tables, type, record, step.field);
  return [follow(tables, { targets: [step.target] }, fieldValue(tables, type, record, step.field))?.record];
}

function endValue(tables: Tables, type: EntityType, record: StoredRecord, { field, part }: Path): Json {
  if (field.kind === 'rows') return rowsOf(tables, type, record, field).map(({ id }) => id);
  const value = fieldValue(tables, type, record, field);
  return field.kind === 'money' && isObject(value) ? (value[part] ?? null) : value;
}
