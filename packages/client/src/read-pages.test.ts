/** Lists read to their end, from a source that keeps count. */
import { describe, expect, it } from 'vitest';
import { NotFoundError } from './errors/api-errors.js';
import { UnexpectedAnswerError } from './errors/unexpected-answer-error.js';
import type { ListBody } from './list-types.js';
import { readPages } from './read-pages.js';

const page = (data: unknown[], end_cursor: string | null, has_next_page: boolean): ListBody => ({
  data,
  page_info: { end_cursor, has_next_page },
});

/** A source that gives the pages in turn and remembers what it was asked. */
function sourceOf(...pages: ListBody[]) {
  const asked: object[] = [];
  const getPage = async (query: Readonly<Record<string, unknown>>) => {
    asked.push(query);
    return { data: pages[asked.length - 1] ?? page([], null, false), response: new Response() };
  };
  return { asked, getPage };
}

async function dataOf(pages: AsyncIterable<ListBody>): Promise<unknown[]> {
  const data: unknown[] = [];
  for await (const { data: records } of pages) data.push(...records);
  return data;
}

describe('readPages', () => {
  it('follows the cursor and sends the other parameters again', async () => {
    const { asked, getPage } = sourceOf(page([1, 2], 'b', true), page([3, 4], 'd', true), page([5], 'e', false));
    expect(await dataOf(readPages(getPage, { first: 2 }))).toEqual([1, 2, 3, 4, 5]);
    expect(asked).toEqual([{ first: 2 }, { first: 2, after: 'b' }, { first: 2, after: 'd' }]);
  });

  it('begins at the given cursor', async () => {
    const { asked, getPage } = sourceOf(page([3], 'c', false));
    expect(await dataOf(readPages(getPage, { after: 'b' }))).toEqual([3]);
    expect(asked).toEqual([{ after: 'b' }]);
  });

  it.each<[string, ListBody]>([
    ['says that no page follows', page([1], 'a', false)],
    ['has no cursor', page([1], null, true)],
    ['is empty', page([], null, false)],
  ])('ends with a page that %s', async (_case, last) => {
    const { asked, getPage } = sourceOf(last, page(['never'], 'z', true));
    expect(await dataOf(readPages(getPage, {}))).toEqual(last.data);
    expect(asked).toHaveLength(1);
  });

  it('asks for a page only when it is wanted', async () => {
    const { asked, getPage } = sourceOf(page([1], 'a', true), page([2], 'b', true));
    for await (const _first of readPages(getPage, {})) break;
    expect(asked).toHaveLength(1);
  });

  it('rejects cursors that repeat', async () => {
    const { getPage } = sourceOf(page([1], 'a', true), page([1], 'a', true));
    await expect(dataOf(readPages(getPage, {}))).rejects.toThrow(UnexpectedAnswerError);
  });

  it('rejects a page that does not say what follows', async () => {
    const { getPage } = sourceOf({ data: [1] });
    await expect(dataOf(readPages(getPage, { limit: 10 }))).rejects.toThrow(/page_info/);
  });

  it('throws the error of a page, after the records of those before', async () => {
    const { getPage } = sourceOf(page([1], 'a', true));
    const failing = async (query: Readonly<Record<string, unknown>>) =>
      'after' in query ? { error: {}, response: new Response(null, { status: 404 }) } : getPage(query);
    const pages = readPages(failing, {});
    expect((await pages.next()).value).toMatchObject({ data: [1] });
    await expect(pages.next()).rejects.toThrow(NotFoundError);
  });
});
