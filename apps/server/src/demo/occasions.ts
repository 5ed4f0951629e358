/**
 * Occasions to do something: the records of a generated space on which a team works, and when. Pure.
 */
import type { DemoSubject } from './demo-activities.js';
import type { DemoAccount, DemoContact, DemoLead, DemoOpportunity, Place } from './demo-records.js';
import { daysSince, type Today } from './moments.js';
import type { Random } from './random.js';

export interface Occasion {
  readonly about: DemoSubject;
  /** A user. */
  readonly owner: Place;
  /** Whom it is about. */
  readonly name: string;
  /** Days ago that it began. */
  readonly from: number;
  /** Days ago that it ended; 0 while it goes on. */
  readonly to: number;
}

export interface OccasionRecords {
  readonly accounts: readonly DemoAccount[];
  readonly contacts: readonly DemoContact[];
  readonly opportunities: readonly DemoOpportunity[];
  readonly leads: readonly DemoLead[];
}

export class Occasions {
  constructor(
    private readonly records: OccasionRecords,
    private readonly today: Today,
  ) {}

  /** Most of the work is about deals. */
  pick(random: Random): Occasion {
    const kind = random.pickWeighted(kindWeights);
    if (kind === 'deal') return this.deal(random.integer(0, this.records.opportunities.length - 1));
    if (kind === 'lead') return this.lead(random.integer(0, this.records.leads.length - 1));
    if (kind === 'contact') return this.contact(random.integer(0, this.records.contacts.length - 1));
    return this.account(random.integer(0, this.records.accounts.length - 1));
  }

  private deal(place: Place): Occasion {
    const { owner, account, contacts, created, won_date, lost_date } = at(this.records.opportunities, place);
    const [contact] = contacts;
    return {
      about: { opportunity: place, account, ...(contact === undefined ? {} : { contact }) },
      owner,
      name: contact === undefined ? at(this.records.accounts, account).name : this.nameOf(contact),
      ...this.span(created, won_date ?? lost_date),
    };
  }

  private lead(place: Place): Occasion {
    const { owner, contact, quick_contact_name, name, created, lost_date } = at(this.records.leads, place);
    return {
      about: { lead: place, ...(contact === undefined ? {} : { contact }) },
      owner,
      name: contact === undefined ? (quick_contact_name ?? name) : this.nameOf(contact),
      ...this.span(created, lost_date),
    };
  }

  private contact(place: Place): Occasion {
    const { owner, accounts, created } = at(this.records.contacts, place);
    const account = accounts[0]?.account;
    return {
      about: { contact: place, ...(account === undefined ? {} : { account }) },
      owner,
      name: this.nameOf(place),
      ...this.span(created, undefined),
    };
  }

  private account(place: Place): Occasion {
    const { owner, name, created } = at(this.records.accounts, place);
    return { about: { account: place }, owner, name, ...this.span(created, undefined) };
  }

  private nameOf(contact: Place): string {
    const { first_name, last_name } = at(this.records.contacts, contact);
    return `${first_name} ${last_name}`;
  }

  private span(created: string, ended: string | undefined): Pick<Occasion, 'from' | 'to'> {
    const from = Math.max(1, daysSince(this.today, created));
    return { from, to: ended === undefined ? 0 : Math.min(from, Math.max(1, daysSince(this.today, ended))) };
  }
}

const kindWeights = [
  ['deal', 6],
  ['lead', 2],
  ['contact', 3],
  ['account', 1],
] as const;

function at<T>(records: readonly T[], place: Place): T {
  const record = records[place];
  if (record === undefined) throw new Error(`there is no record ${place} to work on`);
  return record;
}
