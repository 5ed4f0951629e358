/**
 * A request for each root field of GraphQL, about records of another space.
 */
import type { Catalog, EntityType } from '@headwater/catalog';
import { typeDefs } from '@headwater/graphql-types/sdl';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { selectionOf } from '../fuzz/requests.js';
import type { MakeRequest } from './rest-requests.js';
import { type ForeignIds, marker } from './two-spaces.js';

const schema = buildSchema(typeDefs);

export function graphqlRequests(catalog: Catalog): MakeRequest[] {
  return (['query', 'mutation'] as const).flatMap((kind) => {
    const type = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
    return Object.values(type?.getFields() ?? {}).map((field) => requestFor(catalog, kind, field));
  });
}

function requestFor(catalog: Catalog, kind: string, field: GraphQLField<unknown, unknown>): MakeRequest {
  const entityType = entityTypeOf(catalog, field.name);
  const args = field.args.filter(({ name, type }) => isNonNullType(type) || /id/i.test(name) || name === 'filter');
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${kind}${declared && ` (${declared})`} { ${field.name}${given && `(${given})`}${selectionOf(field, 2)} }`;
  return (ids) => {
    const filler = new Filler(catalog, ids);
    const values = args.map(({ name, type }) => [name, filler.value(name, type, entityType, 0)]);
    const body = { query, variables: Object.fromEntries(values) };
    return { operation: `${kind} ${field.name}`, entityType: entityType?.name, method: 'POST', path: '', body };
  };
}

/** @returns the entity type that a root field is about; undefined for reports, filters and the like */
function entityTypeOf(catalog: Catalog, field: string): EntityType | undefined {
  const name = field.toLowerCase();
  const found = catalog.entityTypes.filter(({ graphql }) => {
    return name.endsWith(graphql.one.toLowerCase()) || name.endsWith(graphql.many.toLowerCase());
  });
  return found.sort((a, b) => b.graphql.many.length - a.graphql.many.length)[0];
}

/** Fills in arguments: what they must have, and every id that they may have. */
class Filler {
  constructor(
    private readonly catalog: Catalog,
    private readonly ids: ForeignIds,
  ) {}

  value(name: string, given: GraphQLInputType, about: EntityType | undefined, depth: number): unknown {
    const type = getNullableType(given);
    if (isListType(type)) {
      const item = this.value(name, type.ofType, about, depth);
      return item === undefined ? [] : [item];
    }
    if (isEnumType(type)) return type.getValues()[0]?.name;
    if (isInputObjectType(type)) return this.members(type, about, depth);
    switch (String(type)) {
      case 'UUID':
      case 'ID':
        return this.ids.of(this.targetOf(name, about));
      case 'Int':
      case 'Float':
      case 'Decimal':
        return 1;
      case 'Boolean':
        return false;
      default:
        return this.ids.text(marker);
    }
  }

  private members(
    type: Extract<GraphQLInputType, { getFields(): unknown }>,
    about: EntityType | undefined,
    depth: number,
  ): unknown {
    if (/Condition$/.test(type.name)) return { eq: this.ids.of(about?.name ?? 'Contact') };
    const isFilter = /Filter$/.test(type.name);
    const wanted = Object.values(type.getFields()).filter((member) => {
      if (isFilter) return member.name === 'id';
      if (isNonNullType(member.type) && member.defaultValue === undefined) return true;
      return depth < 2 && /(^id|Id|Ids)$/.test(member.name);
    });
    return Object.fromEntries(
      wanted.map((member) => [member.name, this.value(member.name, member.type, about, depth + 1)]),
    );
  }

  /** @returns the entity type whose ids an argument or a member takes */
  private targetOf(name: string, about: EntityType | undefined): string {
    const snake = name.replace(/Ids$/, 'Id').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const field = about?.fields.find((one) => one.name === snake);
    if (field?.kind === 'reference') return field.targets[0] ?? 'Contact';
    const named = this.catalog.entityTypes.find(({ graphql }) => `${graphql.one}Id` === name.replace(/Ids$/, 'Id'));
    return (named ?? about)?.name ?? 'Contact';
  }
}
