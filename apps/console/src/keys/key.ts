/** A key of the space as its record shows it, and what it may do with other keys. Pure. */

export interface Key {
  readonly id: string;
  readonly name: string;
  /** The token. */
  readonly username: string;
  readonly is_active: boolean;
  readonly last_used: string | null;
  readonly permissions: Permissions | null;
}

interface Permissions {
  readonly read_only: boolean;
  readonly scopes: readonly string[];
  readonly hidden_fields?: readonly string[];
  readonly networks: readonly string[] | null;
  readonly expires_at: string | null;
  /** It may no more than its user. */
  readonly as_user?: boolean;
  /** After a rotation: until when the password before is taken. */
  readonly old_password_until?: string | null;
}

/** Token and password as the server gives them once. */
export interface KeyPassword {
  readonly token: string;
  readonly password: string;
  readonly old_password_until: string | null;
}

/** @returns enough to know a token by, and too little to use it: those that the service makes all begin with the same letters */
export function masked(token: string): string {
  return `${token.slice(0, token.length > 12 ? 9 : 3)}…`;
}

/** @returns what people call a key; keys without a label are called by their token */
export function nameOf({ name, username }: Key): string {
  return name === username ? masked(name) : name;
}

const actions = { make: 'create', rotate: 'update', delete: 'delete' } as const;

/** What is done with keys. */
export type KeyAction = keyof typeof actions;

const names = ['ApiAccess', 'ApiAccesses'];

/**
 * @param key undefined: nothing is known of it, so that the server has to say
 * @returns the right that a key lacks to do something with keys; undefined where it may do it
 */
export function lackedRight(key: Key | undefined, action: KeyAction): string | undefined {
  const permissions = key?.permissions;
  if (!permissions) return undefined;
  const wanted = actions[action];
  const isIn = (scope: string) => {
    const [entityTypes = '', list = ''] = scope.split(':');
    const given = list.split(',');
    const pattern = new RegExp(`^${entityTypes.replaceAll('*', '\\w*')}$`);
    return names.some((name) => pattern.test(name)) && (given.includes('*') || given.includes(wanted));
  };
  return permissions.scopes.some(isIn) ? undefined : `ApiAccesses:${wanted}`;
}
