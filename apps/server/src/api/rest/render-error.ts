/**
 * Writes an error in the shapes of REST v100.
 */

import { errorByName } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { BatchError, type ItemFailure } from '../../errors/batch-error.js';
import { MergeRefusal } from '../../errors/merge-refusal.js';
import { type FieldLeaves, type Leaf, leafCode, ValidationError } from '../../errors/validation-error.js';
import { errorBody } from '../../http/answer-error.js';

type Rendered = Readonly<Record<string, unknown>>;

/** Shape A: most failures. Shape B: refused records and merges, with every mistake. */
export function renderError(error: ApiError): Rendered {
  if (error instanceof ValidationError) {
    const { entityId, entityName } = error.errors;
    return { ...errorBody(error), ...shapeB(entityId, entityName, null, renderMistakes(error)) };
  }
  if (error instanceof BatchError) {
    const mistakes = error.failures.map(renderFailure);
    return {
      ...errorBody(error),
      ...shapeB(error.entityId, error.entityName, null, {
        entity: mistakes.flatMap(({ entity }) => entity),
        fields: mistakes.flatMap(({ fields }) => fields),
      }),
    };
  }
  if (error instanceof MergeRefusal) {
    const { entityId, entityName } = error.merged;
    return { ...errorBody(error), ...shapeB(entityId, entityName, null, renderMerge(error)) };
  }
  return errorBody(error);
}

/** The error of one item of a batch that kept going. */
export function renderItemError(error: ApiError, index: number): Rendered {
  if (!(error instanceof ValidationError)) return { ...errorBody(error), entity_index: index };
  const { entityId, entityName } = error.errors;
  return { ...errorBody(error), ...shapeB(entityId, entityName, index, renderMistakes(error)) };
}

/** Mistakes as they stand in shape B. */
interface Mistakes {
  readonly entity: readonly Rendered[];
  readonly fields: readonly Rendered[];
}

function shapeB(entityId: string, entityName: string, index: number | null, { entity, fields }: Mistakes): Rendered {
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
function renderMerge({ code, errorName: name, problems, master }: MergeRefusal): Mistakes {
  const ids = problems.map(({ text }) => ({ code, name, message: text((member) => member) }));
  const { entity, fields } = master ? renderMistakes(master) : { entity: [], fields: [] };
  return { entity: [...ids, ...entity], fields };
}

function renderMistakes({ errors }: ValidationError): Mistakes {
  return { entity: errors.entity.map(renderLeaf), fields: errors.fields.map(renderField) };
}

/** The mistakes of one item of a batch that was refused as a whole: each says which item it is of. */
function renderFailure({ index, error }: ItemFailure): Mistakes {
  if (!(error instanceof ValidationError)) {
    const { code, errorName: name, message } = error;
    return { entity: [{ code, name, message, entity_index: index }], fields: [] };
  }
  const { entity, fields } = renderMistakes(error);
  const inItem = (mistake: Rendered) => ({ ...mistake, entity_index: index });
  return { entity: entity.map(inItem), fields: fields.map(inItem) };
}

function renderField({ fieldId, fieldName, leaves }: FieldLeaves): Rendered {
  return {
    field_id: fieldId,
    field_name: fieldName,
    name: 'ERROR_FIELD_VALIDATION',
    code: errorByName('ERROR_FIELD_VALIDATION').code,
    errors: leaves.map((leaf) => ({ ...renderLeaf(leaf), field_id: fieldId, field_name: fieldName })),
  };
}

function renderLeaf(leaf: Leaf): Rendered {
  return { code: leafCode(leaf), name: leaf.errorName, message: leaf.message };
}
