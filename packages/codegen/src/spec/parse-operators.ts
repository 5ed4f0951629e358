/** The filter operators of the spec (`operators.yaml`): each once, in the order in which documents list them. */
import {
  type OperatorDefinition,
  type ValueType,
  type ValueTypeDefinition,
  valueTypeNames,
  valueTypes,
} from '@headwater/contract';
import type { SpecNode } from './spec-node.js';

const operandCounts = ['none', 'one', 'two', 'many'] as const;
const matches = ['equal', 'start', 'end', 'part'] as const;

/** What `types` names: types of values by how they compare. */
const typeGroups = {
  all: typesThat('text', 'ordered', 'single', 'list', 'never'),
  comparable: typesThat('text', 'ordered', 'single', 'list'),
  single: typesThat('text', 'ordered', 'single'),
  ordered: typesThat('text', 'ordered'),
  text: typesThat('text'),
} as const satisfies Record<string, readonly ValueType[]>;

function typesThat(...compare: readonly ValueTypeDefinition['compares'][]): readonly ValueType[] {
  return valueTypeNames.filter((type) => compare.includes(valueTypes[type].compares));
}

/** @throws SpecError for an operator that is not complete or whose opposite is not there */
export function parseOperators(node: SpecNode): OperatorDefinition[] {
  const names = node.items().map((item) => item.get('name').asString());
  return node.items().map((item) => {
    item.allowOnly(['name', 'operands', 'types', 'match', 'ignoresCase', 'opposite', 'description', 'graphql']);
    const opposite = item.find('opposite')?.asOneOf(names);
    const match = item.find('match')?.asOneOf(matches);
    const types = parseTypes(item.get('types'));
    const description = item.get('description').asString().trim();
    const graphql = item.find('graphql');
    return {
      name: item.get('name').asString(),
      operands: item.get('operands').asOneOf(operandCounts),
      types,
      ...(match === undefined ? {} : { match }),
      ...(item.find('ignoresCase')?.asBoolean() ? { ignoresCase: true } : {}),
      ...(opposite === undefined ? {} : { opposite }),
      description,
      ...(graphql ? { graphql: parseGraphql(graphql, types, description) } : {}),
    };
  });
}

function parseTypes(node: SpecNode): readonly ValueType[] {
  return typeGroups[node.asOneOf(Object.keys(typeGroups) as (keyof typeof typeGroups)[])];
}

function parseGraphql(
  node: SpecNode,
  types: readonly ValueType[],
  description: string,
): NonNullable<OperatorDefinition['graphql']> {
  node.allowOnly(['name', 'types', 'description', 'many']);
  const many = node.find('many');
  const fewer = node.find('types');
  return {
    name: node.get('name').asString(),
    types: fewer ? parseTypes(fewer) : types,
    description: node.find('description')?.asString() ?? description,
    ...(many ? { many: { name: many.get('name').asString(), description: many.get('description').asString() } } : {}),
  };
}
