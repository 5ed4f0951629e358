/**
 * The scalars of the schema. Input is rejected unless it has the exact form; output is what the core wrote, passed on.
 */
import { GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped } from 'graphql';

/** Any version and variant of a uuid: ids made elsewhere don't always set them. */
const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const dateTimeForm = /^\d{4}-\d{2}-\d{2}[T ]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d):?[0-5]\d)?$/i;
const decimalForm = /^-?\d{1,15}(\.\d{1,15})?$/;

export const scalars = {
  UUID: textScalar('UUID', 'a uuid: 8-4-4-4-12 hexadecimal digits', (text) =>
    uuidForm.test(text) ? text.toLowerCase() : undefined,
  ),
  Date: textScalar('Date', 'a date: YYYY-MM-DD', (text) => (dateForm.test(text) && isDay(text) ? text : undefined)),
  DateTime: textScalar(
    'DateTime',
    'a date-time: YYYY-MM-DDTHH:MM:SS, with a fraction, Z or an offset if you like; UTC when it has none',
    (text) => (dateTimeForm.test(text) && isDay(text.slice(0, 10)) ? text : undefined),
  ),
  Decimal: decimalScalar(),
  JSON: new GraphQLScalarType<unknown, unknown>({
    name: 'JSON',
    parseValue: (value) => value,
    parseLiteral: (node, variables) => valueFromASTUntyped(node, variables),
  }),
} as const;

function textScalar(
  name: string,
  wanted: string,
  parse: (text: string) => string | undefined,
): GraphQLScalarType<string, unknown> {
  const parseGiven = (given: unknown, node?: ValueNode): string => {
    const parsed = typeof given === 'string' ? parse(given) : undefined;
    if (parsed !== undefined) return parsed;
    const isNoDay = name.startsWith('Date') && typeof given === 'string' && namesNoDay(given);
    throw rejection(name, isNoDay ? 'a day of the calendar' : wanted, given, node);
  };
  return new GraphQLScalarType<string, unknown>({
    name,
    parseValue: (value) => parseGiven(value),
    parseLiteral: (node) => parseGiven(node.kind === Kind.STRING ? node.value : valueFromASTUntyped(node), node),
  });
}

/** An exact amount. A literal is taken as it is written, since a number read as a double would lose digits. */
function decimalScalar(): GraphQLScalarType<string, unknown> {
  const parseGiven = (given: unknown, node?: ValueNode): string => {
    const text = typeof given === 'number' ? String(given) : given;
    if (typeof text !== 'string' || !decimalForm.test(text)) {
      throw rejection(
        'Decimal',
        'a decimal number, or one written as text, of at most 15 digits before and behind the point',
        given,
        node,
      );
    }
    return text;
  };
  return new GraphQLScalarType<string, unknown>({
    name: 'Decimal',
    parseValue: (value) => parseGiven(value),
    parseLiteral: (node) => {
      const isText = node.kind === Kind.INT || node.kind === Kind.FLOAT || node.kind === Kind.STRING;
      return parseGiven(isText ? node.value : valueFromASTUntyped(node), node);
    },
  });
}

/** @returns whether the calendar has that day; `Date` itself would turn February 30 into March */
function isDay(date: string): boolean {
  const moment = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date);
}

function namesNoDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !isDay(text.slice(0, 10));
}

function rejection(name: string, wanted: string, given: unknown, node: ValueNode | undefined): GraphQLError {
  const shown = JSON.stringify(given)?.slice(0, 80);
  return new GraphQLError(`${name} must be ${wanted}; given ${shown}.`, node ? { nodes: [node] } : {});
}
