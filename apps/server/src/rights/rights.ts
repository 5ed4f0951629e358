/**
 * What a key may: entity types by actions. Pure; knows neither keys nor spaces.
 */
import { LRUCache } from 'lru-cache';
import { type Action, actions, metadataTypes, type NamedType } from './action.js';
import { FieldRights } from './field-rights.js';
import type { UserRights } from './user-rights.js';

/** Stands for those in a scope. */
const metadataGroup = 'metadata';

/** In names of entity types: any characters. */
const wildcard = '*';

/** A scope that was read: which entity types, and what may be done with them. */
interface ScopePart {
  /** A name or a pattern of names, or the group. */
  readonly names: string;
  readonly actions: ReadonlySet<Action>;
}

/** Before the name of a hidden field among scopes. */
const hiddenMark = '-';

const form = /^([\w*]+):([a-z*]+(?:,[a-z*]+)*)$/;

/**
 * @param text such as `Accounts:read,create`, `*:read`, `Contact*:*`, `metadata:*`
 * @throws Error that says what is wrong with it and what would be right
 */
function parsePart(text: string): ScopePart {
  const [, names = '', list = ''] = form.exec(text) ?? [];
  const given = list.split(',');
  const unknown = given.find((one) => one !== '*' && !actions.some((action) => action === one));
  if (names === '' || unknown !== undefined) {
    const problem = names === '' ? '' : `: "${unknown}" is not an action`;
    throw new Error(
      `"${text.slice(0, 200)}" is not a scope${problem}; write entity types and actions, such as Accounts:read,create or *:read. ` +
        `The actions are ${actions.join(', ')} and *`,
    );
  }
  return {
    names: names.replace(/\*+/g, wildcard),
    actions: new Set(given.includes('*') ? actions : actions.filter((action) => given.includes(action))),
  };
}

function covers({ names }: ScopePart, { name, collection }: NamedType): boolean {
  if (names === metadataGroup) return metadataTypes.includes(name);
  return fits(name, names) || fits(collection, names);
}

