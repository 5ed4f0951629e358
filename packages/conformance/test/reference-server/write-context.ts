/**
 * What the writes of one request share.
 */
import { isObject, type Json, type JsonObject } from './json.js';
import { rejection } from './rejection.js';
import type { Tables } from './tables.js';

export interface WriteContext {
  /** A fork: nothing is written until it is adopted. */
  readonly tables: Tables;
  /** The moment and the revision that every record gets which the request changes. */
  readonly now: string;
  readonly revision: number;
  readonly level: ValidationLevel;
  /** Path of the space, with which the paths of links begin. */
  readonly spacePath: string;
}

/** The bits of `validation-level`; bit 4 changes nothing, as there are no fields of the space's own. */
export interface ValidationLevel {
  readonly changedOnly: boolean;
  readonly readOnlyToo: boolean;
  readonly deletedToo: boolean;
}

export function validationLevel(bits: number): ValidationLevel {
  return { changedOnly: (bits & 2) !== 0, readOnlyToo: (bits & 8) !== 0, deletedToo: (bits & 16) !== 0 };
}

/** @throws Rejection unless the body is an object */
export function recordBody(body: Json): JsonObject {
  if (isObject(body)) return body;
  throw rejection('ERROR_PARAMETER_INVALID', 'The body must be a JSON object.');
}
