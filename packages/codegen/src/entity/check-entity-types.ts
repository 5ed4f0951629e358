/**
 * Checks that the entity types fit together: every name that one file uses of itself or of another exists and has the
 * right kind, and no name represents two things. Pure; reports every error at once.
 */
import { isDeepStrictEqual } from 'node:util';
import { linkMembers, type V1List, type V1Names, v1NamesOf } from '@headwater/contract';
import { SpecError } from '../spec/spec-error.js';
import { checkDefault, checkDerivation, checkEnumDefault } from './check-values.js';
import type { EntityModel, Member, RowsMember } from './entity-model.js';
import { repeatedNames } from './repeated-names.js';

type Report = (problem: string) => void;

/** @returns the errors found; none when the entity types fit together */
export function checkEntityTypes(entities: readonly EntityModel[]): SpecError[] {
  const errors: SpecError[] = [];
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  checkUniqueAcross(entities, errors);
  for (const entity of entities) {
    const report: Report = (problem) => errors.push(new SpecError(entity.location, problem));
    checkNames(entity, byName, report);
    checkAccess(entity, byName, report);
    // The members of a union were checked where they come from.
    for (const member of entity.union ? [] : entity.fields) {
      const reportMember: Report = (problem) =>
        errors.push(new SpecError(member.location, `${entity.name}.${member.name}: ${problem}`));
      checkMember(entity, member, byName, reportMember);
    }
  }
  return errors;
}

/** Of the entity type and of its views. */
function v1NamesOfType({ v1, v1Views = [] }: EntityModel): readonly V1Names[] {
  return v1 ? [v1, ...v1Views] : [];
}

/** Names that must differ between entity types. */
function checkUniqueAcross(entities: readonly EntityModel[], errors: SpecError[]): void {
  const kinds: Record<string, (entity: EntityModel) => readonly string[]> = {
    collection: (entity) => [entity.collection],
    'collection of REST v1': (entity) => v1NamesOfType(entity).map(({ collection }) => collection),
    'entity of REST v1': (entity) => v1NamesOfType(entity).map(({ entity: name }) => name),
    'member of the GraphQL query': (entity) => [entity.graphql.many, entity.graphql.one],
  };
  for (const [kind, namesOf] of Object.entries(kinds)) {
    for (const name of repeatedNames(entities.flatMap(namesOf))) {
      const last = entities.findLast((entity) => namesOf(entity).includes(name));
      errors.push(new SpecError(last?.location ?? { file: 'openapi/entities' }, `${kind} "${name}" is taken twice`));
    }
  }
}

function checkNames(entity: EntityModel, byName: ReadonlyMap<string, EntityModel>, report: Report): void {
  const names = new Set(entity.fields.map((field) => field.name));
  for (const name of [...entity.required, ...entity.requiredAnyOf.flat(), ...(entity.exampleMembers ?? [])]) {
    if (!names.has(name)) report(`required member "${name}" does not exist`);
  }
  for (const name of entity.required) {
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (field?.readOnly) report(`required member "${name}" cannot be written`);
    if (field?.default) report(`required member "${name}" has a default`);
  }
  const label = entity.fields.find((field) => field.name === entity.label);
  const canLabel = label?.kind === 'value' && (label.type === 'string' || label.name === 'id');
  if (!canLabel) report(`x-label "${entity.label}" is neither a one-line text nor the id`);
  const answerNames = entity.fields.flatMap((field) =>
    field.kind === 'reference'
      ? [...(field.hasIdMember ? [field.name] : []), ...linkMembers(field).map((link) => link.name)]
      : [field.name],
  );
  for (const name of [...(entity.duplicates?.same ?? []), ...(entity.duplicates ? [entity.duplicates.similar] : [])]) {
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (!(field?.kind === 'value' && field.type === 'string')) report(`x-duplicates: "${name}" is not a one-line text`);
  }
  for (const name of entity.indexes?.flatMap(({ members }) => members) ?? []) {
    if (!canBeIndexed(entity, name)) report(`x-indexes: "${name}" is not a stored value`);
  }
  for (const name of repeatedNames(answerNames)) report(`member "${name}" is there twice`);
  for (const field of entity.fields) {
    for (const { name, target } of field.kind === 'reference' ? field.links : []) {
      const alias = byName.get(target)?.linkAliases?.[name];
      if (alias !== undefined && answerNames.includes(alias)) report(`member "${alias}" is an alias of "${name}"`);
    }
  }
  const hierarchies = entity.fields.filter((field) => field.kind === 'reference' && field.hierarchy);
  if (hierarchies.length > 1) report('x-hierarchy: one member at most leads to the record above');
  for (const name of repeatedNames(entity.fields.flatMap(v1NamesOf))) report(`REST v1 name "${name}" is there twice`);
}

/** What the key `x-access` names: members of a set of rights, and entity types that point at the records. */
function checkAccess({ name, access }: EntityModel, byName: ReadonlyMap<string, EntityModel>, report: Report): void {
  const { rights, writers, shownBy = [] } = access ?? {};
  const members = byName.get('MasterRight')?.fields ?? [];
  const typeOf = (member: string) => {
    const field = members.find((one) => one.name === member);
    return field?.kind === 'value' ? field.type : undefined;
  };
  if (rights !== undefined && typeOf(`access_entity_${rights}`) !== 'integer') {
    report(`x-access: no set of rights has the number "access_entity_${rights}"`);
  }
  if (writers !== undefined && typeOf(writers) !== 'boolean') {
    report(`x-access: no set of rights has the boolean "${writers}"`);
  }
  for (const other of shownBy) {
    const fields = byName.get(other)?.fields ?? [];
    const points = fields.some((field) => field.kind === 'reference' && field.targets.includes(name));
    if (!points) report(`x-access: "${other}" does not point at the records`);
  }
}

