/**
 * Conditions as the filter of REST v1: phrases `NAME::value::operator` with `|` between them. Pure.
 */

/**
 * @param where values or objects of operators, by field
 * @throws TypeError a condition is undefined, null, or has no operator; one of several values ends in a colon
 */
export function toPhrases(where: object): string {
  return Object.entries(where)
    .flatMap(([name, condition]) => {
      const operators =
        typeof condition === 'object' && condition !== null ? Object.entries(condition) : [['eq', condition]];
      // What silently disappeared would make the answer hold too much.
      if (operators.length === 0)
        throw new TypeError(`where: "${name}" is an empty object: leave it out, or give a condition`);
      return operators.map(([operator, operand]) => `${name}::${operandText(name, operand)}::${operator}`);
    })
    .join('|');
}

function operandText(name: string, operand: unknown): string {
  if (Array.isArray(operand) && operand.length > 0) {
    // The colon that separates values would make it one with the next.
    if (operand.length > 1 && operand.some((item) => String(item).endsWith(':')))
      throw new TypeError(`where: "${name}" has a list with a value that ends in a colon, which REST v1 cannot say`);
    return operand.map((item) => operandText(name, item)).join(':');
  }
  if (typeof operand === 'string' || typeof operand === 'number') return String(operand).replace(/[\\|:]/g, '\\$&');
  throw new TypeError(`where: "${name}" must be a text, a number, or an object with an operator`);
}
