/** Says what is being waited for. */
import type { JSX } from 'preact';

export function Busy({ what }: { readonly what: string }): JSX.Element {
  return (
    <p class="soft" role="status">
      Loading {what} …
    </p>
  );
}
