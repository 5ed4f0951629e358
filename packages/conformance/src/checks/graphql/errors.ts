/**
 * Readers of GraphQL errors, for all checks of GraphQL.
 */
import { expectEqual, expectThat } from '../../expectation.js';
import type { Answer } from '../../http/answer.js';
import { isJsonObject, type JsonObject, readObject, readObjects, readText } from '../../http/json.js';

/** @returns the errors of an answer. @throws ExpectationFailed when there are none */
export function readErrors(answer: Answer): readonly JsonObject[] {
  const errors = readObjects(readObject(answer.json, 'the body').errors, 'errors');
  expectThat(errors.length > 0, 'there should be an error');
  for (const error of errors) readText(error.message, 'message of an error');
  return errors;
}

/** The number of the error in REST is in `extensions` of some error, as `code` or `number`. */
export function expectCode(answer: Answer, code: number): void {
  const codes = readErrors(answer)
    .map(extensionsOf)
    .flatMap((each) => [each.code, each.number]);
  expectThat(
    codes.includes(code),
    `some error should have code ${code} in its extensions; they have ${codes.join(', ')}`,
  );
}

/**
 * The request was rejected for an argument: code 117, and a message that names the place.
 * @param place an end of what the message or `at` names, such as `filterFields[0].field`
 */
export function expectArgumentRejected(answer: Answer, place: string): void {
  expectCode(answer, 117);
  const named = readErrors(answer).map((error) => `${String(extensionsOf(error).at)} ${String(error.message)}`);
  expectThat(
    named.some((text) => text.includes(place)),
    `an error should name "${place}"; they say ${JSON.stringify(named)}`,
  );
}

/** @returns the errors that a rejected write lists: of each its number and its path. @throws ExpectationFailed */
export function readWriteErrors(answer: Answer): [number: unknown, path: string][] {
  const [error] = readErrors(answer);
  const errors = readObjects(extensionsOf(error).errors, 'extensions.errors');
  return errors.map(({ number, path, message }) => {
    readText(message, 'message of an error');
    return [number, Array.isArray(path) ? path.join('.') : ''];
  });
}

/** The data of an answer that also has errors is null as a whole, or at the member. */
export function expectNoData(answer: Answer, member: string): void {
  const data = readObject(answer.json, 'the body').data ?? null;
  if (isJsonObject(data)) expectEqual(data[member], null, `data.${member}`);
  else expectEqual(data, null, 'data');
}

function extensionsOf(error: JsonObject | undefined): JsonObject {
  return isJsonObject(error?.extensions) ? error.extensions : {};
}
