/**
 * Finds what a route does with the method of a request.
 */
import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';

/**
 * @param methods in capitals, with what each of them does; HEAD is answered as GET is
 * @throws ApiError `ERROR_METHOD_NOT_ALLOWED`, with the header `Allow` set
 */
export function chooseMethod<Action>(
  ctx: Context,
  methods: readonly (readonly [method: string, action: Action])[],
  { head: takesHead = true }: { readonly head?: boolean } = {},
): Action {
  const { method: given = '' } = ctx.req;
  const wanted = given === 'HEAD' && takesHead ? 'GET' : given;
  const found = methods.find(([method]) => method === wanted);
  if (found) return found[1];
  const allowed = methods.flatMap(([method]) => (method === 'GET' && takesHead ? ['GET', 'HEAD'] : method));
  const listed = allowed.sort().join(', ');
  ctx.set('Allow', listed);
  throw new ApiError('ERROR_METHOD_NOT_ALLOWED', `${given} is not allowed here; this address takes ${listed}.`);
}
