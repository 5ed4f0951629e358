/**
 * Holds every answer that a server gives during the tests against the documents: its status must be declared for the operation,
 * its media type too, and its body must be what the schema says.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { OpenApiDocument } from '@headwater/openapi-types';
import { v1Document } from '@headwater/openapi-types/v1-document';
import { v100Document } from '@headwater/openapi-types/v100-document';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

interface DeclaredContent {
  readonly schema?: object;
}

interface DeclaredResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, DeclaredContent>>;
}

interface DeclaredOperation {
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
}

type DeclaredPath = Readonly<Record<string, DeclaredOperation>>;

/** An answer as it went over the wire. */
interface GivenAnswer {
  readonly method: string;
  /** Below the prefix of the API: `/entities/Contacts/1`. */
  readonly path: string;
  readonly search: string;
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
}

/** The answers to an address or a method that no document knows. */
const withoutOperation = new Set([401, 404, 405, 500, 503]);

class DeclaredApi {
  /** Most schemas are compiled for a few answers: polishing their code takes longer than it saves. */
  private readonly ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    allErrors: true,
    // The documents are linted.
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  private readonly added = new Set<string>();
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly templates: readonly { readonly path: string; readonly pattern: RegExp }[];

  constructor(
    readonly prefix: RegExp,
    private readonly document: OpenApiDocument,
  ) {
    this.templates = Object.keys(document.paths)
      // A fixed segment counts before a variable one.
      .sort((a, b) => Number(a.includes('{')) - Number(b.includes('{')) || b.length - a.length)
      .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }));
  }

  /** @returns what the document does not say of the answer; undefined when it says all */
  problemOf(answer: GivenAnswer): string | undefined {
    const paths = this.document.paths as Readonly<Record<string, DeclaredPath>>;
    const template = this.templates.find(({ pattern }) => pattern.test(answer.path))?.path;
    const method = answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase();
    const operation = template === undefined ? undefined : paths[template]?.[method];
    if (template === undefined || operation === undefined) {
      const isExpected = withoutOperation.has(answer.status) || answer.method === 'OPTIONS';
      return isExpected ? undefined : 'no document knows this address';
    }
    const response = operation.responses[answer.status];
    if (!response) return `status ${answer.status} is not declared`;
    return this.problemOfBody(answer, this.resolve(response), [template, method, answer.status].join(' '));
  }

  private problemOfBody(answer: GivenAnswer, response: DeclaredResponse, key: string): string | undefined {
    if (answer.method === 'HEAD' || answer.body.length === 0) {
      // A file may be empty.
      const needsBody = response.content && response.content['*/*'] === undefined;
      return needsBody && answer.method !== 'HEAD' ? 'has no body, but one is declared' : undefined;
    }
    const { content = {} } = response;
    if (Object.keys(content).length === 0) return 'has a body, but none is declared';
    const declared = content[answer.mediaType] ?? content['*/*'];
    if (!declared) return `media type "${answer.mediaType}" is not declared`;
    if (!declared.schema || answer.mediaType !== 'application/json') return undefined;
    const validate = this.validatorOf(`${key} ${answer.mediaType}`, declared.schema);
    if (validate(JSON.parse(answer.body.toString()))) return undefined;
    const errors = (validate.errors ?? []).filter((error) => !isCut(answer, error));
    return errors.length === 0 ? undefined : this.ajv.errorsText(errors.slice(0, 5));
  }

  private validatorOf(key: string, schema: object): ValidateFunction {
    const known = this.validators.get(key);
    if (known) return known;
    const validate = this.ajv.compile(this.withAdded(schema) as object);
    this.validators.set(key, validate);
    return validate;
  }

  /**
   * Adds the schemas that are referred to, each by itself: one inside of another would be compiled for every reference to it.
   * @returns the same with references to them
   */
  private withAdded(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => this.withAdded(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, name === '$ref' ? this.add(String(one)) : this.withAdded(one)]),
    );
  }

  private add(reference: string): string {
    const name = reference.replace('#/components/schemas/', '');
    const schema = this.document.components.schemas?.[name];
    if (schema === undefined) throw new Error(`the document has no schema "${reference}"`);
    if (!this.added.has(name)) {
      this.added.add(name);
      this.ajv.addSchema(this.withAdded(schema) as object, name);
    }
    return name;
  }

  private resolve(response: DeclaredResponse): DeclaredResponse {
    if (response.$ref === undefined) return response;
    const name = response.$ref.split('/').at(-1) ?? '';
    const found = (this.document.components?.responses as Record<string, DeclaredResponse> | undefined)?.[name];
    if (!found) throw new Error(`the document has no response "${name}"`);
    return found;
  }
}

/**
 * `load-only` answers hold fewer members than a whole record; the parameter says so, a schema cannot. Nor can one say what a key gets that
 * may write a record and not read it.
 */
