/** Inputs of forms that are made for a purpose, in the form in which those of the contract are. Pure. */
import type { Choice, Member } from '../contract/member.js';

/** @param differences from a line of text that may be left out */
export function input(name: string, label: string, differences: Partial<Member> = {}): Member {
  return {
    name,
    label,
    description: '',
    kind: 'text',
    isNullable: true,
    choices: [],
    links: [],
    dataSet: undefined,
    maxLength: undefined,
    isShown: true,
    onCreate: true,
    onUpdate: true,
    isRequired: false,
    default: undefined,
    ...differences,
  };
}

export function choice(name: string, label: string, choices: readonly Choice[], isRequired = true): Member {
  return input(name, label, { kind: 'choice', choices, isRequired, isNullable: !isRequired });
}
