/** Checks that defaults and derivations name members that exist and fit. Pure. */
import type { ValueType } from '@headwater/contract';
import type { EntityModel, Member } from './entity-model.js';

type Entities = ReadonlyMap<string, EntityModel>;
type Report = (problem: string) => void;

/** A default of an enumerated member is one of its values. */
export function checkEnumDefault(member: Member, report: Report): void {
  const values = member.kind === 'value' ? member.enum : undefined;
  if (values && member.default?.kind === 'value') {
    const given = member.default.value;
    if (!values.some((candidate) => candidate.value === given)) report(`default ${given} is not one of its values`);
  }
}

export function checkDefault(entity: EntityModel, member: Member, entities: Entities, report: Report): void {
  const given = member.default;
  if (given?.kind === 'first-record' && given.where !== undefined && member.kind === 'reference') {
    const flag = fieldOf(entities.get(member.targets[0] ?? ''), given.where);
    if (!(flag?.kind === 'value' && flag.type === 'boolean')) report(`default: "${given.where}" is not a boolean`);
  }
  if (given?.kind === 'through') {
    const reference = fieldOf(entity, given.reference);
    const [target] = reference?.kind === 'reference' ? reference.targets : [];
    if (target === undefined) report(`default: "${given.reference}" is not a relation`);
    else if (!fieldOf(entities.get(target), given.member)) report(`default: ${target} has no member "${given.member}"`);
  }
}

export function checkDerivation(entity: EntityModel, member: Member, entities: Entities, report: Report): void {
  const derived = member.derived;
  if (derived?.kind === 'join') {
    for (const name of derived.fields) {
      const field = fieldOf(entity, name);
      if (!(field?.kind === 'value' && field.type === 'string')) report(`derived: "${name}" is not a one-line text`);
    }
  }
  if (derived?.kind === 'days-since') {
    const since = fieldOf(entity, derived.since);
    if (!(since?.kind === 'value' && since.type === 'datetime'))
      report(`derived: "${derived.since}" is not a date-time`);
  }
  if (derived?.kind === 'collect') checkCollect(entity, member, entities, report);
  if (derived?.kind === 'favorite') {
    const reference = fieldOf(entities.get('ClientFavorite'), derived.member);
    if (!(reference?.kind === 'reference' && reference.targets.includes(entity.name))) {
      report(`derived: ClientFavorite.${derived.member} does not point at ${entity.name}`);
    }
    if (!(member.kind === 'value' && member.type === 'boolean')) report('derived: a favorite is a boolean');
  }
  if (derived?.kind === 'primary') {
    const rows = fieldOf(entity, derived.rows);
    const target = rows?.kind === 'rows' ? rows.target : undefined;
    if (target === undefined) report(`derived: "${derived.rows}" is not a to-many relation`);
    else if (!fieldOf(entities.get(target), derived.member)) report(`derived: ${target} has no "${derived.member}"`);
    if (rows?.kind === 'rows' && rows.primary === undefined) {
      report(`derived: "${derived.rows}" has no primary row`);
    }
  }
}

/** Types whose values a condition on rows can name. */
const comparable: readonly ValueType[] = ['boolean', 'integer', 'string'];

function checkCollect(entity: EntityModel, member: Member, entities: Entities, report: Report): void {
  if (member.derived?.kind !== 'collect') return;
  const { rows: name, member: collected, where = {} } = member.derived;
  const rows = fieldOf(entity, name);
  const target = rows?.kind === 'rows' ? entities.get(rows.target) : undefined;
  if (!target) {
    report(`derived: "${name}" is not a to-many relation`);
    return;
  }
  if (fieldOf(target, collected)?.kind !== 'reference')
    report(`derived: ${target.name}.${collected} is not a relation`);
  for (const column of Object.keys(where)) {
    const field = fieldOf(target, column);
    const isStored = field?.kind === 'value' && !field.derived && comparable.includes(field.type);
    if (!isStored) report(`derived: ${target.name} has no value "${column}" to compare`);
  }
  if (!(member.kind === 'value' && member.type === 'uuids')) report('derived: what is collected is a list of ids');
}

function fieldOf(entity: EntityModel | undefined, name: string): Member | undefined {
  return entity?.fields.find((field) => field.name === name);
}
