/** The GraphQL inputs of conditions: which conditions the filter operators allow for a value of each type. Pure. */
import type { OperatorDefinition } from '../spec-tables.js';
import { type ConditionInput, conditionInputs } from './member-types.js';
import { ours } from './ours.js';
import type { SdlBlock, SdlLine } from './print-sdl.js';

export function conditionBlocks(operators: readonly OperatorDefinition[]): SdlBlock[] {
  return conditionInputs().map((input) => {
    const addition = input.isOurs ? ` ${ours}` : '';
    return {
      head: `input ${input.name}`,
      description: `Conditions on ${input.meaning}; all that are given must hold.${addition}`,
      lines: operators.flatMap((operator) => operatorLines(operator, input, addition)),
    };
  });
}

function operatorLines({ operands, graphql }: OperatorDefinition, input: ConditionInput, addition: string): SdlLine[] {
  if (!graphql?.types.includes(input.type)) return [];
  const { name, description, many } = graphql;
  const list = `[${input.operand}!]`;
  const type = { none: 'Boolean', one: input.operand, two: list, many: input.operand }[operands];
  return [
    { text: `${name}: ${type}`, description: description + addition },
    ...(many ? [{ text: `${many.name}: ${list}`, description: many.description + addition }] : []),
  ];
}
