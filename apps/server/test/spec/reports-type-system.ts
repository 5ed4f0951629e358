/**
 * What the interface says of the structure of reports.
 */
import type { TypeSystemPart } from './type-system-part.js';

const item = { id: 'ID!', parentId: 'ID', sortOrder: 'Int!' };

const entityNames = `AiAgent AiBalance AiEvent AiEventJournal AuditLog Account AccountKPI AccountRole AccountSharingClientRelation
  AccountSharingSalesUnitRelation AccountSocialRelation AccountProductPricing AccountType Activity ActivityComment ActivityKPI
  ActivityRelation ActivityType AllowedLeadType AllowedPipeline ApiAccess Application Appointment AppointmentClientInviteesRelation
  AppointmentContactInviteesRelation AppointmentInviteeNotifyQueue AppointmentReminder AppointmentSchedule AppointmentType
  AllowedAccountType AllowedAppointmentType AllowedContactType AllowedCompanyPhone AllowedTaskType Approval ApprovalApprover
  ApprovalProcess ApprovalProcessActivityLogLine ChatConversation Client ClientExcludedOppty ClientFavorite ClientSetting ClientStoryRead
  CloudObject CloudObjectFolder CloudObjectRelation CloudObjectStepRelation CloudObjectTemplate CompanyEmail Contact
  ContactAccountRelation ContactAccountAccountRoleRelation ContactRelation ContactRelationType ContactKPI ContactSharingClientRelation
  ContactSharingSalesUnitRelation ContactSocialRelation ContactType CountryCrm Currency CurrencyExchangeRate CurrencyExchangeRatesList
  CustomEntityRelation CustomEntityRelationData CustomEntity CustomEntityDataExRelation CustomEntityKPI CustomEntitySharingClientRelation
  CustomEntitySharingSalesUnitRelation CustomEntityType Data Ebook Email EmailMailboxRelation EmailSequence EmailSequenceActivityLog
  EmailSequenceActivityLogLine EmailSequenceEnrolled EmailSequenceEnrolledStatus EmailSequenceSettings EmailTemplate EmailTemplateFolder
  EmailTemplateSharingClientRelation EmailTemplateSharingSalesUnitRelation EmailContentSharingClientRelation
  EmailContentSharingSalesUnitRelation EmailThreadMailboxClientReadState Entity EntityHealth EntityScoring EntityHealthSettingsHistory
  EntityFitness EntityFitnessIndicator EntityType EntitySettings Field FieldMapping FieldSequence FieldPermission Forecast
  ForecastSharingClientRelation ForecastSharingSalesUnitRelation GhostContact GhostLeadOpptyContactRelation GhostContactAccountRelation
  GhostLeadOpptyContactSalesRoleRelation`;

export const reportsTypeSystem: TypeSystemPart = {
  types: {
    ReportStructureItem: { isInterface: true, members: item },
    PivotTable: {
      implements: ['ReportStructureItem'],
      members: {
        ...item,
        entityType: 'EntityNameEnum!',
        entityApiName: 'String',
        entitySubtypes: '[EntitySubtypeItem!]',
        calculationFieldId: 'ID',
        tabs: 'PivotReportTabsInterface!',
      },
    },
    ReportTable: { implements: ['ReportStructureItem'], members: {} },
    PivotReportTabsInterface: { members: {} },
  },
  enums: { EntityNameEnum: entityNames.split(/\s+/) },
};
