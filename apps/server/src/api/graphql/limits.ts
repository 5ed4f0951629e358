/**
 * How much one GraphQL request may ask for. Numbers and their reasons only.
 */

/** What a connection gives at most, and when neither `first` nor `last` is named; the core keeps to the same bounds. */
export const pageSize = { max: 100, default: 30 } as const;

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
  /** Brackets of all forms inside one another: 19 levels of braces, with a filter of 12 levels of lists and objects in the last. */
  nesting: 100,
  /** Characters of a name; an unknown one is compared with all names there are. Of a number as well, which errors repeat. */
  name: 200,
  /** How often one selection names a field: validation compares each of them with each other one. Aliases, which differ, are fewer. */
  repeats: 100,
  /** Characters, those of texts included: long values belong in variables. */
  characters: 1_000_000,
  /** Lines, those inside texts included. */
  lines: 50_000,
} as const;

/**
 * What a document may hold so that its errors say where they are. The text is read up to the place of each error, so that a long one with a
 * hundred errors would take seconds.
 */
export const placeLimits = { characters: 100_000, lines: 5_000 } as const;

/** What an operation may ask about the schema. All of it takes a fifth of a second and is five megabytes long. */
export const introspectionLimits = {
  __schema: 1,
  /** The largest types take fifty milliseconds with what they refer to. */
  __type: 5,
  /** Of members that hold nothing else, such as names and descriptions; others have none. */
  aliases: 10,
} as const;

/** What variables may hold; checked before they are coerced. */
export const variableLimits = {
  /**
   * Values, and for each input object all members of its type: a coerced object is looked up for each. A batch of 1,000 records with
   * their rows has half as many.
   */
  members: 500_000,
  /** What an input object counts as at least, however few members its type has. */
  object: 25,
  /** So many times an object of a filter or an order counts: there may be nothing else, and few are taken. */
  filterPart: 4,
  /** What a scalar in a list counts as, and a list of them: each is looked at and copied several times, and there may be nothing else. */
  listItem: 10,
  /** Lists and objects inside one another, those of free JSON not counted; a filter of 12 levels has 25. */
  depth: 50,
  /** Characters of the name of a member or of an enum's value; an unknown one is compared with all names there are. */
  name: 200,
} as const;
