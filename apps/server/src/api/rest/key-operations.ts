/**
 * The operations of REST v100 over the keys of a space.
 */
import { whenSent } from '../../http/api-middleware.js';
import { answer, jsonObject, jsonText } from '../../http/content/json-answer.js';
import { readOptionalJsonBody } from '../../http/content/read-json-body.js';
import { deleteGrantedKey, grantKey, rotateGrantedKey } from '../../spaces/granted-keys.js';
import { type Handlers, readMembers } from './handler.js';

const success = jsonText(true as const);

/** @spec openapi#/paths/~1keys */
const createKey: Handlers['createKey'] = async (request) => {
  const key = await grantKey(request.deps, request.call, await readMembers(request));
  return answer(201, jsonObject({ success, data: jsonText(key) }));
};

/** @spec openapi#/paths/~1keys~1{token}~1rotate */
const rotateKey: Handlers['rotateKey'] = async (request) => {
  const { ctx, deps, call, params, bytes } = request;
  const body = await whenSent(request, () => readOptionalJsonBody(ctx.req, deps.limits.maxBodyBytes, bytes.hold));
  const key = await rotateGrantedKey(deps, call, params.token, body);
  return answer(200, jsonObject({ success, data: jsonText(key) }));
};

/** @spec openapi#/paths/~1keys~1{token} */
const deleteKey: Handlers['deleteKey'] = async ({ deps, call, params }) => {
  await deleteGrantedKey(deps, call, params.token);
  return answer(200, jsonObject({ success }));
};

export const keyOperations = { createKey, rotateKey, deleteKey } as const;
