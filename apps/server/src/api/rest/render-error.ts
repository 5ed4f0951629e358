/**
 * Writes an error in the shapes of REST v100.
 */

import { errorByName } from '@headwater/catalog';
import type { V100Handlers } from '@headwater/openapi-types';
import type { ApiError } from '../../errors/api-error.js';
import { BatchError, type ItemFailure } from '../../errors/batch-error.js';
import { MergeError } from '../../errors/merge-error.js';
import { type FieldLeaves, type Leaf, leafCode, ValidationError } from '../../errors/validation-error.js';
import { errorBody } from '../../http/answer-error.js';
import type { JsonBody } from '../../http/handler-types.js';

/** Codes and names as numbers and texts: they come from the error table, and the documents repeat them. */
type Widened<Value> = Value extends number
  ? number
  : Value extends string
    ? string
    : Value extends object
      ? { readonly [Name in keyof Value]: Widened<Value[Name]> }
      : Value;

type ItemError = Exclude<JsonBody<V100Handlers['batch-modify']['responses'][200]>['data'][number], string>;
type ShapeA = Widened<JsonBody<V100Handlers['get']['responses'][400]>>;
type ShapeB = Widened<JsonBody<V100Handlers['create']['responses'][422]>>;
type RecordError = ShapeB['entity_errors'][number];
type FieldErrors = ShapeB['field_errors'][number];

/** Shape A: most failures. Shape B: rejected records and merges, with every error. */
export function renderError(error: ApiError): ShapeA | ShapeB {
  if (error instanceof ValidationError) {
    const { entityId, entityName } = error.errors;
    return { ...errorBody(error), ...shapeB(entityId, entityName, null, renderErrors(error)) };
  }
  if (error instanceof BatchError) {
    const errors = error.failures.map(renderFailure);
    return {
      ...errorBody(error),
      ...shapeB(error.entityId, error.entityName, null, {
        entity: errors.flatMap(({ entity }) => entity),
        fields: errors.flatMap(({ fields }) => fields),
      }),
    };
  }
  if (error instanceof MergeError) {
    const { entityId, entityName } = error.merged;
    return { ...errorBody(error), ...shapeB(entityId, entityName, null, renderMerge(error)) };
  }
  return errorBody(error);
}

/** The error of one item of a batch that kept going. */
export function renderItemError(error: ApiError, index: number): ItemError {
  return itemError(error, index) as ItemError;
}

function itemError(error: ApiError, index: number): Widened<ItemError> {
  if (!(error instanceof ValidationError)) return { ...errorBody(error), entity_index: index };
  const { entityId, entityName } = error.errors;
  return { ...errorBody(error), ...shapeB(entityId, entityName, index, renderErrors(error)) };
}

/** The lists of shape B. */
interface Errors {
  readonly entity: readonly RecordError[];
  readonly fields: readonly FieldErrors[];
}

function shapeB(entityId: string, entityName: string, index: number | null, { entity, fields }: Errors) {
  return {
    entity_id: entityId,
    entity_name: entityName,
    entity_index: index,
    entity_errors: entity,
    field_errors: fields,
    step_checklist_errors: [],
  };
}

/** Wrong ids belong to no field of the record. */
function renderMerge({ code, errorName: name, problems, master }: MergeError): Errors {
  const ids = problems.map(({ text }) => ({ code, name, message: text((member) => member) }));
  const { entity, fields } = master ? renderErrors(master) : { entity: [], fields: [] };
  return { entity: [...ids, ...entity], fields };
}

function renderErrors({ errors }: ValidationError): Errors {
  return { entity: errors.entity.map(renderLeaf), fields: errors.fields.map(renderField) };
}

/** The errors of one item of a batch that was rejected as a whole: each names its item. */
function renderFailure({ index, error }: ItemFailure): Errors {
  if (!(error instanceof ValidationError)) {
    const { code, errorName: name, message } = error;
    return { entity: [{ code, name, message, entity_index: index }], fields: [] };
  }
  const { entity, fields } = renderErrors(error);
  const inItem = <One extends object>(one: One) => ({ ...one, entity_index: index });
  return { entity: entity.map(inItem), fields: fields.map(inItem) };
}

function renderField({ fieldId, fieldName, leaves }: FieldLeaves): FieldErrors {
  return {
    field_id: fieldId,
    field_name: fieldName,
    name: 'ERROR_FIELD_VALIDATION',
    code: errorByName('ERROR_FIELD_VALIDATION').code,
    errors: leaves.map((leaf) => ({ ...renderLeaf(leaf), field_id: fieldId, field_name: fieldName })),
  };
}

function renderLeaf(leaf: Leaf): RecordError {
  return { code: leafCode(leaf), name: leaf.errorName, message: leaf.message };
}
