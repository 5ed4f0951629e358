/**
 * An entity file with `x-union`: an abstract type that represents the records of several others. The file names it and its
 * types; its members come of theirs. It can only be read.
 */
import { basename } from 'node:path';
import type { SpecNode } from '../spec/spec-node.js';
import type { EntityModel } from './entity-model.js';
import { parseArea, parseGraphql, parseV1 } from './parse-entity-type.js';
import { unionMembers } from './union-members.js';

const unionKeys = ['description', 'x-collection', 'x-label', 'x-area', 'x-union', 'x-v1', 'x-graphql'];

/** The member that distinguishes the records of a union. */
const kindMember = 'table_name';

/**
 * @param file path of the entity file; its base name is the entity type's name
 * @param node its content
 * @param types the entity types that have tables of their own
 * @throws SpecError when the types of the union cannot be read as one
 */
export function parseUnionType(file: string, node: SpecNode, types: readonly EntityModel[]): EntityModel {
  node.allowOnly(unionKeys);
  const name = basename(file, '.yaml');
  const collection = node.get('x-collection').asString();
  const members = typesOf(node.get('x-union'), types);
  return {
    name,
    collection,
    description: node.get('description').asString().trim(),
    operations: ['list', 'get'],
    fields: unionMembers(members, node.location()),
    required: [],
    requiredAnyOf: [],
    label: node.get('x-label').asString(),
    ...parseArea(node),
    numbered: false,
    v1: parseV1(node, name, collection),
    merge: false,
    customFields: false,
    graphql: parseGraphql(node, name, collection),
    union: members.map((type) => type.name),
    location: node.location(),
  };
}

function typesOf(node: SpecNode, types: readonly EntityModel[]): EntityModel[] {
  const found = node.items().map((item) => {
    const name = item.asString();
    return types.find((type) => type.name === name) ?? item.fail(`there is no entity type "${name}" with records`);
  });
  if (found.length < 2) node.fail('a union is of two entity types or more');
  const kinds = found.map(kindOf);
  for (const [index, kind] of kinds.entries()) {
    if (kind === undefined)
      node.fail(`${found[index]?.name} has no member "${kindMember}" with a text that is always the same`);
    if (kinds.indexOf(kind) !== index) node.fail(`"${kindMember}" does not distinguish its entity types`);
  }
  return found;
}

function kindOf(type: EntityModel): string | undefined {
  const derived = type.fields.find((field) => field.name === kindMember)?.derived;
  return derived?.kind === 'constant' && typeof derived.value === 'string' ? derived.value : undefined;
}
