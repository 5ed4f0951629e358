/**
 * What the benchmark's space holds, as counts, and who belongs to whom. Pure.
 */

export const userCount = 50;

export interface SpacePlan {
  readonly contacts: number;
  readonly accounts: number;
}

/** @param contacts records to list; an account has 50 of them */
export function planSpace(contacts: number): SpacePlan {
  return { contacts, accounts: Math.max(1, Math.ceil(contacts / 50)) };
}

/** @returns the place of the user who owns a contact */
export function ownerOf(contact: number): number {
  return contact % userCount;
}

/** @returns the places of a contact's accounts, the primary one first; every fourth contact has two */
export function accountsOf(contact: number, { accounts }: SpacePlan): readonly number[] {
  const primary = (contact * 7) % accounts;
  const second = (contact * 13 + 1) % accounts;
  return contact % 4 === 0 && second !== primary ? [primary, second] : [primary];
}
