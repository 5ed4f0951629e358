/**
 * Reads the body of a REST v1 search: the parameters of a collection GET as the members of an object.
 */
import type { V1Handlers } from '@headwater/openapi-types';
import { ApiError } from '../../errors/api-error.js';
import { suggestion } from '../../errors/closest-name.js';
import type { JsonBody } from '../../http/handler-types.js';
import { maxHeadBytes } from '../../http/reject-malformed.js';

type Criterion = keyof JsonBody<V1Handlers['search']['requestBody']>;

const criteria: Record<Criterion, true> = {
  limit: true,
  offset: true,
  sort: true,
  filter: true,
  after: true,
  loadonly: true,
  revision: true,
  'include-deleted': true,
};

/** A filter may compare with thousands of ids, which no address holds; nothing else need be longer than one. */
const mostCharacters = { filter: 200_000, other: maxHeadBytes } as const;

/**
 * @param address the query of the address, whose parameters count as well
 * @returns all of them as the query of an address
 * @throws ApiError `ERROR_PARAMETER_INVALID` for a member that is none of them, whose value is neither text, number nor boolean, or is too
 *   long: a criterion that is left out would find too much
 */
export function criteriaSearch(address: string, body: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams(address);
  for (const [name, value] of Object.entries(body)) {
    if (!Object.hasOwn(criteria, name) && name !== 'include_deleted') {
      const message = `There is no criterion "${name}".${suggestion(name, Object.keys(criteria))}`;
      throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: name });
    }
    if (value === null) continue;
    if (search.has(name)) {
      throw new ApiError('ERROR_PARAMETER_INVALID', `${name}: is given in the address, too.`, { at: name });
    }
    if (typeof value === 'object') {
      const message = `${name}: must be a text or a number, as in an address.`;
      throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: name });
    }
    const text = String(value);
    const most = name === 'filter' ? mostCharacters.filter : mostCharacters.other;
    if (text.length > most) {
      const message = `${name}: has at most ${most} characters, but these are ${text.length}.`;
      throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: name });
    }
    search.set(name, text);
  }
  return search.toString();
}
