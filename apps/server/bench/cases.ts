/**
 * What is measured: the kinds of requests, the same for every contestant.
 */
import { inventPerson } from './data/invent-contact.js';
import { recordId } from './data/record-id.js';
import { ownerOf, type SpacePlan, userCount } from './data/space-plan.js';
import { positions, remarks } from './data/words.js';
import type { BenchRequest } from './load/request-bytes.js';

export interface BenchCase {
  /** For `--case`. */
  readonly name: string;
  readonly title: string;
  /** Status of every answer. */
  readonly status: number;
  /** How many times the CPU time of the hand-written floor it may cost. */
  readonly maxCpuRatio: number;
  /** Members that no two answers share: two contestants make them at different times. */
  readonly unrepeatable: readonly string[];
  requests(space: string, plan: SpacePlan): BenchRequest[];
}

/** Requests that differ in their record; more than the connections, few enough to be made at once. */
const variety = 500;

const readRatio = 1.4;
const writeRatio = 2.5;

function read(name: string, title: string, requests: (collection: string, plan: SpacePlan) => string[]): BenchCase {
  return {
    name,
    title,
    status: 200,
    maxCpuRatio: readRatio,
    unrepeatable: [],
    requests: (space, plan) => requests(collectionPath(space), plan).map((path) => ({ method: 'GET', path })),
  };
}

function collectionPath(space: string): string {
  return `/api/v100/rest/spaces/${space}/entities/Contacts`;
}

/** @returns the ids of contacts from all over the space */
function someContacts({ contacts }: SpacePlan): string[] {
  const count = Math.min(variety, contacts);
  return Array.from({ length: count }, (_, index) => recordId('contact', Math.floor((index * contacts) / count)));
}

const create: BenchCase = {
  name: 'create',
  title: 'Create with an owner',
  status: 201,
  maxCpuRatio: writeRatio,
  unrepeatable: ['id', 'created', 'modified', 'revision'],
  requests: (space, { contacts }) =>
    Array.from({ length: variety }, (_, index) => {
      const person = inventPerson(contacts + index);
      const body = JSON.stringify({ owner_id: recordId('user', ownerOf(index)), ...person });
      return { method: 'POST', path: collectionPath(space), body };
    }),
};

const update: BenchCase = {
  name: 'update',
  title: 'Update two members',
  status: 200,
  maxCpuRatio: writeRatio,
  unrepeatable: ['modified', 'revision'],
  // Each record is met again with other values, so that every update changes something.
  requests: (space, plan) =>
    [0, 1].flatMap((turn) =>
      someContacts(plan).map((id): BenchRequest => {
        const body = JSON.stringify({ position: positions[turn], comments: remarks[turn] });
        return { method: 'PATCH', path: `${collectionPath(space)}/${id}`, body };
      }),
    ),
};

/** @returns the place of the contact that the page at depth begins after */
function depthOf({ contacts }: SpacePlan): number {
  return Math.floor(contacts / 2);
}

/** Reads come first: writes change what they answer. */
export const benchCases: readonly BenchCase[] = [
  read('list', 'List of 30', (contacts) => [contacts]),
  read('deep', 'List of 30 from the middle of all', (contacts, plan) => {
    const cursor = Buffer.from(JSON.stringify([recordId('contact', depthOf(plan) - 1)])).toString('base64');
    return [`${contacts}?after=${encodeURIComponent(cursor)}`];
  }),
  read('expand', 'List of 30 with owner and accounts', (contacts) => [
    `${contacts}?expand=owner,account_relations.account`,
  ]),
  read('owner', 'List of 30 of one owner', (contacts) =>
    Array.from({ length: userCount }, (_, user) => `${contacts}?filter[owner_id]=${recordId('user', user)}`),
  ),
  read('name', 'List of 30 by part of a name', (contacts) => [
    `${contacts}?filter[last_name]=son&filter-op[last_name]=icontains`,
  ]),
  read('get', 'Get by id', (contacts, plan) => someContacts(plan).map((id) => `${contacts}/${id}`)),
  create,
  update,
];
