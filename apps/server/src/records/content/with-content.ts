/**
 * Lets writes bring the content of files: stores it before the transaction begins and removes what is not wanted when it has ended.
 */
import { ApiError } from '../../errors/api-error.js';
import { type FileStore, newFileKey } from '../../files/file-store.js';
import { type TakenFile, takeFile } from '../../files/take-file.js';
import { type CreateRequest, isRecordBody, type RecordBody } from '../../request/write-request.js';
import { requireRight } from '../../rights/require-right.js';
import type { Call } from '../call.js';
import type { RecordStore } from '../record-store.js';
import type { ContentStore } from './content-store.js';
import type { StagedContent, StagedContents } from './staged-content.js';
import { removeUnwanted } from './sweep-files.js';

/** As much of a write as matters here: it has one body, many, or none. */
export interface BodyRequest {
  readonly entityType?: string;
  readonly body?: RecordBody;
  readonly items?: readonly unknown[];
  /** It has no body, as it deletes one record and nothing but what is part of it. */
  readonly deletesOne?: boolean;
  /** Content that is stored already. */
  readonly staged?: StagedContents;
}

/** A store that may lack what content needs: then no body may bring any. */
export type WriteStore = RecordStore & Partial<ContentStore>;

/** A write whose bodies may bring content. */
interface ContentWrite<R> {
  readonly request: R;
  /** The member that brings it. */
  readonly member: string;
}

/**
 * Runs one write, whatever its bodies bring.
 * @param call of a key that may write: content is stored for it
 * @param write gets the request with a token in place of content, and the contents by their tokens
 * @throws ApiError `ERROR_BODY_TOO_LARGE` for content beyond the limit, `ERROR_UNAVAILABLE` when the store cannot be asked
 */
export async function withContent<R extends BodyRequest, T>(
  store: WriteStore,
  call: Call,
  { request, member }: ContentWrite<R>,
  write: (request: R, staged: StagedContents) => Promise<T>,
): Promise<T> {
  const staging = new Staging(store, call, { member, staged: request.staged });
  try {
    const written = await write(await staging.stageRequest(request), staging.contents);
    await staging.removeUnwanted();
    return written;
  } catch (error) {
    // Only a rejection says for certain that nothing was written; after other failures the files stay for the sweep.
    if (error instanceof ApiError && error.status < 500) await staging.removeUnwanted();
    throw error;
  }
}

/**
 * Stores content as it comes; that of a dry run is only measured.
 * @returns the stored content; the key of its file is the token that replaces it in a body
 * @throws ApiError `ERROR_BODY_TOO_LARGE`; what `content` throws. Then nothing is stored.
 */
async function stageContent(
  { files, limits }: ContentStore,
  { principal, isDryRun }: Call,
  content: AsyncIterable<Uint8Array>,
): Promise<{ readonly file: TakenFile }> {
  return {
    file: await takeFile(
      isDryRun ? { ...nowhere, owner: files.owner } : files,
      principal.space,
      content,
      limits.maxUploadBytes,
    ),
  };
}

/** Stores nothing. */
const nowhere: Pick<FileStore, 'put'> = {
  async put(_key, content) {
    for await (const _ of content);
  },
};

class Staging {
  private readonly member: string;
  private readonly known: Map<string, StagedContent>;

  /** @param content the member of bodies that brings content, and what is stored already */
  constructor(
    private readonly store: WriteStore,
    private readonly call: Call,
    content: { readonly member: string; readonly staged: StagedContents | undefined },
  ) {
    this.member = content.member;
    this.known = new Map(content.staged);
  }

  get contents(): StagedContents {
    return this.known;
  }

  async stageRequest<R extends BodyRequest>(request: R): Promise<R> {
    if (request.body) return { ...request, body: await this.stageBody(request.body) };
    if (!request.items) return request;
    const items: unknown[] = [];
    for (const item of request.items) items.push(isRecordBody(item) ? await this.stageBody(item) : item);
    return { ...request, items };
  }

  /** Removes the new files that no record came to name, and the old ones that no record names any more. */
  async removeUnwanted(): Promise<void> {
    const { files } = this.store;
    if (this.call.isDryRun) return;
    const keys = [...this.known.values()].flatMap(({ file, replaces }) => {
      return [...(file ? [file.key] : []), ...(replaces === undefined ? [] : [replaces])];
    });
    if (!files || keys.length === 0) return;
    // What was written is written: a file that cannot be removed now is left to the sweep.
    await removeUnwanted(this.store, files, this.call.principal.space, keys).catch(() => {});
  }

  /** Puts the token in place of what is base64, of what is staged already, or of what is no content. */
  private async stageBody(body: RecordBody): Promise<RecordBody> {
    const given = body[this.member];
    if (typeof given !== 'string' || given === '') return body;
    const token = this.known.has(given) ? given : await this.stageText(given);
    return { ...body, [this.member]: token };
  }

  private async stageText(given: string): Promise<string> {
    const store = contentStoreOf(this.store);
    const bytes = parseBase64(given);
    const content = bytes && (await stageContent(store, this.call, inOnePiece(bytes)));
    const token = content?.file.key ?? newFileKey(this.call.principal.space, store.files.owner);
    this.known.set(token, content ?? { file: undefined });
    return token;
  }
}

function contentStoreOf({ files, limits, ...store }: WriteStore): ContentStore {
  if (!files || !limits) throw new Error('this store takes no content of files');
  return { ...store, files, limits };
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

// Reads base64. Pure.

/** @returns the bytes; undefined for what is no base64 (RFC 4648, 4): line breaks are let through, anything else is not */
export function parseBase64(text: string): Buffer | undefined {
  // Not blanks: one may be a plus sign that something on the way took for a form's.
  const digits = text.replaceAll(/[\r\n]+/g, '');
  const padding = digits.endsWith('==') ? 2 : digits.endsWith('=') ? 1 : 0;
  const bytes = Buffer.from(digits, 'base64');
  // The decoder passes over what it does not know, and there are fewer bytes then; - and _ it takes for other digits.
  const isWhole = digits.length % 4 === 0 && bytes.length === (digits.length / 4) * 3 - padding;
  return isWhole && !/[-_]/.test(digits) ? bytes : undefined;
}

// Creates the record of a file whose content comes as a stream: it is stored while it comes, the record when it is there.

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
  requireRight(call.principal, store.catalog.existing(request.entityType), 'create');
  const staged = await stageContent(store, call, content);
  const { key } = staged.file;
  return write({ ...request, body: { ...request.body, [member]: key }, staged: new Map([[key, staged]]) });
}
