/**
 * A whole operation as calls of the core, one for each root field. Everything is read before anything runs, so that an
 * operation with an error in its last field has not written with its first.
 */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  getArgumentValues,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { ApiError } from '../../../errors/api-error.js';
import type { DuplicatesRequest, GetRequest, ListRequest } from '../../../request/list-request.js';
import type { FilterArguments } from '../analytics/filter-arguments.js';
import { maxRelationDepth, maxRootFields, pageSize } from '../limits.js';
import type { ObjectShape, PageShape } from '../run/render-answer.js';
import type { RootField } from '../schema/root-fields.js';
import type { SchemaIndex } from '../schema/schema-index.js';
import { namesBelow, type SpecialCall, type SubscriptionCall } from '../special-field.js';
import { specialFields } from '../special-fields.js';
import { coerceVariables } from './coerce-variables.js';
import { collectFields, type FieldNodes, MemberCount, type Reading } from './collect-fields.js';
import { KnownSelections } from './known-selections.js';
import type { Input } from './parse-filter.js';
import { parseListArguments } from './parse-list-arguments.js';
import { parsePageSelection, parseRecordSelection } from './parse-selection.js';
import { parseWrite, type WriteCall } from './parse-write.js';
import { type PlainText, plainPageText, plainText } from './plain-text.js';
import { type SelectionSize, selectionSize, windowSize } from './selection-size.js';

/** Undefined: only the executor can write the answer. */
type Plain = PlainText | undefined;

/** What one root field asks of the core, how large its answer can be, and the answer's shape. */
export type RootCall = { readonly size: SelectionSize } & (
  | { readonly kind: 'list'; readonly request: ListRequest; readonly shape: PageShape; readonly plain: Plain }
  | { readonly kind: 'get'; readonly request: GetRequest; readonly shape: ObjectShape; readonly plain: Plain }
  | { readonly kind: 'duplicates'; readonly request: DuplicatesRequest }
  | WriteCall
  | SpecialCall
  | SubscriptionCall
);

/** By response key. */
export type RootCalls = ReadonlyMap<string, RootCall>;

/** What a client sent; `document` has been validated against the schema. */
export interface SentOperation {
  readonly document: DocumentNode;
  readonly operationName?: string | null | undefined;
  readonly variables?: Input | null | undefined;
  /** The filters of its connections. */
  readonly filters: FilterArguments;
}

/**
 * @param maxRecords that the answer may hold
 * @param known selections of the same schema
 * @returns none for variables that the executor is going to reject
 * @throws ApiError `ERROR_PARAMETER_INVALID` when the operation asks for too many members, root fields or records, follows
 *   relations too deeply, has variables that hold too much, or has an invalid filter
 */
export function parseOperation(
  schemaIndex: SchemaIndex,
  sent: SentOperation,
  maxRecords: number,
  known = new KnownSelections(),
): RootCalls {
  const operation = getOperationAST(sent.document, sent.operationName);
  if (operation == null) return new Map();
  const type = schemaIndex.schema.getRootType(operation.operation);
  const reading = readingOf(schemaIndex, operation, sent);
  if (type == null || reading === undefined) return new Map();
  const roots = schemaIndex.roots[operation.operation];
  const calls = new Map<string, RootCall>();
  const fields = collectFields(reading, type.name, operation.selectionSet);
  const namesType = reading.count.hasTypeName;
  for (const [key, nodes] of fields) {
    const { value: name } = nodes[0].name;
    const root = roots.get(name);
    const own = specialFields[operation.operation].get(name);
    if (root !== undefined) calls.set(key, parseRootField(reading, known, root, rootDefinition(type, nodes), nodes));
    else if (own !== undefined) {
      const given = getArgumentValues(rootDefinition(type, nodes), nodes[0], reading.variables);
      const context = { catalog: schemaIndex.catalog, reading, nodes, names: namesBelow(reading, nodes), at: name };
      // The schema has given its arguments the type that the field's module reads.
      calls.set(key, own(given as never, context));
    }
  }
  checkSize(calls, maxRecords);
  return namesType ? withoutPlainTexts(calls) : calls;
}

/** The executor answers the name of the root type. */
function withoutPlainTexts(calls: RootCalls): RootCalls {
  const written = ([key, call]: [string, RootCall]) =>
    [key, call.kind === 'list' || call.kind === 'get' ? { ...call, plain: undefined } : call] as const;
  return new Map([...calls].map(written));
}

