/** `import`: the records of a file into a collection, in batches, each written once. */
import { createHash } from 'node:crypto';
import { batchesOf } from '../bulk-write.js';
import { type Command, CommandError, exitCodes, type Given, type Surroundings, UsageError } from './command.js';
import { type AnyClient, connect, connectionOptions, readConnection } from './connection.js';
import { fileFormat } from './export.js';
import { type Rejected, writeBatch } from './import-batch.js';
import { Journal } from './journal.js';
import { group, Progress } from './progress.js';
import { digestOf, type FileForm, type FileRecord, parseCell, readRecords } from './records-file.js';
import type { AnyRecord } from './render-records.js';
import { fetchWritableMembers, type WritableMembers } from './space-document.js';

export const importCommand: Command = {
  name: 'import',
  operands: ['collection', 'file'],
  summary: 'Write the records of a file into a collection.',
  description: `Reads NDJSON, a record a line, or CSV, whose first line names the members, and writes it in batches. The whole file is
read once before anything is written: a line that cannot be read ends the import there. Records that the server rejects are
listed by their line, with its reasons, and the others are written.

A record with an id keeps it: it is created under that id, or changed where it exists. Other records are created. What
records refer to must be there before them: types, users and sales units first, or --set and --omit replace what refers to
them. Where records refer to others of the same file, give --concurrency 1. Rows such as account_relations get ids of their
own.

It may be killed at any moment: the same command goes on where it was, and no record is written twice. <file>.journal says
how far it has come. Batches have an Idempotency-Key made of the content of the file and their line, so that the same file
into the same collection is not written twice within a day either.`,
  options: {
    format: {
      type: 'string',
      value: '<format>',
      help: 'That of the name of the file when left out.',
      choices: ['ndjson', 'csv'],
    },
    delimiter: { type: 'string', value: '<character>', help: 'Between the cells of CSV; a comma when left out.' },
    set: { type: 'string', multiple: true, value: '<member=value>', help: 'Gives each record this value.' },
    omit: { type: 'string', value: '<members>', help: 'Members to leave out, with commas: they take their defaults.' },
    'dry-run': { type: 'boolean', help: 'Write nothing; list what would be rejected. Each batch is tried alone.' },
    'batch-size': { type: 'string', value: '<number>', help: 'Records of a batch, up to 1000; 200 when left out.' },
    concurrency: { type: 'string', value: '<number>', help: 'Batches at the same time, up to 8; 2 when left out.' },
    ...connectionOptions,
  },
  examples: [
    'headwater-client import Accounts accounts.csv --dry-run',
    'headwater-client import Contacts contacts.ndjson --profile target --set owner_id=018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a20 --omit unit_id',
  ],
  async run(given, surroundings) {
    const [collection = '', path = ''] = given.operands;
    const settings = readSettings(given, path);
    const { baseUrl, space } = await readConnection(given, surroundings.env);
    const client = await connect(given, surroundings.env, { maxAttempts: 10 });
    const needsTypes = settings.format === 'csv' || given.texts('set').length > 0;
    const members = needsTypes ? await fetchWritableMembers(client, collection) : undefined;
    const form = { ...settings, path, members };
    const change = changeOf(given, members);
    const [digest, contents] = await Promise.all([digestOf(path), survey(form)]);
    const target = { server: baseUrl, space, collection };
    const run = { ...target, digest, set: given.texts('set'), omit: given.text('omit') ?? null, size: settings.size };
    const work = { client, collection, form, change, ...settings, key: keyOf(run), total: contents.count };
    if (given.flag('dry-run'))
      return report(await importAll(work, undefined, surroundings), surroundings, 'would be written');
    const journal = await Journal.open<typeof run, Done>(`${path}.journal`, run, async () => run);
    try {
      requireRecent(journal, path, contents.withoutId);
      const result = await importAll(work, journal, surroundings);
      await journal.remove();
      return report(result, surroundings, 'written');
    } catch (error) {
      await journal.close().catch(() => {});
      throw error;
    }
  },
};

/** A batch that was answered. */
interface Done {
  /** That its first record begins on. */
  readonly line: number;
  readonly written: number;
  readonly rejected: readonly Rejected[];
}

interface Work {
  readonly client: AnyClient;
  readonly collection: string;
  readonly form: FileForm;
  readonly change: (record: AnyRecord) => AnyRecord;
  readonly size: number;
  readonly concurrency: number;
  readonly isDryRun: boolean;
  readonly key: string;
  readonly total: number;
}

interface Result {
  readonly written: number;
  readonly rejected: number;
}

function readSettings(given: Given, path: string) {
  const delimiter = given.text('delimiter') ?? ',';
  if ([...delimiter].length !== 1) throw new UsageError('--delimiter must be one character.');
  return {
    format: fileFormat(given, path),
    delimiter: delimiter,
    size: given.wholeNumber('batch-size', 1, 1000) ?? 200,
    concurrency: given.wholeNumber('concurrency', 1, 8) ?? 2,
    isDryRun: given.flag('dry-run'),
  };
}

