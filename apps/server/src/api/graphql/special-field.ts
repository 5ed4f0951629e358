/**
 * Root fields that are no standard operation of an entity type: what each of them is, with the arguments that the generated resolver types
 * give it. Like the others they are read before anything of the operation runs.
 */
import type { Catalog } from '@headwater/catalog';
import type { MutationResolvers, QueryResolvers } from '@headwater/graphql-types';
import { Kind, type SelectionSetNode } from 'graphql';
import type { ShownPage, ShowPage } from '../../http/follow-changes.js';
import type { ServerDeps } from '../../http/server-deps.js';
import type { Call } from '../../records/call.js';
import type { Following } from '../../records/changes/change-follower.js';
import type { RunWrite } from '../../records/write/run-write.js';
import type { FieldNodes, Reading } from './parse/collect-fields.js';
import type { SelectionSize } from './parse/selection-size.js';

/** What reading such a field can look at besides its arguments. */
export interface FieldContext {
  /** Of the space. */
  readonly catalog: Catalog;
  readonly reading: Reading;
  readonly nodes: FieldNodes;
  /** The names of all fields selected below it, at any depth: what is not selected need not be computed. */
  readonly names: ReadonlySet<string>;
  /** The field's name, with which messages begin that point into its arguments. */
  readonly at: string;
}

/** A field that has been read. */
export interface SpecialCall<Result = unknown> {
  readonly kind: 'special';
  readonly size: SelectionSize;
  /**
   * @param write runs what it writes
   * @param revision that the space had when the request began
   * @returns objects with the members of the field's type by their names (not by response keys), with `__typename` where the type is
   *   an interface or a union
   */
  readonly run: (deps: ServerDeps, call: Call, write: RunWrite, revision: number) => Promise<Result>;
}

/** Follows the changes of the space. @throws ApiError as `openFeed` does */
export type Follow = <Page extends ShownPage>(
  following: Following,
  show: ShowPage<Page>,
) => Promise<AsyncIterable<Page | undefined>>;

/** A field of a subscription that has been read. */
export interface SubscriptionCall {
  readonly kind: 'subscription';
  /** Of what is read at a time. */
  readonly size: SelectionSize;
  /** @returns the values of the field as they come @throws ApiError */
  readonly open: (follow: Follow, call: Call) => Promise<AsyncIterable<unknown>>;
  /** @param value one of them @returns an object as that of `SpecialCall` @throws what is wrong with the rest of the subscription */
  readonly show: (value: never) => unknown;
}

/**
 * @param given the coerced values of its arguments
 * @throws ApiError for arguments that make no sense
 */
export type SpecialField<Given = never, Result = unknown> = (
  given: Given,
  context: FieldContext,
) => SpecialCall<Result>;

/** The same for a field of a subscription. */
export type SubscriptionField<Given = never> = (given: Given, context: FieldContext) => SubscriptionCall;

/** The arguments and the result of a field, as its generated resolver has them. */
type FieldOf<Resolver> = Resolver extends (parent: never, given: infer Given, ...rest: never) => infer Result
  ? SpecialField<Given, Shown<Awaited<Result>>>
  : never;

/**
 * A value of a type of GraphQL, without members that are not selected; names of types and of enumerations are plain texts. Long lists may be
 * made item by item.
 */
type Shown<Type> =
  Type extends Promise<unknown>
    ? never
    : Type extends readonly (infer Item)[]
      ? readonly Shown<Item>[] | AsyncIterable<Shown<Item>>
      : Type extends object
        ? { readonly [Member in keyof Type]?: Shown<Type[Member]> | undefined }
        : Type extends string
          ? string
          : Type;

type Fields<Resolvers, Name extends keyof Resolvers> = {
  readonly [Field in Name]: FieldOf<NonNullable<Resolvers[Field]>>;
};

export type SpecialQueries<Name extends keyof QueryResolvers> = Fields<QueryResolvers, Name>;
export type SpecialMutations<Name extends keyof MutationResolvers> = Fields<MutationResolvers, Name>;

/** @returns the names of all fields below the nodes, those in fragments and in parts that are skipped included */
export function namesBelow({ fragments }: Reading, nodes: FieldNodes): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (set: SelectionSetNode | undefined): void => {
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FIELD) names.add(node.name.value);
      if (node.kind !== Kind.FRAGMENT_SPREAD) visit(node.selectionSet);
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value);
        visit(fragments[node.name.value]?.selectionSet);
      }
    }
  };
  for (const node of nodes) visit(node.selectionSet);
  return names;
}
