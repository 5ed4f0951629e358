/**
 * The types of an operation, as openapi-typescript makes them, in the terms of its handler.
 */
import type { JsonAnswer } from './content/json-answer.js';

/** As much of an operation's types as handlers are checked against. */
export interface OperationTypes {
  readonly parameters: { readonly query?: object | undefined; readonly path?: object | undefined };
  readonly requestBody?: unknown;
  readonly responses: object;
}

/** Names of the parameters in the query. */
export type QueryName<Operation extends OperationTypes> = keyof NonNullable<Operation['parameters']['query']> & string;

/** What is in the address where the path of the operation has `{name}`. */
export type PathParams<Operation extends OperationTypes> = {
  readonly [Name in keyof NonNullable<Operation['parameters']['path']>]: string;
};

/** The value in JSON of a body that a document declares. */
export type JsonBody<Body> = Body extends { readonly content: { readonly 'application/json': infer Value } }
  ? Immutable<Value>
  : never;

type Immutable<Value> = Value extends object ? { readonly [Name in keyof Value]: Immutable<Value[Name]> } : Value;

/** The members of a body that is an object. What they hold is checked when it is read. */
export type BodyMembers<Operation extends OperationTypes> = {
  readonly [Name in keyof JsonBody<Operation['requestBody']>]?: unknown;
};

/** The statuses of success, 304 among them. Errors are thrown. */
type SuccessStatus = 200 | 201 | 206 | 304;

/** What a handler gives: an answer in JSON that the document declares; `written` when the content is not JSON and on its way. */
export type HandlerAnswer<Operation extends OperationTypes> = {
  [Status in Extract<keyof Operation['responses'], SuccessStatus>]: AnswerOf<Status, Operation['responses'][Status]>;
}[Extract<keyof Operation['responses'], SuccessStatus>];

type AnswerOf<Status extends number, Response> = Response extends { readonly content: { readonly '*/*': unknown } }
  ? 'written'
  : JsonAnswer<Status, JsonBody<Response>> | EventsOf<Response>;

type EventsOf<Response> = Response extends { readonly content: { readonly 'text/event-stream': unknown } }
  ? 'written'
  : never;
