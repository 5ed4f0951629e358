/** The words by which templates speak of an entity type. Pure. */
import type { EntityType } from '../entity-type.js';

export type Placeholders = Readonly<Record<string, string>>;

/** What templates say of an entity type. */
export type NamedEntityType = Pick<EntityType, 'name' | 'collection' | 'v1' | 'duplicates' | 'graphql'>;

/** The placeholders of an operation template: names as the interface has them and words for sentences. */
export function entityPlaceholders(entity: NamedEntityType): Placeholders {
  const one = inWords(entity.graphql.one);
  return {
    entity: entity.name,
    collection: entity.collection,
    v1Entity: entity.v1?.entity ?? '',
    v1Collection: entity.v1?.collection ?? '',
    one,
    many: inWords(entity.graphql.many),
    duplicateRule: duplicateRule(entity),
    aOne: `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`,
  };
}

/** `contactAccountRelations` becomes `contact account relations`; runs of capitals stay as they are. */
function inWords(camelCase: string): string {
  return camelCase.replace(
    /([a-z0-9])([A-Z])(?=([a-z]?))/g,
    (_, before: string, capital: string, next: string) => `${before} ${next ? capital.toLowerCase() : capital}`,
  );
}

/** When records are likely one, as a part of a sentence; empty for entity types that don't say. */
function duplicateRule({ duplicates }: NamedEntityType): string {
  if (!duplicates) return '';
  const same = duplicates.same.map((member) => `\`${member}\``).join(', ');
  return `a text is in both of them, in any of ${same} and whatever its case, or their \`${duplicates.similar}\` is nearly equal`;
}
