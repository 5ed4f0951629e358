/**
 * The whole GraphQL type system as one SDL text: the hand-written files and what every entity type adds, checked and merged.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  camelCase,
  conditionBlocks,
  entityBlocks,
  printBlock,
  type ReverseRelation,
  reverseRelations,
} from '@headwater/contract';
import { buildSchema, type DocumentNode, Kind, parse, printSchema } from 'graphql';
import type { EntityModel } from '../entity/entity-model.js';
import { repeatedNames } from '../entity/repeated-names.js';
import type { Spec } from '../spec/load-spec.js';
import { readText } from '../spec/read-yaml.js';
import { SpecError } from '../spec/spec-error.js';

/** @throws SpecError when the parts do not make a valid type system */
export function graphqlSdl(spec: Spec): string {
  const reverse = reverseRelations(spec.entities);
  for (const entity of spec.entities) checkNames(entity, reverse.get(entity.name) ?? []);
  const owned = new Set(
    spec.entities.flatMap(({ fields }) =>
      fields.flatMap((field) => (field.kind === 'rows' && field.owned ? [field.target] : [])),
    ),
  );
  const written = sdlFiles(spec.folder)
    .map((file) => readText(spec.folder, file))
    .join('\n\n');
  const blocks = spec.entities.flatMap((entity) =>
    entityBlocks(entity, owned.has(entity.name), reverse.get(entity.name)),
  );
  const generated = [...conditionBlocks(spec.operators), ...blocks].map(printBlock);
  try {
    const names = addedEntityNames(
      parse(written),
      spec.entities.map(({ name }) => name),
    );
    return printSchema(buildSchema([written, ...generated, ...names].join('\n\n')));
  } catch (error) {
    throw new SpecError({ file: 'graphql' }, error instanceof Error ? error.message : String(error));
  }
}

function sdlFiles(folder: string): string[] {
  return readdirSync(join(folder, 'graphql'))
    .filter((file) => file.endsWith('.graphql'))
    .sort()
    .map((file) => `graphql/${file}`);
}

/** Names that differ in the spec must still differ in camel case. */
function checkNames(entity: EntityModel, reverse: readonly ReverseRelation[]): void {
  const names = entity.fields.flatMap((field) =>
    field.kind === 'reference' ? [field.name, ...field.links.map((link) => link.name)] : [field.name],
  );
  const [repeated] = repeatedNames([...[...new Set(names)].map(camelCase), ...reverse.map(({ name }) => name)]);
  if (repeated !== undefined) throw new SpecError(entity.location, `two members are called "${repeated}" in GraphQL`);
}

// The values of `EntityNameEnum` that nobody writes by hand: the entity types of the spec that the interface does not name. Pure.

const enumName = 'EntityNameEnum';

/**
 * @param written the hand-written SDL, with the values of the interface
 * @param names of all entity types
 * @returns an addition to the enum, in the order of `names`; none where all are there
 */
function addedEntityNames(written: DocumentNode, names: readonly string[]): string[] {
  const given = new Set(
    written.definitions.flatMap((node) =>
      node.kind === Kind.ENUM_TYPE_DEFINITION && node.name.value === enumName
        ? (node.values ?? []).map(({ name }) => name.value)
        : [],
    ),
  );
  const added = names.filter((name) => !given.has(name));
  if (added.length === 0) return [];
  const lines = added.map((name) => ({ text: name, description: `${inWords(name)}. An addition of this service.` }));
  return [printBlock({ head: `enum ${enumName}`, lines })];
}

/** `LeadOpptyKPI` is `Lead Oppty KPI`. */
function inWords(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');
}
