/** A record: its members, its history beside it, the lists of what refers to it; edited, deleted and restored here. */
import { NotFoundError, unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import { type DataRecord, loadedFor } from '../contract/values.js';
import { NotFound } from '../not-found.js';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import { EditForm } from './edit-form.js';
import { History } from './history.js';
import { RecordActions } from './record-actions.js';
import { RecordMembers } from './record-members.js';
import { RelatedLists } from './related-lists.js';

interface Props {
  readonly collection: string;
  readonly id: string;
}

export function RecordPage({ collection, id }: Props): JSX.Element {
  const { contract } = useSpace();
  const entityType = contract.ofCollection(collection);
  return entityType === undefined ? <NotFound /> : <KnownRecord entityType={entityType} id={id} />;
}

function KnownRecord({ entityType, id }: { readonly entityType: EntityType; readonly id: string }): JSX.Element {
  const { client, contract } = useSpace();
  const { collection, label, members, labelMember } = entityType;
  const [isEdited, setEdited] = useState(false);
  const shown = members.filter(({ isShown, kind }) => isShown && kind !== 'relations');
  const { value, error, reload } = useLoaded(
    async (signal) => {
      const query = {
        'load-only': ['id', ...shown.flatMap((member) => loadedFor(member, contract))].join(),
        'include-deleted': true,
      };
      const params = { path: { id }, query };
      return (await unwrap(client.GET<{ data: DataRecord }>(`/entities/${collection}/{id}`, { params, signal }))).data;
    },
    [collection, id],
  );
  const title = value === undefined ? label : String(value[labelMember] || id);
  useEffect(() => {
    document.title = `${title} · Headwater`;
  }, [title]);

  if (error instanceof NotFoundError) return <NotFound />;
  return (
    <>
      <nav aria-label="Where this is">
        <a href={addressOf(['records', collection])}>{label}</a>
      </nav>
      <div class="head">
        <h1>{title}</h1>
        {value !== undefined && !isEdited && (
          <RecordActions entityType={entityType} record={value} onEdit={() => setEdited(true)} onChanged={reload} />
        )}
      </div>
      <Problem error={error} />
      {value === undefined && error === undefined && <Busy what="the record" />}
      {value !== undefined && (
        <div class="beside">
          <div>
            {value.is_deleted === true && (
              <p class="notice">This record is deleted. Lists leave it out; restoring it brings it back.</p>
            )}
            {isEdited ? (
              <EditForm
                entityType={entityType}
                record={value}
                onDone={() => {
                  setEdited(false);
                  reload();
                }}
                onCancel={() => setEdited(false)}
              />
            ) : (
              <RecordMembers record={value} members={shown} />
            )}
            <RelatedLists entityType={entityType} id={id} />
          </div>
          <History entityType={entityType} id={id} revision={value.revision} />
        </div>
      )}
    </>
  );
}
