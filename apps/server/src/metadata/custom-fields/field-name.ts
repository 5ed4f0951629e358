/**
 * The api names of custom fields: made of what people call the field. Pure.
 */

/** What the names of members begin with that a space has defined. */
const prefix = 'cf_';

/** Characters at most, without the number of a clash. */
const maxLength = 60;

/** @returns `cf_` and the name in letters a to z, digits and `_`; letters of other scripts are left out */
export function apiNameFrom(name: string): string {
  const latin = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase();
  const slug = latin
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, maxLength - prefix.length)
    .replaceAll(/^_+|_+$/g, '');
  return prefix + (slug === '' ? 'field' : slug);
}

export function isApiName(name: string): boolean {
  return /^cf_[a-z0-9](?:[a-z0-9_]*[a-z0-9])?$/.test(name) && name.length <= maxLength + 4;
}

/** The api names of an entity type's fields, deleted ones too, since they can come back. */
export class TakenNames {
  private readonly members = new Set<string>();

  constructor(apiNames: Iterable<string>) {
    for (const name of apiNames) this.take(name);
  }

  /** Whether a field can bear the name: neither its members nor those of another field, whatever their types, are called the same. */
  isFree(apiName: string): boolean {
    return !membersOf(apiName).some((member) => this.members.has(member));
  }

  /** @returns the name itself, or with the first number behind it that makes it free */
  freeName(apiName: string): string {
    for (let number = 0; ; number++) {
      const name = number === 0 ? apiName : `${apiName}${number}`;
      if (this.isFree(name)) return name;
    }
  }

  take(apiName: string): void {
    for (const member of membersOf(apiName)) this.members.add(member);
  }
}

function membersOf(apiName: string): string[] {
  return [apiName, `${apiName}_id`];
}