/** A value, a reference or a part of an amount that a record has under a name of its own. */
function canBeIndexed(entity: EntityModel, path: string): boolean {
  const [name, part] = path.split('.');
  const field = entity.fields.find((candidate) => candidate.name === name);
  if (field?.kind === 'money') return part !== undefined && Object.hasOwn(field.v1Names, part);
  const isWorkedOut = field?.derived !== undefined && field.derived.kind !== 'rule';
  return part === undefined && (field?.kind === 'value' || field?.kind === 'reference') && !isWorkedOut;
}

function checkMember(
  entity: EntityModel,
  member: Member,
  byName: ReadonlyMap<string, EntityModel>,
  report: Report,
): void {
  if (member.kind === 'reference') {
    for (const target of member.targets) checkTarget(target, byName, report);
    const leadsToOwnType = member.targets.length === 1 && member.targets[0] === entity.name;
    if (member.hierarchy && !leadsToOwnType) report('x-hierarchy: a record is above others of its own entity type');
  }
  if (member.kind === 'rows') checkRows(entity, member, byName, report);
  if (member.kind === 'value' && member.mergeAny && !entity.merge)
    report('x-merge-any: its entity type has no x-merge');
  checkEnumDefault(member, report);
  checkDefault(entity, member, byName, report);
  checkDerivation(entity, member, byName, report);
}

function checkTarget(name: string, byName: ReadonlyMap<string, EntityModel>, report: Report): void {
  const target = byName.get(name);
  if (!target) report(`there is no entity type "${name}"`);
  if (target?.union)
    report(`"${name}" has no records of its own: name one of ${target.union.join(', ')} or a link for each`);
}

function checkRows(
  entity: EntityModel,
  rows: RowsMember,
  byName: ReadonlyMap<string, EntityModel>,
  report: Report,
): void {
  checkTarget(rows.target, byName, report);
  const target = byName.get(rows.target);
  if (!target) return;
  const targetField = (name: string) => target.fields.find((field) => field.name === name);
  const via = targetField(rows.via);
  if (!via) report(`${rows.target} has no member "${rows.via}"`);
  if (rows.on === 'id' && via && !(via.kind === 'reference' && via.targets.includes(entity.name))) {
    report(`${rows.target}.${rows.via} does not point at ${entity.name}`);
  }
  if (!entity.fields.some((field) => field.name === rows.on)) report(`there is no member "${rows.on}" to match`);
  const primary = rows.primary === undefined ? undefined : targetField(rows.primary);
  if (rows.primary !== undefined && !(primary?.kind === 'value' && primary.type === 'boolean')) {
    report(`${rows.target}.${rows.primary} is not a boolean`);
  }
  if (rows.sortBy !== undefined && !targetField(rows.sortBy)) report(`${rows.target} has no member "${rows.sortBy}"`);
  if (rows.v1Inline && target.fields.some((field) => field.kind === 'rows' && field.v1Inline)) {
    report(`v1-inline: ${rows.target} shows rows itself`);
  }
  checkRowReferences(rows, target, report);
}

function checkRowReferences(rows: RowsMember, target: EntityModel, report: Report): void {
  const references = target.fields.filter((field) => field.kind === 'reference');
  const names = new Set(references.map((field) => field.name));
  const links = new Set(references.flatMap((field) => field.links.map((link) => link.name)));
  if (rows.having !== undefined && !names.has(rows.having) && !links.has(rows.having)) {
    report(`${rows.target}.${rows.having} is neither a relation nor a link`);
  }
  if (rows.item !== undefined && !names.has(rows.item)) report(`${rows.target}.${rows.item} is not a relation`);
  if (rows.item !== undefined && !rows.owned) report('item: only owned rows are written inside the record');
  if (rows.having !== undefined && rows.primary !== undefined)
    report('having: chosen rows have no primary of their own');
  if (rows.single && rows.primary !== undefined) report('single: one row needs no primary');
  if (rows.v1Lists) checkV1Lists(rows, rows.v1Lists, target, report);
}

/** Rows of no list would not be in REST v1, and those of two would be written twice. */
function checkV1Lists({ single, primary }: RowsMember, lists: readonly V1List[], target: EntityModel, report: Report) {
  if (single || primary !== undefined) report('x-v1: one row, and rows of which one is primary, are no lists');
  const [name = '', ...others] = new Set(lists.flatMap(({ where }) => Object.keys(where)));
  const field = target.fields.find((one) => one.name === name);
  const values = field?.kind === 'value' ? (field.enum ?? []).map(({ value }) => value) : [];
  const listed = lists.map(({ where }) => where[name] ?? '');
  if (others.length > 0 || !isDeepStrictEqual([...listed].sort(), [...values].sort())) {
    report(`x-v1: there must be one list for each value of one enumerated member of ${target.name}`);
  }
}
