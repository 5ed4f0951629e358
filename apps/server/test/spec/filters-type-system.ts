/**
 * What the interface says of filter boxes.
 */
import type { TypeSystemPart } from './type-system-part.js';

const box = { id: 'String!', entity: 'String!', lookupFieldId: 'UUID' };
const rule = { id: 'UUID', field: 'String!', operator: 'FieldOperator', values: '[[String]]' };

export const filtersTypeSystem: TypeSystemPart = {
  types: {
    FilterBoxInterface: { members: box },
    FilterBox: {
      implements: ['FilterBoxInterface'],
      members: { ...box, relation: 'HardCodedRelation', filterFields: '[FieldFilterRule!]!' },
    },
    MainFilterBox: {
      implements: ['FilterBoxInterface'],
      members: { ...box, filterFields: '[FieldFilterRule!]!' },
    },
    EntityHealthMainFilterBox: { implements: ['FilterBoxInterface'], members: box },
    EntityHealthFilterBox: { implements: ['FilterBoxInterface'], members: box },
    HardCodedRelation: { members: { kind: 'SiblingRelationType!' } },
    FilterFieldRuleInterface: { members: rule },
    FieldFilterRule: { implements: ['FilterFieldRuleInterface'], members: rule },
    EntityHealthFieldFilterRule: { implements: ['FilterFieldRuleInterface'], members: rule },
  },
  enums: {
    SiblingRelationType: [
      ...['NoRelation', 'Custom', 'Aggregation', 'LastFinishedActivity', 'NextScheduledActivity', 'Primary'],
      ...['NextOpenOpportunity', 'LastWonOpportunity', 'LastLostOpportunity', 'LastOnlineFormResponse', 'LastNote'],
      ...['LastMessage', 'LastActivityComment', 'All', 'Sender'],
    ],
    FieldOperator: [
      ...['Nop', 'Is', 'IsNot', 'IsEmpty', 'IsNotEmpty', 'Less', 'LessOrEqual', 'More', 'MoreOrEqual', 'Between'],
      ...['BetweenNot', 'Contains', 'ContainsNot', 'Has', 'HasNot', 'RelativePeriod', 'RelativePeriodNot', 'In'],
      ...['InNot', 'StartsWith', 'EndsWith', 'IsActive', 'IsNotActive'],
    ],
  },
};
