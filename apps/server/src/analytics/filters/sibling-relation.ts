/**
 * The names of the predefined relationships between sibling boxes and the main box, in the order of the interface.
 */
export const siblingRelations = [
  'NoRelation',
  'Custom',
  'Aggregation',
  'LastFinishedActivity',
  'NextScheduledActivity',
  'Primary',
  'NextOpenOpportunity',
  'LastWonOpportunity',
  'LastLostOpportunity',
  'LastOnlineFormResponse',
  'LastNote',
  'LastMessage',
  'LastActivityComment',
  'All',
  'Sender',
] as const;

export type SiblingRelation = (typeof siblingRelations)[number];
