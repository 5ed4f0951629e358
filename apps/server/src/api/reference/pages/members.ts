/** The table of the members of an entity type. Pure. */
import { type Catalog, type EntityType, type Field, isAnswered, isWriteOnly } from '@headwater/catalog';
import { graphqlName, isWritable, memberDescription, v1NamesOf, valueTypes } from '@headwater/contract';
import { type Html, html } from '../../../http/html.js';
import { inlineMarkdown } from '../../../http/markdown.js';

export function membersTable(entityType: EntityType, catalog: Catalog): Html {
  const fields = entityType.fields.filter((field) => isAnswered(field) || isWriteOnly(field));
  return html`<table class="members">
<thead><tr><th scope="col">Member</th><th scope="col">Holds</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map((field) => memberRow(field, entityType, catalog))}</tbody>
</table>
`;
}

function memberRow(field: Field, entityType: EntityType, catalog: Catalog): Html {
  const marks = marksOf(field, entityType);
  return html`<tr id="member-${field.name}">
<th scope="row">${namesOf(field).map((name) => html`<code>${breakable(name)}</code> `)}${marks.map(
    (mark) => html`<span class="mark">${mark}</span> `,
  )}</th>
<td>${typeOf(field, catalog)}</td>
<td>${inlineMarkdown(memberDescription(field))}<small>${otherNames(field)}</small></td>
</tr>
`;
}

/** A name that goes over to the next line at its underscores. */
function breakable(name: string): Html[] {
  return name.split(/(?<=_)/).map((part, index) => (index === 0 ? html`${part}` : html`<wbr>${part}`));
}

/** A to-one relation is a pair of members, the id and the link. */
function namesOf(field: Field): string[] {
  if (field.kind !== 'reference') return [field.name];
  return [...new Set([...(field.hasIdMember ? [field.name] : []), ...field.links.map(({ name }) => name)])];
}

function marksOf(field: Field, { required, requiredAnyOf }: EntityType): string[] {
  const { name } = field;
  const is: readonly (readonly [boolean, string])[] = [
    [field.custom !== undefined, 'of this space'],
    [required.includes(name), 'required'],
    [requiredAnyOf.some((group) => group.includes(name)), 'one of these is required'],
    [!isWritable(field), 'read-only'],
    [field.writeOnce && isWritable(field), 'given once'],
    [isWriteOnly(field), 'only in bodies'],
    [field.kind === 'value' && field.unique === true, 'unique'],
  ];
  return is.filter(([holds]) => holds).map(([, mark]) => mark);
}

function typeOf(field: Field, catalog: Catalog): Html {
  const linkTo = (target: string) => {
    const { collection, name } = catalog.existing(target);
    return html`<a href="/docs/${collection}">${name}</a> `;
  };
  if (field.kind === 'money') return html`an amount in a currency`;
  if (field.kind === 'reference')
    return html`${field.hasIdMember ? 'the id of ' : 'a link to '}${field.targets.map(linkTo)}`;
  if (field.kind === 'rows') {
    const targets = [...new Set(field.targets ?? [field.target])];
    const rows = field.single ? 'one row of ' : field.owned ? 'rows of ' : 'records of ';
    return html`${rows}${targets.map(linkTo)}${field.owned ? '(written inside this record)' : ''}`;
  }
  const bounds = [
    field.maxLength === undefined ? '' : `, ${field.maxLength} characters at most`,
    field.minimum === undefined ? '' : `, ${field.minimum} at least`,
    field.maximum === undefined ? '' : `, ${field.maximum} at most`,
    field.format === undefined ? '' : `, ${field.format === 'email' ? 'an e-mail address' : 'an address'}`,
    field.bitMask ? ', a sum of bits' : '',
    field.default?.kind === 'value' ? `; ${JSON.stringify(field.default.value)} when left out` : '',
  ];
  return html`${valueTypes[field.type].meaning}${bounds.join('')}`;
}

function otherNames(field: Field): string {
  const v1 = v1NamesOf(field).join(', ');
  const names = namesOf(field).map((name) => graphqlName(field, name));
  return `GraphQL ${names.join(', ')}${v1 === '' ? '' : `; REST v1 ${v1}`}`;
}