/** The same for the same file into the same collection, so that the server knows a batch again. */
function keyOf(run: object): string {
  return createHash('sha256').update(JSON.stringify(run)).digest('hex').slice(0, 32);
}

/** Reads the file once, so that a line which cannot be read is known before anything is written. */
async function survey(form: FileForm): Promise<{ readonly count: number; readonly withoutId: number }> {
  let [count, withoutId] = [0, 0];
  for await (const { record } of readRecords(form)) {
    count += 1;
    if (record.id === undefined || record.id === null) withoutId += 1;
  }
  return { count, withoutId };
}

/** @throws UsageError */
function changeOf(given: Given, members: WritableMembers | undefined): (record: AnyRecord) => AnyRecord {
  const set = given.texts('set').map((text) => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === '') throw new UsageError(`--set "${text}": write member=value.`);
    return [name, parseCell(value, members?.get(name))] as const;
  });
  const omitted = new Set(given.text('omit')?.split(','));
  return (record) => {
    const kept = Object.entries(record).filter(([name]) => !omitted.has(name));
    return Object.fromEntries([...kept.map(([name, value]) => [name, withoutRowIds(value)] as const), ...set]);
  };
}

/** A row that is not there yet cannot be named by its id. */
function withoutRowIds(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((row: unknown) => {
    if (typeof row !== 'object' || row === null) return row;
    const { id: _id, revision: _revision, ...members } = row as AnyRecord;
    return members;
  });
}

/** Servers know keys for a day. */
const keptForMs = 23 * 60 * 60 * 1000;

/** @throws CommandError what was sent last may have been written, and the server would not know it again */
function requireRecent({ lastWritten, done }: Journal<object, Done>, path: string, withoutId: number): void {
  if (lastWritten === undefined || withoutId === 0 || Date.now() - lastWritten < keptForMs) return;
  const line = done.reduce((most, batch) => Math.max(most, batch.line), 0);
  throw new CommandError(
    `The import of ${path} stopped more than a day ago, and the server no longer knows its requests again: records without an id might be written twice. Look which of those after line ${line} are there, remove ${path}.journal and import the others.`,
  );
}

/** @param journal undefined: a dry run */
async function importAll(
  work: Work,
  journal: Journal<object, Done> | undefined,
  surroundings: Surroundings,
): Promise<Result> {
  const earlier = new Map(journal?.done.map((batch) => [batch.line, batch]));
  const progress = new Progress(surroundings, 0, work.total);
  const over = new AbortController();
  const signal = AbortSignal.any([surroundings.signal, over.signal]);
  let [written, rejected] = [0, 0];
  const finish = (done: Done) => {
    written += done.written;
    rejected += done.rejected.length;
    if (done.rejected.length > 0) progress.clear();
    for (const { line, reason } of done.rejected) surroundings.error(`line ${line}: ${reason}\n`);
    progress.add(done.written + done.rejected.length);
  };
  const batches = batchesOf(changed(readRecords(work.form), work.change), ({ record }) => record, work.size);
  const workers = Array.from({ length: work.concurrency }, async () => {
    // They share one reader, so that each batch goes to one of them.
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      signal.throwIfAborted();
      const known = earlier.get(firstLine(next.value));
      finish(known ?? (await send(work, next.value, journal, signal)));
    }
  });
  try {
    await Promise.all(workers);
  } catch (error) {
    over.abort(error);
    await Promise.allSettled(workers);
    throw error;
  } finally {
    progress.clear();
  }
  return { written, rejected };
}

async function send(
  work: Work,
  batch: readonly FileRecord[],
  journal: Journal<object, Done> | undefined,
  signal: AbortSignal,
): Promise<Done> {
  const { client, collection, isDryRun, key } = work;
  const line = firstLine(batch);
  const rejected = await writeBatch(client, collection, batch, { isDryRun, key: `${key}-${line}`, signal });
  const done = { line, written: batch.length - rejected.length, rejected };
  await journal?.add(done);
  return done;
}

/** It names the batch: the same file in batches of the same size has the same ones. */
const firstLine = (batch: readonly FileRecord[]): number => batch[0]?.line ?? 0;

async function* changed(
  records: AsyncIterable<FileRecord>,
  change: (record: AnyRecord) => AnyRecord,
): AsyncGenerator<FileRecord, void, void> {
  for await (const { line, record } of records) yield { line, record: change(record) };
}

async function report({ written, rejected }: Result, { out, error }: Surroundings, verb: string): Promise<number> {
  await out(`${group(written)} ${verb}, ${group(rejected)} rejected.\n`);
  if (rejected === 0) return exitCodes.done;
  error('Mend the lines named above in a file of their own, and import that.\n');
  return exitCodes.failed;
}
