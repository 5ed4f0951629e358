/** What documents and SDL say of a member. Pure. */
import type { EntityType, Field, ReferenceField, V1List, ValueField } from './entity-type.js';

/**
 * @returns its description, with what enumerated values mean, where the options of a choice are listed, or when two texts of a unique
 *   member are the same
 */
export function memberDescription(member: Field): string {
  const { description } = member;
  const sentence =
    member.kind === 'reference' ? optionSentence(member) : member.kind === 'value' ? valueSentence(member) : '';
  if (sentence === '') return description;
  // A member that a space has defined is described by its name alone.
  return `${description}${/[.!?]$/.test(description) ? '' : '.'} ${sentence}`;
}

function valueSentence({ enum: values, unique, type }: ValueField): string {
  const labels = values?.filter(({ value, label }) => String(value) !== label);
  if (labels?.length) return `${labels.map(({ value, label }) => `${value} ${label}`).join(', ')}.`;
  const isText = type === 'string' || type === 'text';
  return unique && isText ? 'Of two values, letter case and blanks count; an empty text is no value.' : '';
}

function optionSentence({ dataSet }: ReferenceField): string {
  return dataSet === undefined ? '' : `Its options are the \`Data\` records whose \`data_set_id\` is ${dataSet}.`;
}

/**
 * @param description of the relation
 * @param row the entity type of its rows
 * @returns what is said of a list of REST v1: which of the rows are in it
 */
export function listDescription(description: string, { where }: V1List, row: Pick<EntityType, 'fields'>): string {
  const meanings = Object.entries(where).map(([name, value]) => {
    const field = row.fields.find((one) => one.name === name);
    const values = field?.kind === 'value' ? field.enum : undefined;
    const label = values?.find((one) => one.value === value)?.label;
    return `\`${name}\` ${value}${label === undefined ? '' : ` (${label})`}`;
  });
  return `${description} Those with ${meanings.join(' and ')}.`;
}
