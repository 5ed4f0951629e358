/** What the search of the reference finds: entity types, members, operations, parameters, operators and errors. */
import { type Catalog, type EntityType, errors, type Field, isAnswered, operators } from '@headwater/catalog';
import { memberDescription } from '@headwater/contract';
import MiniSearch from 'minisearch';
import { allSharedParameters, operationsOf, specialOperations } from './reference-model.js';

/** One place of the reference. */
export interface SearchEntry {
  /** Its address, which no two share. */
  readonly id: string;
  readonly title: string;
  /** Such as `member of Accounts`. */
  readonly where: string;
  readonly text: string;
}

/** The script of the page opens the index with the same. */
const options = { fields: ['title', 'text'], storeFields: ['title', 'where'] };

/** Entries that are indexed without a pause: others work in between. */
const chunkSize = 100;

/** @returns the index as JSON text; it takes some tenths of a second in small steps */
export async function searchIndex(catalog: Catalog): Promise<string> {
  const index = new MiniSearch<SearchEntry>(options);
  const shared = [...sharedEntries(), ...catalog.entityTypes.flatMap(entityEntries)];
  await index.addAllAsync(shared, { chunkSize });
  return JSON.stringify(index);
}

/** Members that every record has are found once, in the entity type that comes first. */
const ofEveryRecord = new Set(['id', 'created', 'modified', 'revision', 'is_deleted', 'is_delete_protected']);

function entityEntries(entityType: EntityType): SearchEntry[] {
  const { name, collection, description, fields } = entityType;
  const page = `/docs/${collection}`;
  return [
    { id: page, title: collection, where: 'entity type', text: `${name} ${description}` },
    ...fields
      .filter((field) => isAnswered(field) && !ofEveryRecord.has(field.name))
      .map((field) => memberEntry(field, collection)),
    ...operationsOf(entityType).map(({ anchor, summary }) => ({
      id: `${page}#${anchor}`,
      title: summary,
      where: 'operation',
      text: '',
    })),
  ];
}

function memberEntry(field: Field, collection: string): SearchEntry {
  const id = `/docs/${collection}#member-${field.name}`;
  return { id, title: field.name, where: `member of ${collection}`, text: memberDescription(field) };
}

function sharedEntries(): SearchEntry[] {
  return [
    ...allSharedParameters().map(({ key, name, description }) => ({
      id: `/docs/parameters#${key}`,
      title: name,
      where: 'parameter',
      text: description,
    })),
    ...operators.map(({ name, description }) => ({
      id: `/docs/parameters#operator-${name}`,
      title: name,
      where: 'operator of filters',
      text: description,
    })),
    ...errors.map(({ name, code, title, description }) => ({
      id: `/docs/errors#${name}`,
      title: name,
      where: `error ${code}`,
      text: `${code} ${title} ${description}`,
    })),
    ...specialOperations(null).map(({ anchor, summary, description }) => ({
      id: `/docs/changes#${anchor}`,
      title: summary,
      where: 'operation',
      text: description,
    })),
  ];
}

/** @returns what a space has beyond the service: its own fields and entity types */
export function ownEntries(catalog: Catalog): SearchEntry[] {
  return catalog.entityTypes.flatMap((entityType) =>
    entityType.storedIn === undefined
      ? entityType.fields
          .filter((field) => field.custom && isAnswered(field))
          .map((field) => memberEntry(field, entityType.collection))
      : entityEntries(entityType),
  );
}
