/**
 * Content that is stored before the transaction that writes its record: storing takes its time, and a transaction must not wait for
 * it. The body has a token in its place, by which the entity type's rule finds what it needs.
 */
import { type TakenFile, takeFile } from '../../files/take-file.js';
import type { ContentStore } from './content-store.js';

export interface StagedContent {
  /** Undefined: what was sent is not content; nothing is stored. */
  readonly file: TakenFile | undefined;
  /** Key of the file that it takes the place of; set by the rule. */
  replaces?: string;
}

/** The contents of one write, by token. Tokens are keys of files or made like them, which nobody can guess. */
export type StagedContents = ReadonlyMap<string, StagedContent>;

/**
 * Stores content as it comes.
 * @returns the stored content; the key of its file is the token that replaces it in a body
 * @throws ApiError `ERROR_BODY_TOO_LARGE`; what `content` throws. Then nothing is stored.
 */
export async function stageContent(
  { files, limits }: ContentStore,
  space: string,
  content: AsyncIterable<Uint8Array>,
): Promise<{ readonly file: TakenFile }> {
  return { file: await takeFile(files, space, content, limits.maxUploadBytes) };
}
