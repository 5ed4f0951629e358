/**
 * A GraphQL type system as data, wherever it was read from. Pure.
 */

export interface GraphqlType {
  readonly kind: 'scalar' | 'type' | 'interface' | 'union' | 'enum' | 'input';
  /**
   * What the type has, with the text of its type: `name`, `name(argument)`, `is Interface`, and values of an enum, whose text
   * is empty. In the order of the source.
   */
  readonly members: ReadonlyMap<string, string>;
}

/** Types by name; those that GraphQL itself brings are left out. */
export type TypeSystem = ReadonlyMap<string, GraphqlType>;

/** Whether a name is one of those that every GraphQL service has. */
export function isBuiltIn(name: string): boolean {
  return name.startsWith('__') || ['String', 'Int', 'Float', 'Boolean', 'ID'].includes(name);
}

/** @returns what `got` lacks of `wanted`, or has otherwise: a line each. What it has beyond that counts for nothing */
export function missingFrom(got: TypeSystem, wanted: TypeSystem): string[] {
  return [...wanted].flatMap(([name, type]) => {
    const found = got.get(name);
    if (found === undefined) return [`${type.kind} ${name} is missing`];
    if (found.kind !== type.kind) return [`${name} should be of the kind ${type.kind}, is ${found.kind}`];
    const members = [...type.members].flatMap(([member, text]) => {
      const given = found.members.get(member);
      if (given === undefined) return [`${name}.${member} is missing`];
      return given === text ? [] : [`${name}.${member} should be ${text}, is ${given}`];
    });
    return members.length > 0 ? members : inOrder(name, found, type);
  });
}

/** The values of an enum keep their order. */
function inOrder(name: string, got: GraphqlType, wanted: GraphqlType): string[] {
  if (wanted.kind !== 'enum') return [];
  const kept = [...got.members.keys()].filter((value) => wanted.members.has(value));
  const at = [...wanted.members.keys()].findIndex((value, index) => kept[index] !== value);
  return at < 0 ? [] : [`${name} should have ${[...wanted.members.keys()][at]} where it has ${kept[at]}`];
}
