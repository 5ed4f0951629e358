/**
 * Reads the schema language of GraphQL, as far as types and their members go. Descriptions, default values and directives are
 * skipped. Pure.
 */
import { type GraphqlType, isBuiltIn, type TypeSystem } from './type-system.js';

const tokenForm =
  /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z_]\w*|-?\d[\w.+-]*|\.\.\.|[{}()[\]:!=|&@$]/g;

const kinds: ReadonlySet<string> = new Set<GraphqlType['kind']>([
  'scalar',
  'type',
  'interface',
  'union',
  'enum',
  'input',
]);

/** @param text a schema; what cannot be read ends a definition early. */
export function readSdl(text: string): TypeSystem {
  const tokens = (text.match(tokenForm) ?? []).filter((token) => !token.startsWith('#'));
  return new Reader(tokens).types();
}

class Reader {
  private at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  types(): TypeSystem {
    const types = new Map<string, { kind: GraphqlType['kind']; members: Map<string, string> }>();
    while (this.at < this.tokens.length) {
      const word = this.next();
      if (!kinds.has(word)) continue;
      const kind = word as GraphqlType['kind'];
      const name = this.next();
      // Another definition of the same name extends it.
      const { members } = types.get(name) ?? { members: new Map<string, string>() };
      this.head(members);
      if (this.take('{')) this.body(kind, members);
      if (!isBuiltIn(name)) types.set(name, { kind, members });
    }
    return types;
  }

  /** Interfaces, directives and the members of a union. */
  private head(members: Map<string, string>): void {
    if (this.take('implements')) {
      for (this.take('&'); ; ) {
        members.set(`is ${this.next()}`, '');
        if (!this.take('&')) break;
      }
    }
    this.directives();
    if (!this.take('=')) return;
    for (this.take('|'); ; ) {
      members.set(`has ${this.next()}`, '');
      if (!this.take('|')) break;
    }
  }

  private body(kind: GraphqlType['kind'], members: Map<string, string>): void {
    while (this.at < this.tokens.length && !this.take('}')) {
      if (this.description()) continue;
      const name = this.next();
      if (kind === 'enum') members.set(name, '');
      else {
        const given = new Map<string, string>();
        if (this.take('(')) this.arguments(name, given);
        members.set(name, this.typed());
        for (const [argument, type] of given) members.set(argument, type);
      }
      this.directives();
    }
  }

  private arguments(member: string, into: Map<string, string>): void {
    while (this.at < this.tokens.length && !this.take(')')) {
      if (this.description()) continue;
      const name = this.next();
      into.set(`${member}(${name})`, this.typed());
      this.directives();
    }
  }

  /** `: [Type!]! = value`. */
  private typed(): string {
    if (!this.take(':')) return '';
    let type = '';
    while (this.take('[')) type += '[';
    type += this.next();
    for (let mark = this.tokens[this.at]; mark === '!' || mark === ']'; mark = this.tokens[this.at])
      type += this.next();
    if (this.take('=')) this.value();
    return type;
  }

  private value(): void {
    const first = this.next();
    if (first === '[' || first === '{') this.skipTo(first, first === '[' ? ']' : '}');
  }

  private directives(): void {
    while (this.take('@')) {
      this.next();
      if (this.take('(')) this.skipTo('(', ')');
    }
  }

  /** Passes what is between brackets of which the first was read. */
  private skipTo(open: string, close: string): void {
    for (let depth = 1; depth > 0 && this.at < this.tokens.length; ) {
      const token = this.next();
      if (token === open) depth += 1;
      if (token === close) depth -= 1;
    }
  }

  private description(): boolean {
    if (!this.tokens[this.at]?.startsWith('"')) return false;
    this.at += 1;
    return true;
  }

  private next(): string {
    const token = this.tokens[this.at] ?? '';
    this.at += 1;
    return token;
  }

  private take(token: string): boolean {
    if (this.tokens[this.at] !== token) return false;
    this.at += 1;
    return true;
  }
}
