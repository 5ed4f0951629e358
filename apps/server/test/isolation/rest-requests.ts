/**
 * A request for each operation of REST v100 and REST v1, about records of another space.
 */
import type { Catalog, EntityType, ReferenceField } from '@headwater/catalog';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import type { Json } from '../test-space.js';
import { type ForeignIds, marker } from './two-spaces.js';

export interface ForeignRequest {
  /** The operation of the document that it is for. */
  readonly operation: string;
  /** Undefined: the request is about no entity type in particular. */
  readonly entityType: string | undefined;
  readonly method: string;
  /** Below the address of the interface and the space. */
  readonly path: string;
  readonly body?: unknown;
}

export type MakeRequest = (ids: ForeignIds) => ForeignRequest;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operationsOf({ paths }: OpenApiDocument): { readonly method: string; readonly path: string }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    methods.filter((method) => method in (operations as object)).map((method) => ({ method, path })),
  );
}

/** @returns what makes the requests, several for some operations */
export function v100Requests(catalog: Catalog): MakeRequest[] {
  return operationsOf(v100Document).flatMap(({ method, path }) => {
    const [, , collection = '', ...rest] = path.split('/');
    // Operations over the changes of any records are asked for those of accounts.
    const named = catalog.byCollection(collection);
    const entityType = named ?? catalog.existing('Account');
    const operation = `${method} ${path}`;
    const about = { operation, entityType: named?.name, method: method.toUpperCase() };
    const at = (ids: ForeignIds) =>
      path
        .replace('{collection}', entityType.collection)
        .replace('{id}', ids.of(entityType.name))
        .replace('{revision}', '1')
        .replace('{field}', 'id')
        .replace('{value}', ids.of(entityType.name));
    if (method === 'get') {
      const ofLists = named === undefined ? logQueries : listQueries(catalog, entityType);
      const queries = rest.length === 0 ? ofLists : [() => ''];
      return queries.map(
        (query): MakeRequest =>
          (ids) => ({ ...about, path: `${at(ids)}${query(ids)}` }),
      );
    }
    return bodies(entityType, rest.at(-1) ?? '').map(
      (body): MakeRequest =>
        (ids) => ({ ...about, path: at(ids), body: body(ids) }),
    );
  });
}

type Make<T> = (ids: ForeignIds) => T;

/** Of the log, whose changes are of any entity type. */
const logQueries: readonly Make<string>[] = [
  () => '?first=1000',
  (ids) => `?first=1000&filter[entity_id]=${ids.of('Account')}`,
];

function listQueries(catalog: Catalog, entityType: EntityType): Make<string>[] {
  const all = 'include-deleted=true&include-total=true&first=100';
  const links = catalog
    .members(entityType.name)
    .filter((member) => member.kind === 'link' || member.field.kind === 'rows')
    .map(({ name }) => name);
  const cursor = (id: string) => encodeURIComponent(Buffer.from(JSON.stringify([id])).toString('base64'));
  const label = entityType.fields.some(({ name, kind }) => name === entityType.label && kind === 'value');
  return [
    () => `?${all}&expand=${links.join()}`,
    (ids) => `?${all}&filter[id]=${ids.of(entityType.name)}`,
    (ids) => `?${all}&after=${cursor(ids.of(entityType.name))}`,
    (ids) => `?${all}&filter[${ids.text(marker)}]=1`,
    ...(label
      ? [
          (ids: ForeignIds) =>
            `?${all}&filter[${entityType.label}]=${ids.text(marker)}&filter-op[${entityType.label}]=icontains`,
        ]
      : []),
    ...referencesOf(entityType)
      .filter(({ hasIdMember }) => hasIdMember)
      .map(
        ({ name, targets }): Make<string> =>
          (ids) =>
            `?${all}&filter[${name}]=${ids.of(targets[0] ?? 'Contact')}`,
      ),
  ];
}

/** @param end the last part of the path */
function bodies(entityType: EntityType, end: string): Make<unknown>[] {
  const own: Make<string> = (ids) => ids.of(entityType.name);
  switch (end) {
    case 'batch-delete':
    case 'batch-restore':
      return [(ids) => [own(ids)]];
    case 'batch-modify':
      return [(ids) => [{ id: own(ids), ...references(entityType, ids) }], (ids) => [references(entityType, ids)]];
    case 'merge':
      return [(ids) => ({ master: { id: own(ids) }, secondary_ids: [own(ids)] })];
    case 'revert':
      return [() => undefined];
    case 'upload':
      return [(ids) => references(entityType, ids)];
    default:
      return [(ids) => references(entityType, ids), (ids) => ({ id: own(ids), ...rows(entityType, ids) })];
  }
}

