/**
 * What the running server is made of: built once at start, passed to every door and use.
 */
import type { KeyRing } from './auth/key-ring.js';
import type { OriginRules } from './http/origin.js';
import type { RecordStore } from './records/record-store.js';

export interface ServerDeps extends RecordStore, OriginRules {
  readonly keys: KeyRing;
  readonly limits: { readonly maxBodyBytes: number };
}
