/**
 * What servers with wrong GraphQL have in common: edits of documents, variables and answers.
 */
import { isJsonObject, type Json, type JsonObject } from '../../src/http/json.js';
import { editBody, type Fault, isGraphql, type ProxiedAnswer, replacing, withBody } from './fault.js';

/** Renames members at any depth. */
export function renamed(value: Json, from: string, to: string): Json {
  if (Array.isArray(value)) return value.map((item: Json) => renamed(item, from, to));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name === from ? to : name, renamed(item ?? null, from, to)]),
  );
}

/** Edits the variables of an operation. */
export function variables(edit: (variables: Json) => Json): NonNullable<Fault['request']> {
  return (request) =>
    isGraphql(request) ? withBody(request, (body) => ({ ...body, variables: edit(body.variables ?? null) })) : request;
}

/** Edits the text of a document. */
export function documents(edit: (document: string) => string): NonNullable<Fault['request']> {
  return (request) =>
    isGraphql(request)
      ? withBody(request, (body) => (typeof body.query === 'string' ? { ...body, query: edit(body.query) } : body))
      : request;
}

/** Replaces parts of what GraphQL answers. */
export function answering(pattern: RegExp | string, by: string): NonNullable<Fault['answer']> {
  return (answer, request) => (isGraphql(request) ? replacing(answer, pattern, by) : answer);
}

/** Replaces a member of the data of an answer. */
export function editData(answer: ProxiedAnswer, member: string, edit: (value: Json) => Json): ProxiedAnswer {
  return editBody(answer, (body) => {
    const data: JsonObject = isJsonObject(body.data) ? body.data : {};
    const value = data[member];
    return value === undefined ? body : { ...body, data: { ...data, [member]: edit(value) } };
  });
}

/** Turns a list of the data of an answer around. */
export function turned(member: string): NonNullable<Fault['answer']> {
  return (answer, request) =>
    isGraphql(request)
      ? editData(answer, member, (value) => (Array.isArray(value) ? [...value].reverse() : value))
      : answer;
}
