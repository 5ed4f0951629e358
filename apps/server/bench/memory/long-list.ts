/**
 * Reads all notes of a space by REST v1 with `limit=-1`, and follows the memory of the process that answers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Served } from './long-list-process.js';
import { followMemory, megabytes, ownBytes } from './resident-memory.js';

const quarterCount = 4;
/** How each record begins. */
const beginning = '{"ID":"';

interface Taken {
  readonly records: number;
  readonly bytes: number;
  /** `Content-Range`. */
  readonly range: string | null;
  readonly seconds: number;
}

/**
 * @param location a data folder or the address of a PostgreSQL database, empty
 * @param notes how many there are to read
 * @throws Error when the list does not have each of them
 */
export async function measureLongList(location: string, notes: number): Promise<void> {
  console.log(`making ${notes.toLocaleString('en')} notes`);
  const [code] = await once(start(location, notes), 'exit');
  if (code !== 0) throw new Error(`the notes could not be made: code ${code}`);
  const child = start(location, 0);
  const to = await new Promise<Served>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Served));
    child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  });
  // What a process holds once it has answered something like it.
  await read(to, Math.min(notes, 2_000));
  const before = await ownBytes(child);
  const memory = followMemory(child, ownBytes);
  const quarters: string[] = [];
  const onPart = () => quarters.push(megabytes(memory.mostSince()));
  const { records, bytes, range, seconds } = await read(to, -1, { part: notes / quarterCount, onPart });
  memory.stop();
  console.log(
    `limit=-1: ${records.toLocaleString('en')} notes, ${megabytes(bytes)} MB, ${seconds.toFixed(1)} s; memory of its own ` +
      `${megabytes(before)} MB before, at most ${quarters.join(', ')} MB in each quarter of the list`,
  );
  child.disconnect();
  await once(child, 'exit');
  const wanted = `items 0-${notes - 1}/${notes}`;
  if (records !== notes || range !== wanted) {
    throw new Error(`the list should have ${notes} notes and "${wanted}"; it has ${records} and "${range}"`);
  }
}

function start(location: string, notes: number): ChildProcess {
  const file = new URL('./long-list-process.js', import.meta.url);
  return fork(file, [location, String(notes)], { env: { ...process.env, NODE_ENV: 'production' } });
}

interface Parts {
  /** Records. */
  readonly part: number;
  /** Called whenever as many more have come. */
  readonly onPart: () => void;
}

async function read({ url, authorization }: Served, limit: number, parts?: Parts): Promise<Taken> {
  const begun = performance.now();
  const answer = await fetch(`${url}/Notes?limit=${limit}`, { headers: { authorization } });
  if (answer.status !== 200 || answer.body === null) throw new Error(`the list was answered with ${answer.status}`);
  let [records, bytes, kept] = [0, 0, ''];
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
    bytes += value.length;
    const text = kept + decoder.decode(value, { stream: true });
    const known = records;
    records += text.split(beginning).length - 1;
    if (parts && Math.floor(records / parts.part) > Math.floor(known / parts.part)) parts.onPart();
    kept = text.slice(1 - beginning.length);
  }
  const range = answer.headers.get('content-range');
  return { records, bytes, range, seconds: (performance.now() - begun) / 1_000 };
}
