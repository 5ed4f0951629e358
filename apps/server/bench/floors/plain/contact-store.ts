/**
 * What the plain floor asks of its database. Records come as JSON texts, which the floor only puts together.
 */

/** The place of a contact in the order of creation. */
export interface Place {
  readonly created: string;
  readonly id: string;
}

export type Body = Readonly<Record<string, unknown>>;

/** Records that a page may hold besides the contact's own columns. */
export type Expansion = 'owner-and-accounts' | 'owner-and-primary-account';

export interface ContactStore {
  /** The newest first. */
  newest(): Promise<string[]>;
  newestAfter(place: Place): Promise<string[]>;
  newestWith(expansion: Expansion): Promise<string[]>;
  /** In the order of last names. @param prefix of the last name, in lower case */
  inCity(city: string, prefix: string): Promise<string[]>;
  get(id: string): Promise<string | undefined>;
  /** @returns the record as a read gives it then */
  create(body: Body): Promise<string>;
  /** Sets two members. @returns the record as a read gives it then */
  update(id: string, body: Body): Promise<string | undefined>;
  /** @returns the ids */
  createMany(bodies: readonly Body[]): Promise<string[]>;
  close(): Promise<void>;
}

export const pageSize = 30;