/** Not by a regular expression: one with many wildcards can try each way to share out the characters of a name among them. */
function fits(name: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split(wildcard);
  const end = parts.pop();
  if (end === undefined) return name === start;
  if (!name.startsWith(start)) return false;
  let from = start.length;
  for (const part of parts) {
    const found = name.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return name.length >= from + end.length && name.endsWith(end);
}

/** Whether a part covers all that another one does, whatever the entity types are. */
function reachesAllOf({ names: own }: ScopePart, { names }: ScopePart): boolean {
  return own === wildcard || own === names;
}

/** The scopes of a key. Two that say the same are the same object, so that what is made for one serves both. */
export class Rights {
  private readonly known = new WeakMap<NamedType, ReadonlySet<Action>>();

  private constructor(
    private readonly parts: readonly ScopePart[],
    /** As they were given. */
    readonly scopes: readonly string[],
    /** All that there is may be read. */
    readonly readsEverything: boolean,
    /** Nothing may be written. */
    readonly isReadOnly: boolean,
    /** Of the user whom the key stands for; undefined: it stands for none, and all records are the same to it. */
    readonly user?: UserRights,
    /** Undefined: all fields are seen, and written as the interface says. */
    readonly fields?: FieldRights,
  ) {}

  /** Of a key without scopes. */
  static readonly everything = new Rights([parsePart('*:*')], ['*:*'], true, false);

  /** Of a key that may only read. */
  static readonly reading = new Rights([parsePart('*:read')], ['*:read'], true, true);

  /** @param scopes at least one @throws Error for a text that is no scope */
  static of(scopes: readonly string[]): Rights {
    if (scopes.length === 0) throw new Error('a key has at least one scope');
    const sorted = [...new Set(scopes)].sort();
    const [only] = sorted;
    if (sorted.length === 1 && only === '*:*') return Rights.everything;
    if (sorted.length === 1 && only === '*:read') return Rights.reading;
    const key = JSON.stringify(sorted);
    const found = interned.get(key);
    if (found !== undefined) return found;
    const parts = sorted.map(parsePart);
    const ofAll = parts.filter(({ names }) => names === wildcard);
    const readsEverything = ofAll.some((part) => part.actions.has('read'));
    const made = new Rights(parts, sorted, readsEverything, false);
    interned.set(key, made);
    return made;
  }

  /** @param texts as `toTexts` gives them @throws Error as `of` does */
  static ofTexts(texts: readonly string[]): Rights {
    const hidden = texts.filter((text) => text.startsWith(hiddenMark)).map((text) => text.slice(hiddenMark.length));
    return Rights.of(texts.filter((text) => !text.startsWith(hiddenMark))).withFields(
      FieldRights.of({ hidden, readOnly: [] }),
    );
  }

  /** @returns the scopes and the hidden fields, for who reads by these rights later */
  toTexts(): readonly string[] {
    return [...this.scopes, ...(this.fields?.hidden ?? []).map((name) => hiddenMark + name)];
  }

  /** @returns the same scopes, of which a user with these rights may use what both allow */
  limitedTo(user: UserRights): Rights {
    return this.with(user, this.fields);
  }

  /** @returns the same, without what these and the rights of before do not let see or write */
  withFields(fields: FieldRights | undefined): Rights {
    return fields === undefined ? this : this.with(this.user, FieldRights.both(this.fields, fields));
  }

  private with(user: UserRights | undefined, fields: FieldRights | undefined): Rights {
    const key = JSON.stringify([this.scopes, user?.key, fields?.key]);
    let made = interned.get(key);
    if (made === undefined) {
      const { parts, scopes, isReadOnly } = this;
      const hidesFields = fields !== undefined && fields.hidden.length > 0;
      const readsEverything = this.readsEverything && user === undefined && !hidesFields;
      made = new Rights(parts, scopes, readsEverything, isReadOnly, user, fields);
      interned.set(key, made);
    }
    return made;
  }

  may(entityType: NamedType, action: Action): boolean {
    return this === Rights.everything || this.actionsFor(entityType).has(action);
  }

  /**
   * @param entityTypes of the space
   * @returns the first right of another key that this one lacks, such as `Accounts:create`; undefined when it has them all. A pattern has
   *   a right when all entity types that it may come to cover have it.
   */
  lackedOf(other: Rights, entityTypes: readonly NamedType[]): string | undefined {
    for (const [index, part] of other.parts.entries()) {
      const name = (other.scopes[index] ?? '').split(':')[0];
      const covered = entityTypes.filter((entityType) => covers(part, entityType));
      // Entity types that are defined later come under patterns.
      const isOpen = part.names.includes(wildcard);
      for (const action of part.actions) {
        const isHeld = this.parts.some((own) => own.actions.has(action) && reachesAllOf(own, part));
        if (isHeld) continue;
        if (isOpen || covered.length === 0 || covered.some((one) => !this.may(one, action))) return `${name}:${action}`;
      }
    }
    return undefined;
  }

  /** @returns the scopes that cover none of the entity types */
  unknownScopes(entityTypes: readonly NamedType[]): string[] {
    return this.scopes.filter((_, index) => !entityTypes.some((one) => covers(this.parts[index] as ScopePart, one)));
  }

  private actionsFor(entityType: NamedType): ReadonlySet<Action> {
    let found = this.known.get(entityType);
    if (found === undefined) {
      const covering = this.parts.filter((part) => covers(part, entityType)).flatMap((part) => [...part.actions]);
      const { user, fields } = this;
      // Definitions reach the values of all fields.
      const mayDefine = fields === undefined || !metadataTypes.includes(entityType.name);
      const may = (action: Action) => (mayDefine || action === 'read') && (user?.may(entityType, action) ?? true);
      found = new Set(covering.filter(may));
      this.known.set(entityType, found);
    }
    return found;
  }

  /** In texts that tell callers apart by what they may see. */
  toJSON(): readonly string[] {
    const { scopes, user, fields } = this;
    return [...scopes, ...(user === undefined ? [] : [user.key]), ...(fields === undefined ? [] : [fields.key])];
  }
}

/** Of this process. Those not used for longest are made again when their key asks; what was made for them goes with them. */
const maxInterned = 1_000;
const interned = new LRUCache<string, Rights>({ max: maxInterned });
