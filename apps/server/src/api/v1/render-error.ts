/**
 * Renders a rejection in the shape of REST v1: `{"errorcode", "message"}`. Knows no HTTP library.
 */
import type { Catalog } from '@headwater/catalog';
import type { ApiError } from '../../errors/api-error.js';
import { type FieldLeaves, type Leaf, ValidationError } from '../../errors/validation-error.js';
import { legacyFields } from './legacy-fields.js';

export interface LegacyError {
  readonly errorcode: number;
  readonly message: string;
}

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
  const message = error instanceof ValidationError ? validationMessage(catalog, error) : error.message;
  if (errorName !== 'ERROR_UNAUTHORIZED') return { errorcode: code, message };
  return { errorcode: code, code, name: errorName, message, http_status: status, success: false };
}

function validationMessage(catalog: Catalog, { errors }: ValidationError): string {
  const names = legacyNames(catalog, errors.entityName);
  const ofField = ({ fieldName, leaves }: FieldLeaves) =>
    leaves.map((leaf) => `${names.get(fieldName) ?? fieldName}: ${legacyMessage(catalog, leaf)}`);
  return [...errors.entity.map(({ message }) => message), ...errors.fields.flatMap(ofField)].join('\n');
}

/** What else a message names is something that callers may have to write. */
function legacyMessage(catalog: Catalog, { message, named }: Leaf): string {
  if (named === undefined) return message;
  const { entityType, name } = named;
  const shown = `${legacyNames(catalog, entityType).get(name) ?? name} of ${catalog.entityType(entityType)?.v1?.entity ?? entityType}`;
  return message.replace(`${name} of ${entityType}`, () => shown);
}

/** REST v1 names by v100 name; of money, the name of its first part. */
function legacyNames(catalog: Catalog, entityName: string): ReadonlyMap<string, string> {
  const entityType = catalog.entityType(entityName);
  const fields = entityType === undefined ? [] : [...legacyFields(catalog, entityType).values()];
  return new Map(fields.reverse().map(({ field, name }) => [field.name, name]));
}
