/**
 * The page that says of every collection and every field of REST v1 what it is in REST v100 and in GraphQL. Pure.
 */
import { camelCase, isAnswered, isWritable, type V1List } from '@headwater/contract';
import type { EntityModel, Member } from '../entity/entity-model.js';
import type { Spec } from '../spec/load-spec.js';

/** One field of REST v1: its name there, in REST v100 and in GraphQL, and how its form differs. */
type Row = readonly [v1: string, v100: string, graphql: string, form: string];

/** @returns the text of `docs/v1-names.md` */
export function v1NamesPage({ entities }: Spec): string {
  const shown = entities.filter(({ v1 }) => v1 !== null);
  const byName = new Map(entities.map((entity) => [entity.name, entity]));
  const rowsOf = new Map(
    shown.map((entity) => [entity, entity.fields.flatMap((field) => rows(entity, field, byName))]),
  );
  const common = commonRows([...rowsOf.values()]);
  const commonNames = new Set(common.map(String));
  const ofEntity = shown
    .sort((left, right) => (collectionOf(left) < collectionOf(right) ? -1 : 1))
    .flatMap((entity) => [
      `\n## ${collectionOf(entity)}\n`,
      `One is \`${entity.v1?.entity}\`.`,
      `REST v100: \`/entities/${entity.collection}\`, ${entity.name}.`,
      `GraphQL: \`${entity.graphql.many}\`, \`${entity.graphql.one}\`.\n`,
      ...table((rowsOf.get(entity) ?? []).filter((row) => !commonNames.has(String(row)))),
      ...(entity.v1Views ?? []).flatMap((view) => [
        `\n## ${view.collection}\n`,
        `One is \`${view.entity}\`: those of ${collectionOf(entity)} with the \`data_set_id\` ${view.dataSet}.`,
      ]),
    ]);
  return `${[
    '# Names of REST v1\n',
    '[Migrating from REST v1](migrating-from-v1.md) is about everything else. This page is generated from `spec/` by',
    '`npx headwater-codegen v1-names docs`; fields of a space have the same name in all interfaces.\n',
    '- **number**: v1 shows the number of a user or sales unit, the others its uuid; **id**: v1 writes `PY-7FFFFFFF-<UUID>`.',
    '- **0, 1**: a boolean of the others. **to the second**: v1 writes `YYYY-MM-DD HH:MM:SS`.',
    '- **ids** and **inline**: rows, which v1 shows by their ids or whole; the others show links, and records on request.',
    '- **numbers of those with**: a list for each value of the rows, which a body replaces without the other lists.',
    '- **read**: bodies of v1 ignore it, but for `REVISION`, which guards a change.\n',
    '## All collections\n',
    ...table(common),
    ...ofEntity,
  ].join('\n')}\n`;
}

function collectionOf(entity: EntityModel): string {
  return entity.v1?.collection ?? entity.collection;
}

function table(found: readonly Row[]): string[] {
  return ['| REST v1 | REST v100 | GraphQL | Form |', '| --- | --- | --- | --- |', ...found.map(line)];
}

function line(row: Row): string {
  const [v1, v100, graphql, form] = row;
  return `| \`${v1}\` | \`${v100}\` | \`${graphql}\` | ${form} |`;
}

/** The fields that every collection has. */
function commonRows(all: readonly (readonly Row[])[]): Row[] {
  const [first = [], ...others] = all.map((found) => new Map(found.map((row) => [String(row), row])));
  return [...first].flatMap(([key, row]) => (others.every((found) => found.has(key)) ? [row] : []));
}

function rows(entity: EntityModel, field: Member, byName: ReadonlyMap<string, EntityModel>): Row[] {
  if (!isAnswered(field) && !isWritable(field)) return [];
  const readOnly = isWritable(field) ? '' : 'read';
  const { name } = field;
  const graphql = camelCase(name);
  if (field.kind === 'money') {
    return Object.entries(field.v1Names).map(([part, v1]) => [
      v1,
      `${name}.${part}`,
      `${graphql}.${camelCase(part)}`,
      joined(part === 'currency_id' ? 'id' : '', readOnly),
    ]);
  }
  if (field.kind === 'rows' && field.v1Lists) {
    const item = (list: V1List) => byName.get(field.target)?.fields.find((one) => one.name === list.item);
    return field.v1Lists.map((list) => [
      list.name,
      name,
      graphql,
      joined(listForm(list, item(list), byName), readOnly),
    ]);
  }
  if (field.v1Name === null) return [];
  if (field.kind === 'reference' && !field.hasIdMember) {
    const link = field.links[0]?.name ?? name;
    return [[field.v1Name, link, camelCase(link), joined(formOf(entity, field, byName), readOnly)]];
  }
  return [[field.v1Name, name, graphql, joined(formOf(entity, field, byName), readOnly)]];
}

function listForm({ where }: V1List, item: Member | undefined, byName: ReadonlyMap<string, EntityModel>): string {
  const isNumbered = item?.kind === 'reference' && item.targets.some((target) => byName.get(target)?.numbered);
  const values = Object.entries(where).map(([member, value]) => `\`${member}\` ${value}`);
  return `${isNumbered ? 'numbers' : 'ids'} of those with ${values.join(' and ')}`;
}

function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ');
}

function formOf(
  entity: EntityModel,
  field: Exclude<Member, { kind: 'money' }>,
  byName: ReadonlyMap<string, EntityModel>,
): string {
  switch (field.kind) {
    case 'rows':
      return field.v1Inline ? 'inline' : 'ids';
    case 'reference':
      return field.targets.some((target) => byName.get(target)?.numbered) ? 'number' : 'id';
    case 'value':
      if (field.name === 'id') return entity.numbered ? 'number' : 'id';
      if (field.type === 'boolean') return '0, 1';
      if (field.type === 'datetime') return 'to the second';
      return field.type === 'uuid' ? 'id' : '';
  }
}
