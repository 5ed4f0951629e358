/**
 * Servers that let the wrong callers in, or let spaces see each other.
 */
import { type Fault, isRest, type ProxiedAnswer, type ProxiedRequest, withHeader, withStatus } from './fault.js';

/** `Authorization` of a key to either space; faults let callers in with them. */
export interface Keys {
  readonly alpha: string;
  readonly beta: string;
  /** Of alpha; it may read accounts and do nothing else. */
  readonly scoped: string;
}

function spaceOf({ url }: ProxiedRequest): 'alpha' | 'beta' {
  return /\/(spaces|v1)\/beta\b/.test(url.pathname) ? 'beta' : 'alpha';
}

const isBasic = (authorization: string | undefined) =>
  authorization?.startsWith('Basic ') === true && atobSafe(authorization.slice(6)).includes(':');

function atobSafe(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

function asKey(request: ProxiedRequest, authorization: string): ProxiedRequest {
  return { ...request, headers: { ...request.headers, authorization } };
}

function otherSpace(request: ProxiedRequest, { beta }: Keys): ProxiedRequest {
  return asKey({ ...request, url: new URL(request.url.href.replace('/spaces/alpha', '/spaces/beta')) }, beta);
}

/** @returns the request of the key with a scope as that of one without, where the fault is */
function unscoped(request: ProxiedRequest, { alpha, scoped }: Keys, isFaulty: boolean): ProxiedRequest {
  return isFaulty && request.headers.authorization === scoped ? asKey(request, alpha) : request;
}

function isGraphqlQuery({ url, body }: ProxiedRequest): boolean {
  return url.pathname.includes('/graphql/') && !body.includes('mutation');
}

/** @param keys read when a request comes, so it may be filled in later */
export function accessFaults(keys: Keys): readonly Fault[] {
  return [
    {
      name: 'sends no `WWW-Authenticate`',
      caughtBy: [
        'auth.missing.rest',
        'auth.missing.legacy',
        'auth.missing.graphql',
        'collection.Accounts.unauthorized',
      ],
      answer: (answer) => withHeader(answer, 'www-authenticate', undefined),
    },
    {
      name: 'names another realm',
      caughtBy: ['auth.missing.rest'],
      answer: (answer) =>
        answer.status === 401 ? withHeader(answer, 'www-authenticate', 'Basic realm="api"') : answer,
    },
    {
      name: 'lets any password in',
      caughtBy: ['auth.wrong-password'],
      request: (request) =>
        request.headers.authorization === undefined ? request : asKey(request, keys[spaceOf(request)]),
    },
    {
      name: 'lets callers without credentials in',
      caughtBy: ['auth.missing.rest', 'auth.missing.write', 'collection.Contacts.unauthorized'],
      request: (request) => asKey(request, request.headers.authorization ?? keys[spaceOf(request)]),
    },
    {
      name: 'lets callers with credentials of another scheme in',
      caughtBy: ['auth.malformed'],
      request: (request) =>
        request.headers.authorization === undefined || isBasic(request.headers.authorization)
          ? request
          : asKey(request, keys[spaceOf(request)]),
    },
    {
      name: 'takes one spelling of the scheme only',
      caughtBy: ['auth.scheme-case'],
      request: (request) => (request.headers.authorization?.startsWith('bAsIc') ? asKey(request, 'None') : request),
    },
    {
      name: 'answers 404 to a space that does not exist',
      caughtBy: ['auth.unknown-space'],
      answer: (answer, { url }) => (/\/spaces\/hwc-/.test(url.pathname) ? withStatus(answer, 404) : answer),
    },
    {
      name: 'lets a key write that may only read',
      caughtBy: ['rights.writes'],
      request: (request) => unscoped(request, keys, request.method !== 'GET' && !isGraphqlQuery(request)),
    },
    {
      name: 'lets a key read what it may not',
      caughtBy: ['rights.reads'],
      request: (request) => unscoped(request, keys, /Contacts/.test(request.url.pathname) && request.method === 'GET'),
    },
    {
      name: 'forgets the rights of a key behind a relation',
      caughtBy: ['rights.relations'],
      request: (request) => unscoped(request, keys, /owner/.test(request.url.search)),
    },
    {
      name: 'forgets the rights of a key in GraphQL',
      caughtBy: ['rights.writes', 'rights.reads', 'rights.relations'],
      request: (request) => unscoped(request, keys, request.url.pathname.includes('/graphql/')),
    },
    {
      name: 'tells a key of all changes',
      caughtBy: ['rights.changes'],
      request: (request) => unscoped(request, keys, /\/(changes|AuditEntries)$/.test(request.url.pathname)),
    },
    {
      name: 'takes the key of one space for another',
      caughtBy: ['isolation.key'],
      request: (request) =>
        Object.values(keys).includes(request.headers.authorization ?? '')
          ? asKey(request, keys[spaceOf(request)])
          : request,
    },
    {
      name: 'finds records of another space by their id',
      caughtBy: ['isolation.ids'],
      answer: (answer, request, ask) =>
        isRest(request) && request.method === 'GET' && answer.status === 404 && spaceOf(request) === 'alpha'
          ? ask(otherSpace(request, keys))
          : answer,
    },
    {
      name: 'lists records of another space',
      caughtBy: ['isolation.lists', 'isolation.changes'],
      answer: (answer, request, ask) =>
        isRest(request) && answer.body.includes('"data":[]') && spaceOf(request) === 'alpha'
          ? ask(otherSpace(request, keys))
          : answer,
    },
    {
      name: 'keeps values unique over all spaces',
      caughtBy: ['isolation.unique'],
      answer: async (answer, request, ask): Promise<ProxiedAnswer> => {
        const sku = /"sku":"([^"]*)"/.exec(request.body)?.[1];
        if (sku === undefined || answer.status !== 201 || spaceOf(request) === 'beta') return answer;
        const url = new URL(`${request.url.href}?filter[sku]=${sku}`);
        const taken = !(await ask(otherSpace({ ...request, method: 'GET', url, body: '' }, keys))).body.includes(
          '"data":[]',
        );
        return taken ? withStatus(answer, 422) : answer;
      },
    },
  ];
}
