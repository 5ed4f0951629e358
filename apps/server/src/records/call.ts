/**
 * Who makes a request and how it reached the service; what every use of records needs besides the request itself.
 */
import type { Principal } from '../auth/principal.js';

export interface Call {
  readonly principal: Principal;
  /** Scheme and host that links in answers begin with, without a trailing slash: `https://crm.example.com`. */
  readonly origin: string;
}

/** @returns the call under which the service itself writes in a space; its origin only stands in links that nobody reads */
export function systemCall(space: string): Call {
  return { principal: { space, token: 'headwater', readOnly: false, client: null }, origin: 'http://localhost' };
}
