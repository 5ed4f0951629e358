/**
 * Expectations about the error bodies of REST v100: shape A (most failures), B (validation), C (no route).
 */
import { expectEqual, expectThat } from './expectation.js';
import { type Answer, expectStatus } from './http/answer.js';
import { type JsonObject, readNumber, readObject, readObjects, readText } from './http/json.js';

/** Shape A. @returns the body. @throws ExpectationFailed */
export function expectError(answer: Answer, status: number, code?: number): JsonObject {
  expectStatus(answer, status);
  const body = readObject(answer.json, 'the error body');
  expectEqual(body.success, false, 'success of the error body');
  expectEqual(body.http_status, status, 'http_status of the error body');
  readText(body.name, 'name of the error body');
  readText(body.message, 'message of the error body');
  const given = readNumber(body.code, 'code of the error body');
  if (code !== undefined) expectEqual(given, code, 'code of the error body');
  return body;
}

/** 400 with code 117, the message naming the parameter. @throws ExpectationFailed */
export function expectParameterRejected(answer: Answer, parameter: string): void {
  const message = readText(expectError(answer, 400, 117).message, 'message of the error body');
  expectThat(message.includes(parameter), `the message should name "${parameter}", but is ${JSON.stringify(message)}`);
}

/** What a validation error says of one field, or of the record as a whole. */
export interface FieldError {
  /** Undefined for errors that belong to no field. */
  readonly field: string | undefined;
  readonly code: number;
  readonly message: string;
}

/** Shape B. @param entityName undefined: any. @returns every error it lists. @throws ExpectationFailed */
export function expectValidationError(answer: Answer, entityName: string | undefined): readonly FieldError[] {
  const body = expectError(answer, 422, 40000);
  expectEqual(body.name, 'ERROR_ENTITY_VALIDATION', 'name of the error body');
  const named = readText(body.entity_name, 'entity_name of the error body');
  if (entityName !== undefined) expectEqual(named, entityName, 'entity_name of the error body');
  readText(body.entity_id, 'entity_id of the error body');
  expectEqual(body.entity_index, null, 'entity_index of the error body');
  expectEqual(body.step_checklist_errors, [], 'step_checklist_errors of the error body');
  const ofEntity = readObjects(body.entity_errors, 'entity_errors').map((leaf) => readFieldError(leaf, undefined));
  const ofFields = readObjects(body.field_errors, 'field_errors').flatMap(readFieldErrors);
  return [...ofEntity, ...ofFields];
}

/** @throws ExpectationFailed unless some error belongs to the field or names it, and, when given, has the code */
export function expectFieldError(errors: readonly FieldError[], field: string, code?: number): void {
  const about = errors.filter((error) => error.field === field || error.message.includes(field));
  expectThat(about.length > 0, `the answer should name "${field}"; it says ${JSON.stringify(errors)}`);
  if (code === undefined) return;
  const hasCode = about.some((error) => error.code === code);
  expectThat(hasCode, `the error of "${field}" should have code ${code}; it says ${JSON.stringify(about)}`);
}

function readFieldErrors(group: JsonObject): readonly FieldError[] {
  const field = readText(group.field_name, 'field_name of a group of field_errors');
  readText(group.field_id, 'field_id of a group of field_errors');
  expectEqual(group.name, 'ERROR_FIELD_VALIDATION', 'name of a group of field_errors');
  expectEqual(group.code, 40002, 'code of a group of field_errors');
  return readObjects(group.errors, 'errors of a group of field_errors').map((leaf) => readFieldError(leaf, field));
}

function readFieldError(leaf: JsonObject, field: string | undefined): FieldError {
  readText(leaf.name, 'name of an error');
  return {
    field,
    code: readNumber(leaf.code, 'code of an error'),
    message: readText(leaf.message, 'message of an error'),
  };
}
