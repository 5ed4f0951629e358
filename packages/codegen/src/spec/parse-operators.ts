/** The filter operators of the spec (`operators.yaml`): each once, in the order in which documents list them. */
import type { SpecNode } from './spec-node.js';

const operandCounts = ['none', 'one', 'two', 'many'] as const;

export interface OperatorModel {
  readonly name: string;
  readonly operands: (typeof operandCounts)[number];
  readonly description: string;
}

export function parseOperators(node: SpecNode): OperatorModel[] {
  return node.items().map((item) => {
    item.allowOnly(['name', 'operands', 'description']);
    return {
      name: item.get('name').asString(),
      operands: item.get('operands').asOneOf(operandCounts),
      description: item.get('description').asString().trim(),
    };
  });
}
