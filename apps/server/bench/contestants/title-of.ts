/**
 * Names contestants for people.
 */
import { databaseTitles } from '../databases.js';
import type { Participant, Role } from './take-part.js';

const names: Readonly<Record<Role, string>> = {
  server: 'Headwater',
  'other-server': 'Headwater, the other build',
  floor: 'floor',
  'same-answer': 'same answer, same tables',
  peer: 'PostGraphile',
};

export function titleOf({ role, database }: Pick<Participant, 'role' | 'database'>): string {
  return `${names[role]}, ${databaseTitles[database]}`;
}
