/**
 * A reader who may be killed at any moment: it keeps the changes of each page and the cursor behind them as one line of a file, and goes
 * on behind the last line that is whole. Its one argument has the `url` of the feed, `authorization`, `file` and `after`, as JSON.
 */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';

const { url, authorization, file, after } = JSON.parse(process.argv[2] ?? '{}');

const content = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
const length = content.lastIndexOf('\n') + 1;
if (length < content.length) truncateSync(file, length);
const [last] = content.subarray(0, length).toString().split('\n').slice(-2);
let cursor = last ? JSON.parse(last).cursor : after;

for (;;) {
  const search = new URLSearchParams({ after: cursor, first: '20', wait: '5' });
  // It fails when the server is killed: then it is started again with the address of another one.
  const answer = await fetch(`${url}?${search}`, { headers: { authorization } });
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const page = await answer.json();
  cursor = page.page_info.end_cursor;
  if (page.data.length > 0) appendFileSync(file, `${JSON.stringify({ changes: page.data, cursor })}\n`);
}
