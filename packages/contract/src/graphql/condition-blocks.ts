/** The GraphQL inputs of conditions: what the filter operators let be asked of a value of each type. Pure. */
import type { ValueType } from '../entity-type.js';
import { type ConditionInput, conditionInputs } from './member-types.js';
import { ours } from './ours.js';
import type { SdlBlock, SdlLine } from './print-sdl.js';

/** A filter operator, as far as documents show it. */
export interface ConditionOperator {
  readonly name: string;
  /** How many operands it takes; `many`: one or several. */
  readonly operands: 'none' | 'one' | 'two' | 'many';
  /** The types of fields that have it. */
  readonly types: readonly ValueType[];
  readonly description: string;
  /** Its members in the inputs of conditions; absent: it has none. */
  readonly graphql?: {
    readonly name: string;
    readonly types: readonly ValueType[];
    readonly description: string;
    /** A second member, which takes a list of operands. */
    readonly many?: { readonly name: string; readonly description: string };
  };
}

export function conditionBlocks(operators: readonly ConditionOperator[]): SdlBlock[] {
  return conditionInputs().map((input) => {
    const addition = input.isOurs ? ` ${ours}` : '';
    return {
      head: `input ${input.name}`,
      description: `Conditions on ${input.meaning}; all that are given must hold.${addition}`,
      lines: operators.flatMap((operator) => operatorLines(operator, input, addition)),
    };
  });
}

function operatorLines({ operands, graphql }: ConditionOperator, input: ConditionInput, addition: string): SdlLine[] {
  if (!graphql?.types.includes(input.type)) return [];
  const { name, description, many } = graphql;
  const list = `[${input.operand}!]`;
  const type = { none: 'Boolean', one: input.operand, two: list, many: input.operand }[operands];
  return [
    { text: `${name}: ${type}`, description: description + addition },
    ...(many ? [{ text: `${many.name}: ${list}`, description: many.description + addition }] : []),
  ];
}
