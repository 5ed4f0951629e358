/**
 * The root fields of the changes of a space: a page of them, and all as they are committed. What they are asked for, and how they are shown.
 */
import type { Catalog } from '@headwater/catalog';
import type { QueryChangesArgs, SubscriptionChangesArgs } from '@headwater/graphql-types';
import { ApiError } from '../../../errors/api-error.js';
import { parameterError } from '../../../errors/parameter-error.js';
import { decodePlace, encodePlace } from '../../../records/changes/change-cursor.js';
import type { Following } from '../../../records/changes/change-follower.js';
import type { Change } from '../../../records/changes/change-page.js';
import {
  changesOfPage,
  mostNames,
  ofTypes,
  parseEntityTypes,
  tooManyNames,
} from '../../../records/changes/chosen-changes.js';
import { followChanges } from '../../../records/changes/read-changes.js';
import type { JsonObject } from '../run/render-answer.js';
import { memberName } from '../schema/names.js';
import type { FieldContext, SpecialCall, SpecialField, SubscriptionCall, SubscriptionField } from '../special-field.js';
import { ChangedRecords, type ShownRecords } from './changed-records.js';

export const changeQueries: { readonly changes: SpecialField<QueryChangesArgs> } = { changes: page };
export const changeSubscriptions: { readonly changes: SubscriptionField<SubscriptionChangesArgs> } = {
  changes: stream,
};

function page(given: QueryChangesArgs, context: FieldContext): SpecialCall {
  const following = parseFollowing(given, context);
  const records = ChangedRecords.ofPage(context);
  return {
    kind: 'special',
    size: records.sizeOf(following.first),
    async run(deps, call, _write, revision) {
      const { chosen, ...choice } = following;
      const request = { ...choice, ...chosen(deps.catalog), isNewestFirst: false };
      const { changes, end, hasNext } = await followChanges(deps, call, request, revision);
      const nodes = showAll(deps.catalog, changes, await records.read(deps, call, changes));
      return {
        nodes,
        edges: nodes.map((node) => ({ node, cursor: node.cursor })),
        pageInfo: {
          hasNextPage: hasNext,
          hasPreviousPage: following.after !== undefined,
          startCursor: nodes[0]?.cursor ?? null,
          endCursor: encodePlace(end),
        },
      };
    },
  };
}

/** What ends a subscription after it has begun. */
class Failure {
  constructor(readonly cause: unknown) {}
}

function stream(given: SubscriptionChangesArgs, context: FieldContext): SubscriptionCall {
  const following = parseFollowing(given, context);
  const records = ChangedRecords.ofChange(context);
  return {
    kind: 'subscription',
    size: records.sizeOf(following.first),
    async open(follow, call) {
      const pages = await follow(following, async ({ changes, hasNext, store }) => ({
        hasNext,
        nodes: showAll(store.catalog, changes, await records.read(store, call, changes)),
      }));
      return changesOf(pages);
    },
    show(value: JsonObject | Failure) {
      if (value instanceof Failure) throw value.cause;
      return value;
    },
  };
}

/** An error is the last value: one that is thrown here would not be rendered as those of fields are. */
async function* changesOf(pages: AsyncIterable<{ readonly nodes: readonly JsonObject[] } | undefined>) {
  try {
    for await (const one of pages) if (one !== undefined) yield* one.nodes;
  } catch (error) {
    yield new Failure(error);
  }
}

function parseFollowing(given: QueryChangesArgs, { catalog, at }: FieldContext): Following {
  const first = given.first ?? changesOfPage.default;
  if (first < 1 || first > changesOfPage.most)
    throw parameterError(`${at}.first`, `must be a whole number from 1 to ${changesOfPage.most}`);
  const entity = listOf(given, 'entity', at);
  const types =
    entity && parseEntityTypes(entity, catalog, (problem, hint) => rejectName(`${at}.entity`, `${problem}.${hint}`));
  const acts = listOf(given, 'act', at);
  const fields = listOf(given, 'fields', at);
  return {
    first,
    after: given.after == null ? undefined : decodePlace(given.after, `${at}.after`),
    ...(acts && { acts }),
    ...(fields && { fields: membersCalled(catalog, new Set(fields)) }),
    chosen: ofTypes(types),
  };
}

function listOf<Name extends 'entity' | 'act' | 'fields'>(given: QueryChangesArgs, name: Name, at: string) {
  const list = given[name] ?? undefined;
  if (list?.length === 0) throw parameterError(`${at}.${name}`, 'names none; leave it out for all');
  if (list && list.length > mostNames) throw parameterError(`${at}.${name}`, tooManyNames(list.length));
  return list;
}

function rejectName(at: string, problem: string): never {
  throw new ApiError('ERROR_PARAMETER_INVALID', `${at}: ${problem}`, { at });
}

/** @returns the members that have these names in GraphQL, and the names that none has, as the log may know members of the past */
function membersCalled({ entityTypes }: Catalog, names: ReadonlySet<string>): readonly string[] {
  const unknown = new Set(names);
  const found = new Set<string>();
  for (const { fields } of entityTypes) {
    for (const { name } of fields) {
      if (!names.has(memberName(name))) continue;
      found.add(name);
      unknown.delete(memberName(name));
    }
  }
  return [...found, ...unknown];
}

/** A change as an object of the schema. */
type ShownChange = JsonObject & { readonly cursor: string };

function showAll(catalog: Catalog, changes: readonly Change[], records: ShownRecords): ShownChange[] {
  return changes.map((change, index) => {
    const { members, ...rest } = JSON.parse(`${change.openText}}`) as JsonObject & { members: ChangedMembers };
    const shown = Object.fromEntries(Object.entries(rest).map(([name, value]) => [memberName(name), value]));
    const record = records[index];
    return { ...shown, cursor: String(rest.cursor), members: showMembers(catalog, change.entity, members), record };
  });
}

type ChangedMembers = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** By the names of GraphQL, those of the parts of an amount as well. */
function showMembers(catalog: Catalog, entity: string, members: ChangedMembers): JsonObject {
  const fields = catalog.entityType(entity)?.fields ?? [];
  return Object.fromEntries(
    Object.entries(members).map(([name, { from, to }]) => {
      const isMoney = fields.some((field) => field.name === name && field.kind === 'money');
      return [memberName(name), isMoney ? { from: showParts(from), to: showParts(to) } : { from, to }];
    }),
  );
}

function showParts(amount: unknown): unknown {
  if (typeof amount !== 'object' || amount === null) return amount;
  return Object.fromEntries(Object.entries(amount).map(([name, value]) => [memberName(name), value]));
}
