/**
 * Flattens selection sets: fragments opened, `@skip` and `@include` obeyed, fields of one response key together.
 * Knows the document, not what its fields mean.
 */
import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
  Kind,
  type NamedTypeNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { FilterArguments } from './filters/filter-arguments.js';
import type { MemberCount } from './member-count.js';
import type { MemberIndex } from './member-index.js';

/** What every step of reading one operation needs. */
export interface Reading {
  readonly schema: GraphQLSchema;
  readonly members: MemberIndex;
  readonly filters: FilterArguments;
  /** Of the members selected so far. */
  readonly count: MemberCount;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Values of the operation's variables, already coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The nodes of one response key; they name the same field with the same arguments, which validation has made sure of. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** Response key to its nodes, in the order of the answer. */
export type CollectedFields = ReadonlyMap<string, FieldNodes>;

/**
 * @param typeName the object type whose fields are wanted; fragments on types that it neither is nor implements are left out
 * @param sets selection sets, to be merged
 * @returns the fields asked for, without `__typename`, which the executor answers itself
 * @throws ApiError `ERROR_PARAMETER_INVALID` when the operation asks for too many
 */
export function collectFields(reading: Reading, typeName: string, sets: readonly SelectionSetNode[]): CollectedFields {
  const fields = new Map<string, [FieldNode, ...FieldNode[]]>();
  const seen = new Set<string>();
  for (const set of sets) collectSet(reading, typeName, set, fields, seen);
  reading.count.add(fields.size);
  return fields;
}

/** @returns the fields inside the nodes of one response key, whose value is of the object type */
export function collectSubfields(reading: Reading, typeName: string, nodes: FieldNodes): CollectedFields {
  return collectFields(
    reading,
    typeName,
    nodes.flatMap((node) => node.selectionSet ?? []),
  );
}

function collectSet(
  reading: Reading,
  typeName: string,
  set: SelectionSetNode,
  fields: Map<string, [FieldNode, ...FieldNode[]]>,
  seen: Set<string>,
): void {
  for (const node of set.selections) {
    if (!isIncluded(reading, node)) continue;
    switch (node.kind) {
      case Kind.FIELD: {
        if (node.name.value === '__typename') break;
        const key = node.alias?.value ?? node.name.value;
        const nodes = fields.get(key);
        if (nodes === undefined) fields.set(key, [node]);
        else nodes.push(node);
        break;
      }
      case Kind.INLINE_FRAGMENT:
        if (fits(reading, typeName, node.typeCondition)) collectSet(reading, typeName, node.selectionSet, fields, seen);
        break;
      case Kind.FRAGMENT_SPREAD: {
        const fragment = reading.fragments.get(node.name.value);
        if (fragment === undefined || seen.has(node.name.value)) break;
        seen.add(node.name.value);
        if (fits(reading, typeName, fragment.typeCondition))
          collectSet(reading, typeName, fragment.selectionSet, fields, seen);
        break;
      }
    }
  }
}

/** Inside a fragment on an interface there can be one on a type that this object is not. */
function fits({ schema }: Reading, typeName: string, condition: NamedTypeNode | undefined): boolean {
  if (condition === undefined || condition.name.value === typeName) return true;
  const type = schema.getType(typeName);
  const wanted = schema.getType(condition.name.value);
  return isObjectType(type) && isAbstractType(wanted) && schema.isSubType(wanted, type);
}

function isIncluded(reading: Reading, node: SelectionNode): boolean {
  if (node.directives === undefined || node.directives.length === 0) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, node, reading.variables);
  const include = getDirectiveValues(GraphQLIncludeDirective, node, reading.variables);
  return skip?.if !== true && include?.if !== false;
}
