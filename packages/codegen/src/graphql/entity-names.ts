/**
 * The values of `EntityNameEnum` that nobody writes by hand: the entity types of the spec that the interface does not name. Pure.
 */
import { printBlock } from '@headwater/contract';
import { type DocumentNode, Kind } from 'graphql';

const enumName = 'EntityNameEnum';

/**
 * @param written the hand-written SDL, with the values of the interface
 * @param names of all entity types
 * @returns an addition to the enum, in the order of `names`; none where all are there
 */
export function addedEntityNames(written: DocumentNode, names: readonly string[]): string[] {
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
