/**
 * Who makes a request and how it reached the service; what every use of records needs besides the request itself.
 */
import type { Principal } from '../auth/principal.js';

export interface Call {
  readonly principal: Principal;
  /** Scheme and host that links in answers begin with, without a trailing slash: `https://crm.example.com`. */
  readonly origin: string;
}
