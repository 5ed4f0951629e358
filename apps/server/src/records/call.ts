/**
 * Who makes a request and how it reached the service; what every use of records needs besides the request itself.
 */
import type { Principal } from '../auth/principal.js';
import { Rights } from '../rights/rights.js';

/** Counts the records that a call writes for its rate limits. */
export interface WriteMeter {
  /** @throws ApiError `ERROR_RATE_LIMIT` */
  requireRecords(): void;
  addRecords(count: number): void;
}

export interface Call {
  readonly principal: Principal;
  /** Scheme and host that links in answers begin with, without a trailing slash: `https://crm.example.com`. */
  readonly origin: string;
  /** Of the request that is answered; absent where the service itself asks. */
  readonly requestId?: string;
  /** What it writes is validated, answered and undone: no record, job, file or number is left of it. */
  readonly isDryRun?: boolean;
  /** By which webhooks leave out what the call changes. */
  readonly skipKey?: string | undefined;
  /** Makes a space: the change log begins behind it. */
  readonly isUnlogged?: boolean;
  /** Undefined: writes are not limited. */
  readonly meter?: WriteMeter | undefined;
}

/** @returns the call under which the service itself writes in a space; its origin is only in links that nobody reads */
export function systemCall(space: string): Call {
  return {
    principal: { space, token: 'headwater', rights: Rights.everything, client: null },
    origin: 'http://localhost',
  };
}
