/**
 * The row of a contact that is created by the plain floor: what was sent, and what a record has besides.
 */
import { v7 as newUuid } from 'uuid';
import type { Body } from './contact-store.js';

/** @returns values by column; columns left out are null; the revision is given by the database */
export function newContact(body: Body): Body & { readonly id: string } {
  const now = new Date().toISOString();
  return {
    gender: 0,
    share_mode: 0,
    is_archived: false,
    is_unsubscribed: false,
    ...body,
    id: newUuid(),
    created: now,
    modified: now,
    formatted_name: [body.first_name, body.middle_name, body.last_name].filter(Boolean).join(' '),
    is_deleted: false,
    is_delete_protected: false,
    is_favorite: false,
  };
}
