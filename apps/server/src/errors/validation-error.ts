/**
 * The error of an invalid record body: every problem of the whole body at once (error shape B of the interface).
 */
import { type ErrorName, errorByName } from '@headwater/catalog';
import { ApiError } from './api-error.js';

/** One error. */
export interface Leaf {
  readonly errorName: ErrorName;
  readonly message: string;
  /** Names and positions that lead from the body to what is wrong, where they say more than the name of the field. */
  readonly path?: readonly (string | number)[];
  /** A member that the message names as `name of entityType`, which REST v1 calls otherwise. */
  readonly named?: { readonly entityType: string; readonly name: string };
}

export interface FieldLeaves {
  readonly fieldId: string;
  readonly fieldName: string;
  readonly leaves: readonly Leaf[];
}

export interface ValidationErrors {
  /** Singular name of the entity type. */
  readonly entityName: string;
  /** Id of the record; made before validation, so a failed create has one too. */
  readonly entityId: string;
  /** Errors not tied to a field. */
  readonly entity: readonly Leaf[];
  readonly fields: readonly FieldLeaves[];
}

export class ValidationError extends ApiError {
  constructor(readonly errors: ValidationErrors) {
    const leaves = [...errors.entity, ...errors.fields.flatMap((field) => field.leaves)];
    super('ERROR_ENTITY_VALIDATION', leaves.map((leaf) => `\n${leaf.message}`).join(''));
    this.name = 'ValidationError';
  }
}

/** @returns the numeric code of a leaf, from the error table */
export function leafCode(leaf: Leaf): number {
  return errorByName(leaf.errorName).code;
}
