/**
 * What carries out an operation of REST v100, checked against the types of the document.
 */
import type { EntityType } from '@headwater/catalog';
import type { V100Handlers } from '@headwater/openapi-types';
import { readBody, type SpaceRequest } from '../../http/api-middleware.js';
import type { BodyMembers, HandlerAnswer, OperationTypes, PathParams, QueryName } from '../../http/handler-types.js';
import type { QueryReader } from './query-reader.js';

/** The operations by name, and the one that only the documents of spaces declare, for record types of custom entities. */
export type RestOperations = V100Handlers & { readonly 'default-type': DefaultType };

/** Like a GET of a record, at the address of a collection. */
interface DefaultType extends Omit<V100Handlers['get'], 'parameters'> {
  readonly parameters: { readonly query?: V100Handlers['get']['parameters']['query']; readonly path?: never };
}

export interface RestRequest<Operation extends OperationTypes = OperationTypes> extends Omit<SpaceRequest, 'params'> {
  readonly entityType: EntityType;
  readonly params: PathParams<Operation>;
  readonly query: QueryReader<QueryName<Operation>>;
}

export type Handler<Operation extends OperationTypes> = (
  request: RestRequest<Operation>,
) => Promise<HandlerAnswer<Operation>>;

/** A request that is about all entity types. */
export type WholeSpaceRequest<Operation extends OperationTypes = OperationTypes> = Omit<
  RestRequest<Operation>,
  'entityType'
>;

type WholeSpaceOperation = 'listChanges' | 'revertChanges' | 'listAuditEntries' | 'listWebhookDeliveries';

export type Handlers = {
  readonly [Name in keyof RestOperations]: Name extends WholeSpaceOperation
    ? (request: WholeSpaceRequest<RestOperations[Name]>) => Promise<HandlerAnswer<RestOperations[Name]>>
    : Handler<RestOperations[Name]>;
};

/** @returns the body, which is an object; what its members hold is not checked */
export function readMembers<Operation extends OperationTypes>(request: RestRequest<Operation>) {
  return readBody(request) as Promise<BodyMembers<Operation>>;
}

/** Writes answer links, never expanded records. */
export const written = { kind: 'rest', expand: {} } as const;
