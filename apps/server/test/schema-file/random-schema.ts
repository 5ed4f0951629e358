/**
 * Random schema files that a space takes: every type of field, shared and dependent options, paired fields, both sides of lookups, formulas and
 * roll-ups over each other.
 */
import fc from 'fast-check';

type Content = Record<string, unknown>;
type Fields = Record<string, Content>;

const kindNames = ['Depot', 'Trip', 'Vehicle'];
const builtIn = ['Account', 'Contact', 'Lead', 'Opportunity', 'Project', 'Task'];

/** What YAML might take for something else, and what needs quotes there. */
const tricky = [
  'yes',
  '1e3',
  '#1',
  ': a',
  'a: b',
  '- x',
  "it's",
  '"q"',
  '{x}',
  'null',
  '~',
  '007',
  '2026-01-01',
  'É ü',
  '予算',
  '👩‍🌾',
  'a\u2028b',
  'a\u0085b',
  '&a',
  '*b',
];
const name = fc.oneof(
  fc.constantFrom(...tricky),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 6 }).map((text) => `N${text.replaceAll(' ', '_')}`),
);
const translations = fc.option(fc.dictionary(fc.constantFrom('de', 'fr', 'pt-BR'), name, { minKeys: 1 }), {
  nil: undefined,
});
const json = fc.option(
  fc.dictionary(fc.constantFrom('width', 'shown', 'list'), fc.jsonValue({ maxDepth: 1 }), { minKeys: 1 }),
  {
    nil: undefined,
  },
);

const uniqueTypes = ['input', 'url', 'phone', 'email', 'integer', 'float', 'currency', 'date', 'datetime'];
const plainFields = fc.oneof(
  plain('input', fc.constantFrom('x', '5', 'true')),
  plain('text_area', fc.constantFrom('two\nlines', '# no comment')),
  plain('url', fc.constant('https://acme.example/a?b=c#d')),
  plain('email', fc.constant('ada@acme.example')),
  plain('phone', fc.constant('+44 20 7946 0000')),
  plain('integer', fc.integer({ min: -9, max: 9 })),
  plain('float', fc.constantFrom(0.5, 12)),
  plain('currency', fc.constantFrom(10, 99.5)),
  plain('date', fc.constantFrom('today', '2026-01-31')),
  plain('datetime', fc.constant('now')),
  plain('checkbox', fc.boolean()),
  plain('currency_foreign', fc.constant(100)),
  fc.constant({ type_id: 'sequence', sequence_pattern: 'N-{YYYY}-{00001}' }),
);
function plain(type_id: string, value: fc.Arbitrary<string | number | boolean>): fc.Arbitrary<Content> {
  const isUnique = uniqueTypes.includes(type_id) ? fc.boolean() : fc.constant(false);
  return fc
    .record({ default_value: fc.option(value, { nil: undefined }), is_unique: isUnique })
    .map(({ default_value, is_unique }) => ({ type_id, is_unique, ...(!is_unique && { default_value }) }));
}

const options = fc.uniqueArray(
  fc.record({ option_name: name, calc_value: fc.constantFrom(0, 1, 2.5), option_name_translations: translations }),
  {
    selector: (option) => option.option_name,
    minLength: 1,
    maxLength: 4,
  },
);

const kindContent = fc.record({ name_singular: name, name_plural: name, icon: fc.nat(20), settings: json });
const kindTypes = fc.uniqueArray(fc.record({ name, is_readonly: fc.boolean(), settings: json }), {
  selector: (type) => type.name,
  minLength: 1,
  maxLength: 3,
});

/** The file as a value; members that are undefined are left out of its YAML. */
export const randomSchema: fc.Arbitrary<Content> = fc
  .record({
    kinds: fc.subarray(kindNames),
    owners: fc.subarray(builtIn, { minLength: 1 }),
    partnerType: fc.boolean(),
  })
  .chain(({ kinds, owners, partnerType }) => {
    const owning = [...owners, ...kinds];
    return fc
      .record({
        kinds: fc.record(Object.fromEntries(kinds.map((kind) => [kind, kindContent]))),
        types: fc.record(Object.fromEntries(kinds.map((kind) => [`${kind}Type`, kindTypes]))),
        fields: fc.record(Object.fromEntries(owning.map((owner) => [owner, ownFields(owning)]))),
        hasPairedFields: fc.boolean(),
      })
      .map(({ hasPairedFields, types, fields, ...rest }) => {
        const content = {
          version: 1,
          ...rest,
          types: {
            ...types,
            ...(partnerType && { AccountType: ['Standard', { name: 'Partner', is_readonly: true }] }),
          },
          fields: withOtherSides(withSharedOptions(fields as Record<string, Fields>)),
        };
        if (hasPairedFields) addPairedFields(content.fields);
        return content;
      });
  });

