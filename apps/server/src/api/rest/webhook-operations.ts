/**
 * The operations of REST v100 over webhooks, besides those of their collection.
 */
import type { V100Handlers } from '@headwater/openapi-types';
import { whenSent } from '../../http/api-middleware.js';
import { answer, JsonText, jsonArray, jsonObject, jsonText } from '../../http/content/json-answer.js';
import { readOptionalJsonBody } from '../../http/content/read-json-body.js';
import type { JsonBody } from '../../http/handler-types.js';
import { encodePlace } from '../../records/changes/change-cursor.js';
import { listDeliveries } from '../../webhooks/list-deliveries.js';
import { pingWebhook as ping, redeliver } from '../../webhooks/webhook-actions.js';
import { type Handlers, readMembers } from './handler.js';
import { parseFilters } from './parse-list-query.js';

type DeliveryJson = JsonBody<V100Handlers['pingWebhook']['responses'][200]>['data'];

/** Deliveries of a page. */
const page = { default: 100, most: 1_000 } as const;

/** @spec openapi#/paths/~1entities~1WebhookDeliveries */
const listWebhookDeliveries: Handlers['listWebhookDeliveries'] = async ({ deps, call, query }) => {
  const request = {
    filter: parseFilters(query),
    first: query.wholeNumber('first', 1, page.most) ?? page.default,
    after: query.cursor('after'),
  };
  query.rejectErrors();
  const found = await listDeliveries(deps, call, request);
  return answer(
    200,
    jsonObject({
      success: jsonText(true as const),
      page_info: jsonText({ end_cursor: found.endCursor, has_next_page: found.hasNext }),
      data: jsonArray<DeliveryJson>(found.deliveries),
    }),
  );
};

const pingWebhook: Handlers['pingWebhook'] = async (request) => {
  const { ctx, deps, call, params, bytes } = request;
  // The form of a body is checked even where there is none: a page elsewhere could send such a request from a browser.
  await whenSent(request, () => readOptionalJsonBody(ctx.req, deps.limits.maxBodyBytes, bytes.hold));
  // A caller who waits for a receiver keeps no others from their work.
  const delivery = await request.slot.whileWaiting(() => ping(deps, call, params.id, deps.webhooks));
  const data = new JsonText<DeliveryJson>(delivery);
  return answer(200, jsonObject({ success: jsonText(true as const), data }));
};

const redeliverWebhook: Handlers['redeliverWebhook'] = async (request) => {
  const { deps, call, params } = request;
  const place = await redeliver(deps, call, params.id, await readMembers(request));
  return answer(200, jsonObject({ success: jsonText(true as const), data: jsonText({ cursor: encodePlace(place) }) }));
};

export const webhookOperations = { listWebhookDeliveries, pingWebhook, redeliverWebhook } as const;
