/**
 * The shape of a schema file. Grammar only: whether what it names exists is found out by `check-schema.ts`, whether a space takes it by
 * the rules of the records that are written.
 */
import { customFieldTypes } from '@headwater/catalog';
import { z } from 'zod';
import { parseOperand } from '../../plan/values/operand.js';
import type { Json } from '../schema.js';

export const formatVersion = 1;

const namesOf = (fits: (type: (typeof customFieldTypes)[number]) => boolean): readonly string[] =>
  customFieldTypes.filter(fits).map(({ name }) => name);

/** Types of fields that choose from a set of options. */
export const choiceTypes = namesOf(({ options }) => options);
export const fieldTypes = namesOf(() => true);

/** Members of a field that belong to some types only, and whether these need them. */
const membersOfTypes: Readonly<Record<string, { readonly types: readonly string[]; readonly isNeeded: boolean }>> = {
  data_set: { types: choiceTypes, isNeeded: true },
  parent_options_field: { types: namesOf(({ options, relation }) => options && relation === 'one'), isNeeded: false },
  sequence_pattern: { types: ['sequence'], isNeeded: true },
  lookup: { types: ['lookup'], isNeeded: true },
  rollup: { types: ['rollup'], isNeeded: true },
  calc_formula: { types: namesOf(({ can }) => can.includes('be-calculated')), isNeeded: false },
};

const wanted = (what: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is missing' : `must be ${what}`),
});

const text = z
  .string(wanted('a text; what YAML reads as something else needs quotes'))
  .refine((given) => given !== '', 'must not be empty');
/** As the API takes it: `2` and `"2"` are the same. */
const number = z.preprocess(
  (given) => (typeof given === 'string' ? (parseOperand('float', given) ?? given) : given),
  z.number(wanted('a number')),
);
const flag = z.boolean(wanted('true or false'));
const map = 'must be a map of names to what they are';
const single = wanted('a text, a number, true or false');
const scalar = z.union([z.string(single), z.number(single), z.boolean(single)]);
const json: z.ZodType<Json> = z.json();
const translations = z.record(text, text, wanted('a map of language codes to texts'));
const entityTypeName = text.regex(
  /^[A-Z][A-Za-z0-9]*$/,
  'must be of letters from A to Z and digits, such as SalesRegion',
);
const apiName = text.regex(/^cf_[a-z0-9_]+$/, 'must begin with cf_ and be of a-z, 0-9 and _');
const anyField = text.regex(/^[A-Za-z0-9]+\.[a-z0-9_]+$/, 'must name a field, such as Contact.cf_colour');

/** A wrong name does not hide what is wrong with what it names. */
function mapOf<Value extends z.ZodType>(name: z.ZodString, value: Value) {
  return z.record(z.string(), value, { error: map }).superRefine(
    (given, context) => {
      for (const key of Object.keys(given)) {
        const issues = name.safeParse(key).error?.issues ?? [];
        if (issues.length > 0)
          context.addIssue({ code: 'invalid_key', origin: 'record', issues, input: given, path: [key] });
      }
    },
    { when: hasMembers },
  );
}

/** Of rules about several members: other errors of the same map do not hide theirs. */
function hasMembers({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A definition that has only a name may be written as that name. */
function orName<Projection extends z.ZodType>(member: string, shape: Projection) {
  return z.preprocess((given) => (typeof given === 'string' ? { [member]: given } : given), shape);
}

const option = z.strictObject(
  {
    option_name: text,
    calc_value: number.optional(),
    option_name_translations: translations.optional(),
    allowed_by: z.array(text, wanted('a list of options of the other field')).optional(),
  },
  wanted('an option with its option_name'),
);
const options = z.array(orName('option_name', option), wanted('a list of options'));
export type FileOption = z.output<typeof option>;

const kind = z.strictObject(
  {
    name_singular: text,
    name_plural: text,
    icon: z.number(wanted('a number')).int('must be a whole number').optional(),
    settings: json.optional(),
  },
  wanted('a custom entity type with its name_singular and name_plural'),
);
export type FileEntityType = z.output<typeof kind>;

/** Further members are those of the entity type. */
const type = z.looseObject({ name: text }, wanted('a type with its name'));

const lookup = z
  .strictObject(
    {
      entity_name: text,
      many: flag.optional(),
      /** The lookup of which this is the other side, which takes any number of records. */
      relation: anyField.optional(),
    },
    wanted('a map with entity_name'),
  )
  .refine(({ many, relation }) => many === undefined || relation === undefined, {
    path: ['many'],
    error: 'belongs to the side that begins a relation; leave it out beside relation',
    when: hasMembers,
  });

const rollup = z.strictObject(
  {
    relation: text,
    function: z.enum(['COUNT', 'SUM', 'MIN', 'MAX', 'AVG'], wanted('COUNT, SUM, MIN, MAX or AVG')),
    field: text.optional(),
    filter: z.record(text, z.union([scalar, z.null()]), wanted('a map of members to their values')).optional(),
  },
  wanted('a map with relation and function'),
);

const field = z
  .strictObject(
    {
      name: text,
      name_translations: translations.optional(),
      type_id: z.enum(fieldTypes, wanted(`one of ${fieldTypes.join(', ')}`)),
      is_unique: flag.default(false),
      /** It is stored as text; `5` and `"5"` are the same. */
      default_value: scalar.transform(String).optional(),
      calc_formula: text.optional(),
      /** Options of its own, or the field whose options these are too. */
      data_set: z.union([options, anyField]).optional(),
      parent_options_field: text.optional(),
      sequence_pattern: text.optional(),
      lookup: lookup.optional(),
      rollup: rollup.optional(),
      shared_with_field: anyField.optional(),
      options: json.optional(),
      settings: json.optional(),
    },
    wanted('a field with its name and type_id'),
  )
  .superRefine(
    (given, context) => {
      const wrong = new Set(context.issues.map(({ path }) => path?.[0]));
      // A missing member may be there under a name that is not known.
      const isWhole = context.issues.every(({ code }) => code !== 'unrecognized_keys');
      // Without its type nothing is known of what a field needs.
      if (given.type_id === undefined || wrong.has('type_id')) return;
      for (const [member, { types, isNeeded }] of Object.entries(membersOfTypes)) {
        const isOfType = types.includes(given.type_id);
        const isGiven = given[member as keyof typeof given] !== undefined || wrong.has(member);
        if (isGiven && !isOfType) {
          context.addIssue({
            code: 'custom',
            path: [member],
            message: `is only for fields of type ${types.join(', ')}`,
          });
        }
        if (!isGiven && isOfType && isNeeded && isWhole) {
          context.addIssue({ code: 'custom', message: `needs ${member}, as every field of type ${given.type_id}` });
        }
      }
    },
    { when: hasMembers },
  );
export type FileField = z.output<typeof field>;

export const fileFormat = z.strictObject(
  {
    version: z.literal(formatVersion, wanted(`${formatVersion}, the version of this format`)),
    kinds: mapOf(entityTypeName, kind).optional(),
    types: mapOf(entityTypeName, z.array(orName('name', type), wanted('a list of types'))).optional(),
    data_sets: mapOf(anyField, options).optional(),
    fields: mapOf(entityTypeName, mapOf(apiName, field)).optional(),
  },
  wanted('a map that begins with version: 1'),
);
export type FileContent = z.output<typeof fileFormat>;

/** All words of the format, for hints at what a misspelt one was meant to be. */
export const formatWords: readonly string[] = [fileFormat, kind, option, lookup, rollup, field].flatMap(({ shape }) =>
  Object.keys(shape),
);
