/**
 * Invents what the team has written to its customers. Pure: the same random numbers give the same results.
 */
import type { DemoEmail } from './demo-activities.js';
import type { DemoAccount, DemoContact } from './demo-records.js';
import { type Today, workingMoment } from './moments.js';
import type { Occasions } from './occasions.js';
import type { Random } from './random.js';

const emailCount = 260;

export interface Correspondents {
  readonly accounts: readonly DemoAccount[];
  readonly contacts: readonly DemoContact[];
}

export function inventEmails(
  random: Random,
  occasions: Occasions,
  { accounts, contacts }: Correspondents,
  today: Today,
): DemoEmail[] {
  return Array.from({ length: emailCount }, () => {
    const { about, owner, name, from, to } = occasions.pick(random);
    const [subject, body] = random.pick(texts);
    const contact = about.contact === undefined ? undefined : contacts[about.contact];
    const account = about.account === undefined ? undefined : accounts[about.account];
    const recipient = contact?.email1 ?? account?.email1;
    return {
      subject,
      body: body.replace('{name}', name),
      ...(recipient === undefined ? {} : { to: recipient }),
      about,
      owner,
      date_sent: workingMoment(random, today, random.integer(Math.max(1, to), from)),
    };
  });
}

const texts = [
  ['Our offer', 'Dear {name},\n\nas agreed, here is our offer. It holds for six weeks.'],
  ['Your visit', 'Dear {name},\n\nthank you for coming. The drawings follow by the end of the week.'],
  ['Delivery times', 'Dear {name},\n\nwe could deliver nine weeks after your order.'],
  ['Questions from last week', 'Dear {name},\n\nyes to both: the frame can be taken apart, and training is included.'],
] as const;
