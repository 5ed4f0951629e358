/**
 * The body of an error answer, read leniently: the server's shapes, that of GraphQL among them, or whatever a proxy in between sent.
 * Must not know HTTP statuses or error classes.
 */
import type { ErrorName } from '../generated/error-name.js';

/** Names of the error table; servers that are newer, and GraphQL, have others. */
export type CodeName = ErrorName | (string & Record<never, never>);

/** One error of a validation error. */
export interface ErrorLeaf {
  /** From the error table of the interface; null when the answer has none. */
  readonly code: number | null;
  /** `ERROR_PARAMETER_MISSING`; null when the answer has none. */
  readonly name: CodeName | null;
  readonly message: string;
  /** `api_name` of the field that is wrong, over GraphQL the name of the member; null when the error belongs to the record as a whole. */
  readonly fieldName: string | null;
  /** Id of the Field record of that field. */
  readonly fieldId: string | null;
  /** Over GraphQL: the argument, then positions and names of members; null over REST. */
  readonly path: readonly (string | number)[] | null;
}

/** One error of a GraphQL answer. */
export interface GraphqlProblem {
  readonly message: string;
  /** Where in `data` something is missing, by response keys and positions; null when nothing was run. */
  readonly path: readonly (string | number)[] | null;
  /** `number` of its extensions: the code of the error table of the interface; null when the answer has none. */
  readonly code: number | null;
  /** `code` of its extensions: the name of the error table, or one of the language such as `BAD_USER_INPUT`; null when there is none. */
  readonly codeName: CodeName | null;
  /** The place in the arguments that is wrong; null when the answer has none. */
  readonly at: string | null;
  /** Every error of a record that was rejected; else empty. */
  readonly leaves: readonly ErrorLeaf[];
}

/** What an error body says, whichever shape it has. */
export interface ErrorBody {
  readonly code: number | null;
  readonly name: CodeName | null;
  readonly message: string | null;
  /** Singular name of the entity type whose record was rejected. */
  readonly entityName: string | null;
  /** Id of that record; a rejected create has one too. */
  readonly entityId: string | null;
  /** Its position, from 0, in a batch. */
  readonly entityIndex: number | null;
  /** Every error, in the order of the answer. */
  readonly leaves: readonly ErrorLeaf[];
  /** The errors of a GraphQL answer; the other members are those of the first. */
  readonly problems: readonly GraphqlProblem[];
}

/**
 * Decodes the body of an error answer. Pure; never throws.
 * @param body parsed JSON, or the text when it was not JSON
 */
export function decodeErrorBody(body: unknown): ErrorBody {
  const members = membersOf(body);
  const [first] = listOf(members.errors);
  if (first !== undefined) return decodeGraphqlBody(first, listOf(members.errors));
  return {
    // A path that matches no route is answered in the older form, whose code is called `errorcode`.
    code: numberOf(members.code) ?? numberOf(members.errorcode),
    name: textOf(members.name),
    message: textOf(members.message)?.trim() || null,
    entityName: textOf(members.entity_name),
    entityId: textOf(members.entity_id),
    entityIndex: numberOf(members.entity_index),
    leaves: [
      ...listOf(members.entity_errors).map((leaf) => decodeLeaf(leaf, {})),
      ...listOf(members.field_errors).flatMap((group) => listOf(group.errors).map((leaf) => decodeLeaf(leaf, group))),
      ...listOf(members.step_checklist_errors).map((leaf) => decodeLeaf(leaf, {})),
    ],
    problems: [],
  };
}

function decodeGraphqlBody(first: Members, errors: readonly Members[]): ErrorBody {
  const extensions = membersOf(first.extensions);
  const { code, codeName: name, message, leaves } = decodeProblem(first);
  return {
    code,
    name,
    message: message.trim() || null,
    entityName: textOf(extensions.entityName),
    entityId: textOf(extensions.entityId),
    entityIndex: null,
    leaves,
    problems: errors.map(decodeProblem),
  };
}

function decodeProblem(error: Members): GraphqlProblem {
  const extensions = membersOf(error.extensions);
  return {
    message: textOf(error.message) ?? '',
    path: pathOf(error.path),
    code: numberOf(extensions.number),
    codeName: textOf(extensions.code),
    at: textOf(extensions.at),
    leaves: listOf(extensions.errors).map((leaf) => decodeGraphqlLeaf(leaf, listOf(extensions.fields))),
  };
}

type Members = Readonly<Record<string, unknown>>;

function decodeLeaf(leaf: Members, group: Members): ErrorLeaf {
  return {
    code: numberOf(leaf.code),
    name: textOf(leaf.name),
    message: textOf(leaf.message) ?? '',
    fieldName: textOf(leaf.field_name) ?? textOf(group.field_name),
    fieldId: textOf(leaf.field_id) ?? textOf(group.field_id),
    path: null,
  };
}

/** What REST calls `code` and `name` is in extensions as `number` and `code`. */
function decodeGraphqlLeaf(leaf: Members, fields: readonly Members[]): ErrorLeaf {
  const path = pathOf(leaf.path);
  // The argument is followed by positions and members; a member of a row is named like a path along relations.
  const fieldName = path?.filter((step, at) => at > 0 && typeof step === 'string').join('.') || null;
  return {
    code: numberOf(leaf.number),
    name: textOf(leaf.code),
    message: textOf(leaf.message) ?? '',
    fieldName,
    fieldId: textOf(fields.find(({ name }) => name === fieldName)?.fieldId),
    path,
  };
}

function pathOf(value: unknown): (string | number)[] | null {
  return Array.isArray(value) ? value.filter((step) => typeof step === 'string' || typeof step === 'number') : null;
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function listOf(value: unknown): Members[] {
  return Array.isArray(value) ? value.map(membersOf) : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
