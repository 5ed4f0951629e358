/**
 * Servers whose keys may more than they should, or live longer.
 */
import type { Keys } from './access-faults.js';
import { editBody, type Fault, type ProxiedRequest, withBody, withStatus } from './fault.js';

const makesKey = ({ method, url }: ProxiedRequest) => method === 'POST' && url.pathname.endsWith('/keys');
const rotates = ({ method, url }: ProxiedRequest) => method === 'POST' && url.pathname.endsWith('/rotate');
const deletesKey = ({ method, url }: ProxiedRequest) => method === 'DELETE' && url.pathname.includes('/keys/');

const asksFor =
  (method: string, path: RegExp) =>
  (request: ProxiedRequest): boolean =>
    request.method === method && path.test(request.url.pathname);

const allChecks = ['keys.scope', 'keys.bounds', 'keys.rotate', 'keys.delete'];

/** @returns a server that takes the keys of users for ones that may everything, where the fault is */
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
      const isOfUser = authorization !== '' && !Object.values(keys).includes(authorization);
      return isOfUser && isFaulty(request)
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
      caughtBy: ['keys.bounds'],
      request: (request) =>
        makesKey(request) ? { ...request, headers: { ...request.headers, authorization: keys.alpha } } : request,
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
    unlimited('lists what a user does not see', keys, ['users.private', 'users.units'], asksFor('GET', /\/Accounts$/)),
    unlimited('forgets users in GraphQL', keys, ['users.private'], asksFor('POST', /\/graphql\//)),
    unlimited('forgets users in REST v1', keys, ['users.private'], asksFor('GET', /^\/rest_services\//)),
    unlimited('tells users the history of every record', keys, ['users.private'], asksFor('GET', /\/history$/)),
    unlimited('tells users of all changes', keys, ['users.private'], asksFor('GET', /\/changes$/)),
    unlimited('lets users change what they only see', keys, ['users.shared'], asksFor('PATCH', /\/Accounts\//)),
    unlimited('lets users delete whatever they change', keys, ['users.deletes'], asksFor('DELETE', /\/Accounts\//)),
    unlimited('lets users without rights make records', keys, ['users.no-rights'], asksFor('POST', /\/Accounts$/)),
    {
      name: 'knows of no units below others',
      caughtBy: ['users.units'],
      request: (request) =>
        asksFor('POST', /\/SalesUnits$/)(request) ? withBody(request, ({ parent_id: _, ...body }) => body) : request,
    },
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
