/**
 * Invents a believable space: a team, its customers and two years of deals and of the work on them. Pure: the same seed and day give
 * the same records. All names are invented; addresses and phone numbers come from ranges that are given to nobody.
 */
import type { DemoRecords } from './demo-records.js';
import { historyDays, inventAccounts, inventContacts } from './invent-accounts.js';
import { inventAppointments } from './invent-appointments.js';
import { inventEmails } from './invent-emails.js';
import { inventFiles, tags } from './invent-labels.js';
import { inventLeads } from './invent-leads.js';
import { inventNotes } from './invent-notes.js';
import { inventOpportunities } from './invent-opportunities.js';
import { inventComments, inventTasks } from './invent-tasks.js';
import { inventUsers, products, units } from './invent-team.js';
import type { Today } from './moments.js';
import { Occasions } from './occasions.js';
import { Random } from './random.js';

/** @param today the day on which the history ends, so that a new demo space looks lived in */
export function inventDemoSpace(seed: number, today: Today): DemoRecords {
  const random = new Random(seed);
  const users = inventUsers(random);
  const invented = inventAccounts(random, users, today);
  const accounts = invented.map(({ account }) => account);
  const contacts = inventContacts(random, invented, users, today);
  const opportunities = inventOpportunities(random, { accounts, contacts, products, today, historyDays });
  const leads = inventLeads(random, { users, accounts, contacts, products, today });
  const occasions = new Occasions({ accounts, contacts, opportunities, leads }, today);
  const tasks = inventTasks(random, occasions, today);
  return {
    units,
    users,
    products,
    tags,
    files: inventFiles(products),
    accounts,
    contacts,
    opportunities,
    leads,
    tasks,
    appointments: inventAppointments(random, { units, users, accounts, occasions, today }),
    comments: inventComments(random, tasks, users),
    notes: inventNotes(random, occasions, today),
    emails: inventEmails(random, occasions, { accounts, contacts }, today),
  };
}
