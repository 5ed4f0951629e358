/** A page, or in its place what to do when drawing it fails: what is around it stays. */
import type { ComponentChildren, JSX } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { Problem } from './problem.js';
import { addressOf } from './route.js';

/** Made with the address as its `key`, it draws again at another one. */
export function Drawn({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const [error, drawAgain] = useErrorBoundary();
  if (error === undefined) return <>{children}</>;
  return (
    <>
      <h1>This page cannot be shown</h1>
      <Problem error={error} />
      <p>What was saved is stored; what was typed and not saved is lost.</p>
      <p class="tools">
        <button type="button" onClick={drawAgain}>
          Try again
        </button>
        <a href={addressOf([])}>Overview</a>
      </p>
    </>
  );
}