function isCut({ search, method, body }: GivenAnswer, error: ErrorObject): boolean {
  const isUnread =
    method !== 'GET' &&
    /^(\{"success":true,"data":\{"id":"[^"]+","revision":\d+\}\}|\{"ID":[^,]+\})$/.test(body.toString());
  const isLoadOnly = isUnread || /[?&](?:load-only|loadonly)=/.test(search);
  // What is missing somewhere inside makes the alternatives around it fail as well.
  return isLoadOnly && ['required', 'anyOf', 'oneOf', 'type'].includes(error.keyword);
}

/** Made once for all servers of a test file: compiling a schema takes longer than most tests. */
const apis = [
  new DeclaredApi(/^\/api\/v100\/rest\/spaces\/[^/]+/, v100Document),
  new DeclaredApi(/^\/rest_services\/v1/, v1Document),
];

/** What a space has defined itself, and says in its own document. */
export interface OwnParts {
  /** The address of the entity type among whose records those at the given one are stored; undefined for all others. */
  keptAt(path: string): string | undefined;
  /** The same object as long as the space has defined the same. */
  document(): Promise<OpenApiDocument>;
}

/** Gathers the answers that no document declares. */
export class DeclaredAnswers {
  private readonly found = new Set<string>();
  private readonly pending: Promise<void>[] = [];
  private readonly ownApis = new Map<OpenApiDocument, DeclaredApi>();
  /** Asked, for a space as it is at that moment, where an answer is not as the documents of the service say. */
  partsOfSpace: ((space: string) => Promise<OwnParts>) | undefined;
  /** A problem that is expected is not compared with the document of the space: to compile that takes longer than most tests. */
  isExpected: (line: string) => boolean = () => false;

  /** @returns one line for each kind of undeclared answer */
  async problems(): Promise<ReadonlySet<string>> {
    await Promise.all(this.pending);
    return this.found;
  }

  /** @returns a listener that answers as the given one does, and is looked at while it does */
  watch(listener: RequestListener): RequestListener {
    return (request, response) => {
      const parts: Buffer[] = [];
      collectBody(response, parts);
      response.once('finish', () => this.take(request, response, Buffer.concat(parts)));
      listener(request, response);
    };
  }

  private take(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    // Compressed bodies say the same as plain ones.
    if (response.getHeader('content-encoding') !== undefined) return;
    const mediaType = String(response.getHeader('content-type') ?? '').split(';')[0] ?? '';
    this.judge({ method: request.method ?? '', url: request.url ?? '', status: response.statusCode, mediaType, body });
  }

  /** Holds an answer against the document that knows its address. @param url path and query */
  judge({ url, ...given }: Omit<GivenAnswer, 'path' | 'search'> & { readonly url: string }): void {
    const [pathname = '', search = ''] = url.split(/(?=\?)/, 2);
    for (const api of apis) {
      const prefix = api.prefix.exec(pathname)?.[0];
      if (prefix === undefined) continue;
      // The server takes a slash at the end for none.
      const path = decodedPath(pathname.slice(prefix.length)).replace(/(?<=.)\/$/, '');
      const answer = { ...given, path, search };
      const problem = api.problemOf(answer);
      const isLookedInto = problem !== undefined && !this.isExpected(lineOf(answer, problem));
      const space = isLookedInto ? /^\/api\/.*\/spaces\/([^/]+)$/.exec(prefix)?.[1] : undefined;
      if (space === undefined || !this.partsOfSpace) this.add(answer, problem);
      else this.pending.push(this.takeOwn(api, answer, this.partsOfSpace(space)));
    }
  }

  private async takeOwn(api: DeclaredApi, answer: GivenAnswer, asked: Promise<OwnParts>): Promise<void> {
    const parts = await asked;
    const path = parts.keptAt(answer.path);
    // Schemas that are compiled already are asked first: those of each space take seconds.
    if (path !== undefined && api.problemOf({ ...answer, path }) === undefined) return;
    const document = await parts.document();
    const own = this.ownApis.get(document) ?? new DeclaredApi(/^/, document);
    this.ownApis.set(document, own);
    this.add(answer, own.problemOf(answer));
  }

  private add(answer: GivenAnswer, problem: string | undefined): void {
    if (problem !== undefined) this.found.add(lineOf(answer, problem));
  }
}

function lineOf({ method, path, search, status }: GivenAnswer, problem: string): string {
  return `${method} ${path}${search} → ${status}: ${problem}`;
}

function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** What is written to the response is stored as well. */
function collectBody(response: ServerResponse, parts: Buffer[]): void {
  const keep = (chunk: unknown) => {
    if (typeof chunk === 'string') parts.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  };
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  Object.assign(response, {
    write: (...given: unknown[]) => {
      keep(given[0]);
      return write(...given);
    },
    end: (...given: unknown[]) => {
      keep(given[0]);
      return end(...given);
    },
  });
}
