/**
 * What the running server is made of: built once at start, passed to every door and use.
 */
import type { Catalog } from '@headwater/catalog';
import type { KeyRing } from './auth/key-ring.js';
import type { RecordStore } from './records/record-store.js';

export interface ServerDeps extends RecordStore {
  readonly catalog: Catalog;
  readonly keys: KeyRing;
  /** What links begin with; undefined: the scheme and host of each request. */
  readonly publicUrl: string | undefined;
  /** Tells whether forwarded headers from this address count. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly limits: { readonly maxBodyBytes: number };
}
