/**
 * The shape of a generated space: records that name each other by their place in a list instead of by id.
 */
import type { LeadStepName, StepName } from '../spaces/first-records.js';
import type { DemoAppointment, DemoComment, DemoEmail, DemoNote, DemoTask } from './demo-activities.js';
import type { Person, PostalAddress } from './invent-contact-details.js';

/** Place of a record in its list, from 0. */
export type Place = number;

export interface DemoUnit {
  readonly name: string;
}

export interface DemoUser extends Person {
  readonly email: string;
  readonly position: string;
  readonly phone: string;
  readonly timezone: string;
  readonly unit: Place;
}

export interface DemoProduct {
  readonly name: string;
  readonly sku: string;
  readonly description: string;
  readonly unit_symbol: string;
  /** In the base currency; deals are worth a multiple of it. */
  readonly price: number;
}

export interface DemoAccount extends PostalAddress {
  readonly name: string;
  readonly home_page: string;
  readonly email1: string;
  readonly phone1: string;
  readonly comments?: string;
  readonly account_class: number;
  readonly owner: Place;
  readonly industry: string;
  readonly customerType: string;
  /** An account earlier in the list. */
  readonly parent?: Place;
  readonly tags: readonly Place[];
  /** Date-time, UTC. */
  readonly created: string;
}

export interface DemoContact extends Person {
  readonly email1: string;
  readonly phone1: string;
  readonly phone2?: string;
  readonly title?: string;
  readonly gender: number;
  readonly city: string;
  readonly country: string;
  readonly comments?: string;
  readonly owner: Place;
  /** The first one is the primary account; none for people who work for themselves. */
  readonly accounts: readonly { readonly account: Place; readonly position: string; readonly relationship: number }[];
  readonly tags: readonly Place[];
  readonly created: string;
}

/** So much of a product in a deal. */
export interface DemoLineItem {
  readonly product: Place;
  readonly quantity: number;
  readonly price: number;
  readonly amount: number;
}

export interface DemoOpportunity {
  readonly name: string;
  readonly description: string;
  readonly owner: Place;
  readonly account: Place;
  /** The first one is the primary contact. */
  readonly contacts: readonly Place[];
  /** What they come to is what the deal is worth. */
  readonly items: readonly DemoLineItem[];
  readonly tags: readonly Place[];
  readonly files: readonly Place[];
  readonly step: StepName;
  readonly created: string;
  /** Date, UTC. */
  readonly closing_date: string;
  /** Date-time, UTC: when it came into its step, where that says how it goes. */
  readonly last_move_date?: string;
  /** Of a deal that began as a lead. */
  readonly was_qualified?: true;
  readonly qualify_date?: string;
  readonly won_date?: string;
  readonly lost_date?: string;
  readonly is_archived: boolean;
  readonly reasonOfClose?: string;
  readonly leadSource: string;
  readonly ranking: number;
  readonly label_flag: number;
}

export interface DemoLead {
  readonly name: string;
  readonly description: string;
  readonly owner: Place;
  readonly step: LeadStepName;
  /** A customer who is known already; the others are told by name only. */
  readonly account?: Place;
  readonly contact?: Place;
  readonly quick_account_name?: string;
  readonly quick_contact_name?: string;
  readonly quick_email?: string;
  readonly quick_phone?: string;
  readonly created: string;
  readonly lost_date?: string;
  readonly is_archived: boolean;
  readonly reasonOfClose?: string;
  readonly leadSource: string;
  readonly ranking: number;
  readonly tags: readonly Place[];
}

export interface DemoTag {
  readonly name: string;
  /** 0xRRGGBB. */
  readonly color: number;
}

/** A file that is kept elsewhere. */
export interface DemoFile {
  readonly filename: string;
  readonly url: string;
}

export interface DemoRecords {
  readonly units: readonly DemoUnit[];
  readonly users: readonly DemoUser[];
  readonly products: readonly DemoProduct[];
  readonly tags: readonly DemoTag[];
  readonly files: readonly DemoFile[];
  readonly accounts: readonly DemoAccount[];
  readonly contacts: readonly DemoContact[];
  readonly opportunities: readonly DemoOpportunity[];
  readonly leads: readonly DemoLead[];
  readonly tasks: readonly DemoTask[];
  readonly appointments: readonly DemoAppointment[];
  readonly comments: readonly DemoComment[];
  readonly notes: readonly DemoNote[];
  readonly emails: readonly DemoEmail[];
}
