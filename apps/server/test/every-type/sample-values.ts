/**
 * Values for any field, two for each, and how an answer shows them.
 */
import type { ValueField } from '@headwater/catalog';

/** The first value is for creating, the second for changing. */
export type Turn = 'first' | 'second';

/** A value as a body sends it and as an answer shows it. */
export interface SampleValue {
  readonly sent: unknown;
  readonly shown: unknown;
}

const ids = { first: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11', second: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a12' } as const;

/** @param tag makes the value of a unique field its own */
export function sampleValue(field: ValueField, turn: Turn, tag: string): SampleValue {
  const isFirst = turn === 'first';
  const same = (value: unknown): SampleValue => ({ sent: value, shown: value });
  if (field.enum) return same(isFirst ? field.enum.at(0)?.value : field.enum.at(-1)?.value);
  switch (field.type) {
    case 'string':
    case 'text':
      return same(sampleText(field, turn, tag));
    case 'integer':
    case 'float':
    case 'decimal':
      return same(sampleNumber(field, isFirst));
    case 'boolean': {
      const usual = field.default?.kind === 'value' && field.default.value === true;
      return same(isFirst ? !usual : usual);
    }
    case 'date':
      return same(isFirst ? '2026-03-29' : '2026-10-25');
    case 'datetime':
      return isFirst
        ? { sent: '2026-03-29T02:30:00Z', shown: '2026-03-29T02:30:00.000000' }
        : { sent: '2026-10-25 01:30:00.25', shown: '2026-10-25T01:30:00.250000' };
    case 'uuid':
      return same(ids[turn]);
    case 'uuids':
      return same([ids[turn]]);
    case 'strings':
      return same(isFirst ? ['one', 'two'] : ['two', 'three']);
    case 'json':
      return same(isFirst ? { items: [1, 'two', null] } : [{ name: 'Ünal' }]);
  }
}

function sampleText(field: ValueField, turn: Turn, tag: string): string {
  if (field.format === 'email') return `${turn}-${tag}@example.com`;
  if (field.format === 'uri') return `https://example.com/${turn}/${tag}`;
  const text = field.type === 'text' ? `${tag} ${turn} line\n√ second line` : `${tag} ${turn} Ünal`;
  return [...text].slice(0, field.maxLength ?? text.length).join('');
}

function sampleNumber(field: ValueField, isFirst: boolean): number {
  const least = field.minimum ?? (isFirst ? 3 : 7);
  const most = field.maximum ?? least + 50;
  const value = Math.min(least + (isFirst ? 2 : 5), most);
  return field.type === 'integer' || value + 0.25 > most ? value : value + 0.25;
}
