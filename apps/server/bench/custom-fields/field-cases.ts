/**
 * What is asked of each space: the same of all, but for the values of custom fields in bodies.
 */
import { recordId } from '../data/record-id.js';
import { positions } from '../data/words.js';
import type { BenchRequest } from '../load/request-bytes.js';
import { contactBody, contactCount, firstTextField, type Named, type Variant } from './wide-contacts.js';

export interface FieldCase {
  /** For `--case`. */
  readonly name: string;
  readonly title: string;
  readonly status: number;
  requests(space: WideSpace): BenchRequest[];
}

export interface WideSpace {
  readonly id: string;
  readonly variant: Variant;
  readonly named: Named;
}

/** Requests that differ in their record. */
const variety = 500;

const many = <T>(make: (index: number) => T) => Array.from({ length: variety }, (_, index) => make(index));

const path = ({ id }: WideSpace) => `/api/v100/rest/spaces/${id}/entities/Contacts`;

export const createCase: FieldCase = {
  name: 'create',
  title: 'Create with all values',
  status: 201,
  requests: (space) =>
    many((index) => {
      const body = JSON.stringify(contactBody(space.variant, contactCount + index, space.named));
      return { method: 'POST', path: path(space), body };
    }),
};

/** Reads come first: writes change what they answer. */
export const fieldCases: readonly FieldCase[] = [
  {
    name: 'list',
    title: 'List of 50',
    status: 200,
    requests: (space) => [{ method: 'GET', path: `${path(space)}?first=50` }],
  },
  {
    name: 'get',
    title: 'Get by id',
    status: 200,
    requests: (space) => many((index) => ({ method: 'GET', path: `${path(space)}/${recordId('contact', index)}` })),
  },
  {
    name: 'update',
    title: 'Update of two members, one of them custom',
    status: 200,
    // Each record is met again with other values, so that every update changes something.
    requests: (space) =>
      [0, 1].flatMap((turn) =>
        many((index): BenchRequest => {
          const second = space.variant === 'none' ? 'comments' : firstTextField;
          const body = JSON.stringify({ position: positions[turn], [second]: `Turn ${turn}` });
          return { method: 'PATCH', path: `${path(space)}/${recordId('contact', index)}`, body };
        }),
      ),
  },
  createCase,
];
