/**
 * What the documents do not declare does not compile: an answer of another operation, a parameter or a member that it does not have.
 */
import type { V1Handlers, V100Handlers } from '@headwater/openapi-types';
import type { Handler, RestRequest, readMembers } from '../../src/api/rest/handler.js';
import { operations } from '../../src/api/rest/operations.js';
import { parseListQuery } from '../../src/api/rest/parse-list-query.js';
import { deletedAnswer, listAnswer, recordAnswer } from '../../src/api/rest/render-records.js';
import { answer, jsonObject, jsonText } from '../../src/http/content/json-answer.js';
import type { HandlerAnswer } from '../../src/http/handler-types.js';
import type { RecordPage, RecordText } from '../../src/records/read/record-page.js';

declare const record: RecordText;
declare const page: RecordPage;

export const get: Handler<V100Handlers['get']> = async () => recordAnswer(200, record);
// @ts-expect-error the body of a list is no record
export const getList: Handler<V100Handlers['get']> = async () => listAnswer(page, true);
// @ts-expect-error a GET does not answer 201
export const getCreated: Handler<V100Handlers['get']> = async () => recordAnswer(201, record);
// @ts-expect-error a record in its envelope, not an id
export const getDeleted: Handler<V100Handlers['get']> = async () => deletedAnswer('id');
// @ts-expect-error the envelope says success
export const bare: Handler<V100Handlers['delete']> = async () => answer(200, jsonObject({ data: jsonText('id') }));
const counted = jsonObject({ success: jsonText(true as const), total: jsonText('1'), data: jsonText([]) });
// @ts-expect-error a count is a number
export const total: Handler<V100Handlers['list']> = async () => answer(200, counted);
// @ts-expect-error a merge has no id in its address
export const merge: Handler<V100Handlers['merge']> = operations.update;

// @ts-expect-error a single record has no filter
export const filter = ({ query }: RestRequest<V100Handlers['get']>) => query.bracketed('filter');
// @ts-expect-error nor the other parameters of a list
export const parsed = ({ query }: RestRequest<V100Handlers['get']>) => parseListQuery(query);
export const id = ({ params }: RestRequest<V100Handlers['get']>): string => params.id;
// @ts-expect-error a list has no id in its address
export const listId = ({ params }: RestRequest<V100Handlers['list']>) => params.id;

type MergeBody = Awaited<ReturnType<typeof readMembers<V100Handlers['merge']>>>;
export const master = (body: MergeBody) => body.master;
// @ts-expect-error a merge has no member of that name
export const duplicates = (body: MergeBody) => body.duplicates;

export const names: HandlerAnswer<V1Handlers['listCollections']> = answer(200, jsonText(['Accounts']));
// @ts-expect-error a list of names, not one name
export const name: HandlerAnswer<V1Handlers['listCollections']> = answer(200, jsonText('Accounts'));
