/** The webhooks of the space; one of them, with its deliveries, where the address names it. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { Busy } from '../ui/busy.js';
import { DataTable } from '../ui/data-table.js';
import { More } from '../ui/more.js';
import { Problem } from '../ui/problem.js';
import { addressOf, useRoute } from '../ui/route.js';
import { useList } from '../ui/use-list.js';
import { type Webhook, WebhookPage } from './webhook-page.js';

export function WebhooksPage(): JSX.Element {
  const { path } = useRoute();
  const [, id] = path;
  useEffect(() => {
    document.title = 'Webhooks · Headwater';
  }, []);
  return id === undefined ? <AllWebhooks /> : <WebhookPage key={id} id={id} />;
}

function AllWebhooks(): JSX.Element {
  const webhooks = useList<Webhook>('Webhooks', {});
  const { value, error } = webhooks;
  return (
    <>
      <div class="head">
        <h1>Webhooks</h1>
        <a class="button main" href={addressOf(['records', 'Webhooks', 'new'])}>
          Create
        </a>
      </div>
      <p class="soft">
        Addresses that hear of what is committed in the space. The guide on <a href="/guides/webhooks">webhooks</a> says
        what they are sent.
      </p>
      <Problem error={error} />
      {value === undefined && error === undefined && <Busy what="webhooks" />}
      {value?.length === 0 && <p class="empty">The space has no webhooks yet.</p>}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Webhooks"
          rows={value}
          keyOf={({ id }) => id}
          columns={{
            Address: ({ id, url }) => <a href={addressOf(['webhooks', id])}>{url}</a>,
            Events: ({ events }) => events.join(', '),
            State: ({ is_paused: isPaused, paused_reason: reason }) =>
              isPaused ? `paused${reason ? `: ${reason}` : ''}` : 'active',
          }}
        />
      )}
      <More list={webhooks} what="webhooks" />
    </>
  );
}
