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
 * @returns an expression of the records that it brings up, itself included; a number when that does not depend on the record
 */
export function compileSize(context: ShapeContext, shape: Shape, alias: string): string | number {
  const size = shape.branches ? unionSize(context, shape.branches, alias) : sizeOf(context, shape, alias);
  return size.varying.length === 0 ? size.fixed : text(size);
}

function unionSize(context: ShapeContext, branches: NonNullable<Shape['branches']>, alias: string): Size {
  const sizes = branches.map(({ shape }) => sizeOf(context, shape, 'r'));
  if (sizes.every(({ varying }) => varying.length === 0)) {
    return { fixed: Math.max(...sizes.map(({ fixed }) => fixed)), varying: [] };
  }
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
