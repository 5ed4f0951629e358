/** Brings a copy of two collections up to date, in a folder that is kept from one run to the next. */
import { readCopy, sync } from '@headwater/client/node';
import { client } from './client.js';

const into = process.env.COPY_FOLDER ?? 'copy';
await sync(client, { types: ['Contacts', 'Accounts'], into, follow: false });
const copy = await readCopy(into);
console.log(`${copy?.get('Contacts')?.size} contacts`);
