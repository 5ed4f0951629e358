/**
 * What the entry point `@headwater/client/v1` offers.
 */
export type { V1Bodies, V1Collections, V1EntityBodies } from '../generated/v1-records.js';
export { createV1Client, type V1Client } from './create-v1-client.js';
export type {
  V1DeleteOptions,
  V1GetOptions,
  V1Id,
  V1ItemError,
  V1List,
  V1ListOptions,
  V1NewBody,
  V1Outcome,
  V1RecordOf,
  V1SetOptions,
  V1UpdateBody,
  V1Where,
  V1WriteOptions,
} from './v1-types.js';
