// Keeps a copy of contacts and accounts in a folder, until it is stopped; the next start goes on where the copy ends.
// HEADWATER_URL, HEADWATER_SPACE, HEADWATER_TOKEN and HEADWATER_PASSWORD name the space; COPY_FOLDER is the folder.
import { createClient } from '@headwater/client';
import { readCopy, sync } from '@headwater/client/node';

const env = process.env;
const client = createClient({
  baseUrl: env.HEADWATER_URL ?? 'http://127.0.0.1:8080',
  space: env.HEADWATER_SPACE ?? 'demo',
  token: env.HEADWATER_TOKEN,
  password: env.HEADWATER_PASSWORD,
});
const into = env.COPY_FOLDER ?? 'copy';
const types = ['Contacts', 'Accounts'];

let written = 0;
const onWritten = (records) => {
  written += records;
  process.stderr.write(`\r${written} records written`);
};
await sync(client, { types, into, onWritten, follow: false });
for (const [type, records] of await readCopy(into)) console.log(`${type}: ${records.size}`);
await sync(client, { types, into, onWritten });