/** Fields of one entity type, which name each other. */
function ownFields(targets: readonly string[]): fc.Arbitrary<Fields> {
  const titled = (content: fc.Arbitrary<Content>) =>
    fc
      .tuple(fc.record({ name, name_translations: translations, settings: json }), content)
      .map(([title, rest]) => ({ ...title, ...rest }));
  return fc
    .record({
      plain: fc.array(titled(plainFields), { maxLength: 4 }),
      hours: titled(fc.constant({ type_id: 'integer' })),
      choice: titled(options.chain((data_set) => choice('dropdown', data_set))),
      dependent: titled(options.chain((data_set) => choice('radio', data_set))),
      many: titled(options.map((data_set) => ({ type_id: 'multiselect_checkbox', data_set }))),
      formula: titled(
        fc
          .constantFrom('#cf_hours * 2 + 1', 'ROUND(#cf_hours / 3, 0)')
          .map((calc_formula) => ({ type_id: 'integer', calc_formula })),
      ),
      label: titled(fc.constant({ type_id: 'input', calc_formula: 'IF(#cf_doubled > 1, "many # of them", "few")' })),
      lookup: titled(
        fc
          .record({ entity_name: fc.constantFrom(...targets), many: fc.boolean() })
          .map((lookup) => ({ type_id: 'lookup', lookup })),
      ),
      parts: fc.subarray(['choice', 'many', 'formula', 'lookup']),
    })
    .map(({ plain: several, hours, choice: first, dependent, many, formula, label, lookup, parts }) => ({
      ...Object.fromEntries(several.map((field, index) => [`cf_plain_${index}`, field])),
      cf_hours: hours,
      ...(parts.includes('choice') && { cf_choice: first, cf_finer: allowed(dependent, first) }),
      ...(parts.includes('many') && { cf_many: many }),
      ...(parts.includes('formula') && { cf_doubled: formula, cf_a_label: label }),
      ...(parts.includes('lookup') && { cf_to: lookup }),
    }));
}

function choice(type_id: string, data_set: readonly { option_name: string }[]): fc.Arbitrary<Content> {
  return fc
    .option(fc.constantFrom(...data_set.map(({ option_name }) => option_name)), { nil: undefined })
    .map((default_value) => ({ type_id, data_set, default_value }));
}

/** Every other option of a choice depends on the first option of another one. */
function allowed(dependent: Content, parent: Content): Content {
  const [first] = parent.data_set as { option_name: string }[];
  const data_set = (dependent.data_set as Content[]).map((option, index) =>
    index % 2 === 0 && first ? { ...option, allowed_by: [first.option_name] } : option,
  );
  return { ...dependent, data_set, parent_options_field: 'cf_choice' };
}

/** The multiple choices of all entity types offer what the first of them lists. */
function withSharedOptions(fields: Record<string, Fields>): Record<string, Fields> {
  const [first, ...others] = Object.keys(fields).filter((owner) => fields[owner]?.cf_many);
  const shared = others.map((owner) => [
    owner,
    { ...fields[owner], cf_many: { ...fields[owner]?.cf_many, data_set: `${first}.cf_many` } },
  ]);
  return { ...fields, ...(Object.fromEntries(shared) as Record<string, Fields>) };
}

/** What is pointed at shows it, and sums it up. */
function withOtherSides(fields: Record<string, Fields>): Record<string, Fields> {
  const extended = Object.fromEntries(Object.entries(fields).map(([owner, own]) => [owner, { ...own }]));
  for (const [owner, { cf_to }] of Object.entries(fields)) {
    const { entity_name: target, many } = (cf_to?.lookup ?? {}) as { entity_name?: string; many?: boolean };
    const own = target === undefined ? undefined : extended[target];
    if (!own) continue;
    const back = `cf_from_${owner.toLowerCase()}`;
    own[back] = { name: 'From', type_id: 'lookup', lookup: { entity_name: owner, relation: `${owner}.cf_to` } };
    own[`cf_a_sum_${owner.toLowerCase()}`] = {
      name: 'Sum',
      type_id: 'rollup',
      // Of what any number of records point at from both sides, only the number is known.
      rollup: {
        relation: back,
        ...(many ? { function: 'COUNT' } : { function: 'SUM', field: 'cf_hours', filter: { cf_hours: 1 } }),
      },
    };
  }
  return extended;
}

function addPairedFields(fields: Record<string, Fields>): void {
  const { Lead, Opportunity } = fields;
  if (!Lead || !Opportunity) return;
  Lead.cf_pair = { name: 'Pair', type_id: 'currency', shared_with_field: 'Opportunity.cf_other' };
  Opportunity.cf_other = { name: 'Other', type_id: 'currency' };
}
