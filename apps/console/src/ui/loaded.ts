/** What a part of the page waits for, as a state that it draws. */
import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Loaded<Value> {
  /** The newest that has come; kept while it is read again. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  /** Reads it again. */
  readonly reload: () => void;
}

/**
 * @param load is called when a key changes; its signal ends when that happens again or the part is gone
 * @param keys what the value depends on
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  keys: readonly unknown[],
): Loaded<Value> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Loaded<Value>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  useEffect(() => {
    const over = new AbortController();
    setState((last) => ({ ...last, error: undefined, isLoading: true }));
    load(over.signal).then(
      (value) => over.signal.aborted || setState({ value, error: undefined, isLoading: false }),
      (error: unknown) => over.signal.aborted || setState((last) => ({ ...last, error, isLoading: false })),
    );
    return () => over.abort();
  }, [round, ...keys]);
  const reload = useCallback(() => setRound((last) => last + 1), []);
  return { ...state, reload };
}