function readingOf(
  schemaIndex: SchemaIndex,
  operation: OperationDefinitionNode,
  sent: SentOperation,
): Reading | undefined {
  const variables = coerceVariables(schemaIndex.schema, operation, sent.variables ?? {});
  if (variables === undefined) return undefined;
  const fragments = sent.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION);
  return {
    schema: schemaIndex.schema,
    members: schemaIndex.members,
    filters: sent.filters,
    count: new MemberCount(),
    fragments: Object.assign(Object.create(null), byName(fragments)) as Reading['fragments'],
    variables,
  };
}

function byName(fragments: readonly FragmentDefinitionNode[]): Record<string, FragmentDefinitionNode> {
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

function rootDefinition(type: GraphQLObjectType, nodes: FieldNodes): GraphQLField<unknown, unknown> {
  const field = type.getFields()[nodes[0].name.value];
  if (field === undefined) throw new Error(`The schema has no field "${type.name}.${nodes[0].name.value}"`);
  return field;
}

function parseRootField(
  reading: Reading,
  known: KnownSelections,
  root: RootField,
  definition: GraphQLField<unknown, unknown>,
  nodes: FieldNodes,
): RootCall {
  const given: Input = getArgumentValues(definition, nodes[0], reading.variables);
  const { operation, entityType } = root;
  switch (operation) {
    case 'list':
      return parseListField(reading, known, entityType, definition.name, given, nodes);
    case 'get': {
      const { selection, shape, plain } = known.of(reading, nodes, (own) => ({
        ...parseRecordSelection(own, entityType, nodes),
        plain: plainText(own, entityType, nodes),
      }));
      const request = { entityType, id: given.id as string, selection, includeDeleted: given.includeDeleted === true };
      return { kind: 'get', request, shape, plain, size: selectionSize(selection) };
    }
    case 'duplicates':
      return parseDuplicatesField(entityType, given as DuplicatesArguments);
    default:
      return parseWrite(reading, root, given, nodes);
  }
}

interface DuplicatesArguments {
  readonly first?: number | null;
  readonly after?: string | null;
}

/** Groups are no records: they cost what their page has of them. */
function parseDuplicatesField(entityType: string, { first: given, after }: DuplicatesArguments): RootCall {
  const first = given ?? pageSize.default;
  if (first < 1 || first > pageSize.max) {
    const message = `first: must be a whole number from 1 to ${pageSize.max}.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message, { at: 'first' });
  }
  const request = { entityType, first, ...(after == null ? {} : { after }) };
  return { kind: 'duplicates', request, size: { records: first, depth: 0 } };
}

function parseListField(
  reading: Reading,
  known: KnownSelections,
  entityType: string,
  name: string,
  given: Input,
  nodes: FieldNodes,
): RootCall {
  const list = parseListArguments(reading, entityType, given, name);
  const { selection, withTotal, shape, plain } = known.of(reading, nodes, (own) => ({
    ...parsePageSelection(own, entityType, nodes),
    plain: plainPageText(own, entityType, nodes),
  }));
  const { records, depth } = selectionSize(selection);
  return {
    kind: 'list',
    request: { entityType, ...list, selection, withTotal },
    shape,
    plain,
    size: { records: windowSize(list.window) * records, depth },
  };
}

/** Bounds the operation as a whole: its root fields run side by side. */
function checkSize(calls: RootCalls, maxRecords: number): void {
  if (calls.size > maxRootFields) {
    throw new ApiError(
      'ERROR_PARAMETER_INVALID',
      `The operation has ${calls.size} root fields, where ${maxRootFields} are allowed. Send several operations.`,
    );
  }
  checkRecords([...calls], maxRecords);
  if ([...calls.values()].some(({ size }) => size.depth > maxRelationDepth)) {
    throw new ApiError(
      'ERROR_PARAMETER_INVALID',
      `The operation follows relations more than ${maxRelationDepth} deep. Ask for the far records by their ids.`,
    );
  }
}

/** The error names the root field that asks for most. */
function checkRecords(calls: readonly (readonly [key: string, call: RootCall])[], maxRecords: number): void {
  const records = calls.reduce((sum, [, { size }]) => sum + size.records, 0);
  if (records <= maxRecords) return;
  const [key, { size }] = calls.reduce((most, one) => (one[1].size.records > most[1].size.records ? one : most));
  const most = calls.length > 1 ? `; "${key}" for ${size.records} of them` : '';
  const remedy = size.remedy ?? 'Ask for smaller pages with "first".';
  throw new ApiError(
    'ERROR_PARAMETER_INVALID',
    `The operation asks for up to ${records} records, where ${maxRecords} are allowed${most}. ${remedy}`,
  );
}
