/**
 * One OpenAPI document as checks read it: its operations, and whether an answer is as declared. Pure; sends nothing.
 */
import type { Method, OpenApiDocument } from '@headwater/openapi-types';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { isJsonObject, type Json, type JsonObject } from '../http/json.js';

/** What the document's list of operations says of one. */
export interface OperationEntry {
  readonly operationId: string;
  readonly method: Method;
  /** Template below the server address: `/entities/Accounts/{id}`. */
  readonly path: string;
  readonly entityType: string | null;
  /** `list`, `get` … of an entity type; null for what goes by its own id. */
  readonly operation: string | null;
}

export interface DeclaredParameter {
  readonly name: string;
  readonly in: 'query' | 'path' | 'header';
}

export class ContractDocument {
  private readonly root: JsonObject;
  private readonly ajv: Ajv2020;

  /** @param name how spec pointers call the document: `v100` */
  constructor(
    readonly name: string,
    document: OpenApiDocument,
    readonly operations: readonly OperationEntry[],
  ) {
    this.root = JSON.parse(JSON.stringify(document)) as JsonObject;
    this.ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      validateFormats: true,
      formats: { decimal: true },
      // Most schemas are compiled for a few answers: polishing their code takes longer than it saves.
      code: { optimize: false },
    });
    formats.default(this.ajv);
    this.ajv.addSchema(this.root, name);
  }

  /** @returns the pointer of the operation, as a check's `spec` names it */
  pointerOf({ path, method }: OperationEntry): string {
    return `${this.name}#/paths/${escapePointer(path)}/${method}`;
  }

  /** @returns what is at a JSON pointer (`/components/…`), references along the way followed; undefined when nothing does */
  find(pointer: string): Json | undefined {
    let found: Json | undefined = this.root;
    for (const part of pointer.split('/').slice(1)) {
      found = childOf(this.follow(found), part.replaceAll('~1', '/').replaceAll('~0', '~'));
    }
    return this.follow(found);
  }

  /** @returns the parameters that the operation declares */
  parametersOf(entry: OperationEntry): readonly DeclaredParameter[] {
    const list = this.find(`${this.pathPointer(entry)}/parameters`);
    const parameters = Array.isArray(list) ? list.map((item: Json) => this.follow(item)).filter(isJsonObject) : [];
    return parameters.map((parameter) => ({
      name: String(parameter.name),
      in: parameter.in as DeclaredParameter['in'],
    }));
  }

  /** @returns the one status from 200 to 299 that the operation declares */
  successStatus(entry: OperationEntry): number {
    const responses = this.find(`${this.pathPointer(entry)}/responses`);
    const status = Object.keys(isJsonObject(responses) ? responses : {}).find((name) => name.startsWith('2'));
    if (status === undefined) throw new Error(`${entry.operationId} declares no success`);
    return Number(status);
  }

  /** @returns what is wrong with a body by the schema declared for that status; empty when it is as declared */
  errorsIn(entry: OperationEntry, status: number, body: Json): readonly string[] {
    const schema = this.schemaPointer(entry, status);
    if (schema === undefined) return [`${entry.operationId} declares no JSON body for status ${status}`];
    const validate =
      this.ajv.getSchema(`${this.name}#${schema}`) ?? this.ajv.compile({ $ref: `${this.name}#${schema}` });
    if (validate(body)) return [];
    return (validate.errors ?? []).map(describeError);
  }

  /** Whether the answer of that status has a JSON body. */
  declaresJson(entry: OperationEntry, status: number): boolean {
    return this.schemaPointer(entry, status) !== undefined;
  }

  private schemaPointer(entry: OperationEntry, status: number): string | undefined {
    const response = `${this.pathPointer(entry)}/responses/${status}`;
    const reference = this.resolvedPointer(response);
    const schema = `${reference}/content/application~1json/schema`;
    return this.find(schema) === undefined ? undefined : schema;
  }

  /** The place that a reference at the pointer leads to, or the pointer itself; validators take only places without one ahead. */
  private resolvedPointer(pointer: string): string {
    const cut = pointer.lastIndexOf('/');
    const parent = this.find(pointer.slice(0, cut));
    const found = isJsonObject(parent) ? parent[pointer.slice(cut + 1)] : undefined;
    const reference = isJsonObject(found) ? found.$ref : undefined;
    return typeof reference === 'string' ? reference.slice(1) : pointer;
  }

  private pathPointer({ path, method }: OperationEntry): string {
    return `/paths/${escapePointer(path)}/${method}`;
  }

  private follow(value: Json | undefined): Json | undefined {
    const reference = isJsonObject(value) ? value.$ref : undefined;
    return typeof reference === 'string' && reference.startsWith('#') ? this.find(reference.slice(1)) : value;
  }
}

function childOf(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)];
  return isJsonObject(value) ? value[name] : undefined;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function describeError({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath === '' ? 'the body' : instancePath} ${message ?? 'is wrong'} ${JSON.stringify(params)}`;
}
