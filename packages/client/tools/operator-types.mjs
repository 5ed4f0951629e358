/**
 * The filter operators as types: which a field has and how many operands each takes. Made from the table of operators when this
 * package is built. Pure.
 */

const operandTypes = {
  none: 'true',
  one: 'Value',
  two: 'readonly [Value, Value]',
  many: 'Value | readonly Value[]',
};

/** Name of the interface, by how values compare. */
const interfaces = {
  text: 'TextOperators',
  ordered: 'OrderedOperators',
  single: 'SingleOperators',
  list: 'ListOperators',
  never: 'UnsetOperators',
};

/**
 * @param {readonly import('@headwater/catalog').Operator[]} operators
 * @param {Readonly<Record<string, { compares: string }>>} valueTypes by name
 * @returns {string} the module
 * @throws Error two types that compare alike have different operators, or one compares in an unknown way
 */
export function operatorTypes(operators, valueTypes) {
  const strange = Object.values(valueTypes).find(({ compares }) => !Object.hasOwn(interfaces, compares));
  if (strange) throw new Error(`There is no interface of operators for values that compare as "${strange.compares}"`);
  const declarations = Object.entries(interfaces).map(([way, name]) => {
    const types = Object.keys(valueTypes).filter((type) => valueTypes[type]?.compares === way);
    const [had = [], ...others] = types.map((type) => operators.filter((operator) => operator.types.includes(type)));
    if (others.some((other) => namesOf(other) !== namesOf(had))) {
      throw new Error(`${types.join(', ')} compare alike and have different operators`);
    }
    const members = had.map((operator) => {
      const { name: spelt, operands, description } = operator;
      return `  /** ${description} */\n  ${camelCase(spelt)}: ${operandTypes[operands]};\n`;
    });
    const parameter = way === 'never' ? '' : '<Value>';
    return `/** Operators of ${types.join(', ')}. */\nexport interface ${name}${parameter} {\n${members.join('')}}\n`;
  });
  const counts = operators.map(({ name, operands }) => `  ${camelCase(name)}: '${operands}',\n`).join('');
  return [
    '/** Made from spec/operators.yaml. Do not edit: edit the spec and build again. */\n',
    ...declarations,
    '/** How many operands each operator takes. */',
    `export const operandsOf: Readonly<Record<string, 'none' | 'one' | 'two' | 'many'>> = {\n${counts}};\n`,
  ].join('\n');
}

/** `not-eq` is written `notEq`. */
function camelCase(operator) {
  return operator.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

function namesOf(operators) {
  return operators.map(({ name }) => name).join();
}
