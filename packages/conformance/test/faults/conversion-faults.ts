/**
 * Servers on which leads, opportunities, relation rows and documents do not live as the interface says.
 */
import type { JsonObject } from '../../src/http/json.js';
import { editBody, editList, editRecords, type Fault, type ProxiedRequest, withRecord, withStatus } from './fault.js';

const isOf = ({ url }: ProxiedRequest, collection: string) => url.pathname.includes(`/entities/${collection}`);
const isPostTo = ({ method, url }: ProxiedRequest, end: string) => method === 'POST' && url.pathname.endsWith(end);

/** Edits every record of a collection, wherever it is answered. */
function inCollection(collection: string, edit: (record: JsonObject) => JsonObject): NonNullable<Fault['answer']> {
  return (answer, request) => (isOf(request, collection) ? editRecords(answer, edit) : answer);
}

export const conversionFaults: readonly Fault[] = [
  {
    name: 'shows archived leads as open',
    caughtBy: ['lead.status'],
    answer: inCollection('Leads', (record) => ('status' in record ? { ...record, status: 1 } : record)),
  },
  {
    name: 'cannot take leads and opportunities out of the archive',
    caughtBy: ['lead.status', 'operation.reactivateLead', 'operation.reactivateOpportunity'],
    answer: (answer, request) => (isPostTo(request, '/reactivate') ? withStatus(answer, 409) : answer),
  },
  {
    name: 'gives a qualified lead another id',
    caughtBy: ['lead.qualify'],
    answer: (answer, request) =>
      isPostTo(request, '/qualify')
        ? editRecords(answer, (record) => ({ ...record, id: '018f4b7a-6c1e-7d52-9a3b-5f0c2d9e8a11' }))
        : answer,
  },
  {
    name: 'answers a qualification with the lead',
    caughtBy: ['operation.qualifyLead', 'lead.qualify'],
    answer: (answer, request) =>
      isPostTo(request, '/qualify')
        ? editRecords(answer, ({ closing_date: _, was_qualified: __, ...record }) => record)
        : answer,
  },
  {
    name: 'sends no opportunity back',
    caughtBy: ['operation.sendOpportunityBack'],
    answer: (answer, request) => (isPostTo(request, '/back-to-lead') ? withStatus(answer, 404) : answer),
  },
  {
    name: 'keeps no events of leads that are lost',
    caughtBy: ['lead.events'],
    answer: (answer, request) =>
      isOf(request, 'LeadOpptyKPIs') ? editList(answer, (rows) => rows.filter(({ kpi }) => kpi !== 6)) : answer,
  },
  {
    name: 'lists of leads and opportunities only what both have',
    caughtBy: ['union.members', 'operation.listLeadOppties'],
    answer: inCollection('LeadOppties', ({ lead_type_id: _, closing_date: __, ...record }) => record),
  },
  {
    name: 'distinguishes leads and opportunities by nothing',
    caughtBy: ['union.members'],
    answer: inCollection('LeadOppties', (record) => ({ ...record, table_name: 'lead_oppty' })),
  },
  {
    name: 'sets both links of a lead or opportunity',
    caughtBy: ['relation.polymorphic'],
    answer: inCollection('LeadOpptyAccountRelations', (record) =>
      'lead' in record
        ? { ...record, lead: record.lead ?? record.oppty ?? null, oppty: record.oppty ?? record.lead ?? null }
        : record,
    ),
  },
  {
    name: 'ignores tags in the body of an account',
    caughtBy: ['relation.shorthand'],
    request: (request) => withRecord(request, ({ tags: _, ...record }) => record),
  },
  {
    name: 'does not sum up line items',
    caughtBy: ['line-items.value'],
    answer: inCollection('Opportunities', (record) =>
      record.is_value_auto_calculate === true ? { ...record, value: null } : record,
    ),
  },
  {
    name: 'shows the content of files in their records',
    caughtBy: ['document.content'],
    answer: inCollection('CloudObjects', (record) => ({ ...record, content: 'R3LDvMOfZQ==' })),
  },
  {
    name: 'serves every file as a web page',
    caughtBy: ['document.content'],
    answer: (answer, request) =>
      request.url.pathname.endsWith('/content')
        ? { ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } }
        : answer,
  },
  {
    name: 'has lost the content of files',
    caughtBy: ['operation.getCloudObjectContent', 'document.content'],
    answer: (answer, request) => (request.url.pathname.endsWith('/content') ? withStatus(answer, 404) : answer),
  },
  {
    name: 'answers an upload without the record',
    caughtBy: ['operation.uploadCloudObject'],
    answer: (answer, request) =>
      isPostTo(request, '/upload') ? editBody(answer, (body) => ({ ...body, data: null })) : answer,
  },
];
