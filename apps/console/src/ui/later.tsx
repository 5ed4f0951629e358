/** A part of the console that is loaded when it is first shown, so that the first view stays small. */
import type { ComponentType, JSX } from 'preact';
import { Busy } from './busy.js';
import { useLoaded } from './loaded.js';
import { Problem } from './problem.js';

interface Props {
  /** @returns the part, by an import that the bundler sees */
  readonly load: () => Promise<ComponentType>;
}

export function Later({ load }: Props): JSX.Element {
  // A component is a function, which a state would call: it is kept in an object.
  const { value, error } = useLoaded(async () => ({ Part: await load() }), [load]);
  if (error !== undefined) return <Problem error={error} />;
  return value === undefined ? <Busy what="the page" /> : <value.Part />;
}
