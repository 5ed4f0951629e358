/**
 * Flattens selection sets, and counts the members that an operation selects so: a fragment that is spread in many positions, with others
 * inside, says in a few lines what takes hours to read.
 */
import { collectFields as collect, collectSubFields } from '@graphql-tools/utils';
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  type SelectionSetNode,
} from 'graphql';
import { ApiError } from '../../../errors/api-error.js';
import type { FilterArguments } from '../analytics/filter-arguments.js';
import { maxMembers } from '../limits.js';
import type { MemberIndex } from '../schema/member-index.js';

/** What every step of reading one operation needs. */
export interface Reading {
  readonly schema: GraphQLSchema;
  readonly members: MemberIndex;
  readonly filters: FilterArguments;
  /** Of the members selected so far. */
  readonly count: MemberCount;
  /** By name; made without a prototype. */
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  /** Values of the operation's variables, already coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/** The nodes of one response key; they name the same field with the same arguments, which validation has made sure of. */
export type FieldNodes = readonly [FieldNode, ...FieldNode[]];

/** Response key to its nodes, in the order of the answer. */
export type CollectedFields = ReadonlyMap<string, FieldNodes>;

/**
 * @param typeName the object type whose fields are wanted; fragments on types that it neither is nor implements are left out
 * @returns the selected fields, without `__typename`, which the executor answers itself
 * @throws ApiError `ERROR_PARAMETER_INVALID` when the operation selects too many
 */
export function collectFields(reading: Reading, typeName: string, set: SelectionSetNode): CollectedFields {
  const { schema, fragments, variables } = reading;
  return counted(reading, collect(schema, fragments, valuesOf(variables), objectType(schema, typeName), set).fields);
}

/** @returns the fields inside the nodes of one response key, whose value is of the object type */
export function collectSubfields(reading: Reading, typeName: string, nodes: FieldNodes): CollectedFields {
  const { schema, fragments, variables } = reading;
  return counted(
    reading,
    collectSubFields(schema, fragments, valuesOf(variables), objectType(schema, typeName), [...nodes]).fields,
  );
}

/** As graphql 17 has them, which the library speaks. */
function valuesOf(variables: Reading['variables']) {
  return { coerced: variables, sources: {} };
}

function counted({ count }: Reading, collected: ReadonlyMap<string, readonly FieldNode[]>): CollectedFields {
  const fields = new Map<string, FieldNodes>();
  for (const [key, [first, ...others]] of collected) {
    if (first === undefined) continue;
    if (first.name.value === '__typename') count.hasTypeName = true;
    else fields.set(key, [first, ...others]);
  }
  count.add(fields.size);
  return fields;
}

function objectType(schema: GraphQLSchema, name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`The schema has no object type "${name}"`);
  return type;
}

export class MemberCount {
  private count = 0;
  /** Some selection names `__typename`. */
  hasTypeName = false;

  get members(): number {
    return this.count;
  }

  /** @throws ApiError `ERROR_PARAMETER_INVALID` when they are too many together with those before */
  add(members: number): void {
    this.count += members;
    if (this.count <= maxMembers) return;
    const message = `The operation selects more than ${maxMembers} members, those in fragments counted wherever they are spread. Select fewer.`;
    throw new ApiError('ERROR_PARAMETER_INVALID', message);
  }

  /** @throws ApiError as `add` does */
  addAll({ members, hasTypeName }: MemberCount): void {
    this.hasTypeName ||= hasTypeName;
    this.add(members);
  }
}
