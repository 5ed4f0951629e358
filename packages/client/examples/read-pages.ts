/** A list page by page, with the cursor from which it can be read on another day. */
import { client } from './client.js';

const list = client.contacts.list({ first: 2, orderBy: ['last_name'], only: ['formatted_name'], includeTotal: true });

for await (const { data, page_info, total } of list.pages()) {
  console.log(`${data.map((contact) => contact.formatted_name).join(', ')} (of ${total})`);
  console.log(`read on after ${page_info.end_cursor}`);
}
