/**
 * The shape of a mapping file: which CSV columns become which members of which records.
 * Grammar only; whether collections, members and columns exist is found out later, by `check-mapping.ts` and `read-lines.ts`.
 */
import { z } from 'zod';
import { isEncoding } from '../encoding.js';

export type Scalar = string | number | boolean;

const name = z.string().min(1);
/** YAML reads `5` and `true` as a number and a boolean; in a CSV cell they are texts. */
const cellText = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const scalar = z.union([z.string(), z.number(), z.boolean()]);
const oneOrMany = <T extends z.ZodType>(item: T) => z.union([item.transform((one) => [one]), z.array(item).min(1)]);

/** A question about a line: one of `is`, the texts that the column may have, or `filled`, whether it is not empty. */
const lineCondition = z
  .strictObject({
    column: name,
    is: oneOrMany(cellText).optional(),
    filled: z.boolean().optional(),
  })
  .refine((condition) => (condition.is === undefined) !== (condition.filled === undefined), {
    error: 'needs either "is" or "filled"',
  });
export type LineCondition = z.output<typeof lineCondition>;

/** Where a record is found: the collection and the member that holds the text. */
const target = { collection: name, by: name, where: z.record(name, scalar).optional() };
const lookupTarget = z.strictObject(target);
export type LookupTarget = z.output<typeof lookupTarget>;

export interface Lookup extends LookupTarget {
  /** Members of a record to make when none is found; the member `by` gets the text looked up. */
  readonly create?: Readonly<Record<string, Source>> | undefined;
}

/** Where the value of a member comes from. Exactly one of the first six is given. */
export interface Source {
  /** The cell of a column. */
  readonly column?: string | undefined;
  /** A variable of the mapping. */
  readonly variable?: string | undefined;
  /** The same value for every line. */
  readonly value?: Scalar | undefined;
  /** Text with `{column}` in it; empty as a whole when one of the columns is empty. */
  readonly template?: string | undefined;
  /** The first of these that is not empty. */
  readonly first?: readonly Source[] | undefined;
  /** Rows of a to-many relation: members of each row. A row that lacks a member it needs is left out. */
  readonly rows?: readonly Readonly<Record<string, Source>>[] | undefined;
  /** Columns whose cells hold several texts, and what separates them: a row that uses one is repeated for each text. */
  readonly split?: Readonly<Record<string, string>> | undefined;
  /** Otherwise the source is empty. */
  readonly when?: LineCondition | undefined;
  /** Text to value; texts that are not listed stay, or become `otherwise` when it is given. */
  readonly map?: Readonly<Record<string, Scalar>> | undefined;
  readonly otherwise?: Scalar | undefined;
  /** The id of the record that bears the text. */
  readonly lookup?: Lookup | undefined;
  /** A uuid made from the text: the same text gives the same uuid in the same mapping. */
  readonly uuid?: boolean | undefined;
}

const kinds = ['column', 'variable', 'value', 'template', 'first', 'rows'] as const;

const source: z.ZodType<Source, unknown> = z.lazy(() =>
  z.union([
    name.transform((column): Source => ({ column })),
    z
      .strictObject({
        column: name.optional(),
        variable: name.optional(),
        value: scalar.optional(),
        template: name.optional(),
        first: z.array(source).min(1).optional(),
        rows: z.array(z.record(name, source)).min(1).optional(),
        split: z.record(name, name).optional(),
        when: lineCondition.optional(),
        map: z.record(z.string(), scalar).optional(),
        otherwise: scalar.optional(),
        lookup: lookup.optional(),
        uuid: z.boolean().optional(),
      })
      .refine((given) => kinds.filter((kind) => given[kind] !== undefined).length === 1, {
        error: `needs exactly one of ${kinds.join(', ')}`,
      })
      .refine((given) => given.rows === undefined || Object.keys(given).every((key) => /^(rows|split)$/.test(key)), {
        error: '"rows" allows only "split" beside it; put map, lookup and when on the members of a row',
      })
      .refine((given) => given.split === undefined || given.rows !== undefined, { error: '"split" needs "rows"' })
      .refine((given) => given.otherwise === undefined || given.map !== undefined, {
        error: '"otherwise" needs "map"',
      })
      .refine((given) => given.uuid !== true || given.lookup === undefined, {
        error: '"uuid" and "lookup" exclude each other',
      }),
  ]),
);

const lookup: z.ZodType<Lookup, unknown> = z.strictObject({ ...target, create: z.record(name, source).optional() });

/** What is done to the cells of a column before anything uses them, in this order. */
const columnRule = z.strictObject({
  /** Cut blanks at both ends; true unless said otherwise. */
  trim: z.boolean().default(true),
  /** Spellings to mend. */
  map: z.record(z.string(), cellText).optional(),
  /** A record that must bear the text; lines without one are rejected. */
  in: lookupTarget.optional(),
  /** How the column writes dates: `M/D/YYYY`, `DD.MM.YYYY HH:mm`, `days HH:mm` for days from today. */
  date: name.optional(),
});
export type ColumnRule = z.output<typeof columnRule>;

const step = z.strictObject({
  name,
  /** CSV file, relative to the folder of the data. */
  file: name,
  delimiter: z.string().length(1).default(','),
  /** How its characters are stored, by a name that the platform's TextDecoder knows; else what the command line says, or UTF-8. */
  encoding: name
    .refine(isEncoding, { error: 'is no encoding that can be read, such as utf-8 or windows-1252' })
    .optional(),
  collection: name,
  /** Members by which a record that exists already is found. */
  key: oneOrMany(name),
  /** Lines to take; the others are passed over. */
  when: lineCondition.optional(),
  /** Columns whose combination counts only once: makes records out of a repeating column. */
  distinct: oneOrMany(name).optional(),
  /** `validation-level` of the writes. */
  validationLevel: z.number().int().min(0).max(31).default(0),
  columns: z.record(name, columnRule).default({}),
  members: z.record(name, source),
});
export type MappingStep = z.output<typeof step>;

export const mappingSchema = z.strictObject({
  /** Version of this format. */
  version: z.literal(1),
  /** Makes the uuids of this mapping its own. */
  namespace: z.uuid().optional(),
  /** Names to texts; the command line can set others. */
  variables: z.record(name, cellText).default({}),
  steps: z.array(step).min(1),
});
export type Mapping = z.output<typeof mappingSchema>;
