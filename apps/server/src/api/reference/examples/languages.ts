/** A request of an example in curl and in TypeScript. Pure. */
import type { EntityType } from '@headwater/catalog';
import type { JsonValue } from '@headwater/contract';
import { type Html, html } from '../../../http/html.js';
import type { ExampleRequest } from './example-request.js';

/** Where a space is: scheme and host without a trailing slash, and its slug or id. */
export interface ExamplePlace {
  readonly origin: string;
  readonly space: string;
}

export function addressOf({ origin, space }: ExamplePlace, { path, query }: ExampleRequest): string {
  const parameters = new URLSearchParams(query).toString();
  return `${origin}/api/v100/rest/spaces/${space}${path}${parameters === '' ? '' : `?${parameters}`}`;
}

/** For a POSIX shell. The credentials are in an element of their own, which the script of the page fills in. */
export function curlExample(place: ExamplePlace, request: ExampleRequest): Html {
  const { method, body, file } = request;
  const isUsual = method === (body === undefined && file === undefined ? 'GET' : 'POST');
  const sent =
    file !== undefined
      ? [`-H ${quoted(`Content-Type: ${file.type}`)}`, `--data-binary ${quoted(file.text)}`]
      : body !== undefined
        ? [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]
        : [];
  // A server may take no POST without a body of a known type.
  const empty = method === 'POST' && sent.length === 0 ? [`-H 'Content-Type: application/json'`] : [];
  const lines = [quoted(addressOf(place, request)), ...empty, ...sent].map(
    (line) => html` \\
  ${line}`,
  );
  return html`curl -u <span data-secret="shell">"$TOKEN:$PASSWORD"</span>${isUsual ? '' : ` -X ${method}`}${lines}`;
}

/** As one word of a POSIX shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A module for `@headwater/client`. */
export function typescriptExample(place: ExamplePlace, request: ExampleRequest, entityType?: EntityType): Html {
  const { names, lines } = typescriptCall(request, entityType);
  return html`import { ${['createClient', ...names].join(', ')} } from '@headwater/client';

const client = createClient({
  baseUrl: ${literal(place.origin)},
  space: ${literal(place.space)},
  token: <span data-secret="token">process.env.TOKEN ?? ''</span>,
  password: <span data-secret="password">process.env.PASSWORD ?? ''</span>,
});

${lines.join('\n')}
`;
}

interface Call {
  /** What it imports besides the client. */
  readonly names: readonly string[];
  readonly lines: readonly string[];
}

/** Lists and records of entity types that the client knows are read by its collections, all else by the path. */
function typescriptCall({ method, path, query, body }: ExampleRequest, entityType: EntityType | undefined): Call {
  const isKnown = entityType !== undefined && entityType.storedIn === undefined;
  const collection = isKnown
    ? `client.${entityType.collection[0]?.toLowerCase()}${entityType.collection.slice(1)}`
    : '';
  if (isKnown && method === 'GET' && path === `/entities/${entityType.collection}`) {
    return {
      names: [],
      lines: [
        `for await (const { data } of ${collection}.list({ first: 3 }).pages()) {`,
        '  console.log(data);',
        '  break;',
        '}',
      ],
    };
  }
  const [, collectionPath = '', id = '', below] = /^\/entities\/(\w+)\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  if (
    isKnown &&
    method === 'GET' &&
    collectionPath === entityType.collection &&
    id !== 'duplicates' &&
    below === undefined
  ) {
    return { names: [], lines: [`console.log(await ${collection}.get(${literal(id)}));`] };
  }
  const parameters = Object.keys(query).length > 0 ? `  params: { query: ${literal(typedQuery(query))} },\n` : '';
  const sent = body === undefined ? '' : `  body: ${literal(body)},\n`;
  const isContent = method === 'GET' && below === '/content';
  const parsed = isContent ? "  parseAs: 'text',\n" : '';
  const init = `${parameters}${sent}${parsed}`;
  const call = `client.${method}(${literal(path)}${init === '' ? '' : `, {\n${init}}`})`;
  return { names: ['unwrap'], lines: [`console.log(await unwrap(${call}));`] };
}

function typedQuery(query: Readonly<Record<string, string>>): JsonValue {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, /^(true|false|\d+)$/.test(value) ? JSON.parse(value) : value]),
  );
}

/** As TypeScript writes it: names without quotes where they need none. */
export function literal(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[a-z_]\w*$/i.test(name) ? name : literal(name)}: ${literal(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
