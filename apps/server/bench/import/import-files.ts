/**
 * The files of the benchmark of imports: contacts as CSV, and the mapping that imports them.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inventPerson } from '../data/invent-contact.js';
import { userRow } from '../data/invent-rows.js';
import { ownerOf } from '../data/space-plan.js';

/** Members that a cell gives as it is. */
const columns = [
  'first_name',
  'last_name',
  'email1',
  'phone1',
  'position',
  'address',
  'zip_code',
  'city',
  'country',
] as const;

/** Owners are found by their addresses. */
const mapping = `version: 1
steps:
  - name: Contacts
    file: contacts.csv
    collection: Contacts
    key: email1
    members:
      owner_id: { column: owner, lookup: { collection: Clients, by: email } }
${columns.map((name) => `      ${name}: ${name}`).join('\n')}
`;

/** Writes both files. @param contacts lines of the file */
export function writeImportFiles(folder: string, contacts: number): string {
  const lines = Array.from({ length: contacts }, (_, contact) => {
    const person = inventPerson(contact);
    return [userRow(ownerOf(contact)).email, ...columns.map((name) => person[name])].map(cell).join(',');
  });
  writeFileSync(join(folder, 'contacts.csv'), [['owner', ...columns].join(','), ...lines, ''].join('\n'));
  const file = join(folder, 'mapping.yaml');
  writeFileSync(file, mapping);
  return file;
}

function cell(value: unknown): string {
  const text = String(value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
