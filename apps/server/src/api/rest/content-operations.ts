/**
 * The operations on the content of files: upload and download.
 */
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { V100Handlers } from '@headwater/openapi-types';
import type { Context } from 'koa';
import type { Slot } from '../../http/admission.js';
import { digestOf } from '../../http/content/etag.js';
import {
  closeWhenTooLong,
  dropRest,
  requestContent,
  requireLength,
  requirePlainContent,
} from '../../http/content/request-content.js';
import { type ContentFacts, sendContent, wantedPart } from '../../http/content/send-content.js';
import type { QueryName } from '../../http/handler-types.js';
import type { ServerDeps } from '../../http/server-deps.js';
import {
  type ContentLocation,
  contentLocation,
  openContent,
  plainName,
} from '../../records/content/content-location.js';
import { uploadRecord } from '../../records/content/with-content.js';
import { createRecord } from '../../records/write/write-records.js';
import type { RecordBody } from '../../request/write-request.js';
import { answerWrite } from './answer-write.js';
import { type RestRequest, written } from './handler.js';
import type { QueryReader } from './query-reader.js';
import { recordAnswer } from './render-records.js';

type UploadOperation = V100Handlers['uploadCloudObject'];

/** The service has the content. */
const storedFile = 1;

export async function uploadContent(request: RestRequest<UploadOperation>) {
  const { ctx, deps, call, entityType, query, slot } = request;
  const body = parseUploadQuery(query);
  requirePlainContent(ctx.req, call.origin);
  const { maxUploadBytes } = deps.limits;
  const create = { entityType: entityType.name, body, validationLevel: 0, selection: written };
  const digest = createHash('sha256');
  try {
    requireLength(ctx.req, maxUploadBytes, `The file is longer than ${maxUploadBytes} bytes.`);
    return await uploadRecord(deps, call, create, digesting(sentContent(ctx.req, slot), digest), (ready) =>
      answerWrite(request, digest.digest('base64url'), ready, async (context, staged) =>
        recordAnswer(201, await createRecord(context, staged)),
      ),
    );
  } catch (error) {
    slot.giveBack();
    await dropRest(ctx.req, maxUploadBytes);
    closeWhenTooLong(ctx.res);
    throw error;
  }
}

/** The request works again when all has come. @throws what `requestContent` throws; ApiError `ERROR_OVERLOADED` */
async function* sentContent(request: IncomingMessage, slot: Slot): AsyncGenerator<Uint8Array> {
  slot.giveBack();
  yield* requestContent(request);
  await slot.take();
}

/** A repeated request under the same `Idempotency-Key` is recognised by the digest of its content, which is too long to store. */
async function* digesting(content: AsyncIterable<Uint8Array>, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    digest.update(chunk);
    yield chunk;
  }
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` */
function parseUploadQuery(query: QueryReader<QueryName<UploadOperation>>): RecordBody {
  const filename = query.one('filename');
  const folder = query.one('company_cloud_object_folder_id');
  const isPublic = query.flag('is_public');
  if (filename === undefined) query.error('filename', 'is missing; give the name of the file, such as offer.pdf');
  query.rejectErrors();
  return {
    filename,
    type: storedFile,
    is_public: isPublic,
    ...(folder === undefined ? {} : { company_cloud_object_folder_id: folder }),
  };
}

export async function downloadContent({
  ctx,
  deps,
  call,
  params: { id },
  query,
}: RestRequest<V100Handlers['getCloudObjectContent']>) {
  query.rejectErrors();
  await answerContent(deps, ctx, () => contentLocation(deps, call, id), false);
  return 'written' as const;
}

/**
 * Answers with content, for callers who may have it.
 * @param findLocation finds it, or throws what is answered
 * @throws ApiError `ERROR_RANGE`, and what `findLocation` throws
 */
export async function answerContent(
  deps: ServerDeps,
  ctx: Context,
  findLocation: () => Promise<ContentLocation>,
  isPublic: boolean,
): Promise<void> {
  const { location, bytes } = await openContent(deps, findLocation, (found) => wantedPart(ctx, factsOf(found)));
  sendContent(ctx, factsOf(location), bytes, isPublic);
}

function factsOf({ key, filename, mimeType, size }: ContentLocation): ContentFacts {
  // Each content has a key of its own.
  return { mimeType, size, tag: `"${digestOf(key)}"`, filename: plainName(filename) };
}
