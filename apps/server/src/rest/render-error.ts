/**
 * Writes an error in the shapes of REST v100.
 */

import { errorByName } from '@headwater/catalog';
import type { ApiError } from '../errors/api-error.js';
import { type Leaf, leafCode, ValidationError } from '../errors/validation-error.js';

/** Shape A: most failures. Shape B: a refused record body, with every mistake. */
export function renderError(error: ApiError): Readonly<Record<string, unknown>> {
  const shapeA = {
    code: error.code,
    name: error.errorName,
    message: error.message,
    http_status: error.status,
    success: false,
  };
  if (!(error instanceof ValidationError)) return shapeA;
  const { errors } = error;
  return {
    ...shapeA,
    entity_id: errors.entityId,
    entity_name: errors.entityName,
    entity_index: null,
    entity_errors: errors.entity.map(renderLeaf),
    field_errors: errors.fields.map(({ fieldId, fieldName, leaves }) => ({
      field_id: fieldId,
      field_name: fieldName,
      name: 'ERROR_FIELD_VALIDATION',
      code: errorByName('ERROR_FIELD_VALIDATION').code,
      errors: leaves.map((leaf) => ({ ...renderLeaf(leaf), field_id: fieldId, field_name: fieldName })),
    })),
    step_checklist_errors: [],
  };
}

function renderLeaf(leaf: Leaf) {
  return { code: leafCode(leaf), name: leaf.errorName, message: leaf.message };
}

/** Shape C: the address leads nowhere. */
export function renderNoRoute(path: string): Readonly<Record<string, unknown>> {
  return { status: 404, message: `There is nothing at ${path}.`, errorcode: null, traceback: null };
}
