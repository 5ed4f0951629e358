/**
 * Lets writes bring the content of files: stores it before the transaction begins and removes what is not wanted when it has ended.
 */
import { ApiError } from '../../errors/api-error.js';
import { newFileKey } from '../../files/file-key.js';
import type { RecordBody } from '../../request/write-request.js';
import type { Call } from '../call.js';
import { ruleOf } from '../rules/index.js';
import type { ContentStore } from './content-store.js';
import { parseBase64 } from './parse-base64.js';
import { removeUnwanted } from './remove-unwanted.js';
import { dropStaged, findStaged, stageContent, stageNothing } from './staged-content.js';

/** As much of a write as matters here. */
interface Writing {
  readonly entityType: string;
  readonly body: RecordBody;
}

/**
 * Runs one write, whatever its body brings.
 * @param write gets the request with a token in place of content
 * @throws ApiError `ERROR_BODY_TOO_LARGE` for content beyond the limit, `ERROR_UNAVAILABLE` when the store cannot be asked
 */
export function withContent<R extends Writing, T>(
  store: ContentStore,
  call: Call,
  request: R,
  write: (request: R) => Promise<T>,
): Promise<T> {
  return withContents(store, call, [request], ([staged = request]) => write(staged));
}

/** The same for several writes of one transaction. */
export async function withContents<R extends Writing, T>(
  store: ContentStore,
  call: Call,
  requests: readonly R[],
  write: (requests: readonly R[]) => Promise<T>,
): Promise<T> {
  // A key that may not write is refused by the write itself; until then nothing is stored for it.
  if (call.principal.readOnly || !requests.some(bringsContent)) return write(requests);
  const tokens: string[] = [];
  const settle = async () => settleStaged(store, call.principal.space, tokens);
  try {
    const ready: R[] = [];
    for (const request of requests) ready.push(await stageRequest(store, call, request, tokens));
    const written = await write(ready);
    await settle();
    return written;
  } catch (error) {
    // Only a refusal says for certain that nothing was written; after other failures the files stay for the sweep.
    if (error instanceof ApiError && error.status < 500) await settle();
    throw error;
  } finally {
    for (const token of tokens) dropStaged(token);
  }
}

function bringsContent({ entityType, body }: Writing): boolean {
  const member = ruleOf(entityType)?.contentMember;
  return member !== undefined && typeof body[member] === 'string' && body[member] !== '';
}

async function stageRequest<R extends Writing>(
  store: ContentStore,
  call: Call,
  request: R,
  tokens: string[],
): Promise<R> {
  const member = ruleOf(request.entityType)?.contentMember;
  const given = member === undefined ? undefined : request.body[member];
  if (member === undefined || typeof given !== 'string' || given === '') return request;
  const token = await stageText(store, call.principal.space, given);
  tokens.push(token);
  return { ...request, body: { ...request.body, [member]: token } };
}

/** @returns the token of what is base64, of what is staged already, or of nothing */
async function stageText(store: ContentStore, space: string, given: string): Promise<string> {
  if (findStaged(given)) return given;
  const bytes = parseBase64(given);
  if (bytes) return stageContent(store, space, inOnePiece(bytes));
  const token = newFileKey(space);
  stageNothing(token);
  return token;
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Removes the new files that no record came to name, and the old ones that no record names any more. */
async function settleStaged(store: ContentStore, space: string, tokens: readonly string[]): Promise<void> {
  const keys = tokens.flatMap((token) => {
    const { file, replaces } = findStaged(token) ?? {};
    return [...(file ? [file.key] : []), ...(replaces === undefined ? [] : [replaces])];
  });
  // What was written is written: a file that cannot be removed now is left to the sweep.
  await removeUnwanted(store, store.files, space, keys).catch(() => {});
}
