/**
 * Caches of bounded weight, which drop what was not used for longest.
 */
import { LRUCache } from 'lru-cache';

/**
 * @param capacity what the entries weigh together at most. An entry that weighs more by itself stays, alone, until the next one comes
 * @param dispose gets what is dropped
 */
export function weighedCache<Value extends {}>(
  capacity: number,
  weigh: (value: Value, key: string) => number,
  dispose?: (value: Value) => void,
): LRUCache<string, Value> {
  const sizeCalculation = (value: Value, key: string) => Math.min(Math.max(weigh(value, key), 1), capacity);
  return new LRUCache<string, Value>({ maxSize: capacity, sizeCalculation, ...(dispose && { dispose }) });
}

/** @returns what the cache has, or what is made, which it has from then on */
export function getOrMake<Value extends {}>(cache: LRUCache<string, Value>, key: string, make: () => Value): Value {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const made = make();
  cache.set(key, made);
  return made;
}
