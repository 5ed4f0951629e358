/**
 * Servers whose filters are wrong.
 */
import type { JsonObject } from '../../src/http/json.js';
import { editList, type Fault, isList, type ProxiedRequest, replacing, withoutParameters, withQuery } from './fault.js';

/** Replaces an operator by another one wherever it is sent. */
function takingFor(operator: string, other: string, ...caughtBy: Fault['caughtBy']): Fault {
  return {
    name: `takes \`${operator}\` for \`${other}\``,
    caughtBy,
    request: (request) =>
      withQuery(request, (query) => {
        for (const [name, value] of [...query])
          if (name.startsWith('filter-op') && value === operator) query.set(name, other);
      }),
  };
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

/** Drops the parameters that match. */
function dropping(pattern: RegExp): NonNullable<Fault['request']> {
  return (request) =>
    withQuery(request, (query) => {
      for (const name of new Set(query.keys())) if (pattern.test(name)) query.delete(name);
    });
}

export const filterFaults: readonly Fault[] = [
  {
    name: 'ignores filters on some fields',
    caughtBy: ['filter.default-operator', 'filter.operator.eq', 'filter.clients.email'],
    request: dropping(/^filter(-op)?\[(email|city|account_class|name|address|comments)\]/),
  },
  {
    name: 'ignores `filter-op`',
    caughtBy: ['filter.operator.contains', 'filter.operator.gt', 'filter.operator-alone', 'filter.dates'],
    request: dropping(/^filter-op/),
  },
  {
    name: 'ignores case in `eq`',
    caughtBy: ['filter.eq.case', 'filter.default-operator', 'filter.operator.eq'],
    request: (request) =>
      withQuery(request, (query) => {
        if (query.has('filter[city]') && !query.has('filter-op[city]')) query.append('filter-op[city]', 'ieq');
        const texts = /city|name|address|comments/;
        for (const [name, value] of [...query])
          if (name.startsWith('filter-op') && value === 'eq' && texts.test(name)) query.set(name, 'ieq');
      }),
  },
  takingFor('icontains', 'contains', 'filter.eq.case', 'filter.operator.icontains'),
  takingFor('istarts', 'starts', 'filter.eq.case', 'filter.operator.istarts'),
  takingFor('iends', 'ends', 'filter.eq.case', 'filter.operator.iends'),
  takingFor('not-ieq', 'not-eq', 'filter.operator.not-ieq'),
  takingFor('starts', 'contains', 'filter.operator.starts'),
  takingFor('ends', 'starts', 'filter.operator.ends'),
  takingFor('gt', 'gte', 'filter.operator.gt'),
  takingFor('gte', 'gt', 'filter.operator.gte', 'filter.dates'),
  takingFor('lt', 'lte', 'filter.operator.lt'),
  takingFor('lte', 'lt', 'filter.operator.lte'),
  takingFor('empty', 'null', 'filter.operator-alone', 'filter.operator.empty'),
  takingFor('not-empty', 'not-null', 'filter.operator-alone', 'filter.operator.not-empty'),
  takingFor('null', 'empty', 'filter.operator-alone', 'filter.operator.null'),
  takingFor('not-null', 'not-empty', 'filter.operator-alone', 'filter.operator.not-null'),
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
          const operator = name.replace('filter[', 'filter-op[');
          if (name !== operator && query.get(operator) === 'ieq' && /[^\p{ASCII}]/u.test(value))
            query.set(operator, 'eq');
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
    name: 'drops the second of several conditions',
    caughtBy: ['filter.several'],
    request: dropping(/^filter\[country\]/),
  },
  {
    name: 'drops a filter that it does not understand',
    caughtBy: ['filter.rejected.field', 'filter.rejected.operator', 'filter.rejected.operand'],
    answer: (answer, request, ask) =>
      isList(request) && answer.status === 400 ? ask(withoutParameters(request, 'filter')) : answer,
  },
  {
    name: 'gives no hint about a misspelt name',
    caughtBy: ['filter.rejected.hint'],
    answer: (answer) => (answer.status === 400 ? replacing(answer, /country/g, '…') : answer),
  },
  {
    name: 'needs the brackets of parameters escaped',
    caughtBy: ['filter.raw-brackets'],
    request: (request) => (request.url.search.includes('[') ? withoutParameters(request, 'filter') : request),
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
    name: 'ignores filters with a dotted path',
    caughtBy: ['filter.relation.to-one', 'filter.relation.to-many'],
    request: dropping(/^filter.*\./),
  },
  {
    name: 'ignores filters on relations',
    caughtBy: ['filter.relation.empty', 'filter.relation.id'],
    request: dropping(/^filter(-op)?\[(account_relations|parent_account_id)\]/),
  },
  {
    name: 'ignores filters on system members',
    caughtBy: ['filter.is-deleted'],
    request: dropping(/^filter(-op)?\[(is_deleted|revision)\]/),
  },
  {
    name: 'ignores filters on derived members',
    caughtBy: ['opportunity.status.filter', 'contact.formatted-name'],
    request: (request) => {
      const { searchParams } = request.url;
      if (searchParams.has('filter[status]')) return withoutParameters(request, 'filter[status]');
      return searchParams.has('filter[formatted_name]')
        ? withQuery(request, (query) => query.set('filter[formatted_name]', 'nobody'))
        : request;
    },
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
    name: 'tells ids in upper case from those in lower case',
    caughtBy: ['value.uuid.case'],
    answer: (answer, { url }) =>
      /filter%5B\w+_id%5D=[^&]*[A-F]/.test(url.search) ? editList(answer, () => []) : answer,
  },
  {
    name: 'shows deleted records in every list',
    caughtBy: ['delete.hidden', 'delete.rows'],
    request: (request) =>
      isList(request) ? withQuery(request, (query) => query.set('include-deleted', 'true')) : request,
  },
  {
    name: 'ignores `include-deleted`',
    caughtBy: ['delete.included', 'delete.keeps-members'],
    request: (request) => withoutParameters(request, 'include-deleted'),
  },
  {
    name: 'does not know `include_deleted`',
    caughtBy: ['delete.underscore'],
    request: (request) => withoutParameters(request, 'include_deleted'),
  },
];
