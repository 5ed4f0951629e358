/**
 * The operations on the content of files: upload and download.
 */
import type { Context } from 'koa';
import { digestOf } from '../http/etag.js';
import { dropRest, requestContent, requirePlainContent } from '../http/request-content.js';
import { type ContentFacts, sendContent, wantedPart } from '../http/send-content.js';
import { plainName } from '../records/content/addresses.js';
import { type ContentPlace, contentPlace } from '../records/content/content-place.js';
import { openContent } from '../records/content/open-content.js';
import { uploadRecord } from '../records/content/upload-record.js';
import type { RecordBody } from '../request/write-request.js';
import type { ServerDeps } from '../server-deps.js';
import { type EntityRequest, written } from './entity-request.js';
import { QueryReader } from './query-reader.js';
import { recordAnswer, writeAnswer } from './write-answer.js';

/** Kept by the service. */
const storedFile = 1;

export async function uploadContent(deps: ServerDeps, { ctx, call, entityType }: EntityRequest): Promise<void> {
  const { req: request } = ctx;
  const body = parseUploadQuery(ctx.querystring);
  requirePlainContent(request, call.origin);
  const create = { entityType: entityType.name, body, validationLevel: 0, selection: written };
  try {
    writeAnswer(ctx, recordAnswer(201, await uploadRecord(deps, call, create, requestContent(request))));
  } catch (error) {
    await dropRest(request, deps.limits.maxUploadBytes);
    throw error;
  }
}

/** @throws ApiError `ERROR_PARAMETER_INVALID` */
function parseUploadQuery(search: string): RecordBody {
  const query = new QueryReader(search);
  const filename = query.one('filename');
  const folder = query.one('company_cloud_object_folder_id');
  const isPublic = query.flag('is_public');
  if (filename === undefined) query.mistake('filename', 'is missing; give the name of the file, such as offer.pdf');
  query.refuseMistakes();
  return {
    filename,
    type: storedFile,
    is_public: isPublic,
    ...(folder === undefined ? {} : { company_cloud_object_folder_id: folder }),
  };
}

export async function downloadContent(deps: ServerDeps, { ctx, call, id }: EntityRequest): Promise<void> {
  const { space } = call.principal;
  await answerContent(deps, ctx, () => contentPlace(deps, space, id), false);
}

/**
 * Answers with content, for whoever may have it.
 * @param findPlace finds it, or throws what is answered
 * @throws ApiError `ERROR_RANGE`, and what `findPlace` throws
 */
export async function answerContent(
  deps: ServerDeps,
  ctx: Context,
  findPlace: () => Promise<ContentPlace>,
  isPublic: boolean,
): Promise<void> {
  const { place, bytes } = await openContent(deps, findPlace, (found) => wantedPart(ctx, factsOf(found)));
  sendContent(ctx, factsOf(place), bytes, isPublic);
}

function factsOf({ key, filename, mimeType, size }: ContentPlace): ContentFacts {
  // Each content has a key of its own.
  return { mimeType, size, tag: `"${digestOf(key)}"`, filename: plainName(filename) };
}
