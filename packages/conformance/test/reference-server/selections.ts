/**
 * What of a record is answered: `expand` puts records in the place of links, `load-only` cuts to the members that are named.
 */
import type { EntityType } from '@headwater/catalog';
import { knownMember, relationStep } from './paths.js';
import { badParameter } from './rejection.js';

const deepest = 5;
const mostRelations = 100;

export class Selection {
  private names: ReadonlySet<string> = new Set(['id']);
  private readonly relations = new Map<string, Selection>();

  private constructor(private isWhole: boolean) {}

  /** All members, relations as links. */
  static readonly whole = new Selection(true);

  /** @throws Rejection for names that lead nowhere */
  static read(type: EntityType, expand: string | undefined, loadOnly: string | undefined): Selection {
    const selection = new Selection(loadOnly === undefined);
    for (const path of loadOnly?.split(',') ?? []) selection.load(type, path.split('.'));
    const paths = expand === undefined || expand === '' ? [] : expand.split(',');
    // Of the record itself only `load-only` says which relations are answered.
    const named = new Set(selection.names);
    for (const path of paths) selection.expand(type, path.split('.'));
    selection.names = named;
    if (selection.size > mostRelations) throw badParameter('expand', `names more than ${mostRelations} relations`);
    return selection;
  }

  has(member: string): boolean {
    return this.isWhole || this.names.has(member);
  }

  /** @returns undefined for a relation that is answered as a link */
  expanded(member: string): Selection | undefined {
    return this.relations.get(member);
  }

  private get size(): number {
    return [...this.relations.values()].reduce((sum, relation) => sum + 1 + relation.size, 0);
  }

  private load(type: EntityType, [name = '', ...deeper]: readonly string[]): void {
    const member = knownMember(type, name, 'load-only');
    this.show(member.name);
    if (deeper.length === 0) return;
    const relation = relationStep(member);
    if (relation === undefined) throw badParameter('load-only', `goes through "${name}", which is no relation`);
    this.relation(member.name).load(relation.type, deeper);
  }

  private expand(type: EntityType, names: readonly string[]): void {
    if (names.length > deepest) throw badParameter('expand', `goes deeper than ${deepest} relations`);
    const [name, ...deeper] = names;
    if (name === undefined) return;
    this.show(name);
    const member = knownMember(type, name, 'expand');
    const relation = relationStep(member);
    if (relation === undefined) throw badParameter('expand', `names "${name}", which is no relation`);
    const isCut = this.relations.has(member.name) && deeper.length > 0;
    const selection = this.relation(member.name);
    if (!isCut) selection.isWhole = true;
    selection.expand(relation.type, deeper);
  }

  private show(member: string): void {
    this.names = new Set([...this.names, member]);
  }

  private relation(name: string): Selection {
    const selection = this.relations.get(name) ?? new Selection(false);
    this.relations.set(name, selection);
    return selection;
  }
}
