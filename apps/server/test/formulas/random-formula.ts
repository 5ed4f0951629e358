/**
 * Random formulas, each with what it must give: an oracle over whole numbers that is built together with the text.
 */
import fc from 'fast-check';
import type { FormulaType } from '../../src/computed/formula/checked-formula.js';
import { calendar } from './calendar-oracle.js';
import { fromDecimal, operations, rounded } from './exact-numbers.js';
import { type Fields, fieldNames, type OracleValue } from './random-row.js';
import { texts } from './random-texts.js';

/** A formula, and what it gives for a row. */
export interface Piece {
  readonly text: string;
  readonly value: (row: Fields) => OracleValue;
}

type Pieces = fc.Arbitrary<Piece>;

/** @param depth of calls and operators that are in each other */
export function randomFormula(type: FormulaType, depth: number): Pieces {
  const known = new Map<string, Pieces>();
  const make = (type: FormulaType, depth: number): Pieces => {
    const key = `${type} ${depth}`;
    const pieces = known.get(key) ?? (depth === 0 ? leaf(type) : node(type, (other) => make(other, depth - 1)));
    known.set(key, pieces);
    return pieces;
  };
  return make(type, depth);
}

const numbers = fc.oneof(
  fc.integer({ min: 0, max: 1000 }).map(String),
  fc.constantFrom(
    '0',
    '1',
    '100',
    '12',
    '0.5',
    '0.0001',
    '0.000000000001',
    '99999999999999.999999999999',
    '86400',
    '0.0825',
  ),
  fc
    .tuple(fc.bigInt(0n, 10n ** 14n - 1n), fc.bigInt(0n, 10n ** 12n - 1n))
    .map(([whole, part]) => `${whole}.${String(part).padStart(12, '0')}`),
);

function leaf(type: FormulaType): Pieces {
  const fields = fc
    .constantFrom(...fieldNames(type))
    .map((name) => ({ text: `#${name}`, value: (row: Fields) => row[name]! }));
  switch (type) {
    case 'number': {
      const literals = numbers.map((text) => ({ text, value: () => fromDecimal(text) }));
      return fc.oneof({ weight: 3, arbitrary: fields }, { weight: 1, arbitrary: literals });
    }
    case 'text': {
      const literals = texts.map((text) => ({ text: `"${text.replaceAll('"', '""')}"`, value: () => text }));
      return fc.oneof(fields, literals);
    }
    case 'boolean': {
      const literals = fc.boolean().map((value) => ({ text: value ? 'true' : 'FALSE', value: () => value }));
      return fc.oneof({ weight: 3, arbitrary: fields }, { weight: 1, arbitrary: literals });
    }
    default:
      return fields;
  }
}

type Make = (type: FormulaType) => Pieces;

const calendarTypes = ['date', 'datetime'] as const;

function node(type: FormulaType, make: Make): Pieces {
  const general = [choice(type, make), firstSet(type, make), leaf(type)];
  switch (type) {
    case 'number':
      return fc.oneof(
        { weight: 6, arbitrary: calculation(make) },
        rounding(make),
        unary('ABS(', ')', make('number'), (part) => (part < 0n ? -part : part)),
        unary('(-', ')', make('number'), (part) => -part),
        ...calendarTypes.map((of) => daysBetween(of, make)),
        extreme('number', make),
        ...general,
      );
    case 'boolean':
      return fc.oneof({ weight: 4, arbitrary: comparison(make) }, joined(make), not(make), isEmpty(make), ...general);
    case 'date':
    case 'datetime':
      return fc.oneof({ weight: 2, arbitrary: addDays(type, make) }, extreme(type, make), ...general);
    case 'text':
      return fc.oneof(...general);
  }
}

function calculation(make: Make): Pieces {
  return fc
    .tuple(fc.constantFrom('+', '-', '*', '/'), make('number'), make('number'))
    .map(([operator, left, right]) => ({
      text: `(${left.text} ${operator} ${right.text})`,
      value(row) {
        const [a, b] = [left.value(row), right.value(row)];
        return typeof a === 'bigint' && typeof b === 'bigint' ? operations[operator as '+'](a, b) : null;
      },
    }));
}

function unary(before: string, after: string, parts: Pieces, work: (part: bigint) => OracleValue): Pieces {
  return parts.map((part) => ({
    text: `${before}${part.text}${after}`,
    value(row) {
      const value = part.value(row);
      return typeof value === 'bigint' ? work(value) : null;
    },
  }));
}

function rounding(make: Make): Pieces {
  return fc
    .integer({ min: 0, max: 10 })
    .chain((places) => unary('round(', `, ${places})`, make('number'), (part) => rounded(part, places)));
}

