/**
 * Finds the links that become one when the records at their ends do: those that tie the same records together. Pure.
 */
import type { EntityType, Field, ReferenceField } from '@headwater/catalog';
import { type Draft, type StoredRecord, unchangedDraft } from '../write/draft.js';
import { fillEmpty, setFilled } from './fill-empty.js';
import { IdMapping, type Link } from './merge-references.js';

export interface UnitedLinks {
  /** The links that become one with another: it takes their place. */
  readonly mapping: IdMapping;
  /** The links that go, those too that would lead from a record to itself. */
  readonly gone: readonly StoredRecord[];
  /** The links that stay and change otherwise than in where they lead. */
  readonly changed: readonly Draft[];
}

/** A link on its way: what it ties together afterwards, and by which of the records that become one it did so before. */
interface Tie {
  readonly row: StoredRecord;
  readonly draft: Draft;
  /** Ids at its ends afterwards, and those that it takes over. */
  readonly ends: Map<string, string | null>;
  /** 0 throughout: it led to records that stay. */
  readonly ranks: readonly number[];
}

/**
 * @param moved the references of the links that can point at the records that become one
 * @param mapping of these records
 * @param rows all links, not deleted, that lead to one of these records
 */
export function uniteLinks(
  entityType: EntityType,
  link: Link,
  moved: readonly ReferenceField[],
  mapping: IdMapping,
  rows: readonly StoredRecord[],
): UnitedLinks {
  const ties = rows.map((row) => tieOf(entityType, link, moved, mapping, row)).sort(byRank);
  const places = new Map<string, Tie[]>();
  const keptTies = new Map<Tie, Tie | null>();
  for (const tie of ties) {
    if (leadsToItself(tie, moved)) {
      keptTies.set(tie, null);
      continue;
    }
    const place = placeOf(places, link, moved, tie);
    const same = place.find((other) => compareRanks(other, tie) < 0 && agree(link, other, tie));
    keptTies.set(tie, same ?? tie);
    if (same) takeOver(entityType, link, same, tie);
    else place.push(tie);
  }
  for (const { via, flag } of link.flags) leaveOneFlag(keptTies, via, flag);
  return collect(keptTies);
}

function tieOf(
  entityType: EntityType,
  link: Link,
  moved: readonly ReferenceField[],
  mapping: IdMapping,
  row: StoredRecord,
): Tie {
  const names = new Set(moved.map(({ name }) => name));
  const idIn = ({ name }: ReferenceField) => (typeof row[name] === 'string' ? row[name] : null);
  return {
    row,
    draft: unchangedDraft(entityType, row),
    ends: new Map(
      link.ends.map((end) => {
        const id = idIn(end);
        return [end.name, id !== null && names.has(end.name) ? mapping.idOf(id) : id];
      }),
    ),
    ranks: moved.map((field) => mapping.rankOf(idIn(field) ?? '')),
  };
}

/** Links of the record that stays come first, then those of the others in their order; the oldest first among each. */
function byRank(a: Tie, b: Tie): number {
  return compareRanks(a, b) || (String(a.row.id) < String(b.row.id) ? -1 : 1);
}

function compareRanks(a: Tie, b: Tie): number {
  for (const [index, rank] of a.ranks.entries()) {
    const difference = rank - (b.ranks[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Records that became one were tied to each other: nothing is left to tie. */
function leadsToItself({ ends, ranks }: Tie, moved: readonly ReferenceField[]): boolean {
  const led = moved.map(({ name }) => ends.get(name) ?? null).filter((id) => id !== null);
  return ranks.some((rank) => rank > 0) && new Set(led).size < led.length;
}

/** Links that can agree share a place. */
function placeOf(places: Map<string, Tie[]>, link: Link, moved: readonly ReferenceField[], { ends, row }: Tie): Tie[] {
  const anchors = (link.single ? moved : link.anchors).map(({ name }) => ends.get(name) ?? null);
  const amounts = link.single ? [] : link.amounts.map(({ name }) => row[name] ?? null);
  const key = JSON.stringify([anchors, amounts]);
  const place = places.get(key) ?? [];
  places.set(key, place);
  return place;
}

/** @param a shares its place with the other one */
function agree(link: Link, a: Tie, b: Tie): boolean {
  if (link.single) return true;
  return link.ends.every(({ name }) => {
    const [one, other] = [a.ends.get(name) ?? null, b.ends.get(name) ?? null];
    return one === null || other === null || one === other;
  });
}

/** Of a record that has one link only, that link stays what it is: half of it and half of another would be neither. */
function takeOver(entityType: EntityType, link: Link, kept: Tie, gone: Tie): void {
  if (link.single) return;
  for (const [name, id] of gone.ends) {
    if (id === null || (kept.ends.get(name) ?? null) !== null) continue;
    kept.ends.set(name, id);
    kept.draft.set(name, id);
  }
  const already = { ...kept.row, ...Object.fromEntries(kept.draft.values), ...Object.fromEntries(kept.draft.money) };
  const isNoEnd = ({ name }: Field) => !kept.ends.has(name);
  for (const filled of fillEmpty(entityType, already, [gone.row], isNoEnd)) setFilled(kept.draft, filled);
}

/** The flag stays with the record's own link, else with that of the first who brings one. */
function leaveOneFlag(keptTies: ReadonlyMap<Tie, Tie | null>, via: string, flag: string): void {
  const siblings = new Map<string | null, Tie[]>();
  for (const tie of keptTies.keys()) {
    const parent = tie.ends.get(via) ?? null;
    const known = siblings.get(parent);
    if (known) known.push(tie);
    else siblings.set(parent, [tie]);
  }
  for (const ties of siblings.values()) {
    const first = ties.find(({ row }) => row[flag] === true);
    if (!first) continue;
    const holder = keptTies.get(first);
    for (const tie of ties) {
      if (keptTies.get(tie) !== tie || (tie.row[flag] === true) === (tie === holder)) continue;
      tie.draft.set(flag, tie === holder);
    }
  }
}

function collect(keptTies: ReadonlyMap<Tie, Tie | null>): UnitedLinks {
  const mapping = new IdMapping();
  const gone: StoredRecord[] = [];
  const changed: Draft[] = [];
  for (const [tie, kept] of keptTies) {
    if (kept === tie) {
      if (tie.draft.changesAnything) changed.push(tie.draft);
      continue;
    }
    gone.push(tie.row);
    if (kept) mapping.add(String(tie.row.id), String(kept.row.id));
  }
  return { mapping, gone, changed };
}
