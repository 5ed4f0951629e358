/** A member of the records of an entity type, in the words in which the console draws it. Pure. */
import { choicesOf, isNullable, nameOf, type Schema } from './document.js';

export type Kind =
  | 'text'
  | 'long-text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'date'
  | 'date-time'
  | 'choice'
  | 'money'
  | 'texts'
  | 'relation'
  | 'relations'
  | 'json';

export interface Choice {
  readonly value: string | number;
  readonly label: string;
}

export interface Member {
  /** In bodies, filters and orders. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly kind: Kind;
  readonly isNullable: boolean;
  /** Of a choice. */
  readonly choices: readonly Choice[];
  /** Of a relation: the member of each link that answers have, with the entity type that it leads to. */
  readonly links: readonly { readonly name: string; readonly target: string }[];
  /** Of a relation to an option: the set that its options are in. */
  readonly dataSet: string | undefined;
  readonly maxLength: number | undefined;
  readonly isShown: boolean;
  readonly onCreate: boolean;
  readonly onUpdate: boolean;
  /** A create must set it. */
  readonly isRequired: boolean;
  readonly default: unknown;
  /** Shown with the control: how to fill it in, with examples. Members of records have none. */
  readonly help?: string;
}

/** @returns `Closing date` for `closing_date` */
export function labelOf(name: string): string {
  const words = name.replace(/^cf_/, '').replace(/_id$/, '').replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What is longer may have line breaks; in a single line the service rejects them. */
const longestLine = 4_000;

/** @returns what a schema holds, besides relations, which other members are needed to see */
export function kindOf(schema: Schema): Kind {
  const [first] = choicesOf(schema);
  if (schema.enum) return 'choice';
  switch (nameOf(first ?? schema)) {
    case 'DateTime':
    case 'DateTimeInput':
      return 'date-time';
    case 'Money':
    case 'MoneyInput':
      return 'money';
  }
  const [type] = [first?.type ?? []].flat().filter((one) => one !== 'null');
  const { format, maxLength = 0 } = first ?? {};
  switch (type) {
    case 'string':
      return format === 'date' ? 'date' : maxLength > longestLine ? 'long-text' : 'text';
    case 'integer':
    case 'number':
    case 'boolean':
      return type;
    case 'array':
      return first?.items?.type === 'string' ? 'texts' : 'json';
    default:
      return 'json';
  }
}

/** @returns the choices of an enumeration, with the labels that the document gives them */
export function choicesIn({ enum: values = [], description = '', ...schema }: Schema): Choice[] {
  const names = schema['x-enum-varnames'];
  // Where null is a choice as well, the labels are in the description alone: `1 Open, 2 Lost.`
  const described = new Map(
    [...description.matchAll(/(?:^|[\s])(-?\d+) (\w+)(?=[,.])/g)].map(([, value, label]) => [value, label]),
  );
  return values
    .filter((value) => value !== null)
    .map((value, index) => {
      const label = names?.[index] ?? described.get(String(value)) ?? String(value);
      return { value, label: label.replace(/(?<=[a-z])(?=[A-Z])/g, ' ') };
    });
}

/** @returns the entity types that a link may lead to; none where it is no link */
export function targetsOf(schema: Schema | undefined): string[] {
  const names = choicesOf(schema).map((choice) => nameOf(choice) ?? '');
  return names.includes('Link') ? names.filter((name) => name !== 'Link') : [];
}

export interface Bodies {
  readonly shown: Schema | undefined;
  readonly create: Schema | undefined;
  readonly update: Schema | undefined;
}

/** Facts of a member that its schema says, and its place in answers and bodies. */
export function plainMember(name: string, { shown, create, update }: Bodies): Member {
  const schema = shown?.properties?.[name] ?? create?.properties?.[name] ?? update?.properties?.[name] ?? {};
  const kind = kindOf(schema);
  const body = create?.properties?.[name];
  const isOfRecord = name !== 'id' && name !== 'revision';
  return {
    name,
    label: labelOf(name),
    description: schema.description ?? '',
    kind,
    isNullable: isNullable(schema),
    choices: kind === 'choice' ? choicesIn(schema) : [],
    links: [],
    dataSet: /`data_set_id` is ([0-9a-f-]{36})/.exec(schema.description ?? '')?.[1],
    maxLength: schema.maxLength,
    isShown: shown?.properties?.[name] !== undefined,
    onCreate: isOfRecord && body !== undefined,
    onUpdate: isOfRecord && update?.properties?.[name] !== undefined,
    isRequired: create?.required?.includes(name) ?? false,
    default: body?.default,
  };
}
