/** `list`: the first records of a collection. */
import { type Command, exitCodes } from './command.js';
import { connect, connectionOptions } from './connection.js';
import { filterOptions, listQuery, selectionOptions } from './list-query.js';
import { formats, rendererOf } from './render-records.js';

const recordsOfPage = 100;

export const list: Command = {
  name: 'list',
  operands: ['collection'],
  summary: 'List records that meet conditions.',
  description: `Lists records, the first 50 unless --limit says otherwise. Operators are those of the interface: eq, not-eq, contains, istarts, gt,
between, not-empty and so on; a wrong one is answered with those that the member has. A table shows the members of --only, else
those that have values, as many as fit.`,
  options: {
    ...filterOptions,
    ...selectionOptions,
    limit: { type: 'string', value: '<number>', help: 'Records at most; 50 when left out.' },
    format: { type: 'string', value: '<format>', help: 'table when left out.', choices: formats },
    ...connectionOptions,
  },
  examples: [
    'headwater-client list Contacts --where last_name:istarts=Sm --order-by last_name --only id,formatted_name,email1',
    'headwater-client list Accounts --where city=Leeds --where city=York --where email1:not-empty --format ndjson',
    'headwater-client list Opportunities --where created:gte=2026-01-01 --limit 1000 --format csv',
  ],
  async run(given, { out, env, columns, signal }) {
    const [collection = ''] = given.operands;
    const query = listQuery(given);
    const limit = given.wholeNumber('limit', 1, 1_000_000_000) ?? 50;
    const only = given.text('only')?.split(',');
    const renderer = rendererOf(given.text('format') ?? 'table', only, columns);
    const client = await connect(given, env);
    const params = { query: { ...query, first: Math.min(limit, recordsOfPage) } };
    let left = limit;
    for await (const { data } of client.pages(`/entities/${encodeURIComponent(collection)}`, { params, signal })) {
      const records = (data as Readonly<Record<string, unknown>>[]).slice(0, left);
      await out(renderer.render(records));
      left -= records.length;
      if (left === 0) break;
    }
    await out(renderer.end());
    return exitCodes.done;
  },
};
