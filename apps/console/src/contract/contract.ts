/** What a space can hold: entity types with their members and operations, made from its own document. Pure. */
import { areas, labels } from '../generated/facts.js';
import { answered, nameOf, type Schema, type SpaceDocument } from './document.js';
import { type Bodies, labelOf, type Member, plainMember, targetsOf } from './member.js';

export interface EntityType {
  readonly name: string;
  /** The segment of its path. */
  readonly collection: string;
  /** What people call several of its records. */
  readonly label: string;
  readonly description: string;
  readonly operations: ReadonlySet<'create' | 'update' | 'delete' | 'restore' | 'batch'>;
  /** In their order for people. */
  readonly members: readonly Member[];
  /** The member whose text means a record. */
  readonly labelMember: string;
  readonly isCustom: boolean;
  /** Present where it is a part of a collection: the values that its records have there. */
  readonly only?: Readonly<Record<string, string>>;
}

export interface Area {
  readonly name: string;
  readonly isFolded: boolean;
  readonly entityTypes: readonly EntityType[];
}

export interface Contract {
  readonly areas: readonly Area[];
  ofCollection(collection: string): EntityType | undefined;
  ofName(name: string): EntityType | undefined;
}

/** Names that people have given: by `Account.cf_budget` and by collection. */
export type GivenNames = ReadonlyMap<string, string>;

export function contractOf({ paths, components: { schemas } }: SpaceDocument, given: GivenNames): Contract {
  const entityTypes = Object.keys(paths).flatMap((path): EntityType[] => {
    const [, collection] = /^\/entities\/([^/{}]+)$/.exec(path) ?? [];
    const name = nameOf(answered(paths[path]?.get)?.items);
    const isOfRecords = name !== undefined && nameOf(answered(paths[`${path}/{id}`]?.get)) === name;
    return collection !== undefined && isOfRecords ? [entityType(name, collection, paths, schemas, given)] : [];
  });
  const byName = new Map(entityTypes.map((one) => [one.name, one]));
  const byCollection = new Map(entityTypes.map((one) => [one.collection, one]));
  const own = entityTypes.filter(({ isCustom }) => isCustom);
  const known = areas.map(({ name, folded, entityTypes: names }) => ({
    name,
    isFolded: folded,
    entityTypes: names.flatMap((one) => byName.get(one) ?? []),
  }));
  return {
    areas: [...(own.length > 0 ? [{ name: 'Of this space', isFolded: false, entityTypes: own }] : []), ...known],
    ofCollection: (collection) => byCollection.get(collection),
    ofName: (name) => byName.get(name) ?? typeOfOwn(name, byName),
  };
}

/** The types of an entity type that a space has defined, `VehicleType`, have no list of their own: they are among all such types. */
function typeOfOwn(name: string, byName: ReadonlyMap<string, EntityType>): EntityType | undefined {
  const own = byName.get(name.replace(/Type$/, ''));
  const all = byName.get('CustomEntityType');
  return own?.isCustom && all !== undefined ? { ...all, only: { entity_api_name: own.name } } : undefined;
}

function entityType(
  name: string,
  collection: string,
  paths: SpaceDocument['paths'],
  schemas: Readonly<Record<string, Schema>>,
  given: GivenNames,
): EntityType {
  const path = `/entities/${collection}`;
  const has = (at: string, method: string) => paths[`${path}${at}`]?.[method] !== undefined;
  const bodies = { shown: schemas[name], create: schemas[`${name}Create`], update: schemas[`${name}Update`] };
  const operations = (
    [
      ['create', '', 'post'],
      ['update', '/{id}', 'patch'],
      ['delete', '/{id}', 'delete'],
      ['restore', '/batch-restore', 'post'],
      ['batch', '/batch-modify', 'post'],
    ] as const
  ).filter(([, at, method]) => has(at, method));
  const known = labels[name];
  return {
    name,
    collection,
    label: given.get(collection) ?? collection.replace(/(?<=[a-z])(?=[A-Z])/g, ' '),
    description: bodies.shown?.description ?? '',
    operations: new Set(operations.map(([operation]) => operation)),
    members: membersOf(name, bodies, given),
    labelMember: known ?? 'name',
    isCustom: known === undefined,
  };
}

function membersOf(entityName: string, bodies: Bodies, given: GivenNames): Member[] {
  const shown = bodies.shown?.properties ?? {};
  const names = [bodies.shown, bodies.create, bodies.update].flatMap((schema) => Object.keys(schema?.properties ?? {}));
  const linked = linkNames(shown);
  const ofLinks = new Set([...linked.values()].flat());
  const members = [...new Set(names)]
    // A link is drawn with its id, and bodies name it by that.
    .filter((name) => !ofLinks.has(name) && !(`${name}_id` in shown && !(name in shown)))
    .map((name): Member => {
      const member = withRelation(plainMember(name, bodies), linked.get(name) ?? [], shown);
      return {
        ...member,
        label:
          given.get(`${entityName}.${name.replace(/_id$/, '')}`) ?? given.get(`${entityName}.${name}`) ?? member.label,
      };
    });
  return members.sort((one, other) => rank(one) - rank(other));
}

/** @returns the links that answers have beside each member with an id */
function linkNames(shown: Readonly<Record<string, Schema>>): Map<string, string[]> {
  const links = Object.keys(shown).filter((name) => targetsOf(shown[name]).length > 0);
  const ids = Object.keys(shown).filter((name) => name.endsWith('_id'));
  return new Map(
    ids.map((id) => {
      const own = id.slice(0, -'_id'.length);
      if (links.includes(own)) return [id, [own]];
      // Links to one of several entity types have names of their own, and say the same of themselves.
      const described = shown[id]?.description ?? '';
      const same = (link: string) =>
        !(`${link}_id` in shown) && described !== '' && shown[link]?.description === described;
      return [id, links.filter(same)];
    }),
  );
}

function withRelation(member: Member, links: readonly string[], shown: Readonly<Record<string, Schema>>): Member {
  const linksOf = (name: string) => targetsOf(shown[name]).map((target) => ({ name, target }));
  if (links.length > 0)
    return { ...member, kind: 'relation', label: labelOf(member.name), links: links.flatMap(linksOf) };
  const single = linksOf(member.name);
  if (single.length > 0) return { ...member, kind: 'relation', links: single, onCreate: false, onUpdate: false };
  const rows = targetsOf(shown[member.name]?.items).map((target) => ({ name: member.name, target }));
  if (rows.length > 0) return { ...member, kind: 'relations', links: rows, onCreate: false, onUpdate: false };
  return member;
}

/** Members that every record has come last; what a record is about comes first. */
const last = ['created', 'modified', 'revision', 'id', 'is_deleted', 'is_delete_protected'];

function rank({ name, isRequired, kind }: Member): number {
  if (last.includes(name)) return 10 + last.indexOf(name);
  if (kind === 'relations' || kind === 'json') return 5;
  if (/^(name|formatted_name|subject|title|first_name|last_name)$/.test(name)) return 0;
  return isRequired ? 1 : name.startsWith('cf_') ? 2 : 3;
}
