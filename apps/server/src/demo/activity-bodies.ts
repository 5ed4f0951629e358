/**
 * The bodies that make what a generated team does and notes down. Knows no database.
 */
import type { DemoAppointment, DemoComment, DemoEmail, DemoNote, DemoSubject, DemoTask } from './demo-activities.js';
import type { Body, Known } from './demo-bodies.js';
import type { PlacedIds } from './known-ids.js';

export function taskBody(task: DemoTask, { first, placed }: Known): Body {
  const { about, owner, type, callOutcome, remindAt, ...members } = task;
  const owner_id = placed.at('users', owner);
  return {
    ...members,
    ...relationsTo(placed, about),
    owner_id,
    activity_type_id: first.taskTypes(type),
    ...(callOutcome === undefined ? {} : { call_outcome_id: first.options(`callOutcomes/${callOutcome}`) }),
    ...(remindAt === undefined ? {} : { reminder: { owner_id, set_date: remindAt } }),
  };
}

export function appointmentBody(appointment: DemoAppointment, { first, placed }: Known): Body {
  const { about, owner, type, users, remindBefore, series, ...members } = appointment;
  const owner_id = placed.at('users', owner);
  return {
    ...members,
    ...relationsTo(placed, about),
    owner_id,
    activity_type_id: first.appointmentTypes(type),
    invitees_clients: users.map((user) => ({ client_id: placed.at('users', user) })),
    invitees_contacts: about.contact === undefined ? [] : [{ contact_id: placed.at('contacts', about.contact) }],
    ...(remindBefore === undefined ? {} : { reminder: { owner_id, end_date_offset: remindBefore } }),
    ...(series === undefined
      ? {}
      : {
          recurrence_master_id: placed.at('appointments', series.head),
          occurence_date: series.occurence_date,
        }),
  };
}

export function commentBody({ task, owner, ...members }: DemoComment, { placed }: Known): Body {
  return { ...members, activity_id: placed.at('tasks', task), owner_id: placed.at('users', owner) };
}

/** `direction` of what users write. */
const outgoing = 2;

export function emailBody({ about, owner, ...members }: DemoEmail, { placed }: Known): Body {
  const owner_id = placed.at('users', owner);
  const sent = { direction: outgoing, owner_id, sender_client_id: owner_id };
  return { ...members, ...sent, created: members.date_sent, ...relationsTo(placed, about) };
}

/** A note is about the most special of the records. */
export function noteBody({ about, owner, ...members }: DemoNote, { placed }: Known): Body {
  const { account, contact, lead, opportunity } = about;
  const owned = { ...members, owner_id: placed.at('users', owner) };
  if (opportunity !== undefined) return { ...owned, lead_oppty_id: placed.at('opportunities', opportunity) };
  if (lead !== undefined) return { ...owned, lead_oppty_id: placed.at('leads', lead) };
  if (contact !== undefined) return { ...owned, contact_id: placed.at('contacts', contact) };
  return account === undefined ? owned : { ...owned, account_id: placed.at('accounts', account) };
}

function relationsTo(placed: PlacedIds, { account, contact, lead, opportunity }: DemoSubject): Body {
  const rows = (list: Parameters<PlacedIds['at']>[0], place: number | undefined, member: string) =>
    place === undefined ? [] : [{ [member]: placed.at(list, place) }];
  return {
    account_relations: rows('accounts', account, 'account_id'),
    contact_relations: rows('contacts', contact, 'contact_id'),
    lead_relations: rows('leads', lead, 'lead_oppty_id'),
    opportunity_relations: rows('opportunities', opportunity, 'lead_oppty_id'),
  };
}
