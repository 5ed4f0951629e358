/**
 * What the interface says of agenda items.
 */
import type { TypeSystemPart } from './type-system-part.js';

const navigator = 'NavigatorAgendaItemInterface';
const activity = 'ActivityAgendaItemInterface';
const shared = { linkedId: 'ID!', date: 'Date!', name: 'String!' };
const deal = { ...shared, fitness: 'WarningLevelEnum', opportunityRanking: 'Int!', opportunityLabel: 'Int!' };

export const agendaTypeSystem: TypeSystemPart = {
  types: {
    [navigator]: { members: shared },
    [activity]: { members: shared },
    AgendaAppointment: {
      implements: [navigator, activity],
      members: {
        ...shared,
        startDatetime: 'DateTime',
        endDatetime: 'DateTime',
        reminder: 'DateTime',
        appointmentType: 'ActivityTypeIconEnum!',
        isRecurrent: 'Boolean!',
      },
    },
    AgendaDueDateTask: {
      implements: [navigator, activity],
      members: { ...shared, taskType: 'ActivityTypeIconEnum!', priority: 'PriorityEnum!', reminder: 'DateTime' },
    },
    AgendaOpportunityClosingDate: { implements: [navigator], members: deal },
    AgendaOpportunityVelocity: { implements: [navigator], members: deal },
    AgendaRecurrentAppointmentVirtualOccurence: {
      implements: [navigator, activity],
      members: {
        ...shared,
        startDatetime: 'DateTime',
        endDatetime: 'DateTime',
        occurenceDate: 'DateTime',
        appointmentType: 'ActivityTypeIconEnum!',
      },
    },
  },
  enums: {
    PriorityEnum: ['Low', 'Medium', 'High'],
    WarningLevelEnum: ['Ok', 'Notice', 'Warning', 'Error'],
    ActivityTypeIconEnum: [
      ...[
        'GeneralIcon',
        'Task',
        'Appointment',
        'Call',
        'Mail',
        'Message',
        'TicketingIntegration',
        'DocumentManagement',
      ],
      ...['EventManagement', 'AccountingSystem', 'MarketingCommunicationSystems', 'OrderProcessing', 'WebServices'],
      ...[
        'ReturnMerchandiseAuthorizationSystems',
        'SalesAutomatization',
        'SmsMessaging',
        'ErpSystems',
        'DataAnalytics',
      ],
      ...['Warehouses', 'ContactManagement', 'ContentManagementSystems', 'InventorySystems', 'Workflow'],
      'AssetManagementSystem',
    ],
  },
};
