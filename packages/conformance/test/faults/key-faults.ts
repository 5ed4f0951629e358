/**
 * Servers whose keys may more than they should, or live longer.
 */
import type { Keys } from './access-faults.js';
import { editBody, type Fault, type ProxiedRequest, withBody, withoutParameters, withStatus } from './fault.js';

const makesKey = ({ method, url }: ProxiedRequest) => method === 'POST' && url.pathname.endsWith('/keys');
const rotates = ({ method, url }: ProxiedRequest) => method === 'POST' && url.pathname.endsWith('/rotate');
const deletesKey = ({ method, url }: ProxiedRequest) => method === 'DELETE' && url.pathname.includes('/keys/');

const asksFor =
  (method: string, path: RegExp) =>
  (request: ProxiedRequest): boolean =>
    request.method === method && path.test(request.url.pathname);

const allChecks = ['keys.scope', 'keys.bounds', 'keys.rotate', 'keys.delete'];

/** @returns ids of the checks of hidden fields */
function hiding(first: string, ...others: readonly string[]): [string, ...string[]] {
  const idOf = (name: string) => `keys.hidden-fields.${name}`;
  return [idOf(first), ...others.map(idOf)];
}

/** @returns a server that takes keys with fewer rights for ones that may everything, where the fault is */
function unlimited(
  name: string,
  keys: Keys,
  caughtBy: Fault['caughtBy'],
  isFaulty: (request: ProxiedRequest) => boolean,
): Fault {
  return {
    name,
    caughtBy,
    request(request) {
      const { authorization = '' } = request.headers;
      const isOfOther = authorization !== '' && !Object.values(keys).includes(authorization);
      return isOfOther && isFaulty(request)
        ? { ...request, headers: { ...request.headers, authorization: keys.alpha } }
        : request;
    },
  };
}

/** @param keys read when a request comes */
export function keyFaults(keys: Keys): readonly Fault[] {
  return [
    {
      name: 'does not say which key it has made',
      caughtBy: ['operation.createKey', 'operation.rotateKey', 'operation.deleteKey', ...allChecks],
      answer: (answer, request) => (makesKey(request) ? editBody(answer, () => ({ success: true })) : answer),
    },
    {
      name: 'makes keys that may everything',
      caughtBy: ['keys.scope'],
      request: (request) => (makesKey(request) ? withBody(request, (body) => ({ ...body, scopes: ['*:*'] })) : request),
    },
    {
      name: 'lets keys make keys that may more',
      caughtBy: ['keys.bounds', 'keys.hidden-fields.keys'],
      request: (request) =>
        makesKey(request) ? { ...request, headers: { ...request.headers, authorization: keys.alpha } } : request,
    },
    {
      name: 'does not know of its keys that they cannot be tried',
      caughtBy: ['keys.dry-run'],
      request: (request) => (makesKey(request) ? withoutParameters(request, 'dry-run') : request),
    },
    {
      name: 'deletes keys that are to be tried',
      caughtBy: ['keys.dry-run'],
      request: (request) => (deletesKey(request) ? withoutParameters(request, 'dry-run') : request),
    },
    {
      name: 'rotates no keys',
      caughtBy: ['operation.rotateKey', 'keys.rotate'],
      answer: (answer, request) => (rotates(request) ? withStatus(answer, 404) : answer),
    },
    {
      name: 'takes the password before a rotation for a day',
      caughtBy: ['keys.rotate'],
      request: (request) => (rotates(request) ? withBody(request, () => ({})) : request),
    },
    {
      name: 'lets keys of users do all that keys of the space may',
      caughtBy: ['users.private', 'users.shared', 'users.units', 'users.no-rights', 'users.deletes'],
      request: (request) => (makesKey(request) ? withBody(request, (body) => ({ ...body, as_user: false })) : request),
    },
    unlimited(
      'lists what a key does not see',
      keys,
      ['users.private', 'users.units', ...hiding('reads', 'queries')],
      asksFor('GET', /\/Accounts$/),
    ),
    unlimited(
      'forgets in GraphQL what a key sees',
      keys,
      ['users.private', ...hiding('reads', 'queries', 'writes', 'documents')],
      asksFor('POST', /\/graphql\//),
    ),
    unlimited(
      'forgets in REST v1 what a key sees',
      keys,
      ['users.private', ...hiding('reads')],
      asksFor('GET', /^\/rest_services\//),
    ),
    unlimited(
      'tells each key the whole history of every record',
      keys,
      ['users.private', ...hiding('changes')],
      asksFor('GET', /\/history$/),
    ),
    unlimited(
      'tells each key of all changes',
      keys,
      ['users.private', ...hiding('changes')],
      asksFor('GET', /\/changes$/),
    ),
    unlimited(
      'lets keys change what they only see, or do not see',
      keys,
      ['users.shared', ...hiding('reads', 'writes')],
      asksFor('PATCH', /\/Accounts\//),
    ),
    unlimited(
      'lets keys of users define what they like',
      keys,
      ['users.definitions'],
      asksFor('POST', /\/(Fields|Entities)$/),
    ),
    unlimited('lets users delete whatever they change', keys, ['users.deletes'], asksFor('DELETE', /\/Accounts\//)),
    unlimited(
      'lets keys without rights make records',
      keys,
      ['users.no-rights', ...hiding('writes')],
      asksFor('POST', /\/Accounts$/),
    ),
    {
      name: 'knows of no units below others',
      caughtBy: ['users.units'],
      request: (request) =>
        asksFor('POST', /\/SalesUnits$/)(request) ? withBody(request, ({ parent_id: _, ...body }) => body) : request,
    },
    {
      name: 'makes keys that hide nothing',
      caughtBy: hiding('reads', 'queries', 'changes', 'writes', 'documents', 'keys'),
      request: (request) => (makesKey(request) ? withBody(request, ({ hidden_fields: _, ...body }) => body) : request),
    },
    unlimited(
      'gets records with all fields',
      keys,
      hiding('reads', 'changes', 'keys'),
      asksFor('GET', /\/Accounts\/[^/]+$/),
    ),
    unlimited('names all fields in its document', keys, hiding('documents'), asksFor('GET', /\/openapi\.json$/)),
    unlimited('names all fields in its schema', keys, hiding('documents'), asksFor('GET', /\/schema\.graphql$/)),
    {
      name: 'says of keys that they are deleted, and keeps them',
      caughtBy: ['keys.delete'],
      request: (request) => {
        if (!deletesKey(request)) return request;
        const url = new URL(request.url);
        url.pathname = url.pathname.replace(/\/keys\/.*$/, '/changes');
        url.search = '?first=1';
        return { ...request, method: 'GET', url };
      },
    },
  ];
}
