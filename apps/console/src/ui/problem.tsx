/** Says in words what went wrong and what to do. */
import {
  ApiError,
  AuthenticationError,
  HeadwaterError,
  NetworkError,
  PermissionError,
  TimeoutError,
} from '@headwater/client';
import type { JSX } from 'preact';

export function Problem({ error }: { readonly error: unknown }): JSX.Element {
  return (
    <div role="alert" class={error === undefined ? undefined : 'problem'}>
      {error === undefined ? undefined : <p>{wordsOf(error)}</p>}
    </div>
  );
}

/** @returns whether a write found the record at another revision than that which it names */
export function isRevisionConflict(error: unknown): boolean {
  return error instanceof ApiError && error.codeName === 'ERROR_REVISION_CONFLICT';
}

/** @returns one or two sentences for people */
export function wordsOf(error: unknown): string {
  if (error instanceof AuthenticationError)
    return 'Space, token and password do not fit together, or the key has been taken back. Check all three.';
  if (error instanceof PermissionError) return `This key may not do that. ${error.message}`;
  if (error instanceof NetworkError) return 'The server cannot be reached. Check the connection, then try again.';
  if (error instanceof TimeoutError)
    return 'The server has not answered in time. Look whether it was done, then try again.';
  if (error instanceof ApiError) return error.message.trim();
  if (error instanceof HeadwaterError) return `${error.message}.`;
  return error instanceof Error ? error.message : String(error);
}
