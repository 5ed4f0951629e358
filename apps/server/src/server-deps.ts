/**
 * What the running server is made of: built once at start, passed to every door and use.
 */
import type { KeyRing } from './auth/key-ring.js';
import type { OriginRules } from './http/origin.js';
import type { ContentStore } from './records/content/content-store.js';

export interface ServerDeps extends ContentStore, OriginRules {
  readonly keys: KeyRing;
  readonly limits: { readonly maxBodyBytes: number; readonly maxUploadBytes: number };
}
