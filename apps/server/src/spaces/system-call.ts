/**
 * The call under which the service itself writes records: no key, no request.
 */
import type { Call } from '../records/call.js';

/** @returns a call that may write in the space; its origin only stands in links that nobody reads */
export function systemCall(space: string): Call {
  return { principal: { space, token: 'headwater', readOnly: false, client: null }, origin: 'http://localhost' };
}
