/** A webhook with what was sent to it: pinged, paused, and sent changes again from here. */
import { unwrap } from '@headwater/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { momentText } from '../contract/values.js';
import { useSpace } from '../space.js';
import { Busy } from '../ui/busy.js';
import { Confirmation } from '../ui/confirmation.js';
import { DataTable } from '../ui/data-table.js';
import { useLoaded } from '../ui/loaded.js';
import { More } from '../ui/more.js';
import { Problem } from '../ui/problem.js';
import { addressOf } from '../ui/route.js';
import { useList } from '../ui/use-list.js';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly is_paused: boolean;
  readonly paused_reason: string | null;
}

interface Delivery {
  readonly id: string;
  readonly kind: string;
  readonly attempt: number;
  readonly changes: number;
  readonly created: string;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: string | null;
}

export function WebhookPage({ id }: { readonly id: string }): JSX.Element {
  const { client } = useSpace();
  const [failure, setFailure] = useState<unknown>();
  const [done, setDone] = useState('');
  const [again, setAgain] = useState<Delivery>();
  const path = { id };
  const webhook = useLoaded(
    async (signal) =>
      (await unwrap(client.GET<{ data: Webhook }>('/entities/Webhooks/{id}', { params: { path }, signal }))).data,
    [client, id],
  );
  const deliveries = useList<Delivery>('WebhookDeliveries', { filter: { webhook_id: id } });

  /** @param act does something to the webhook @returns what has come of it */
  const run = async (act: () => Promise<string>) => {
    setFailure(undefined);
    setDone('');
    try {
      setDone(await act());
    } catch (error) {
      setFailure(error);
    }
    webhook.reload();
    deliveries.reload();
  };
  const ping = async () => {
    const { data } = await unwrap(
      client.POST<{ data: Delivery }>('/entities/Webhooks/{id}/ping', { params: { path }, body: {} }),
    );
    return data.error === null ? `The ping was taken with status ${data.status}.` : `The ping failed: ${data.error}`;
  };
  const pause = async () => {
    const body = { is_paused: !webhook.value?.is_paused };
    await unwrap(client.PATCH('/entities/Webhooks/{id}', { params: { path }, body }));
    return body.is_paused ? 'Nothing is sent until you go on.' : 'Deliveries go on where they had ended.';
  };
  const redeliver = async (delivery: Delivery) => {
    const body = { delivery_id: delivery.id };
    await unwrap(client.POST('/entities/Webhooks/{id}/redeliver', { params: { path }, body }));
    setAgain(undefined);
    await run(async () => 'What was sent from there on is sent again.');
  };

  if (webhook.value === undefined) {
    return webhook.error === undefined ? <Busy what="the webhook" /> : <Problem error={webhook.error} />;
  }
  const { url, events, is_paused: isPaused, paused_reason: reason } = webhook.value;
  return (
    <>
      <nav aria-label="Where this is">
        <a href={addressOf(['webhooks'])}>Webhooks</a>
      </nav>
      <h1>{url}</h1>
      <p>
        Hears of {events.join(', ')}. {isPaused ? `Paused${reason ? `: ${reason}` : ''}.` : 'Active.'}
      </p>
      <div class="tools">
        <button type="button" class="main" onClick={() => run(ping)}>
          Ping
        </button>
        <button type="button" onClick={() => run(pause)}>
          {isPaused ? 'Go on' : 'Pause'}
        </button>
        <a class="button" href={addressOf(['records', 'Webhooks', id])}>
          Edit or delete
        </a>
        <button type="button" onClick={deliveries.reload}>
          Read again
        </button>
      </div>
      <p role="status">{done}</p>
      <Problem error={failure ?? deliveries.error} />
      <h2>Deliveries</h2>
      {deliveries.value?.length === 0 && <p class="soft">Nothing has been sent yet.</p>}
      {deliveries.value !== undefined && deliveries.value.length > 0 && (
        <DataTable
          label="Deliveries"
          rows={deliveries.value}
          keyOf={(delivery) => delivery.id}
          columns={{
            Sent: ({ created }) => momentText(created),
            What: ({ kind, changes }) => (kind === 'ping' ? 'ping' : `${changes} changes`),
            Attempt: ({ attempt }) => attempt,
            Outcome: ({ status, error }) => error ?? `taken with status ${status}`,
            Took: ({ duration_ms: durationMs }) => `${durationMs} ms`,
            Again: (delivery) =>
              delivery.kind === 'ping' ? (
                ''
              ) : (
                <button type="button" onClick={() => setAgain(delivery)}>
                  Send again from here
                </button>
              ),
          }}
        />
      )}
      <More list={deliveries} what="deliveries" />
      {again !== undefined && (
        <Confirmation
          question="Send again from here?"
          consequence={`The changes of this delivery of ${momentText(again.created)}, and all that followed, are sent once more.`}
          action="Send again"
          onConfirm={() => redeliver(again)}
          onCancel={() => setAgain(undefined)}
        />
      )}
    </>
  );
}
