/**
 * Servers that change values on their way in or out.
 */
import { isJsonObject, type Json } from '../../src/http/json.js';
import { editRecords, type Fault, isRest, replacing, withRecord } from './fault.js';

function mapTexts(value: Json, edit: (text: string) => string): Json {
  if (typeof value === 'string') return edit(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, edit));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item ?? null, edit)]));
}

/** Changes every text of a body that is written. */
function texts(edit: (text: string) => string): NonNullable<Fault['request']> {
  return (request) => withRecord(request, (record) => mapTexts(record, edit));
}

/** Replaces the value of one member of a body that is written. */
function member(name: string, edit: (value: Json) => Json): NonNullable<Fault['request']> {
  return (request) =>
    withRecord(request, (record) => (record[name] === undefined ? record : { ...record, [name]: edit(record[name]) }));
}

export const valueFaults: readonly Fault[] = [
  {
    name: 'writes date-times with a zone',
    caughtBy: ['value.date-time.out', 'operation.getAccount'],
    answer: (answer, request) =>
      isRest(request) ? replacing(answer, /"\d{4}-\d\d-\d\dT[\d:.]+"/g, (text) => `${text.slice(0, -1)}Z"`) : answer,
  },
  {
    name: 'writes date-times to the millisecond',
    caughtBy: ['value.date-time.out', 'value.date-time.in'],
    answer: (answer) =>
      replacing(answer, /"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}"/g, (text) => `${text.slice(0, -4)}"`),
  },
  {
    name: 'takes any text for a moment',
    caughtBy: ['value.date-time.rejected'],
    request: member('created', (value) =>
      typeof value === 'string' && /^\d/.test(value) ? value : '2020-01-01T00:00:00',
    ),
  },
  {
    name: 'writes dates as date-times',
    caughtBy: ['value.date', 'operation.getOpportunity'],
    answer: (answer) => replacing(answer, /"closing_date":"[^"]*/g, (text) => `${text}T00:00:00`),
  },
  {
    name: 'writes booleans as 0 and 1',
    caughtBy: ['value.boolean', 'operation.getAccount'],
    answer: (answer, request) =>
      isRest(request)
        ? replacing(
            replacing(answer, '"is_unsubscribed":true', '"is_unsubscribed":1'),
            '"is_unsubscribed":false',
            '"is_unsubscribed":0',
          )
        : answer,
  },
  {
    name: 'writes amounts as texts',
    caughtBy: ['value.money.base', 'operation.getOpportunity'],
    answer: (answer) => replacing(answer, /(?<="(?:base_value|value_foreign)":)[\d.]+/g, (number) => `"${number}"`),
  },
  {
    name: 'leaves the base value out when the foreign one is given',
    caughtBy: ['value.money.foreign'],
    answer: (answer, { body }) =>
      body.includes('"value_foreign"') ? replacing(answer, /"base_value":[\d.]+/g, '"base_value":null') : answer,
  },
  {
    name: 'keeps decimals in floats of 32 bits',
    caughtBy: ['value.number'],
    answer: (answer) =>
      replacing(answer, /(?<="calc_value":)[-\d.]+/g, (number) => String(Math.fround(Number(number)))),
  },
  {
    name: 'rounds fractions of whole numbers',
    caughtBy: ['value.number.rejected'],
    request: member('sort_order', (value) => (typeof value === 'number' ? Math.floor(value) : value)),
  },
  {
    name: 'takes any number as labels',
    caughtBy: ['value.bit-mask'],
    request: member('label_flag', (value) => (value === 8 ? 7 : value)),
  },
  { name: 'trims texts', caughtBy: ['value.text'], request: texts((text) => text.trim()) },
  { name: 'normalises Unicode', caughtBy: ['value.text'], request: texts((text) => text.normalize('NFC')) },
  {
    name: 'loses characters beyond the first plane',
    caughtBy: ['value.text', 'order.code-point'],
    request: texts((text) => text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'turns empty texts into null',
    caughtBy: ['value.text', 'filter.operator-alone'],
    request: (request) =>
      withRecord(request, (record) =>
        Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value === '' ? null : value])),
      ),
  },
  {
    name: 'cuts long texts',
    caughtBy: ['value.text.too-long'],
    request: member('city', (value) => (typeof value === 'string' ? Array.from(value).slice(0, 255).join('') : value)),
  },
  {
    name: 'answers free JSON as text',
    caughtBy: ['value.json'],
    answer: (answer) =>
      editRecords(answer, (record) =>
        'form_edit' in record && record.form_edit !== null
          ? { ...record, form_edit: JSON.stringify(record.form_edit) }
          : record,
      ),
  },
  {
    name: 'orders members by name alone',
    caughtBy: ['value.order'],
    answer: (answer, request) =>
      isRest(request)
        ? editRecords(answer, (record) =>
            Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))),
          )
        : answer,
  },
];
