/** What the space has defined itself: fields and entity types, with forms for new ones. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { input } from '../record/inputs.js';
import { RecordForm, type Values } from '../record/record-form.js';
import { useSpace } from '../space.js';
import { addressOf } from '../ui/route.js';
import { OwnEntityTypes, OwnFields } from './defined.js';
import { fieldBody, fieldInputs } from './field-inputs.js';

const entityInputs = [
  input('name_singular', 'Name of one record', { isRequired: true }),
  input('name_plural', 'Name of several records', { isRequired: true }),
  input('entity_api_name', 'Name in the interface, such as Vehicle', { maxLength: 50 }),
];

export function DefinitionsPage(): JSX.Element {
  const { client, contract, reload } = useSpace();
  const [shown, setShown] = useState<'field' | 'entity type'>();
  const [done, setDone] = useState('');
  const [round, setRound] = useState(0);
  useEffect(() => {
    document.title = 'Definitions · Headwater';
  }, []);

  const define = async (collection: string, body: Values, name: unknown) => {
    await unwrap(client.POST(`/entities/${collection}`, { body }));
    setShown(undefined);
    setDone(`${name} is defined. Lists and forms have it from now on.`);
    setRound((last) => last + 1);
    reload();
  };
  const close = () => setShown(undefined);
  const open = (what: 'field' | 'entity type') => {
    setDone('');
    setShown(what);
  };
  return (
    <>
      <div class="head">
        <h1>Fields and entity types</h1>
        <button type="button" class="main" onClick={() => open('field')}>
          New field
        </button>
        <button type="button" onClick={() => open('entity type')}>
          New entity type
        </button>
      </div>
      <p class="soft">
        What the space has besides what all spaces have; the guide on <a href="/guides/custom-fields">custom fields</a>{' '}
        explains it. What every field holds is in <a href={addressOf(['records', 'Fields'])}>Fields</a>.
      </p>
      <p role="status">{done}</p>
      {shown === 'field' && (
        <section class="card" aria-label="New field">
          <RecordForm
            members={(entered) => fieldInputs(entered, contract)}
            values={{}}
            submitLabel="Define the field"
            onSubmit={(entered) => define('Fields', fieldBody(entered, contract), entered.name)}
            onCancel={close}
          />
        </section>
      )}
      {shown === 'entity type' && (
        <section class="card" aria-label="New entity type">
          <RecordForm
            members={entityInputs}
            values={{}}
            submitLabel="Define the entity type"
            onSubmit={(entered) => define('Entities', entered, entered.name_plural)}
            onCancel={close}
          />
        </section>
      )}
      <OwnEntityTypes key={`types-${round}`} />
      <OwnFields key={`fields-${round}`} />
    </>
  );
}