function daysBetween(of: 'date' | 'datetime', make: Make): Pieces {
  return fc.tuple(make(of), make(of)).map(([later, earlier]) => ({
    text: `(${later.text} - ${earlier.text})`,
    value(row) {
      const [a, b] = [later.value(row), earlier.value(row)];
      return typeof a === 'string' && typeof b === 'string' ? calendar[of].daysBetween(a, b) : null;
    },
  }));
}

function addDays(of: 'date' | 'datetime', make: Make): Pieces {
  return fc.tuple(make(of), make('number'), fc.constantFrom('+', '-', 'before')).map(([start, days, way]) => ({
    text: way === 'before' ? `(${days.text} + ${start.text})` : `(${start.text} ${way} ${days.text})`,
    value(row) {
      const [a, b] = [start.value(row), days.value(row)];
      return typeof a === 'string' && typeof b === 'bigint' ? calendar[of].addDays(a, way === '-' ? -b : b) : null;
    },
  }));
}

/** Below 0, 0 or above 0, by code point for texts. */
function order(a: NonNullable<OracleValue>, b: NonNullable<OracleValue>): number {
  if (typeof a !== 'string' || typeof b !== 'string') return a < b ? -1 : a > b ? 1 : 0;
  const [left, right] = [[...a], [...b]].map((characters) => characters.map((character) => character.codePointAt(0)!));
  const unequal = left!.findIndex((point, index) => point !== right![index]);
  if (unequal < 0) return left!.length - right!.length;
  return unequal >= right!.length ? 1 : left![unequal]! - right![unequal]!;
}

const comparators: Readonly<Record<string, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function comparison(make: Make): Pieces {
  return fc.constantFrom<FormulaType>('number', 'text', 'date', 'datetime', 'boolean').chain((type) => {
    const operators = type === 'boolean' ? ['=', '<>'] : Object.keys(comparators);
    return fc.tuple(fc.constantFrom(...operators), make(type), make(type)).map(([operator, left, right]) => ({
      text: `(${left.text} ${operator} ${right.text})`,
      value(row: Fields) {
        const [a, b] = [left.value(row), right.value(row)];
        return a === null || b === null ? null : comparators[operator]!(order(a, b));
      },
    }));
  });
}

function joined(make: Make): Pieces {
  const parts = fc.array(make('boolean'), { minLength: 1, maxLength: 3 });
  return fc.tuple(fc.boolean(), parts).map(([isAnd, parts]) => ({
    text: `${isAnd ? 'AND' : 'OR'}(${parts.map(({ text }) => text).join(', ')})`,
    value(row) {
      const values = parts.map((part) => part.value(row));
      if (values.includes(!isAnd)) return !isAnd;
      return values.includes(null) ? null : isAnd;
    },
  }));
}

function not(make: Make): Pieces {
  return make('boolean').map((part) => ({
    text: `NOT(${part.text})`,
    value(row) {
      const value = part.value(row);
      return value === null ? null : !value;
    },
  }));
}

function isEmpty(make: Make): Pieces {
  return fc
    .constantFrom<FormulaType>('number', 'text', 'date', 'datetime', 'boolean')
    .chain((type) => make(type))
    .map((part) => ({
      text: `ISEMPTY(${part.text})`,
      value(row) {
        const value = part.value(row);
        return value === null || value === '';
      },
    }));
}

function choice(type: FormulaType, make: Make): Pieces {
  return fc.tuple(make('boolean'), make(type), make(type)).map(([condition, one, other]) => ({
    text: `If(${condition.text}, ${one.text}, ${other.text})`,
    value: (row) => (condition.value(row) === true ? one.value(row) : other.value(row)),
  }));
}

function firstSet(type: FormulaType, make: Make): Pieces {
  return fc.array(make(type), { minLength: 1, maxLength: 3 }).map((parts) => ({
    text: `COALESCE(${parts.map(({ text }) => text).join(', ')})`,
    value: (row) => parts.map((part) => part.value(row)).find((value) => value !== null) ?? null,
  }));
}

function extreme(type: FormulaType, make: Make): Pieces {
  const parts = fc.array(make(type), { minLength: 1, maxLength: 3 });
  return fc.tuple(fc.boolean(), parts).map(([isLeast, parts]) => ({
    text: `${isLeast ? 'MIN' : 'MAX'}(${parts.map(({ text }) => text).join(', ')})`,
    value(row) {
      const values = parts.map((part) => part.value(row)).filter((value) => value !== null);
      values.sort((a, b) => (isLeast ? order(a, b) : order(b, a)));
      return values[0] ?? null;
    },
  }));
}
