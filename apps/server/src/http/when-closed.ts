/**
 * Notices that an answer has been sent, or that nobody waits for it any more.
 */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is to be done when a connection ends, one listener for all: Node takes more than ten for a leak. */
const actionsOf = new WeakMap<Socket, Set<() => void>>();

/**
 * @param action called once: when the answer has been sent or its connection has ended, at once if that has happened already. An answer
 *   that waits behind others on its connection says nothing itself when that ends
 */
export function whenClosed(res: ServerResponse, action: () => void): void {
  const connection = res.req.socket;
  if (res.closed || connection.destroyed) {
    action();
    return;
  }
  if (res.socket !== null) {
    res.once('close', action);
    return;
  }
  const actions = actionsOf.get(connection) ?? watched(connection);
  const end = () => {
    if (actions.delete(end)) action();
  };
  actions.add(end);
  res.once('close', end);
}

function watched(connection: Socket): Set<() => void> {
  const actions = new Set<() => void>();
  actionsOf.set(connection, actions);
  connection.once('close', () => {
    for (const end of actions) end();
  });
  return actions;
}
