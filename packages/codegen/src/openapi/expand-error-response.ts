/**
 * A response that names errors (`x-errors`) gets a body and one example for each of them from the error table, so that a
 * code, its name and its status are written in one place only. Pure.
 */
import { asJsonObject, type JsonObject, type JsonValue } from '@headwater/contract';
import type { ErrorModel } from '../spec/parse-errors.js';
import type { SpecNode } from '../spec/spec-node.js';

const shapeNames = ['v100', 'v1', 'both'] as const;

const requestIdHeader = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

type ErrorBody = (error: ErrorModel) => JsonObject;

const currentBody: ErrorBody = ({ code, name, title, status }) => ({
  code,
  name,
  message: title,
  http_status: status,
  success: false,
});
const legacyBody: ErrorBody = ({ code, title }) => ({ errorcode: code, message: title });

const currentSchema: JsonObject = { $ref: '#/components/schemas/Error' };
const legacySchema: JsonObject = { $ref: '#/components/schemas/LegacyError' };

/** The bodies that an error can have; `x-error-shape` picks one. */
const shapes: Record<(typeof shapeNames)[number], { readonly schema: JsonObject; readonly body: ErrorBody }> = {
  v100: { schema: currentSchema, body: currentBody },
  v1: { schema: legacySchema, body: legacyBody },
  both: {
    schema: { allOf: [currentSchema, legacySchema] },
    body: (error) => ({ ...currentBody(error), ...legacyBody(error) }),
  },
};

/**
 * @param response a file of `shared/responses`; returned as it is when it names no error
 * @throws SpecError when an error does not exist or has no status of its own
 */
export function expandErrorResponse(response: SpecNode, errors: readonly ErrorModel[]): JsonValue {
  const names = response.find('x-errors');
  if (!names) return response.value;
  const shape = shapes[response.find('x-error-shape')?.asOneOf(shapeNames) ?? 'v100'];
  const used = names.items().map((item) => {
    const error = errors.find((candidate) => candidate.name === item.asString());
    if (!error) return item.fail(`there is no error "${item.asString()}" in errors.yaml`);
    return error.status === null ? item.fail(`${error.name} is only inside a validation error`) : error;
  });
  const { 'x-errors': _, 'x-error-shape': __, headers, content, ...rest } = asJsonObject(response.value);
  const media = asJsonObject(asJsonObject(content)['application/json']);
  const examples = used.map((error) => [error.name, { summary: error.title, value: shape.body(error) }]);
  return {
    ...rest,
    headers: { ...asJsonObject(headers), ...requestIdHeader },
    content: {
      'application/json': {
        ...(shape.schema && { schema: shape.schema }),
        ...media,
        examples: Object.fromEntries(examples),
      },
    },
  };
}
