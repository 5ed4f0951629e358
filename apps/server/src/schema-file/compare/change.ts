/**
 * The changes that make a space match a schema file, as data. Knows no records.
 */
import type { YamlPath } from '../../yaml/located-yaml.js';
import type { Json } from '../schema.js';
import type { What } from '../without-defaults.js';

export interface MemberChange {
  /** Undefined: it has its default value, or none. */
  readonly from: Json | undefined;
  readonly to: Json | undefined;
}

export interface Change {
  readonly action: 'add' | 'change' | 'remove';
  readonly what: What;
  /** What a type or an option belongs to: an entity type, a set of options. Null for custom entity types and fields. */
  readonly of: string | null;
  /** As the file has it; of what is removed, as the space has it. */
  readonly name: string;
  /** Members that change, by name; of what is added, those that it has. */
  readonly members: Readonly<Record<string, MemberChange>>;
  /** Where the file says so; of what is removed, where it would say otherwise. */
  readonly path: YamlPath;
  /** Of the record that is changed or removed; '' when it is not there yet, null when it is added. */
  readonly id: string | null;
}

const signs = { add: '+', change: '~', remove: '-' } as const;

/** @returns one line: `~ field Contact.cf_colour: name "Color" → "Colour"` */
export function changeText(change: Change): string {
  const { action, what, of, name, members } = change;
  const subject = of === null ? name : `${of} ${JSON.stringify(name)}`;
  const details = Object.entries(members).flatMap(([member, { from, to }]) => {
    if (action === 'change') return [`${member} ${valueText(from)} → ${valueText(to)}`];
    return member === 'type_id' && typeof to === 'string' ? [to] : [];
  });
  return `${signs[action]} ${what} ${subject}${details.length === 0 ? '' : `: ${details.join(', ')}`}`;
}

function valueText(value: Json | undefined): string {
  return value === undefined ? 'unset' : JSON.stringify(value);
}

/** @returns what the members are to have; what is to have nothing gets its default value, or null */
export function valuesOf(members: Change['members'], defaults: Readonly<Record<string, Json>>): Record<string, Json> {
  return Object.fromEntries(Object.entries(members).map(([name, { to }]) => [name, to ?? defaults[name] ?? null]));
}
