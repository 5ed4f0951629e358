/**
 * A selection set of a record type as the members that the core shall write, and the shape in which its JSON answers them.
 * One pass makes both, so that they cannot drift apart. Knows no database and no HTTP.
 */
import { type GraphQLField, GraphQLObjectType, getArgumentValues } from 'graphql';
import type { MemberSelection, MoneyPart, SelectedMember } from '../../../request/selection.js';
import type { EdgeMember, InfoMember, MemberShape, ObjectShape, PageMember, PageShape } from '../run/render-answer.js';
import { isMoneyPart, memberOf, moneyCurrency, moneyParts } from '../schema/member-index.js';
import { type CollectedFields, collectSubfields, type FieldNodes, type Reading } from './collect-fields.js';
import { parseListArguments } from './parse-list-arguments.js';

export interface RecordSelection {
  readonly selection: MemberSelection;
  readonly shape: ObjectShape;
}

export interface PageSelection {
  readonly selection: MemberSelection;
  readonly shape: PageShape;
  readonly withTotal: boolean;
}

interface Parsed<Core> {
  readonly core: Core;
  readonly shape: MemberShape;
}

/**
 * @param entityType the record type of the nodes' selection sets
 * @throws ApiError `ERROR_PARAMETER_INVALID` for the arguments of a connection below
 */
export function parseRecordSelection(reading: Reading, entityType: string, nodes: FieldNodes): RecordSelection {
  return parseRecordUnder('', reading, entityType, nodes);
}

/**
 * @param entityType the record type whose connection the nodes' selection sets are of
 * @throws ApiError `ERROR_PARAMETER_INVALID` for the arguments of a connection below
 */
export function parsePageSelection(reading: Reading, entityType: string, nodes: FieldNodes): PageSelection {
  const fields = collectSubfields(reading, `${entityType}Connection`, nodes);
  const places = countRecordPlaces(reading, entityType, fields);
  const members: SelectedMember[] = [];
  // One record may be shown in several places (`nodes` and `edges { node }`, or aliases of them) with the same response key
  // for different things; then each place gets its own keys in the core's JSON.
  const parseRecord = (place: string, recordNodes: FieldNodes): ObjectShape => {
    const record = parseRecordUnder(places > 1 ? `${place}.` : '', reading, entityType, recordNodes);
    members.push(...record.selection.members);
    return record.shape;
  };
  const shape = [...fields].map(([as, fieldNodes]) =>
    parsePageMember(reading, entityType, as, fieldNodes, parseRecord),
  );
  return {
    selection: { kind: 'members', members },
    shape,
    withTotal: shape.some((member) => member.kind === 'total'),
  };
}

/** @param prefix of the keys in the core's JSON, where one record is shown in several places */
export function parseRecordUnder(
  prefix: string,
  reading: Reading,
  entityType: string,
  nodes: FieldNodes,
): RecordSelection {
  const parsed = [...collectSubfields(reading, entityType, nodes)].map(([to, memberNodes]) =>
    parseMember(reading, entityType, { from: prefix + to, to }, memberNodes),
  );
  return {
    selection: { kind: 'members', members: parsed.map(({ core }) => core) },
    shape: { members: parsed.map(({ shape }) => shape), renamed: prefix !== '' },
  };
}

