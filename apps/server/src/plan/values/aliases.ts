/**
 * Texts that stand for others in bodies and filters. Pure.
 */
import type { ValueField } from '@headwater/catalog';

/** @returns the value that a text means in a field: itself, unless it is an alias */
export function meantBy({ aliases }: Pick<ValueField, 'aliases'>, text: string): string {
  return aliases && Object.hasOwn(aliases, text) ? (aliases[text] ?? text) : text;
}
