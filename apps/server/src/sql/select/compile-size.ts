/**
 * Writes how many records the answer of a read holds, as one number. A record may have many rows, and expanded relations can lead
 * in circles, so a few stored records may be shown many times. Pure.
 */
import type { Projection, ProjectionMember } from '../../plan/projection/projection.js';
import { compileExpandedRecord, compileExpandedRows, type ProjectionContext, unjoined } from './compile-projection.js';
import { compileUnionRecord } from './compile-union-projection.js';

/** The number of records that one record of a projection brings up, itself included. */
interface Size {
  /** Of those that do not depend on the record. */
  readonly fixed: number;
  /** Expressions of the others. */
  readonly varying: readonly string[];
}

/**
 * @param alias of the record; `p` for one of a union
 * @returns an expression of the records that it brings up, itself included; undefined where nothing below it is counted
 */
export function compileSize(context: ProjectionContext, projection: Projection, alias: string): string | undefined {
  const { branches = [{ projection }] } = projection;
  if (!branches.some((branch) => branch.projection.members.some(leadsToRows))) return undefined;
  return text(
    projection.branches ? unionSize(context, projection.branches, alias) : sizeOf(context, projection, alias),
  );
}

function leadsToRows(member: ProjectionMember): boolean {
  if (member.kind === 'row-records' && !member.field.single) return true;
  return innerProjection(member)?.members.some(leadsToRows) ?? false;
}

function innerProjection(member: ProjectionMember): Projection | undefined {
  return member.kind === 'record' || member.kind === 'row-records' ? member.projection : undefined;
}

function unionSize(context: ProjectionContext, branches: NonNullable<Projection['branches']>, alias: string): Size {
  const sizes = branches.map(({ projection }) => sizeOf(context, projection, 'r'));
  const expression = compileUnionRecord(context, branches, alias, (_, index) => text(sizes[index] ?? nothing));
  return { fixed: 0, varying: [expression] };
}

const nothing: Size = { fixed: 0, varying: [] };

function text({ fixed, varying }: Size): string {
  return `(${[String(fixed), ...varying].join(' + ')})`;
}

function sizeOf(context: ProjectionContext, projection: Projection, alias: string): Size {
  const inner = projection.members.map((member) => memberSize(context, projection, member, alias));
  return {
    fixed: inner.reduce((sum, { fixed }) => sum + fixed, 1),
    varying: inner.flatMap(({ varying }) => varying),
  };
}

function memberSize(context: ProjectionContext, projection: Projection, member: ProjectionMember, alias: string): Size {
  switch (member.kind) {
    case 'record': {
      const size = (target: string) => sizeOf(context, member.projection, target);
      const { fixed, varying } = size(`${alias}o`);
      if (varying.length === 0) return { fixed, varying };
      return {
        fixed: 0,
        varying: [orNone(compileExpandedRecord(context, member, alias, (target) => unjoined(text(size(target)))))],
      };
    }
    case 'row-records': {
      const sum = (row: string) => `SUM(${text(sizeOf(context, member.projection, row))})`;
      return { fixed: 0, varying: [orNone(compileExpandedRows(context, projection, member, alias, sum))] };
    }
    default:
      return nothing;
  }
}

function orNone(expression: string): string {
  return `COALESCE(${expression}, 0)`;
}