function parseMember(
  reading: Reading,
  entityType: string,
  keys: { readonly from: string; readonly to: string },
  nodes: FieldNodes,
): Parsed<SelectedMember> {
  const as = keys.from;
  const member = memberOf(reading.members, entityType, nodes[0].name.value);
  switch (member.kind) {
    case 'value':
      return { core: { kind: 'value', as, field: member.field }, shape: keys };
    case 'money': {
      const { parts, shape } = parseMoney(reading, nodes);
      return {
        core: { kind: 'money', as, field: member.field, parts },
        shape: { ...keys, inner: { kind: 'object', shape } },
      };
    }
    case 'record': {
      const { selection, shape } = parseRecordSelection(reading, member.target, nodes);
      return {
        core: { kind: 'record', as, link: member.link, selection },
        shape: { ...keys, inner: { kind: 'object', shape } },
      };
    }
    case 'row': {
      const { selection, shape } = parseRecordSelection(reading, member.target, nodes);
      return {
        core: { kind: 'row', as, rows: member.rows, selection },
        shape: { ...keys, inner: { kind: 'object', shape } },
      };
    }
    case 'page': {
      const { selection, shape, withTotal } = parsePageSelection(reading, member.target, nodes);
      const field = fieldOf(reading, entityType, nodes);
      const given = getArgumentValues(field, nodes[0], reading.variables);
      const list = parseListArguments(reading, member.target, given, field.name);
      return {
        core: { kind: 'page', as, rows: member.rows, list, selection, withTotal },
        shape: { ...keys, inner: { kind: 'page', shape } },
      };
    }
  }
}

function parseMoney(
  reading: Reading,
  nodes: FieldNodes,
): { readonly parts: readonly MoneyPart[]; readonly shape: ObjectShape } {
  const parsed = [...collectSubfields(reading, 'Money', nodes)].map(([as, partNodes]): Parsed<MoneyPart> => {
    const name = partNodes[0].name.value;
    if (isMoneyPart(name)) {
      return { core: { kind: 'amount', as, part: moneyParts[name] }, shape: { from: as, to: as } };
    }
    const { selection, shape } = parseRecordSelection(reading, moneyCurrency.target, partNodes);
    return {
      core: { kind: 'currency', as, selection },
      shape: { from: as, to: as, inner: { kind: 'object', shape } },
    };
  });
  return {
    parts: parsed.map(({ core }) => core),
    shape: { members: parsed.map(({ shape }) => shape), renamed: false },
  };
}

function parsePageMember(
  reading: Reading,
  entityType: string,
  as: string,
  nodes: FieldNodes,
  parseRecord: (place: string, nodes: FieldNodes) => ObjectShape,
): PageMember {
  const name = nodes[0].name.value;
  switch (name) {
    case 'nodes':
      return { kind: 'nodes', as, record: parseRecord(as, nodes) };
    case 'edges': {
      const members = [...collectSubfields(reading, `${entityType}Edge`, nodes)].map(
        ([key, edgeNodes]): EdgeMember =>
          edgeNodes[0].name.value === 'cursor'
            ? { kind: 'cursor', as: key }
            : { kind: 'node', as: key, record: parseRecord(`${as}.${key}`, edgeNodes) },
      );
      return { kind: 'edges', as, members };
    }
    case 'pageInfo': {
      const members = [...collectSubfields(reading, 'PageInfo', nodes)].map(
        ([key, [node]]): InfoMember => ({ as: key, name: node.name.value as InfoMember['name'] }),
      );
      return { kind: 'info', as, members };
    }
    case 'totalCount':
      return { kind: 'total', as };
    default:
      throw new Error(`A connection has no member "${name}"`);
  }
}

/** @returns in how many places the connection shows its records */
function countRecordPlaces(reading: Reading, entityType: string, fields: CollectedFields): number {
  let places = 0;
  for (const nodes of fields.values()) {
    const name = nodes[0].name.value;
    if (name === 'nodes') places += 1;
    if (name !== 'edges') continue;
    for (const [node] of collectSubfields(reading, `${entityType}Edge`, nodes).values())
      places += node.name.value === 'node' ? 1 : 0;
  }
  return places;
}

/** @returns the schema's definition of the field that the nodes name */
function fieldOf(reading: Reading, typeName: string, nodes: FieldNodes): GraphQLField<unknown, unknown> {
  const type = reading.schema.getType(typeName);
  const field = type instanceof GraphQLObjectType ? type.getFields()[nodes[0].name.value] : undefined;
  if (field === undefined) throw new Error(`The schema has no field "${typeName}.${nodes[0].name.value}"`);
  return field;
}
