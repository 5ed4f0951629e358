/**
 * Writes how many records the answer of a read holds, as one number: expanded relations can lead in circles, so that a few stored records
 * are answered many times. Pure.
 */
import type { Shape, ShapeMember } from '../../plan/shape.js';
import { compileExpandedRecord, compileExpandedRows, type ShapeContext } from './compile-shape.js';
import { compileUnionRecord } from './compile-union-shape.js';

/** The number of records that one record of a shape brings up, itself included. */
interface Size {
  /** Of those that do not depend on the record. */
  readonly fixed: number;
  /** Expressions of the others. */
  readonly varying: readonly string[];
}

/**
 * @param alias of the record; `p` for one of a union
 * @returns an expression of the records that it brings up, itself included; undefined where no rows are expanded below another relation,
 *   so that no record is answered more often than a row leads to it
 */
export function compileSize(context: ShapeContext, shape: Shape, alias: string): string | undefined {
  const { branches = [{ shape }] } = shape;
  if (
    !branches.some((branch) => branch.shape.members.some((member) => innerShape(member)?.members.some(leadsToRows)))
  ) {
    return undefined;
  }
  return text(shape.branches ? unionSize(context, shape.branches, alias) : sizeOf(context, shape, alias));
}

function leadsToRows(member: ShapeMember): boolean {
  if (member.kind === 'row-records' && !member.field.single) return true;
  return innerShape(member)?.members.some(leadsToRows) ?? false;
}

function innerShape(member: ShapeMember): Shape | undefined {
  return member.kind === 'record' || member.kind === 'row-records' ? member.shape : undefined;
}

function unionSize(context: ShapeContext, branches: NonNullable<Shape['branches']>, alias: string): Size {
  const sizes = branches.map(({ shape }) => sizeOf(context, shape, 'r'));
  const expression = compileUnionRecord(context, branches, alias, (_, index) => text(sizes[index] ?? nothing));
  return { fixed: 0, varying: [expression] };
}

const nothing: Size = { fixed: 0, varying: [] };

function text({ fixed, varying }: Size): string {
  return `(${[String(fixed), ...varying].join(' + ')})`;
}

function sizeOf(context: ShapeContext, shape: Shape, alias: string): Size {
  const inner = shape.members.map((member) => memberSize(context, shape, member, alias));
  return {
    fixed: inner.reduce((sum, { fixed }) => sum + fixed, 1),
    varying: inner.flatMap(({ varying }) => varying),
  };
}

function memberSize(context: ShapeContext, shape: Shape, member: ShapeMember, alias: string): Size {
  switch (member.kind) {
    case 'record': {
      const size = (target: string) => sizeOf(context, member.shape, target);
      const { fixed, varying } = size(`${alias}o`);
      if (varying.length === 0) return { fixed, varying };
      return {
        fixed: 0,
        varying: [orNone(compileExpandedRecord(context, member, alias, (target) => text(size(target))))],
      };
    }
    case 'row-records': {
      const sum = (row: string) => `SUM(${text(sizeOf(context, member.shape, row))})`;
      return { fixed: 0, varying: [orNone(compileExpandedRows(context, shape, member, alias, sum))] };
    }
    default:
      return nothing;
  }
}

function orNone(expression: string): string {
  return `COALESCE(${expression}, 0)`;
}
