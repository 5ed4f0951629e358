/** The button below a list that has more than what is shown. */
import type { JSX } from 'preact';
import type { ListLoaded } from './use-list.js';

interface Props {
  readonly list: Pick<ListLoaded<unknown>, 'value' | 'hasMore' | 'isLoading' | 'showMore'>;
  /** What the list has, such as `deliveries`. */
  readonly what: string;
}

export function More({ list: { value = [], hasMore, isLoading, showMore }, what }: Props): JSX.Element | null {
  if (!hasMore) return null;
  return (
    <p class="tools">
      <button type="button" aria-disabled={isLoading} onClick={() => isLoading || showMore()}>
        More {what}
      </button>
      <span class="soft" role="status">
        {isLoading ? `Loading ${what} …` : `The first ${value.length.toLocaleString()} are shown.`}
      </span>
    </p>
  );
}