function referencesOf({ fields }: EntityType): ReferenceField[] {
  return fields.filter(
    (field): field is ReferenceField => field.kind === 'reference' && !field.readOnly && !field.derived,
  );
}

function references(entityType: EntityType, ids: ForeignIds): Json {
  const members = referencesOf(entityType).map(({ name, hasIdMember, targets }) => {
    const id = ids.of(targets[0] ?? 'Contact');
    return [name, hasIdMember ? id : { id }] as const;
  });
  return Object.fromEntries(members);
}

/** Rows of the record that belong to another one, and their other ends. */
function rows({ fields }: EntityType, ids: ForeignIds): Json {
  const members = fields.flatMap((field) => {
    if (field.kind !== 'rows' || field.readOnly) return [];
    return [[field.name, [{ id: ids.of(field.target) }]] as const];
  });
  return Object.fromEntries(members);
}

/** The same for the older interface, whose paths begin with the name of the space. */
export function v1Requests(catalog: Catalog): MakeRequest[] {
  return operationsOf(v1Document).flatMap(({ method, path }) => {
    const [, , collection = ''] = path.split('/');
    const ofMany = requestsOfMany[collection];
    if (ofMany) return catalog.entityTypes.flatMap((one) => ofMany(one, { operation: `${method} ${path}` }));
    const entityType = catalog.byV1Collection(collection)?.entityType;
    const about = { operation: `${method} ${path}`, entityType: entityType?.name, method: method.toUpperCase() };
    const at = (ids: ForeignIds) =>
      path
        .replace('/{space_name}', '')
        .replace('{id}', ids.of(entityType?.name ?? 'Contact'))
        .replace('{entity}', ids.text(marker));
    const filters: Make<string>[] =
      method === 'get' && entityType && !path.includes('{id}')
        ? [
            (ids) => `?limit=-1&filter=ID::${ids.of(entityType.name)}`,
            ...v1References(entityType).map(
              ({ v1Name, targets }): Make<string> =>
                (ids) =>
                  `?limit=-1&filter=${v1Name}::${ids.of(targets[0] ?? 'Contact')}`,
            ),
          ]
        : [() => ''];
    return filters.map((query): MakeRequest => {
      if (method === 'get' || method === 'delete') return (ids) => ({ ...about, path: `${at(ids)}${query(ids)}` });
      return (ids) => ({ ...about, path: at(ids), body: entityType ? v1Body(entityType, ids) : {} });
    });
  });
}

type MakeOfMany = (entityType: EntityType, about: { readonly operation: string }) => MakeRequest[];

/** Requests about several records of an entity type, by the first part of their path. */
const requestsOfMany: Readonly<Record<string, MakeOfMany>> = {
  setEntities: (entityType, about) =>
    [0, 2, 8].map(
      (flag): MakeRequest =>
        (ids) => ({
          ...postAbout(entityType, about, `/setEntities?entityName=${entityType.v1?.entity}&flag=${flag}`),
          body: [{ ID: ids.of(entityType.name), ...v1Body(entityType, ids) }],
        }),
    ),
  deleteEntities: (entityType, about) =>
    [0, 4, 8].map(
      (flag): MakeRequest =>
        (ids) => ({
          ...postAbout(entityType, about, `/deleteEntities?entityName=${entityType.v1?.entity}&flag=${flag}`),
          body: [ids.of(entityType.name)],
        }),
    ),
  search: (entityType, about) => [
    (ids) => ({
      ...postAbout(entityType, about, `/search/${entityType.v1?.collection}`),
      body: { limit: -1, 'include-deleted': true, filter: `ID::${ids.of(entityType.name)}` },
    }),
  ],
};

function postAbout({ name }: EntityType, about: { readonly operation: string }, path: string) {
  return { ...about, entityType: name, method: 'POST', path };
}

function v1References(entityType: EntityType): ReferenceField[] {
  return referencesOf(entityType).filter(({ v1Name }) => v1Name !== null);
}

function v1Body(entityType: EntityType, ids: ForeignIds): Json {
  const members = v1References(entityType).map(({ v1Name, targets }) => [v1Name, ids.of(targets[0] ?? 'Contact')]);
  return Object.fromEntries(members);
}
