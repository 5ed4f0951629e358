/**
 * What a server broken on purpose is: one thing that goes wrong between it and its callers, and the checks that must notice.
 */
import { isJsonObject, type Json, type JsonObject } from '../../src/http/json.js';

export interface ProxiedRequest {
  readonly method: string;
  /** Path and query are what counts. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProxiedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Fault {
  /** What is wrong with the server, as a title. */
  readonly name: string;
  /** Ids of checks; each of them must fail. */
  readonly caughtBy: readonly [string, ...string[]];
  /** Changes a request ahead of the server. */
  request?(request: ProxiedRequest): ProxiedRequest;
  /** Changes an answer of the server; `request` is what the caller sent. */
  answer?(answer: ProxiedAnswer, request: ProxiedRequest, ask: Ask): ProxiedAnswer | Promise<ProxiedAnswer>;
  /** Changes whole events of a stream on their way to the caller. */
  events?(events: string): string;
  /** Changes what is sent to a webhook ahead of its receiver. */
  delivery?(delivery: ProxiedRequest): ProxiedRequest;
  /** Changes what a receiver answers ahead of the server. */
  taken?(answer: ProxiedAnswer, delivery: ProxiedRequest): ProxiedAnswer;
}

/** Asks the unbroken server something else. */
export type Ask = (request: ProxiedRequest) => Promise<ProxiedAnswer>;

export const isRest = ({ url }: ProxiedRequest) => url.pathname.startsWith('/api/v100/rest/');
export const isLegacy = ({ url }: ProxiedRequest) => url.pathname.startsWith('/rest_services/v1/');
export const isGraphql = ({ url }: ProxiedRequest) => url.pathname.startsWith('/api/v100/graphql/');

/** True for a list of REST v100. */
export const isList = (request: ProxiedRequest) =>
  isRest(request) && request.method === 'GET' && /\/entities\/[^/]+$/.test(request.url.pathname);

/** @returns the request with its query edited in place */
export function withQuery(request: ProxiedRequest, edit: (query: URLSearchParams) => void): ProxiedRequest {
  const url = new URL(request.url);
  edit(url.searchParams);
  return { ...request, url };
}

/** @returns the request without the parameters whose names begin so */
export function withoutParameters(request: ProxiedRequest, ...prefixes: readonly string[]): ProxiedRequest {
  return withQuery(request, (query) => {
    for (const name of new Set(query.keys()))
      if (prefixes.some((prefix) => name.startsWith(prefix))) query.delete(name);
  });
}

/** @returns the request with its JSON body edited; a body that is no JSON object stays as it is */
export function withBody(request: ProxiedRequest, edit: (body: JsonObject) => Json): ProxiedRequest {
  const body = parseObject(request.body);
  return body === undefined ? request : { ...request, body: JSON.stringify(edit(body)) };
}

/** @returns the answer with its JSON body edited; a body that is no JSON object stays as it is */
export function editBody(answer: ProxiedAnswer, edit: (body: JsonObject) => Json): ProxiedAnswer {
  const body = parseObject(answer.body);
  return body === undefined ? answer : { ...answer, body: JSON.stringify(edit(body)) };
}

/** @returns the answer with every record in `data` edited; ids, as batches answer them, stay */
export function editRecords(answer: ProxiedAnswer, edit: (record: JsonObject) => JsonObject): ProxiedAnswer {
  return editBody(answer, (body) => {
    const { data } = body;
    if (Array.isArray(data))
      return { ...body, data: data.map((item: Json) => (isJsonObject(item) ? edit(item) : item)) };
    return typeof data === 'object' && data !== null ? { ...body, data: edit(data as JsonObject) } : body;
  });
}

/** @returns a list answer with its records replaced */
export function editList(
  answer: ProxiedAnswer,
  edit: (records: readonly JsonObject[]) => readonly JsonObject[],
): ProxiedAnswer {
  return editBody(answer, (body) =>
    Array.isArray(body.data) ? { ...body, data: edit(body.data as readonly JsonObject[]) } : body,
  );
}

/** @returns a list answer with members of `page_info` replaced */
export function editPageInfo(answer: ProxiedAnswer, members: JsonObject): ProxiedAnswer {
  return editBody(answer, (body) =>
    body.page_info === undefined ? body : { ...body, page_info: { ...(body.page_info as JsonObject), ...members } },
  );
}

function parseObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

/** @returns the request with its JSON body edited, when it writes a record of REST v100 */
export function withRecord(request: ProxiedRequest, edit: (record: JsonObject) => Json): ProxiedRequest {
  const writes = isRest(request) && (request.method === 'POST' || request.method === 'PATCH');
  return writes ? withBody(request, edit) : request;
}

/** @returns the answer with another status, and with the body of an error where that is one */
export function withStatus(answer: ProxiedAnswer, status: number): ProxiedAnswer {
  if (status < 400) return { ...answer, status };
  const body = {
    code: 9000,
    name: 'ERROR_INTERNAL',
    message: 'Something went wrong.',
    http_status: status,
    success: false,
  };
  return { ...answer, status, body: JSON.stringify(body) };
}

/** @returns the answer with a header replaced; undefined takes it out */
export function withHeader(answer: ProxiedAnswer, name: string, value: string | undefined): ProxiedAnswer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers: value === undefined ? headers : { ...headers, [name]: value } };
}

/** @returns the answer with parts of its body replaced */
export function replacing(
  answer: ProxiedAnswer,
  pattern: RegExp | string,
  by: string | ((match: string) => string),
): ProxiedAnswer {
  const body = typeof by === 'string' ? answer.body.replaceAll(pattern, by) : answer.body.replaceAll(pattern, by);
  return { ...answer, body };
}

/** @returns the record without the members */
export function without(record: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}
