/**
 * Servers whose filters are wrong.
 */
import type { JsonObject } from '../../src/http/json.js';
import { editList, type Fault, isList, type ProxiedRequest, withoutParameters, withQuery } from './fault.js';

/** Replaces an operator by another one wherever it is sent. */
function takingFor(operator: string, other: string): NonNullable<Fault['request']> {
  return (request) =>
    withQuery(request, (query) => {
      for (const [name, value] of [...query])
        if (name.startsWith('filter-op') && value === operator) query.set(name, other);
    });
}

/** The fields that the request filters with an operator, and their operands. */
function conditionsWith(
  { url }: ProxiedRequest,
  operator: string,
): readonly { field: string; operands: readonly string[] }[] {
  return [...url.searchParams]
    .filter(([name, value]) => name.startsWith('filter-op[') && value === operator)
    .map(([name]) => name.slice('filter-op['.length, -1))
    .map((field) => ({
      field,
      operands: url.searchParams.getAll(`filter[${field}]`).flatMap((text) => text.split(',')),
    }));
}

/** Takes records out of a list that a condition with the operator found. */
function losing(
  operator: string,
  isLost: (value: JsonObject[string], operands: readonly string[]) => boolean,
): NonNullable<Fault['answer']> {
  return (answer, request) => {
    if (!isList(request)) return answer;
    const conditions = conditionsWith(request, operator);
    return editList(answer, (records) =>
      records.filter((record) => !conditions.some(({ field, operands }) => isLost(record[field], operands))),
    );
  };
}

export const filterFaults: readonly Fault[] = [
  {
    name: 'ignores filters',
    caughtBy: ['filter.default-operator', 'filter.operator.eq', 'filter.clients.email'],
    request: (request) =>
      isList(request)
        ? withoutParameters(request, 'filter[email]', 'filter[city]', 'filter-op', 'filter[account_class]')
        : request,
  },
  {
    name: 'ignores `filter-op`',
    caughtBy: ['filter.operator.contains', 'filter.operator.gt', 'filter.operator-alone'],
    request: (request) => (isList(request) ? withoutParameters(request, 'filter-op') : request),
  },
  {
    name: 'ignores case in `eq`',
    caughtBy: ['filter.eq.case', 'filter.operator.eq'],
    request: (request) =>
      withQuery(request, (query) => {
        if (query.has('filter[city]') && !query.has('filter-op[city]')) query.append('filter-op[city]', 'ieq');
        for (const [name, value] of [...query])
          if (name.startsWith('filter-op') && value === 'eq' && /city|name|address|comments/.test(name))
            query.set(name, 'ieq');
      }),
  },
  {
    name: 'takes `contains` for `icontains`',
    caughtBy: ['filter.eq.case', 'filter.operator.icontains'],
    request: takingFor('icontains', 'contains'),
  },
  { name: 'takes `gt` for `gte`', caughtBy: ['filter.operator.gte'], request: takingFor('gte', 'gt') },
  { name: 'takes `lte` for `lt`', caughtBy: ['filter.operator.lt'], request: takingFor('lt', 'lte') },
  { name: 'takes `starts` for `ends`', caughtBy: ['filter.operator.ends'], request: takingFor('ends', 'starts') },
  {
    name: 'takes `null` for `empty`',
    caughtBy: ['filter.operator-alone', 'filter.operator.empty'],
    request: takingFor('empty', 'null'),
  },
  {
    name: 'loses null with `not-eq`',
    caughtBy: ['filter.any-of', 'filter.operator.not-eq'],
    answer: losing('not-eq', (value) => value === null),
  },
  {
    name: 'leaves the upper bound of `between` out',
    caughtBy: ['filter.between.forms', 'filter.operator.between'],
    answer: losing('between', (value, operands) => String(value) === operands[1]),
  },
  {
    name: 'folds only ASCII letters in `ieq`',
    caughtBy: ['filter.eq.case', 'filter.operator.ieq'],
    request: (request) =>
      withQuery(request, (query) => {
        for (const [name, value] of [...query]) {
          const operator = query.get(name.replace('filter[', 'filter-op['));
          if (name.startsWith('filter[') && operator === 'ieq' && /[^\p{ASCII}]/u.test(value))
            query.set(name.replace('filter[', 'filter-op['), 'eq');
        }
      }),
  },
  {
    name: 'takes `%` in a value for a wildcard',
    caughtBy: ['filter.plain-characters'],
    request: (request) =>
      withQuery(
        request,
        (query) =>
          query.has('filter[city]') && query.set('filter[city]', query.get('filter[city]')?.replaceAll('%', '') ?? ''),
      ),
  },
  {
    name: 'takes the last of several values only',
    caughtBy: ['filter.any-of', 'filter.operator.eq'],
    request: (request) =>
      withQuery(request, (query) => {
        for (const [name, value] of [...query]) if (!name.includes('class')) query.set(name, value);
      }),
  },
  {
    name: 'joins conditions by OR',
    caughtBy: ['filter.several'],
    answer: async (answer, request, ask) => {
      const names = [...request.url.searchParams.keys()].filter((name) => /^filter\[c(ity|ountry)\]/.test(name));
      return isList(request) && names.length > 1 ? await ask(withoutParameters(request, 'filter[country]')) : answer;
    },
  },
  {
    name: 'drops a filter that it does not understand',
    caughtBy: ['filter.refused.field', 'filter.refused.operator', 'filter.refused.operand'],
    answer: (answer, request, ask) =>
      isList(request) && answer.status === 400 ? ask(withoutParameters(request, 'filter')) : answer,
  },
  {
    name: 'lists a record once for each item that matches',
    caughtBy: ['filter.relation.to-many'],
    answer: (answer, request) =>
      request.url.search.includes('account_relations.')
        ? editList(answer, (records) => [...records, ...records.slice(-1)])
        : answer,
  },
  {
    name: 'compares text in relations without the relation',
    caughtBy: ['filter.relation.to-one', 'filter.relation.to-many'],
    request: (request) =>
      withQuery(request, (query) => {
        for (const name of new Set(query.keys())) if (/^filter\[.*\./.test(name)) query.delete(name);
      }),
  },
  {
    name: 'takes date-times in filters for local time of another zone',
    caughtBy: ['filter.date-time.forms'],
    request: (request) =>
      withQuery(request, (query) => {
        const moment = query.get('filter[created]');
        if (moment !== null && !/Z|\+/.test(moment)) query.set('filter[created]', `${moment}+01:00`);
      }),
  },
  {
    name: 'shows deleted records in every list',
    caughtBy: ['delete.hidden'],
    request: (request) =>
      isList(request) ? withQuery(request, (query) => query.set('include-deleted', 'true')) : request,
  },
  {
    name: 'ignores `include-deleted`',
    caughtBy: ['delete.included', 'delete.keeps-members'],
    request: (request) => withoutParameters(request, 'include-deleted'),
  },
];
