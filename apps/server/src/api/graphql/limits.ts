/**
 * How much one GraphQL request may ask for. Numbers and their reasons only.
 */

/** What a connection gives at most, and when neither `first` nor `last` is named; the core keeps to the same bounds. */
export const pageSize = { max: 100, default: 30 } as const;

/**
 * Records that one operation may bring up at most, if every page is full. Allows a page of 100 with 100 rows each and a
 * record behind every row; one more page inside would be a million, which nobody reads and one statement should not build.
 */
export const maxRecords = 25_000;

/** Relations followed one inside the other; as deep as `expand` of REST goes. */
export const maxRelationDepth = 5;

/**
 * Members that one operation may select, those of a fragment counted wherever it is spread: as many as the tokens of a document can
 * write out, so that fragments save writing only. The statement for so many is some 500 kB long and takes half a second to plan.
 */
export const maxMembers = 5_000;

/** Root fields of one operation: each is a statement or a write of its own, and those of a query run side by side. */
export const maxRootFields = 60;

/** A filter comes in variables, where no limit of the document reaches it. */
export const filterLimits = {
  /** Comparisons of one filter. Databases bound the size of an expression; people need a handful. */
  conditions: 100,
  /** Values compared with, over all conditions: as many ids as a batch has items. Databases bound their number, too. */
  operands: 1_000,
  /** Groups and relations inside one another. */
  depth: 12,
} as const;

/** What a document may hold; checked before anything of it runs. */
export const documentLimits = {
  /** Levels of braces: a root page and five relations as `edges { node { … } }`, three levels each, then the member. */
  depth: 19,
  /** Each alias of a root field is a statement of its own, and inside a record one more column. */
  aliases: 60,
  /** Far above what people write; keeps validation from being busied by repeated directives. */
  directives: 50,
  /** GraphiQL's introspection takes about 300, sixty creates of 25 members written out about 4,600. */
  tokens: 5_000,
} as const;
