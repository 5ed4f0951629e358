/**
 * Creates the record of a file whose content comes as a stream: it is stored while it comes, the record when it is there.
 */
import { ApiError } from '../../errors/api-error.js';
import type { CreateRequest } from '../../request/write-request.js';
import type { Call } from '../call.js';
import type { ContentStore } from './content-store.js';
import { type BodyRequest, stageContent } from './with-content.js';

/**
 * @param content is not read when the key may only read, and not further than the limit
 * @param write creates the record by `runWrite`, once all content has come
 * @throws what `write` throws, ApiError `ERROR_BODY_TOO_LARGE`, and what `content` throws; then no file is kept
 */
export async function uploadRecord<T>(
  store: ContentStore,
  call: Call,
  request: CreateRequest,
  content: AsyncIterable<Uint8Array>,
  write: (request: CreateRequest & BodyRequest) => Promise<T>,
): Promise<T> {
  const member = store.rules.get(request.entityType)?.contentMember;
  if (member === undefined) throw new Error(`${request.entityType} has no content`);
  if (call.principal.readOnly) {
    throw new ApiError('ERROR_FORBIDDEN', 'This key may only read. Use a key that may write.');
  }
  const staged = await stageContent(store, call.principal.space, content);
  const { key } = staged.file;
  return write({ ...request, body: { ...request.body, [member]: key }, staged: new Map([[key, staged]]) });
}
