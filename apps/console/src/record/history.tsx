/** Who changed which members of a record when, from what to what; the newest changes first. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityType } from '../contract/contract.js';
import { labelOf } from '../contract/member.js';
import { momentText, textOf } from '../contract/values.js';
import { useSpace } from '../space.js';
import { useLoaded } from '../ui/loaded.js';
import { Problem } from '../ui/problem.js';
import { useCurrencies } from '../ui/use-currencies.js';

interface Change {
  readonly cursor: string;
  readonly act: string;
  readonly entity: string;
  readonly created: string;
  readonly token: string;
  readonly members: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
}

interface Props {
  readonly entityType: EntityType;
  readonly id: string;
  /** Of the record; another one means that the history has grown. */
  readonly revision: unknown;
}

const step = 10;

export function History({ entityType, id, revision }: Props): JSX.Element {
  const { client } = useSpace();
  const [first, setFirst] = useState(step);
  const { value, error } = useLoaded(
    (signal) =>
      unwrap(
        client.GET<{ data: readonly Change[]; page_info: { has_next_page: boolean } }>(
          '/entities/{collection}/{id}/history',
          { params: { path: { collection: entityType.collection, id }, query: { first } }, signal },
        ),
      ),
    [entityType, id, revision, first],
  );
  return (
    <aside aria-label="History" class="history">
      <h2>History</h2>
      <Problem error={error} />
      <ol>
        {value?.data.map((change) => (
          <li key={change.cursor}>
            <strong>{change.act.replace('_', ' ')}</strong> {change.entity === entityType.name ? '' : change.entity}{' '}
            <span class="soft">
              {momentText(change.created)} by {change.token}
            </span>
            <Members change={change} entityType={entityType} />
          </li>
        ))}
      </ol>
      {value?.data.length === 0 && <p class="soft">The change log has nothing of this record any more.</p>}
      {value?.page_info.has_next_page && (
        <button type="button" onClick={() => setFirst(first + step)}>
          Older changes
        </button>
      )}
    </aside>
  );
}

function Members({ change, entityType }: { readonly change: Change; readonly entityType: EntityType }): JSX.Element {
  const entries = Object.entries(change.members);
  const currencies = useCurrencies(entityType.members.some(({ kind }) => kind === 'money'));
  const memberOf = (name: string) =>
    change.entity === entityType.name ? entityType.members.find((member) => member.name === name) : undefined;
  const list = (
    <ul>
      {entries.map(([name, { from, to }]) => {
        const member = memberOf(name);
        const text = (value: unknown) => textOf(value, member ?? { kind: 'text', choices: [] }, currencies) || 'empty';
        return (
          <li key={name}>
            {member?.label ?? labelOf(name)}: {change.act !== 'created' && <del>{text(from)}</del>}{' '}
            <ins>{text(to)}</ins>
          </li>
        );
      })}
    </ul>
  );
  if (entries.length <= 3) return list;
  return (
    <details>
      <summary>{entries.length} members</summary>
      {list}
    </details>
  );
}
