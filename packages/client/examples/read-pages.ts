/** A list page by page, with the cursor from which it can be read on another day. */
import { client } from './client.js';

const pages = client.pages('/entities/Contacts', {
  params: { query: { first: 2, 'order-by': 'last_name', 'load-only': ['formatted_name'], 'include-total': true } },
});

for await (const { data, page_info, total } of pages) {
  console.log(`${data.map((contact) => contact.formatted_name).join(', ')} (of ${total})`);
  console.log(`read on after ${page_info?.end_cursor}`);
}
