/** The GraphQL type system as SDL and the types of its records, arguments and resolvers; all generated. */
export type * from './generated/resolvers.js';
export { typeDefs } from './generated/sdl.js';
