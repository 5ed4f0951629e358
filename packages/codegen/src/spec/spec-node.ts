/**
 * A value in a YAML file of the spec that remembers its position, so that an error can be reported with file and line.
 * Checks shapes only; what the keys mean is the business of the parsers that use it.
 */
import { isJsonObject, type JsonValue } from '@headwater/contract';
import { SpecError, type SpecLocation } from './spec-error.js';

/** Gives the location of the value at a path of keys and indexes. */
export type Locate = (path: readonly (string | number)[]) => SpecLocation;

export class SpecNode {
  constructor(
    readonly value: JsonValue,
    private readonly path: readonly (string | number)[],
    private readonly locate: Locate,
  ) {}

  location(): SpecLocation {
    return this.locate(this.path);
  }

  /** @throws SpecError always, naming this node's location and path. */
  fail(problem: string): never {
    const where = this.path.length === 0 ? '' : `${this.path.join('.')}: `;
    throw new SpecError(this.location(), where + problem);
  }

  asString(): string {
    return typeof this.value === 'string' && this.value !== '' ? this.value : this.fail('must be a text');
  }

  asBoolean(): boolean {
    return typeof this.value === 'boolean' ? this.value : this.fail('must be true or false');
  }

  asNumber(): number {
    return typeof this.value === 'number' ? this.value : this.fail('must be a number');
  }

  /** One of the given texts. */
  asOneOf<T extends string>(allowed: readonly T[]): T {
    const found = allowed.find((candidate) => candidate === this.value);
    return found ?? this.fail(`must be one of ${allowed.join(', ')}`);
  }

  /** The items of a list. */
  items(): SpecNode[] {
    const { value } = this;
    if (!Array.isArray(value)) return this.fail('must be a list');
    return value.map((item: JsonValue, index) => new SpecNode(item, [...this.path, index], this.locate));
  }

  /** The keys of a map, in the order of the file (keys that are whole numbers come first, rising). */
  keys(): string[] {
    return isJsonObject(this.value) ? Object.keys(this.value) : this.fail('must be a map');
  }

  /** The value of a key; undefined when the key is missing. */
  find(key: string): SpecNode | undefined {
    if (!isJsonObject(this.value)) return this.fail('must be a map');
    const value = Object.hasOwn(this.value, key) ? this.value[key] : undefined;
    return value === undefined ? undefined : new SpecNode(value, [...this.path, key], this.locate);
  }

  /** The value of a key that must be there. */
  get(key: string): SpecNode {
    return this.find(key) ?? this.fail(`"${key}" is missing`);
  }

  /** This map with the keys of another one put over it; keys of either report their location in the other's file. */
  overriddenBy(other: SpecNode): SpecNode {
    if (!isJsonObject(this.value) || !isJsonObject(other.value)) return other.fail('must be a map');
    return new SpecNode({ ...this.value, ...other.value }, other.path, other.locate);
  }

  /** This map without one of its keys. */
  without(key: string): SpecNode {
    if (!isJsonObject(this.value)) return this.fail('must be a map');
    const { [key]: _, ...rest } = this.value;
    return new SpecNode(rest, this.path, this.locate);
  }

  /** Rejects every key that is not named. */
  allowOnly(allowed: readonly string[]): void {
    const unknown = this.keys().find((key) => !allowed.includes(key));
    if (unknown !== undefined) this.get(unknown).fail(`unknown key; known here: ${allowed.join(', ')}`);
  }
}
