/**
 * The order of a list, and the places in it that cursors name.
 */
import type { EntityType } from '@headwater/catalog';
import type { Json } from './json.js';
import { compareValues } from './operators.js';
import { type Path, readPath, valuesAt } from './paths.js';
import { badParameter } from './rejection.js';
import type { StoredRecord, Tables } from './tables.js';
import { readUuid } from './values.js';

interface Key {
  readonly path: Path;
  readonly sign: 1 | -1;
}

/** What a record is sorted by: a value for each key, the id behind them. */
export type Place = readonly Json[];

/** Of texts of many lines only the beginning counts. */
const countedCharacters = 250;

export class Order {
  private constructor(
    private readonly type: EntityType,
    private readonly keys: readonly Key[],
  ) {}

  /** @param text of `order-by`; empty: by id @throws Rejection */
  static read(type: EntityType, text: string): Order {
    const names = text === '' ? [] : text.split(',');
    return new Order(
      type,
      names.map((name): Key => {
        const path = readPath(type, name.replace(/^-/, ''), 'order-by');
        const isMany = path.steps.some(({ field }) => field.kind === 'rows');
        const { field } = path;
        const isSorted =
          field.kind !== 'rows' && (field.kind !== 'value' || !['json', 'uuids', 'strings'].includes(field.type));
        if (isMany || !isSorted) throw badParameter('order-by', `names "${name}", by which nothing can be sorted`);
        return { path, sign: name.startsWith('-') ? -1 : 1 };
      }),
    );
  }

  placeOf(tables: Tables, record: StoredRecord): Place {
    const values = this.keys.map(({ path }) => {
      const [value = null] = valuesAt(tables, this.type, record, path);
      const isLong = path.field.kind === 'value' && path.field.type === 'text';
      return isLong && typeof value === 'string' ? Array.from(value).slice(0, countedCharacters).join('') : value;
    });
    return [...values, record.id];
  }

  compare(a: Place, b: Place): number {
    for (const [index, value] of a.entries()) {
      // The id falls when the last key falls.
      const sign = this.keys[index]?.sign ?? this.keys.at(-1)?.sign ?? 1;
      const difference = sign * compareValues(value, b[index] ?? null);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  /** @throws Rejection for a text that is no cursor of a list in this order */
  readCursor(text: string, parameter: string): Place {
    const place = parse(Buffer.from(text.replaceAll(' ', '+'), 'base64').toString('utf8'));
    const isPlace = Array.isArray(place) && place.length === this.keys.length + 1 && place.every(isPlain);
    if (!isPlace || readUuid(place.at(-1)) === undefined) throw badParameter(parameter, 'is no cursor of this list');
    return place;
  }
}

function isPlain(value: Json): boolean {
  return typeof value !== 'object' || value === null;
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function renderCursor(place: Place): string {
  return Buffer.from(`[${place.map((value) => JSON.stringify(value)).join(', ')}]`).toString('base64');
}
