/**
 * Keeps what is worked out of something that many reads and writes have in common, such as an entity type.
 */

/** @returns gives what `make` gives, which is made once for each key and kept as long as the key is there */
export function onceFor<Key extends object, Value extends object>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>();
  return (key) => {
    let value = made.get(key);
    if (!value) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}
