/**
 * Content that is stored before the transaction that writes its record: storing takes its time, and a transaction must not wait for
 * it. In the body stands a token in its place, by which the entity type's rule finds what it needs.
 */
import { type TakenFile, takeFile } from '../../files/take-file.js';
import type { ContentStore } from './content-store.js';

export interface StagedContent {
  /** Undefined: what was sent is not content; nothing is stored. */
  readonly file: TakenFile | undefined;
  /** Key of the file that it takes the place of; set by the rule. */
  replaces?: string;
}

/** By token, for as long as the write lasts. Tokens are keys of files or made like them, which nobody can guess. */
const staged = new Map<string, StagedContent>();

/**
 * Stores content as it comes.
 * @returns the token that stands for it in a body, until `dropStaged`
 * @throws ApiError `ERROR_BODY_TOO_LARGE`; what `content` throws. Then nothing is stored.
 */
export async function stageContent(
  { files, limits }: ContentStore,
  space: string,
  content: AsyncIterable<Uint8Array>,
): Promise<string> {
  const file = await takeFile(files, space, content, limits.maxUploadBytes);
  staged.set(file.key, { file });
  return file.key;
}

/** Notes that what stands under `token` in a body is no content. */
export function stageNothing(token: string): void {
  staged.set(token, { file: undefined });
}

/** @returns undefined for a text that is no token */
export function findStaged(token: string): StagedContent | undefined {
  return staged.get(token);
}

export function dropStaged(token: string): void {
  staged.delete(token);
}
