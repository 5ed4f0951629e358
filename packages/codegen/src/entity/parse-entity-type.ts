/**
 * One entity file to its model. Adds the system members that every record has and puts members in the order of answers.
 * Names of other entity types are not checked here but in `check-entity-types.ts`.
 */
import { basename } from 'node:path';
import {
  type DuplicateRule,
  type JointIndex,
  leadingMembers,
  lowerFirst,
  type OperationName,
  type RecordAccess,
} from '@headwater/contract';
import type { SpecLocation } from '../spec/spec-error.js';
import type { SpecNode } from '../spec/spec-node.js';
import { type EntityModel, type Member, namedOperations, type ReferenceMember } from './entity-model.js';
import { parseMember } from './parse-member.js';

const entityKeys = [
  'description',
  'required',
  'properties',
  'x-collection',
  'x-operations',
  'x-label',
  'x-area',
  'x-access',
  'x-numbered',
  'x-events',
  'x-required-any-of',
  'x-example-members',
  'x-merge',
  'x-duplicates',
  'x-custom-fields',
  'x-indexes',
  'x-reverse',
  'x-link-aliases',
  'x-v1',
  'x-graphql',
];

/**
 * @param file path of the entity file; its base name is the entity type's name
 * @param node its content
 * @param systemMembers the members that every record has (`shared/system-members.yaml`)
 */
export function parseEntityType(file: string, node: SpecNode, systemMembers: SpecNode): EntityModel {
  node.allowOnly(entityKeys);
  const name = basename(file, '.yaml');
  if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) node.fail('an entity file is named in PascalCase');
  const collection = node.get('x-collection').asString();
  const required =
    node
      .find('required')
      ?.items()
      .map((item) => item.asString()) ?? [];
  const merge = node.find('x-merge')?.asBoolean() ?? false;
  const duplicates = parseDuplicates(node);
  const indexes = parseIndexes(node);
  const exampleMembers = node.find('x-example-members');
  const aliases = node.find('x-link-aliases');
  return {
    name,
    collection,
    description: node.get('description').asString().trim(),
    operations: parseOperations(node, merge, duplicates),
    fields: [
      ...parseMembers(node, systemMembers, required),
      ...(merge ? [mergedIntoMember(name, node.location())] : []),
    ].sort(byAnswerOrder),
    required,
    requiredAnyOf: node.find('x-required-any-of')?.items().map(asNames) ?? [],
    ...(exampleMembers && { exampleMembers: asNames(exampleMembers) }),
    label: node.get('x-label').asString(),
    ...parseArea(node),
    numbered: node.find('x-numbered')?.asBoolean() ?? false,
    ...(node.find('x-events')?.asBoolean() && { events: true }),
    v1: parseV1(node, name, collection),
    ...parseV1Views(node),
    merge,
    ...(duplicates && { duplicates }),
    ...parseAccess(node),
    ...(indexes && { indexes }),
    customFields: node.find('x-custom-fields')?.asBoolean() ?? false,
    ...(node.find('x-reverse')?.asBoolean() && { reverse: true }),
    ...(aliases && {
      linkAliases: Object.fromEntries(aliases.keys().map((link) => [link, aliases.get(link).asString()])),
    }),
    graphql: parseGraphql(node, name, collection),
    location: node.location(),
  };
}

export function parseArea(node: SpecNode): Pick<EntityModel, 'area'> {
  const area = node.find('x-area')?.asString();
  return area === undefined ? {} : { area };
}

/** What the file lists, all of them when it lists none, and those that come of its other keys. */
function parseOperations(node: SpecNode, merge: boolean, duplicates: DuplicateRule | undefined): OperationName[] {
  const named: readonly OperationName[] =
    node
      .find('x-operations')
      ?.items()
      .map((item) => item.asOneOf(namedOperations)) ?? namedOperations;
  return [
    ...named,
    ...(named.includes('create') && named.includes('update') ? (['upsert'] as const) : []),
    ...(merge ? (['merge'] as const) : []),
    ...(duplicates ? (['duplicates'] as const) : []),
  ];
}

function parseDuplicates(node: SpecNode): DuplicateRule | undefined {
  const given = node.find('x-duplicates');
  if (!given) return undefined;
  given.allowOnly(['same', 'similar']);
  return { same: asNames(given.get('same')), similar: given.get('similar').asString() };
}

