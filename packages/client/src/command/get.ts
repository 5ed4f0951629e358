/** `get`: one record. */
import { unwrap } from '../unwrap.js';
import { type Command, exitCodes } from './command.js';
import { connect, connectionOptions } from './connection.js';
import { selectionOf, selectionOptions } from './list-query.js';

export const get: Command = {
  name: 'get',
  operands: ['collection', 'id'],
  summary: 'Show one record.',
  description: 'Shows one record as JSON.',
  options: {
    ...selectionOptions,
    format: {
      type: 'string',
      value: '<format>',
      help: 'json when left out; ndjson is one line.',
      choices: ['json', 'ndjson'],
    },
    ...connectionOptions,
  },
  examples: [
    'headwater-client get Contacts 018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11 --only formatted_name,email1',
    'headwater-client get Opportunities 018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a12 --expand owner,step',
  ],
  async run(given, { out, env, signal }) {
    const [collection = '', id = ''] = given.operands;
    const client = await connect(given, env);
    const params = { path: { collection, id }, query: selectionOf(given) };
    const { data } = (await unwrap(client.GET('/entities/{collection}/{id}', { params, signal }))) as { data: unknown };
    await out(`${JSON.stringify(data, null, given.text('format') === 'ndjson' ? 0 : 2)}\n`);
    return exitCodes.done;
  },
};
