/**
 * Descriptions in the words of REST v1: members are called there by other names than in the spec. Pure.
 */
import type { EntityModel, Member } from '../../entity/entity-model.js';

type Entities = ReadonlyMap<string, EntityModel>;

/** Parts of REST v100 that REST v1 has under another name. */
const otherNames: Readonly<Record<string, string>> = { 'validation-level': 'validation_level' };

/**
 * @param entity whose description it is, or whose member's
 * @returns the text with each member named in backticks under its name in REST v1: one of the entity type, of those that its relations
 *   lead to or, where the name is not a plain word, of any
 */
export function inLegacyWords(text: string, entity: EntityModel, entities: Entities): string {
  return text.replaceAll(/`(\/entities\/)?([\w{}-]+)`/g, (written, folder: string | undefined, name: string) => {
    if (folder !== undefined) return `\`/${name}\``;
    const shown = otherNames[name] ?? nameFrom(candidates(name, entity, entities), name);
    return shown === undefined ? written : `\`${shown}\``;
  });
}

function* candidates(name: string, entity: EntityModel, entities: Entities): Generator<EntityModel> {
  yield entity;
  for (const { targets = [], target } of entity.fields.map(targetsOf)) {
    for (const one of target === undefined ? targets : [target]) {
      const found = entities.get(one);
      if (found) yield found;
    }
  }
  if (name.includes('_')) yield* entities.values();
}

function targetsOf(field: Member): { readonly targets?: readonly string[]; readonly target?: string } {
  if (field.kind === 'reference') return { targets: field.targets };
  return field.kind === 'rows' ? { target: field.target } : {};
}

function nameFrom(entities: Iterable<EntityModel>, name: string): string | undefined {
  for (const entity of entities) {
    for (const field of entity.fields) {
      if (field.kind === 'money') {
        if (field.name === name) return field.v1Names.value_foreign;
        continue;
      }
      const isMeant =
        field.name === name || (field.kind === 'reference' && field.links.some((link) => link.name === name));
      if (isMeant && field.v1Name !== null) return field.v1Name;
    }
  }
  return undefined;
}
