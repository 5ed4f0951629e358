/**
 * The addresses of an OpenAPI document, from the generated list of its operations, and what is chosen at one: the
 * method, or the collection that was likely meant. Standard operations, which most entity types have, share one
 * address with `:collection` in it.
 */
import type { Operation, StandardOperation } from '@headwater/openapi-types';
import type { Context } from 'koa';
import { ApiError } from '../errors/api-error.js';
import { suggestion } from '../errors/closest-name.js';

export interface OperationRoute<Name extends string> {
  /** Below the address of the server, as `@koa/router` writes it. */
  readonly path: string;
  /** The only entity type that has it; undefined: that of `:collection`, or none. */
  readonly entityType: string | undefined;
  /** Only the entity types that have the operation answer; others are not there. */
  readonly isStandard: boolean;
  /** Methods in capitals, and their operations. */
  readonly methods: (readonly [method: string, operation: Name])[];
}

/**
 * @param isCollection says whether a segment of an address is the name of an entity type there
 * @returns one route for each address; of two that fit a request, the one with fewer variables comes first
 */
export function operationRoutes<Special extends string>(
  operations: readonly Operation<Special>[],
  isCollection: (entityType: string, segment: string) => boolean,
): OperationRoute<StandardOperation | Special>[] {
  const routes = new Map<string, OperationRoute<StandardOperation | Special>>();
  for (const { operationId, method, path: template, entityType, operation } of operations) {
    const isShared = operation !== null;
    const isNamed = (segment: string) => isShared && isCollection(entityType, segment);
    const segments = template.split('/').map((segment) => (isNamed(segment) ? ':collection' : segment));
    const path = segments.join('/').replaceAll(/\{(\w+)\}/g, ':$1');
    const route = routes.get(path) ?? {
      path,
      entityType: isShared ? undefined : (entityType ?? undefined),
      isStandard: isShared,
      methods: [],
    };
    routes.set(path, route);
    const capitals = method.toUpperCase();
    if (!route.methods.some(([known]) => known === capitals)) route.methods.push([capitals, operation ?? operationId]);
  }
  return [...routes.values()].sort((a, b) => countVariables(a.path) - countVariables(b.path));
}

function countVariables(path: string): number {
  return path.split('/:').length - 1;
}

// Finds what a route does with the method of a request.

/**
 * @param methods in capitals, with what each of them does; HEAD is answered as GET is
 * @throws ApiError `ERROR_METHOD_NOT_ALLOWED`, with the header `Allow` set
 */
export function chooseMethod<Action>(
  ctx: Context,
  methods: readonly (readonly [method: string, action: Action])[],
  { head: takesHead = true }: { readonly head?: boolean } = {},
): Action {
  const { method: given = '' } = ctx.req;
  const wanted = given === 'HEAD' && takesHead ? 'GET' : given;
  const found = methods.find(([method]) => method === wanted);
  if (found) return found[1];
  const allowed = methods.flatMap(([method]) => (method === 'GET' && takesHead ? ['GET', 'HEAD'] : method));
  const listed = allowed.sort().join(', ');
  ctx.set('Allow', listed);
  throw new ApiError('ERROR_METHOD_NOT_ALLOWED', `${given} is not allowed here; this address takes ${listed}.`);
}

// Suggests a collection in place of one that does not exist.

/** What other CRMs call them; in lower case, without the `s` at the end. */
const otherNames: Readonly<Record<string, string>> = {
  user: 'Clients',
  compan: 'Accounts',
  organization: 'Accounts',
  customer: 'Accounts',
  person: 'Contacts',
  people: 'Contacts',
  deal: 'Opportunities',
};

/** @param names of the collections that there are @returns ` Did you mean "x"?` when one is likely, else '' */
export function suggestCollection(given: string, names: readonly string[]): string {
  const other = otherNames[given.toLowerCase().replace(/(ies|y|s)$/, '')];
  return other !== undefined && names.includes(other) ? ` Did you mean "${other}"?` : suggestion(given, names);
}
