/**
 * A copy of collections in a folder, made from their lists and kept by the changes of the space. For Node: it writes files.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyClient } from '../create-client.js';
import { ApiError } from '../errors/api-errors.js';
import type { ListBody } from '../list-types.js';
import { type Result, unwrap } from '../unwrap.js';
import { type CopiedRecord, CopyFile, type CopyLine, newCopy } from './copy-file.js';

export interface SyncOptions {
  /** Collections to copy: `['Contacts', 'Accounts']`. */
  readonly types: readonly string[];
  /** The folder, which is made if it is not there. One process at a time may keep it. */
  readonly into: string;
  /** False: ends when the copy has all changes that are there. Otherwise goes on for ever. */
  readonly follow?: boolean;
  /** Called with the number of records that have come into the file. */
  readonly onWritten?: (records: number) => void;
  /** Ends the work; the promise rejects with its reason. */
  readonly signal?: AbortSignal;
}

/** The lists of any collection. */
interface Lists {
  GET(path: string, init: ListInit): Promise<Result<ListBody>>;
  pages(path: string, init: ListInit): AsyncIterable<ListBody>;
}

interface ListInit {
  readonly params: { readonly query: Readonly<Record<string, unknown>> };
  readonly signal?: AbortSignal;
}

const pageSize = 100;
const gone = 410;

/**
 * Makes a copy and keeps it, as lists show the records. It can be killed at any moment: the next call goes on where the file ends.
 * Records are copied again when the changes since then are not kept any more, or other types are wanted.
 * @throws ApiError, NetworkError, TimeoutError, or the reason of the signal
 */
export async function sync(client: AnyClient, options: SyncOptions): Promise<void> {
  const path = join(options.into, 'copy.ndjson');
  await mkdir(options.into, { recursive: true });
  for (;;) {
    const known = await CopyFile.open(path);
    const isUsable = known !== undefined && known.types.join() === options.types.join();
    if (!isUsable) await known?.close();
    const copy = isUsable ? known : await makeCopy(client as unknown as Lists, path, options);
    try {
      await keep(client, copy, options);
      return;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== gone) throw error;
      await makeCopy(client as unknown as Lists, path, options).then((made) => made.close());
    } finally {
      await copy.close();
    }
  }
}

/** The revision is read ahead of the lists: what is written meanwhile comes again with the changes, as it is then. */
async function makeCopy(lists: Lists, path: string, options: SyncOptions): Promise<CopyFile> {
  const { types, signal, onWritten } = options;
  const init = (query: ListInit['params']['query']) => ({ params: { query }, ...(signal && { signal }) });
  const first = lists.GET(`/entities/${types[0]}`, init({ first: 1, 'load-only': 'id' }));
  await unwrap(first);
  const cursor = (await first).response.headers.get('Space-Revision') ?? '0';
  async function* lines(): AsyncGenerator<CopyLine[]> {
    for (const type of types) {
      for await (const { data } of lists.pages(`/entities/${type}`, init({ first: pageSize }))) {
        yield (data as CopiedRecord[]).map((record) => ({ type, id: record.id, record }));
        onWritten?.(data.length);
      }
    }
  }
  return newCopy(path, { types, cursor }, lines());
}

async function keep(
  client: AnyClient,
  copy: CopyFile,
  { types, follow = true, signal, onWritten }: SyncOptions,
): Promise<void> {
  const lists = client as unknown as Lists;
  const options = { after: copy.cursor, follow, ...(signal && { signal }) };
  for await (const { data, page_info } of client.changePages(options)) {
    // A row such as a tag changes what lists show of the record that it belongs to.
    const ids = new Set(data.flatMap(({ entity_id, owner_ids }) => [entity_id, ...owner_ids]));
    const lines: CopyLine[] = [];
    for (const type of types) lines.push(...(await currentLines(lists, copy, type, [...ids], signal)));
    await copy.append(lines, page_info.end_cursor);
    onWritten?.(lines.length);
  }
}

/** @returns a line for each of the records that the collection has, and for each that it has no longer */
async function currentLines(lists: Lists, copy: CopyFile, type: string, ids: readonly string[], signal?: AbortSignal) {
  const lines: CopyLine[] = [];
  for (let start = 0; start < ids.length; start += pageSize) {
    const asked = ids.slice(start, start + pageSize);
    const params = { query: { first: pageSize, filter: { id: asked } } };
    const { data } = await unwrap(lists.GET(`/entities/${type}`, { params, ...(signal && { signal }) }));
    const found = new Map((data as CopiedRecord[]).map((record) => [record.id, record]));
    for (const id of asked) {
      const record = found.get(id) ?? null;
      if (record !== null || copy.has(type, id)) lines.push({ type, id, record });
    }
  }
  return lines;
}
