/** The types of custom fields of the spec (`field-types.yaml`): each once, in the order in which messages list them. */
import { type CustomFieldTypeDefinition, isSingleValueType, valueTypeNames } from '@headwater/contract';
import type { SpecNode } from './spec-node.js';

/** Ids are those of lookups. */
const valueTypes = valueTypeNames.filter((type) => isSingleValueType(type) && type !== 'uuid');
const abilities = ['have-default', 'be-calculated', 'be-in-formula', 'be-read-only'] as const;
const jsonTypes = ['string', 'integer', 'number', 'boolean', 'object', 'array'] as const;

/** @throws SpecError for an entry that is not complete */
export function parseFieldTypes(node: SpecNode): CustomFieldTypeDefinition[] {
  return node.items().map((item) => {
    item.allowOnly(['name', 'value', 'primitive', 'json', 'can', 'unique', 'options', 'relation']);
    const value = item.find('value');
    return {
      name: item.get('name').asString(),
      ...(value ? { value: parseValue(value) } : {}),
      primitive: item.get('primitive').asString(),
      json: item.get('json').asOneOf(jsonTypes),
      can: item
        .get('can')
        .items()
        .map((one) => one.asOneOf(abilities)),
      unique: item.find('unique')?.asBoolean() ?? false,
      options: item.find('options')?.asBoolean() ?? false,
      relation: item.find('relation')?.asOneOf(['one', 'many'] as const) ?? 'none',
    };
  });
}

function parseValue(node: SpecNode): NonNullable<CustomFieldTypeDefinition['value']> {
  node.allowOnly(['type', 'max-length', 'format']);
  const maxLength = node.find('max-length')?.asNumber();
  const format = node.find('format')?.asOneOf(['email', 'uri'] as const);
  return {
    type: node.get('type').asOneOf(valueTypes),
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(format === undefined ? {} : { format }),
  };
}
