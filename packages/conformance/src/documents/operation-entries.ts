/**
 * The operations of a document, as its paths declare them. Pure.
 */
import type { Method, OpenApiDocument } from '@headwater/openapi-types';
import type { Json } from '../http/json.js';
import type { OperationEntry } from './contract-document.js';
import { objectsIn } from './space-document.js';

const methods: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

export function operationEntries({ paths }: OpenApiDocument): OperationEntry[] {
  return objectsIn(paths as Json as never).flatMap(([path, item]) =>
    objectsIn(item).flatMap(([name, operation]): OperationEntry[] => {
      const method = methods.find((one) => one === name);
      if (method === undefined) return [];
      return [
        {
          operationId: String(operation.operationId),
          method,
          path,
          entityType: textOrNull(operation['x-entity-type']),
          operation: textOrNull(operation['x-operation']),
        },
      ];
    }),
  );
}

function textOrNull(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
