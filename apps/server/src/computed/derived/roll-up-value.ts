/**
 * Makes the value of a roll-up from the aggregates that the database returns. Pure. Of no records COUNT and SUM are 0,
 * the others null. Sums and averages are exact, kept to four places with halves away from zero; one that an amount
 * cannot hold is null.
 */
import type { RollUpFunction } from '@headwater/catalog';
import { Decimal } from 'decimal.js';
import type { Operand } from '../../plan/list/predicate.js';
import { parseAmount } from '../../plan/values/operand.js';

/** Far more digits than a sum can have. */
const Exact = Decimal.clone({ precision: 60 });

/** @returns the value in a record without related ones */
export function emptyRollUp(name: RollUpFunction): Operand {
  if (name === 'COUNT') return 0;
  return name === 'SUM' ? '0' : null;
}

/** @param results the array that the statement of `compileRollUps` gives for the roll-up */
export function rollUpValue(name: RollUpFunction, results: readonly (string | number | null)[]): Operand {
  switch (name) {
    case 'COUNT':
      return Number(results[0]);
    case 'MIN':
    case 'MAX':
      return results[0] ?? null;
    case 'SUM':
      return kept(total(results));
    case 'AVG': {
      const [count, ...parts] = results;
      return Number(count) === 0 ? null : kept(total(parts).dividedBy(Number(count)));
    }
  }
}

function total(parts: readonly (string | number | null)[]): Decimal {
  return parts.reduce<Decimal>((sum, part) => sum.plus(part ?? 0), new Exact(0));
}

function kept(amount: Decimal): Operand {
  return parseAmount(amount.toFixed()) ?? null;
}
