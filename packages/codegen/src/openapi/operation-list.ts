/** The operations of a document as a list, for routers and clients that go by data. Pure. */
import { asJsonObject, type JsonObject, type JsonValue } from '@headwater/contract';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export interface OperationEntry {
  readonly operationId: string;
  readonly method: string;
  /** Template with `{name}` in place of path parameters. */
  readonly path: string;
  /** Null for an operation that belongs to no entity type. */
  readonly entityType: string | null;
  /** The standard operation it is; null for a special one, which goes by its `operationId`. */
  readonly operation: string | null;
}

export function operationList(document: JsonObject): OperationEntry[] {
  return Object.entries(asJsonObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(asJsonObject(item))
      .filter(([method]) => methods.includes(method))
      .map(([method, operation]) => operationEntry(method, path, asJsonObject(operation))),
  );
}

function operationEntry(method: string, path: string, operation: JsonObject): OperationEntry {
  return {
    operationId: String(operation.operationId),
    method,
    path,
    entityType: asText(operation['x-entity-type']),
    operation: asText(operation['x-operation']),
  };
}

function asText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
