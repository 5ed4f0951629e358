/**
 * Servers whose filters, key figures, agendas and reports of GraphQL are wrong.
 */
import type { Json } from '../../src/http/json.js';
import { editBody, type Fault, isGraphql, type ProxiedRequest } from './fault.js';
import { answering, documents, editData, renamed, variables } from './graphql-edits.js';

const parsed = (text: string) => JSON.parse(text) as Json;

/** Replaces parts of the variables, written as JSON. */
const rewriting = (pattern: string | RegExp, by: string) =>
  variables((given) => parsed(JSON.stringify(given).replaceAll(pattern, by)));

/** Leaves a variable out. */
const without = (name: string) => variables((given) => renamed(given, name, 'unused'));

const asksFor = (request: ProxiedRequest, member: string) => isGraphql(request) && request.body.includes(member);

export const graphqlAnalyticsFaults: readonly Fault[] = [
  {
    name: 'takes `LessOrEqual` for `Less` in boxes',
    caughtBy: ['graphql.boxes.rules'],
    request: rewriting('"operator":"LessOrEqual"', '"operator":"Less"'),
  },
  {
    name: 'ignores the formula of a box',
    caughtBy: ['graphql.boxes.formula', 'graphql.boxes.rejected'],
    request: without('formula'),
  },
  {
    name: 'takes `NoRelation` for `All`',
    caughtBy: ['graphql.boxes.sibling'],
    request: rewriting('"kind":"NoRelation"', '"kind":"All"'),
  },
  {
    name: 'takes the greatest for the least in boxes',
    caughtBy: ['graphql.boxes.aggregation'],
    request: rewriting('"field":"min.value"', '"field":"max.value"'),
  },
  {
    name: 'takes all related records for the one that comes first',
    caughtBy: ['graphql.boxes.first'],
    request: rewriting(/"kind":"(Next|Last)\w+"/g, '"kind":"All"'),
  },
  {
    name: 'takes months for quarters in pivot tables',
    caughtBy: ['graphql.pivot.groups'],
    request: rewriting('"period":"Quarter"', '"period":"Month"'),
  },
  {
    name: 'gives no points below zero',
    caughtBy: ['graphql.boxes.points'],
    request: rewriting(/"weight":-\d+/g, '"weight":2'),
  },
  {
    name: 'drops filters that it does not understand',
    caughtBy: ['graphql.boxes.rejected', 'graphql.saved-filter.stored'],
    answer: (answer, request) =>
      isGraphql(request) && answer.body.includes('"errors"')
        ? { ...answer, body: '{"data":{"accounts":{"nodes":[]}}}' }
        : answer,
  },
  {
    name: 'ignores `profileId`',
    caughtBy: ['graphql.saved-filter.run', 'graphql.saved-filter.stored'],
    request: without('profile'),
  },
  {
    name: 'does not change a saved filter',
    caughtBy: ['graphql.saved-filter.stored'],
    request: documents((document) =>
      document
        .replace('changeFilter(id: $id, tab: $tab,', 'changeFilter(id: $id,')
        .replace('$tab: FilterTabInput, ', ''),
    ),
  },
  {
    name: 'counts lost amounts as won',
    caughtBy: ['graphql.insights.figures', 'graphql.insights.items'],
    answer: answering(/"WonAmount":50\b/g, '"WonAmount":80'),
  },
  {
    name: 'counts what happened at any time',
    caughtBy: ['graphql.insights.period'],
    request: rewriting(/"startDate":"20\d\d/g, '"startDate":"2020'),
  },
  {
    name: 'calls whatever has moved rising',
    caughtBy: ['graphql.insights.period'],
    answer: answering('"Falling"', '"Rising"'),
  },
  {
    name: 'says of users that they are units',
    caughtBy: ['graphql.insights.items'],
    answer: answering('"InsightClientItem"', '"InsightSalesUnitItem"'),
  },
  {
    name: 'ignores the direction of a ranking',
    caughtBy: ['graphql.indicators'],
    request: rewriting('"direction":"ASC"', '"direction":"DESC"'),
  },
  {
    name: 'counts nothing for a user who is unknown',
    caughtBy: ['graphql.insights.rejected', 'graphql.agenda.rejected', 'graphql.report.rejected'],
    answer: (answer, request) =>
      isGraphql(request) ? editBody(answer, ({ errors: _, ...body }) => ({ ...body, data: {} })) : answer,
  },
  {
    name: 'counts days of an agenda in UTC',
    caughtBy: ['graphql.agenda.navigator', 'graphql.agenda.activities'],
    request: rewriting('"timeZone":"Europe/Vienna"', '"timeZone":"UTC"'),
  },
  {
    name: 'ignores `kinds` of an agenda',
    caughtBy: ['graphql.agenda.activities'],
    request: without('kinds'),
  },
  {
    name: 'lets a series slip by an hour when clocks change',
    caughtBy: ['graphql.agenda.series'],
    answer: answering(/"2031-03-30T07:00/g, '"2031-03-30T08:00'),
  },
  {
    name: 'never shows completed tasks',
    caughtBy: ['graphql.agenda.left-out'],
    request: without('done'),
  },
  {
    name: 'leaves the rows without a value out of pivot tables',
    caughtBy: ['graphql.pivot.cells'],
    answer: answering('"keys":[null]', '"keys":["?"]'),
  },
  {
    name: 'leads from every cell to all records',
    caughtBy: ['graphql.pivot.records'],
    request: without('rows'),
  },
  {
    name: 'lists a report table the wrong way round',
    caughtBy: ['graphql.report-table'],
    request: rewriting('"direction":"DESC"', '"direction":"ASC"'),
  },
  {
    name: 'shows an empty saved report',
    caughtBy: ['graphql.saved-report'],
    answer: (answer, request) =>
      asksFor(request, '"report":') ? editData(answer, 'evaluateReport', () => ({ items: [{ id: 'pivot' }] })) : answer,
  },
];
