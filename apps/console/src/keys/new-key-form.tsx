/** A form for a new key: what it is for, what it may do, from where and until when. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { input } from '../record/inputs.js';
import { RecordForm, type Values } from '../record/record-form.js';
import { useSpace } from '../space.js';
import type { KeyPassword } from './key.js';

interface Props {
  readonly onMade: (made: KeyPassword) => void;
  readonly onCancel: () => void;
}

const inputs = [
  input('label', 'What it is for', { maxLength: 255, help: 'Such as “Web form” or “Nightly report”.' }),
  input('scopes', 'What it may do', {
    kind: 'texts',
    help: 'One scope a line: entity types, a colon, and read, create, update, delete or *. Such as Leads:create, Accounts:read,update, Contact*:*, *:read or metadata:read. Empty: all that your key may do.',
  }),
  input('hidden_fields', 'Fields that it does not see', {
    kind: 'texts',
    help: 'One a line, such as Accounts.comments. What is hidden from your key is hidden from it, too.',
  }),
  input('expires_at', 'It ends', { kind: 'date-time', help: 'Empty: when your key ends, or never.' }),
  input('networks', 'Where it may be used', {
    kind: 'texts',
    help: 'One address or network a line, such as 192.0.2.7 or 10.0.0.0/8. Empty: where your key may be used.',
  }),
  input('client_id', 'User for whom it acts', {
    kind: 'relation',
    links: [{ name: 'client', target: 'Client' }],
    help: 'The change log and records that name who made them show this user. It works while the user is not deleted.',
  }),
  input('as_user', 'It may no more than this user', {
    kind: 'boolean',
    help: 'Yes: it sees and changes what both its scopes and the rights of the user allow.',
  }),
];

export function NewKeyForm({ onMade, onCancel }: Props): JSX.Element {
  const { client } = useSpace();
  const make = async (entered: Values) => {
    const given = Object.entries(entered).filter(([, value]) => isGiven(value));
    const body = Object.fromEntries(given.map(([name, value]) => [name, withoutBlanks(value)]));
    const { data } = await unwrap(client.POST<{ data: KeyPassword }>('/keys', { body }));
    onMade(data);
  };
  return (
    <section class="card" aria-label="New key">
      <RecordForm members={inputs} values={{}} submitLabel="Make the key" onSubmit={make} onCancel={onCancel} />
    </section>
  );
}

/** Keyboards of phones put a blank behind a word. */
function withoutBlanks(value: unknown): unknown {
  return Array.isArray(value) ? value.map((line) => line.trim()) : value;
}

/** What is left empty is left out: the new key has what the own key has. */
function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}
