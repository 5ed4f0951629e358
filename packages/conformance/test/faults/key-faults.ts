/**
 * Servers whose keys may more than they should, or live longer.
 */
import type { Keys } from './access-faults.js';
import { editBody, type Fault, type ProxiedRequest, withBody, withStatus } from './fault.js';

const makesKey = ({ method, url }: ProxiedRequest) => method === 'POST' && url.pathname.endsWith('/keys');
const rotates = ({ method, url }: ProxiedRequest) => method === 'POST' && url.pathname.endsWith('/rotate');
const deletesKey = ({ method, url }: ProxiedRequest) => method === 'DELETE' && url.pathname.includes('/keys/');

const allChecks = ['keys.scope', 'keys.bounds', 'keys.rotate', 'keys.delete'];

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
