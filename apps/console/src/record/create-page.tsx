/** A form for a new record. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { DataRecord } from '../contract/values.js';
import { NotFound } from '../not-found.js';
import { useSpace } from '../space.js';
import { newKey } from '../ui/new-key.js';
import { addressOf, goTo } from '../ui/route.js';
import { RecordForm, type Values } from './record-form.js';

export function CreatePage({ collection }: { readonly collection: string }): JSX.Element {
  const { client, contract } = useSpace();
  const entityType = contract.ofCollection(collection);
  // The same record that is sent again, as its answer was lost, is made once.
  const attempt = useRef({ text: '', key: '' });
  useEffect(() => {
    document.title = `New record of ${entityType?.label} · Headwater`;
  }, [entityType]);
  if (!entityType?.operations.has('create')) return <NotFound />;
  const members = entityType.members.filter(({ onCreate, kind }) => onCreate && kind !== 'relations');
  const defaults = Object.fromEntries(
    members.filter((member) => member.default !== undefined).map((member) => [member.name, member.default]),
  );
  const create = async (body: Values) => {
    const text = JSON.stringify(body);
    if (attempt.current.text !== text) attempt.current = { text, key: newKey() };
    const params = { header: { 'Idempotency-Key': attempt.current.key } };
    const { data } = await unwrap(client.POST<{ data: DataRecord }>(`/entities/${collection}`, { params, body }));
    goTo(addressOf(['records', collection, data.id]));
  };
  return (
    <>
      <nav aria-label="Where this is">
        <a href={addressOf(['records', collection])}>{entityType.label}</a>
      </nav>
      <h1>New record</h1>
      <RecordForm
        members={members}
        values={defaults}
        submitLabel="Create"
        onSubmit={create}
        onCancel={() => goTo(addressOf(['records', collection]))}
      />
    </>
  );
}
