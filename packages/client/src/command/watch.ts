/** `watch`: the changes of a space, a line each. */
import { unwrap } from '../unwrap.js';
import { type Command, exitCodes, UsageError } from './command.js';
import { connect, connectionOptions } from './connection.js';
import { selectionOptions } from './list-query.js';
import { ndjsonOf } from './render-records.js';

export const watch: Command = {
  name: 'watch',
  operands: [],
  summary: 'Print changes of the space as they are committed.',
  description: `Prints each change as a line of JSON, in the order of commits, and waits for more until it is ended. It outlasts lost
connections. To go on later, give the cursor of the last line as --after; without it, only what comes from now on is printed.`,
  options: {
    after: { type: 'string', value: '<cursor>', help: 'Cursor or revision to go on from.' },
    all: { type: 'boolean', help: 'Begin with the first change that is kept.' },
    entity: { type: 'string', multiple: true, value: '<type>', help: 'Entity type or collection.' },
    act: { type: 'string', multiple: true, value: '<act>', help: 'created, updated, deleted, restored and so on.' },
    field: { type: 'string', multiple: true, value: '<member>', help: 'A member that must have changed.' },
    'no-follow': { type: 'boolean', help: 'End with the changes that are there.' },
    ...selectionOptions,
    ...connectionOptions,
  },
  examples: [
    'headwater-client watch --entity Contact --act created --only formatted_name,email1',
    'headwater-client watch --all --no-follow > changes.ndjson',
  ],
  async run(given, { out, env, signal }) {
    const client = await connect(given, env);
    const several = (option: string, name: string) => {
      const values = given.texts(option);
      return values.length > 0 && { [name]: values };
    };
    const one = (option: string, name: string) => {
      const value = given.text(option);
      return value !== undefined && { [name]: value };
    };
    if (given.flag('all') && given.text('after') !== undefined)
      throw new UsageError('Give --after or --all, not both.');
    const pages = client.changePages({
      ...(!given.flag('all') && { after: given.text('after') ?? (await currentRevision(client, signal)) }),
      follow: !given.flag('no-follow'),
      signal,
      ...several('entity', 'entity'),
      ...several('act', 'act'),
      ...several('field', 'fields'),
      ...one('only', 'load-only'),
      ...one('expand', 'expand'),
    });
    for await (const { data } of pages) await out(ndjsonOf(data as unknown as Record<string, unknown>[]));
    return exitCodes.done;
  },
};

async function currentRevision(client: Awaited<ReturnType<typeof connect>>, signal: AbortSignal): Promise<string> {
  const params = { query: { first: 1, 'load-only': 'id' } };
  const asked = client.GET('/entities/Clients', { params, signal });
  await unwrap(asked);
  return (await asked).response.headers.get('Space-Revision') ?? '0';
}
