/**
 * Waiting that a caller can break off. Must not know what is waited for.
 */

/**
 * Waits.
 * @param delayMs milliseconds
 * @throws the reason of the signal, as soon as it is aborted
 */
export function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
