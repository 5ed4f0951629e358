/**
 * What the interface says of insight and indicator items.
 */
import type { TypeSystemPart } from './type-system-part.js';

const client = {
  clientId: 'ID!',
  clientFirstName: 'String!',
  clientLastName: 'String!',
  clientMiddleName: 'String!',
  clientPosition: 'String',
  clientEmail: 'String!',
};
const salesUnit = { salesUnitId: 'ID!', salesUnitName: 'String!' };
const insight = { isDeleted: 'Boolean!', picture: 'String', kpiData: 'InsightItemKPIData!' };
const indicator = { kpiValue: 'Float!', isDeleted: 'Boolean!', picture: 'String' };

const counts = `CreatingLeads CreatingOppties QualifyingLeads WinningOppties LosingLeads LosingOppties CreatingActivities
  CompletingActivities SendingEmails`;
const amounts = `LostAmount WonAmount OpptyWinRate OpptyAverageTimeSpent OpptySalesVelocity OpptyAverageSize
  LeadAverageTimeSpent`;
const trends = `CreatingLeads CreatingOppties QualifyingLeads WinningOppties LosingLeads LosingOppties LostAmount WonAmount OpptyWinRate
  OpptyAverageTimeSpent OpptySalesVelocity OpptyAverageSize LeadAverageTimeSpent CreatingActivities CompletingActivities SendingEmails`;

const all = (names: string, type: string, suffix = '') =>
  Object.fromEntries(names.split(/\s+/).map((name) => [`${name}${suffix}`, type]));

export const insightsTypeSystem: TypeSystemPart = {
  types: {
    InsightItemInterface: { members: insight },
    InsightClientItem: { implements: ['InsightItemInterface'], members: { ...insight, ...client } },
    InsightSalesUnitItem: { implements: ['InsightItemInterface'], members: { ...insight, ...salesUnit } },
    IndicatorItemInterface: { members: indicator },
    IndicatorClientItem: { implements: ['IndicatorItemInterface'], members: { ...indicator, ...client } },
    IndicatorSalesUnitItem: { implements: ['IndicatorItemInterface'], members: { ...indicator, ...salesUnit } },
    InsightItemKPIData: {
      members: { ...all(counts, 'Int!'), ...all(amounts, 'Float!'), ...all(trends, 'InsightsKPITrend!', 'Trend') },
    },
  },
  enums: { InsightsKPITrend: ['Rising', 'Falling', 'Stalling'] },
};
