/** Names and types of the GraphQL type system: its records, arguments and resolvers; all generated. The SDL is the entry point `sdl`. */
export { mutationNames, queryNames, typeNames } from './generated/names.js';
export type * from './generated/resolvers.js';
