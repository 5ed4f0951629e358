/** What has happened to contacts so far; without `follow: false` it would go on with what is still to come. */
import { client } from './client.js';

for await (const { act, members, cursor } of client.changes({ entity: 'Contact', act: 'created', follow: false })) {
  console.log(`${act} ${members.last_name?.to}, read on after ${cursor}`);
}
