/**
 * Renders a rejection in the shape of REST v1: `{"errorcode", "message"}`. Knows no HTTP library.
 */
import type { Catalog, ErrorName } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { BatchError } from '../../errors/batch-error.js';
import { type FieldLeaves, type Leaf, ValidationError } from '../../errors/validation-error.js';
import { lineOf, withLegacyIds } from './legacy-message.js';

export interface LegacyError {
  readonly errorcode: number;
  readonly message: string;
}

/** What these repeat of a request is as it was sent; the id of an error of the service is in its log. */
const speaksOfNoRecord: ReadonlySet<ErrorName> = new Set(['ERROR_INTERNAL', 'ERROR_PARAMETER_INVALID']);

/** The members that errors of REST v100 have besides the message. */
interface CurrentError {
  readonly code: number;
  readonly name: string;
  readonly http_status: number;
  readonly success: false;
}

/**
 * @returns what the caller reads; the errors of a body are one on a line, each after the REST v1 name of its field. An error of
 *   credentials reads the same in every API: it has the members of both versions
 */
export function renderError(error: ApiError, catalog: Catalog): LegacyError | (LegacyError & CurrentError) {
  const { code, errorName, status } = error;
  const message = messageOf(catalog, error);
  if (errorName !== 'ERROR_UNAUTHORIZED') return { errorcode: code, message };
  return { errorcode: code, code, name: errorName, message, http_status: status, success: false };
}

function messageOf(catalog: Catalog, error: ApiError): string {
  if (error instanceof BatchError) return batchMessage(catalog, error);
  const message = error instanceof ValidationError ? validationMessage(catalog, error) : error.message;
  return speaksOfNoRecord.has(error.errorName) ? message : withLegacyIds(catalog, message);
}

/** Each line begins with the place of its item in the array: `[0]` for the first one. */
function batchMessage(catalog: Catalog, { failures }: BatchError): string {
  const lines = failures.flatMap(({ index, error }) =>
    messageOf(catalog, error)
      .split('\n')
      .map((line) => `[${index}] ${line}`),
  );
  return lines.join('\n');
}

function validationMessage(catalog: Catalog, { errors }: ValidationError): string {
  const { entityName } = errors;
  const line = (fieldName: string | undefined, leaf: Leaf) => lineOf(catalog, entityName, fieldName, leaf);
  const ofField = ({ fieldName, leaves }: FieldLeaves) => leaves.map((leaf) => line(fieldName, leaf));
  const lines = [...errors.entity.map((leaf) => line(placeOf(leaf), leaf)), ...errors.fields.flatMap(ofField)];
  // An id and its link are one field here.
  return [...new Set(lines)].join('\n');
}

/** The member that an error of the whole record leads to. */
function placeOf({ path }: Leaf): string | undefined {
  return typeof path?.[0] === 'string' ? path[0] : undefined;
}
