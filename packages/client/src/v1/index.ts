/**
 * What the entry point `@headwater/client/v1` offers.
 */
export type { V1Collections } from '../generated/v1-records.js';
export { createV1Reader, type V1Reader } from './create-v1-reader.js';
export type { V1List, V1ListOptions, V1RecordOf, V1Where } from './v1-types.js';
