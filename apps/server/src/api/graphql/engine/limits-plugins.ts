/**
 * Rejects documents that are too deep, too long or too repetitive, before anything of them runs.
 */
import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import { errorByName } from '@headwater/catalog';
import {
  type ASTVisitor,
  type FieldNode,
  GraphQLError,
  Lexer,
  Source,
  syntaxError,
  type Token,
  TokenKind,
  type ValidationContext,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { documentLimits, introspectionLimits, placeLimits } from '../limits.js';

/** Reported beside other errors of the document, with a code, in place of the library's "Syntax Error" alone. */
const asValidationError = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, error: GraphQLError) => {
      const { name, code } = errorByName('ERROR_PARAMETER_INVALID');
      const message = error.message.replace(/^Syntax Error: /, '');
      context?.reportError(new GraphQLError(message, { extensions: { code: name, number: code } }));
    },
  ],
};

export function documentLimitsPlugin(): ReturnType<typeof EnvelopArmorPlugin> {
  return EnvelopArmorPlugin({
    maxDepth: { n: documentLimits.depth, flattenFragments: true, ...asValidationError },
    maxAliases: { n: documentLimits.aliases, ...asValidationError },
    maxDirectives: { n: documentLimits.directives, ...asValidationError },
    // Counted below, where nesting is bounded as well.
    maxTokens: { enabled: false },
    // Its cost knows neither variables nor default page sizes; operations are bounded by the records they ask for instead.
    costLimit: { enabled: false },
    // The schema is public, so a hint at the name that was meant gives nothing away.
    blockFieldSuggestion: { enabled: false },
  });
}

/**
 * Bounds what the parser has to read, which follows nested parts by recursion. Parsed documents are cached, so this costs once. The errors
 * of long documents do not say where they are.
 */
export function documentSizePlugin(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((given: string | Source, options?: object) => {
        const source = typeof given === 'string' ? new Source(given) : given;
        const lines = countLines(source.body);
        checkSize(source);
        const isLong = source.body.length > placeLimits.characters || lines > placeLimits.lines;
        return parseFn(source, { ...options, noLocation: isLong });
      });
    },
  };
}

/** @throws GraphQLError without a place, which would take as long to find as all of them are long */
function countLines(text: string): number {
  if (text.length > documentLimits.characters) {
    const message = `Syntax Error: Character limit of ${documentLimits.characters} exceeded. Send long values as variables.`;
    throw new GraphQLError(message);
  }
  let lines = 1;
  for (const sign of ['\n', '\r']) {
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) {
      if (++lines > documentLimits.lines) {
        throw new GraphQLError(`Syntax Error: Line limit of ${documentLimits.lines} exceeded.`);
      }
    }
  }
  return lines;
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L]);
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R]);

/** Tokens that are bounded in their length. Texts are not: they may hold what records hold. */
const words: ReadonlyMap<TokenKind, string> = new Map([
  [TokenKind.NAME, 'Names'],
  [TokenKind.INT, 'Numbers'],
  [TokenKind.FLOAT, 'Numbers'],
]);

/** @throws GraphQLError also for what is not a token of the language */
function checkSize(source: Source): void {
  const { tokens, nesting, name } = documentLimits;
  const lexer = new Lexer(source);
  const repeats = new RepeatCount();
  let count = 0;
  let depth = 0;
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (opening.has(token.kind)) depth++;
    else if (closing.has(token.kind)) depth--;
    if (++count > tokens) throw syntaxError(source, token.start, `Token limit of ${tokens} exceeded.`);
    if (depth > nesting) throw syntaxError(source, token.start, `Nesting limit of ${nesting} brackets exceeded.`);
    const word = words.get(token.kind);
    if (word !== undefined && token.end - token.start > name)
      throw syntaxError(source, token.start, `${word} may have ${name} characters at most.`);
    if (repeats.add(token) > documentLimits.repeats) {
      const message = `A selection names "${token.value}" more than ${documentLimits.repeats} times.`;
      throw syntaxError(source, token.start, message);
    }
  }
}

/** Counts how often names are repeated inside each pair of braces, but for what is in brackets of another form. */
class RepeatCount {
  /** Of the brackets that are open: what is in braces, by name. */
  private readonly open: (Map<string, number> | undefined)[] = [];

  /** @returns how often the name has been there, this time included; 0 for any other token */
  add({ kind, value }: Token): number {
    if (opening.has(kind)) this.open.push(kind === TokenKind.BRACE_L ? new Map() : undefined);
    else if (closing.has(kind)) this.open.pop();
    const names = kind === TokenKind.NAME ? this.open.at(-1) : undefined;
    if (names === undefined) return 0;
    const times = (names.get(value) ?? 0) + 1;
    names.set(value, times);
    return times;
  }
}

/**
 * Rejects questions about the schema whose answer would hold parts of it several times: each is megabytes long.
 */
export function introspectionLimitsPlugin(): Plugin {
  return {
    onValidate({ addValidationRule }) {
      addValidationRule(introspectionLimitsRule);
    },
  };
}

/** Fields under one name are answered once, however often they are written: the names are counted. */
function introspectionLimitsRule(context: ValidationContext): ASTVisitor {
  const asked = { __schema: new Set<string>(), __type: new Set<string>() };
  let renamed = 0;
  const reject = (message: string, node: FieldNode) => {
    const { name, code } = errorByName('ERROR_PARAMETER_INVALID');
    context.reportError(new GraphQLError(message, { nodes: node, extensions: { code: name, number: code } }));
  };
  return {
    Field(node) {
      const { value: name } = node.name;
      const shown = node.alias?.value ?? name;
      if (name === '__schema' || name === '__type') {
        const limit = introspectionLimits[name];
        asked[name].add(shown);
        if (asked[name].size === limit + 1)
          reject(`An operation may ask for "${name}" ${limit === 1 ? 'once' : `${limit} times`} only.`, node);
      } else if (shown !== name && context.getParentType()?.name.startsWith('__')) {
        if (node.selectionSet !== undefined) reject(`"${name}" of the schema cannot have an alias.`, node);
        else if (++renamed === introspectionLimits.aliases + 1) {
          reject(`Members of the schema can have ${introspectionLimits.aliases} aliases at most.`, node);
        }
      }
    },
  };
}
