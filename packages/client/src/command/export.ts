/** `export`: all records of a collection that meet conditions, as a file. */
import { open, rename } from 'node:fs/promises';
import { type Command, CommandError, exitCodes, type Given, type Surroundings, UsageError } from './command.js';
import { type AnyClient, connect, connectionOptions, readConnection } from './connection.js';
import { Journal } from './journal.js';
import { filterOptions, listQuery, type Query, selectionOptions } from './list-query.js';
import { group, Progress } from './progress.js';
import { type AnyRecord, csvLine, csvOf, ndjsonOf } from './render-records.js';
import { fetchWritableMembers } from './space-document.js';

const fileFormats = ['ndjson', 'csv'] as const;
const recordsOfPage = 100;

export const exportCommand: Command = {
  name: 'export',
  operands: ['collection'],
  summary: 'Write all records of a collection to a file.',
  description: `Writes all records that meet the conditions, page by page, as NDJSON or CSV: what import takes, in the order of their ids unless
--order-by says otherwise. Without --only these are the id, created, modified and the members that a create takes, without rows
such as account_relations, which --expand adds, and without addresses of related records.
It may be killed at any moment: the same command goes on where it was. Until it is whole the file is called <file>.part, and
<file>.journal says how far it has come.`,
  options: {
    out: { type: 'string', value: '<file>', help: 'The file to write, which must be given.' },
    format: {
      type: 'string',
      value: '<format>',
      help: 'That of the name of the file when left out.',
      choices: fileFormats,
    },
    ...filterOptions,
    ...selectionOptions,
    ...connectionOptions,
  },
  examples: [
    'headwater-client export Contacts --out contacts.ndjson',
    'headwater-client export Accounts --out accounts.csv --where created:gte=2026-01-01 --only id,name,city,owner_id',
    'headwater-client export Contacts --out contacts.ndjson --expand account_relations',
  ],
  async run(given, surroundings) {
    const [collection = ''] = given.operands;
    const path = given.text('out');
    if (path === undefined) throw new UsageError('--out must be given.');
    const format = fileFormat(given, path);
    const query = listQuery(given);
    const { baseUrl, space } = await readConnection(given, surroundings.env);
    const client = await connect(given, surroundings.env, { maxAttempts: 10 });
    const source = { server: baseUrl, space, collection, query, format };
    const journal = await Journal.open<ExportHead, Written>(`${path}.journal`, source, async () => ({
      ...source,
      members: query['load-only'] === undefined ? await defaultMembers(client, collection, query) : null,
    }));
    try {
      const count = await write(client, journal, path, surroundings);
      await rename(`${path}.part`, path);
      await journal.remove();
      await surroundings.out(`${path} has ${group(count)} ${count === 1 ? 'record' : 'records'} of ${collection}.\n`);
      return exitCodes.done;
    } catch (error) {
      await journal.close().catch(() => {});
      throw error;
    }
  },
};

/** The same in each run that goes on with an export. */
interface ExportHead {
  readonly server: string;
  readonly space: string;
  readonly collection: string;
  readonly query: Query;
  readonly format: string;
  /** What was found out to be exported; null: `query` says it. */
  readonly members: readonly string[] | null;
}

/** What is in the file, after a page. */
interface Written {
  readonly cursor: string;
  readonly bytes: number;
  readonly records: number;
}

/** @throws UsageError */
export function fileFormat(given: Given, path: string): (typeof fileFormats)[number] {
  const named = given.text('format') ?? path.toLowerCase().split('.').at(-1);
  const format = fileFormats.find((one) => one === named);
  if (format === undefined)
    throw new UsageError(`--format must be given where the file is not called .ndjson or .csv.`);
  return format;
}

const fixedMembers = ['id', 'created', 'modified'];

async function defaultMembers(client: AnyClient, collection: string, { expand }: Query): Promise<string[]> {
  const members = await fetchWritableMembers(client, collection);
  const plain = [...members].flatMap(([name, type]) =>
    (type === 'text' || type === 'other') && name !== 'revision' ? [name] : [],
  );
  const rows = expand === undefined ? [] : String(expand).split(',');
  return [...new Set([...fixedMembers, ...plain, ...rows])];
}

/** Writes what is not in the file yet. @returns how many records are in it then */
async function write(
  client: AnyClient,
  journal: Journal<ExportHead, Written>,
  path: string,
  surroundings: Surroundings,
): Promise<number> {
  const { collection, query, format, members } = journal.head;
  const last = journal.done.at(-1);
  const file = await open(`${path}.part`, last ? 'r+' : 'w');
  try {
    let bytes = last?.bytes ?? 0;
    if ((await file.stat()).size < bytes) {
      throw new CommandError(`${path}.part is shorter than ${path}.journal says. Remove both to begin from the start.`);
    }
    await file.truncate(bytes);
    let names = members ?? (typeof query['load-only'] === 'string' ? query['load-only'].split(',') : []);
    const progress = new Progress(surroundings, last?.records ?? 0, undefined);
    const selection = members === null ? {} : { 'load-only': members.join(',') };
    const params = { query: { ...query, ...selection, first: recordsOfPage, ...(last && { after: last.cursor }) } };
    const pages = client.pages(`/entities/${encodeURIComponent(collection)}`, { params, signal: surroundings.signal });
    for await (const { data, page_info } of pages) {
      const records = data as AnyRecord[];
      if (!names.includes('id')) names = ['id', ...names];
      const text =
        format === 'ndjson' ? ndjsonOf(records) : (bytes === 0 ? csvLine(names) : '') + csvOf(records, names);
      bytes += (await file.write(text, bytes)).bytesWritten;
      progress.add(records.length);
      // Without a cursor nothing follows.
      await journal.add({ cursor: page_info?.end_cursor ?? last?.cursor ?? '', bytes, records: progress.count });
    }
    await file.sync();
    progress.clear();
    return progress.count;
  } finally {
    await file.close();
  }
}
