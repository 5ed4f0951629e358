/** A list of records that a page shows whole, a page of it after the other. */
import { unwrap } from '@headwater/client';
import { useState } from 'preact/hooks';
import { useSpace } from '../space.js';
import { type Loaded, useLoaded } from './loaded.js';

interface ListPage<Item> {
  readonly data: readonly Item[];
  readonly page_info: { readonly has_next_page: boolean; readonly end_cursor: string | null };
}

export interface ListLoaded<Item> extends Loaded<readonly Item[]> {
  /** There is more than what has been read. */
  readonly hasMore: boolean;
  readonly showMore: () => void;
}

/** The most that one answer has. */
const pageSize = 100;

/** @param query parameters of the list but the window, in the words of the interface */
export function useList<Item>(collection: string, query: Readonly<Record<string, unknown>>): ListLoaded<Item> {
  const { client } = useSpace();
  const [pages, setPages] = useState(1);
  const { value, ...state } = useLoaded(
    async (signal) => {
      const items: Item[] = [];
      let info: ListPage<Item>['page_info'] = { has_next_page: true, end_cursor: null };
      // From the beginning: what has been added meanwhile may be on any page.
      for (let page = 0; page < pages && info.has_next_page; page += 1) {
        const window = { first: pageSize, ...(info.end_cursor !== null && { after: info.end_cursor }) };
        const params = { query: { ...window, ...query } };
        const answer = await unwrap(client.GET<ListPage<Item>>(`/entities/${collection}`, { params, signal }));
        items.push(...answer.data);
        info = answer.page_info;
      }
      return { items, hasMore: info.has_next_page };
    },
    [client, collection, JSON.stringify(query), pages],
  );
  return {
    ...state,
    value: value?.items,
    hasMore: value?.hasMore ?? false,
    showMore: () => setPages((last) => last + 1),
  };
}
