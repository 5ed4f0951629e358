/**
 * Readers of event streams, and writers at a set pace: how late the readers hear of each write.
 */
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listening } from './server-process.js';

export interface Heard {
  /** Milliseconds from the start of each write to its event, for each reader. */
  readonly lagsMs: number[];
  events: number;
}

/** Opens one stream. @returns what ends it */
export function openStream(to: Listening, heard: Heard): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${to.url}/api/v100/rest/spaces/${to.space}/changes?entity=Contact&fields=city&after=${to.from}`,
      { headers: { authorization: to.authorization, accept: 'text/event-stream' } },
      (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`the stream is answered with ${answer.statusCode}`));
        let rest = '';
        answer.setEncoding('latin1').on('data', (chunk: string) => {
          const now = Date.now();
          const text = rest + chunk;
          const end = text.lastIndexOf('\n\n') + 1;
          rest = text.slice(end);
          for (const [, sent] of text.slice(0, end).matchAll(/"to":"at (\d+)"/g)) {
            heard.events++;
            heard.lagsMs.push(now - Number(sent));
          }
        });
        answer.on('error', () => {});
        resolve(() => asked.destroy());
      },
    );
    asked.on('error', reject).end();
  });
}

/** Writes to contacts, each write with the moment at which it begins. @returns how many were acknowledged */
export async function writeAtPace(to: Listening, perSecond: number, seconds: number): Promise<number> {
  const { contacts } = to;
  const start = performance.now();
  let due = 0;
  let written = 0;
  const writer = async (id: string) => {
    for (;;) {
      const index = due++;
      const waitMs = (index * 1_000) / perSecond - (performance.now() - start);
      if (index >= perSecond * seconds) return;
      if (waitMs > 0) await sleep(waitMs);
      const answer = await fetch(`${to.url}/api/v100/rest/spaces/${to.space}/entities/Contacts/${id}`, {
        method: 'PATCH',
        headers: { authorization: to.authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ city: `at ${Date.now()}` }),
      });
      if (!answer.ok) throw new Error(`a write is answered with ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
      written++;
    }
  };
  await Promise.all(contacts.map(writer));
  return written;
}
