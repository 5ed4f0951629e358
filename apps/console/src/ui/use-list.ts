/** A list of records that a page shows whole. */
import { unwrap } from '@headwater/client';
import { useSpace } from '../space.js';
import { type Loaded, useLoaded } from './loaded.js';

/** @param query parameters of the list, in the words of the interface */
export function useList<Item>(collection: string, query: Readonly<Record<string, unknown>>): Loaded<readonly Item[]> {
  const { client } = useSpace();
  return useLoaded(
    async (signal) => {
      const asked = client.GET<{ data: readonly Item[] }>(`/entities/${collection}`, { params: { query }, signal });
      return (await unwrap(asked)).data;
    },
    [client, collection, JSON.stringify(query)],
  );
}
