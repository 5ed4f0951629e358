/**
 * From the JSON that the core writes to the objects that the executor reads: pages become connections, and every object is
 * keyed by response keys. Knows neither schema nor document; the shapes were worked out with the request.
 */

import { type RowPage, trimRowPage, type WrittenRowPage } from '../../../records/read/row-page.js';

export type JsonObject = { [key: string]: unknown };

/** How an object of the core's JSON becomes one of the answer. */
export interface ObjectShape {
  readonly members: readonly MemberShape[];
  /** True: some member's key differs between the two. */
  readonly renamed: boolean;
}

export interface MemberShape {
  /** Key in the core's JSON. */
  readonly from: string;
  /** Response key. */
  readonly to: string;
  /** Absent: the value stays as it is. */
  readonly inner?:
    | { readonly kind: 'object'; readonly shape: ObjectShape }
    | { readonly kind: 'page'; readonly shape: PageShape };
}

/** The members of a connection that are selected, by response key. */
export type PageShape = readonly PageMember[];

export type PageMember =
  | { readonly kind: 'nodes'; readonly as: string; readonly record: ObjectShape }
  | { readonly kind: 'edges'; readonly as: string; readonly members: readonly EdgeMember[] }
  | { readonly kind: 'info'; readonly as: string; readonly members: readonly InfoMember[] }
  | { readonly kind: 'total'; readonly as: string };

export type EdgeMember =
  | { readonly kind: 'cursor'; readonly as: string }
  | { readonly kind: 'node'; readonly as: string; readonly record: ObjectShape };

export interface InfoMember {
  readonly as: string;
  readonly name: 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor';
}

/**
 * Owns the object: it is changed in place where no key differs, as it was parsed for this answer alone and a page has
 * thousands of members. Pure otherwise.
 */
export function renderObject(shape: ObjectShape, json: JsonObject): JsonObject {
  if (shape.renamed) {
    return Object.fromEntries(shape.members.map((member) => [member.to, renderMember(member, json[member.from])]));
  }
  for (const member of shape.members) {
    if (member.inner !== undefined) json[member.to] = renderMember(member, json[member.from]);
  }
  return json;
}

export function renderPage(shape: PageShape, page: RowPage): JsonObject {
  return Object.fromEntries(shape.map((member) => [member.as, renderPageMember(member, page)]));
}

function renderMember({ inner }: MemberShape, value: unknown): unknown {
  if (inner === undefined || value === null || value === undefined) return value;
  return inner.kind === 'object'
    ? renderObject(inner.shape, value as JsonObject)
    : renderPage(inner.shape, trimRowPage(value as WrittenRowPage));
}

function renderPageMember(member: PageMember, page: RowPage): unknown {
  switch (member.kind) {
    case 'nodes':
      return page.rows.map((row) => renderObject(member.record, row.n));
    case 'edges':
      return page.rows.map((row) =>
        Object.fromEntries(
          member.members.map((part) => [part.as, part.kind === 'cursor' ? row.c : renderObject(part.record, row.n)]),
        ),
      );
    case 'info':
      return renderPageInfo(member.members, page);
    case 'total':
      return page.total;
  }
}

function renderPageInfo(members: readonly InfoMember[], page: RowPage): JsonObject {
  const info = {
    hasNextPage: page.more,
    hasPreviousPage: page.before,
    startCursor: page.rows[0]?.c ?? null,
    endCursor: page.rows.at(-1)?.c ?? null,
  };
  return Object.fromEntries(members.map((member) => [member.as, info[member.name]]));
}