function parseAccess(node: SpecNode): { access?: RecordAccess } {
  const given = node.find('x-access');
  if (!given) return {};
  given.allowOnly(['rights', 'writers', 'closed', 'read-only', 'own', 'shown-by']);
  const rights = given.find('rights');
  const writers = given.find('writers');
  const shownBy = given.find('shown-by');
  return {
    access: {
      ...(rights && { rights: rights.asString() }),
      ...(writers && { writers: writers.asString() }),
      ...(given.find('closed')?.asBoolean() && { closed: true }),
      ...(given.find('read-only')?.asBoolean() && { readOnly: true }),
      ...(given.find('own')?.asBoolean() && { own: true }),
      ...(shownBy && { shownBy: asNames(shownBy) }),
    },
  };
}

function parseIndexes(node: SpecNode): JointIndex[] | undefined {
  const given = node.find('x-indexes');
  return given?.items().map((item) => {
    item.allowOnly(['members', 'records']);
    const records = item.find('records')?.asOneOf(['living', 'deleted']);
    return { members: asNames(item.get('members')), ...(records && { records }) };
  });
}

function asNames(node: SpecNode): string[] {
  return node.items().map((item) => item.asString());
}

function parseMembers(node: SpecNode, systemMembers: SpecNode, required: readonly string[]): Member[] {
  const own = node.get('properties');
  const members = own
    .keys()
    .filter((name) => !systemMembers.find(name))
    .map((name) => parseMember(name, own.get(name), required));
  for (const name of systemMembers.keys()) {
    const change = own.find(name);
    const member = systemMembers.get(name);
    members.push(parseMember(name, change ? member.overriddenBy(change) : member, required));
  }
  return members;
}

/** Puts members in the order of answers. */
export function byAnswerOrder(a: Member, b: Member): number {
  const rank = (member: Member) => {
    const index = leadingMembers.indexOf(member.name);
    return index === -1 ? leadingMembers.length : index;
  };
  return rank(a) - rank(b) || (a.name < b.name ? -1 : 1);
}

/** The names in REST v1; null when `x-v1` hides the entity type there. */
export function parseV1(node: SpecNode, entity: string, collection: string): EntityModel['v1'] {
  const given = node.find('x-v1');
  if (!given) return { entity, collection };
  if (given.value === null) return null;
  given.allowOnly(['entity', 'collection', 'views']);
  return { entity: given.get('entity').asString(), collection: given.get('collection').asString() };
}

/** Further collections of REST v1: `x-v1` lists them in `views`. */
function parseV1Views(node: SpecNode): Pick<EntityModel, 'v1Views'> {
  const names = node.find('x-v1');
  const given = names?.value === null ? undefined : names?.find('views');
  if (!given) return {};
  const views = given.items().map((view) => {
    view.allowOnly(['entity', 'collection', 'description', 'data-set']);
    return {
      entity: view.get('entity').asString(),
      collection: view.get('collection').asString(),
      description: view.get('description').asString(),
      dataSet: view.get('data-set').asString(),
    };
  });
  return { v1Views: views };
}

/** The members of `Query`: those that `x-graphql` gives or the names in camel case. */
export function parseGraphql(node: SpecNode, name: string, collection: string): EntityModel['graphql'] {
  const given = node.find('x-graphql');
  given?.allowOnly(['many', 'one']);
  return {
    many: given?.get('many').asString() ?? lowerFirst(collection),
    one: given?.get('one').asString() ?? lowerFirst(name),
  };
}

// The member by which a record that was merged into another one remembers it. Every entity type that can be merged has it, stored
// and seen by nobody. Pure.

/** @param entity name of the entity type, at which the member points */
function mergedIntoMember(entity: string, location: SpecLocation): ReferenceMember {
  return {
    name: 'merged_into',
    description: 'The record that this one was merged into; null when it was not.',
    readOnly: true,
    writeOnce: false,
    nullable: true,
    hidden: true,
    examples: [],
    location,
    kind: 'reference',
    v1Name: null,
    hasIdMember: false,
    links: [],
    targets: [entity],
  };
}
