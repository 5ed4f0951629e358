/** Every relation to many records is a connection with the arguments of a list, in every type of the schema. */
import { entityTypes, isAnswered } from '@headwater/catalog';
import { camelCase, reverseRelations } from '@headwater/contract';
import { typeDefs } from '@headwater/graphql-types/sdl';
import { buildSchema, isInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';

const schema = buildSchema(typeDefs);
const reverse = reverseRelations(entityTypes);

function fieldsOf(name: string) {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`The schema has no record type ${name}`);
  return type.getFields();
}

it.each(entityTypes.map((entityType) => [entityType.name, entityType] as const))('of %s', (name, { fields }) => {
  const rows = fields.filter(isAnswered).flatMap((field) => {
    if (field.kind !== 'rows' || field.single) return [];
    // In each type of a union it can lead to others, which no one connection shows.
    return new Set(field.targets ?? [field.target]).size > 1 ? [] : [[camelCase(field.name), field.target] as const];
  });
  const backwards = (reverse.get(name) ?? []).map((relation) => [relation.name, relation.from] as const);
  for (const [member, target] of [...rows, ...backwards]) {
    const field = fieldsOf(name)[member];
    expect(String(field?.type), `${name}.${member}`).toBe(`${target}Connection!`);
    expect(field?.args.map((argument) => `${argument.name}: ${argument.type}`)).toEqual([
      'first: Int',
      'after: String',
      'last: Int',
      'before: String',
      `filter: ${target}Filter`,
      'filterTab: FilterTabInput',
      'profileId: UUID',
      `orderBy: [${target}Order!]`,
      'includeDeleted: Boolean',
    ]);
  }
});

it('follows references backwards between marked entity types only, and shows nothing twice', () => {
  const marked = entityTypes.filter((entityType) => entityType.reverse).map(({ name }) => name);
  expect([...reverse.keys()]).toEqual(marked);
  for (const [name, relations] of reverse) {
    const { fields } = entityTypes.find((entityType) => entityType.name === name)!;
    const shown = fields.flatMap((field) =>
      field.kind === 'rows' && !field.single && !field.where && field.having === undefined
        ? [`${field.target}.${field.via}`]
        : [],
    );
    expect(relations.map(({ from, via }) => `${from}.${via}`).filter((one) => shown.includes(one))).toEqual([]);
    expect(relations.filter(({ from }) => !marked.includes(from))).toEqual([]);
  }
});

it('has every record type among the nodes', () => {
  const node = schema.getType('Node');
  const names = isInterfaceType(node) ? schema.getPossibleTypes(node).map(({ name }) => name) : [];
  expect(names.sort()).toEqual(entityTypes.map(({ name }) => name).sort());
});
