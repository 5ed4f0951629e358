/**
 * Invents what the team keeps in mind about its customers. Pure: the same random numbers give the same results.
 */
import type { DemoNote } from './demo-activities.js';
import { type Today, workingMoment } from './moments.js';
import type { Occasions } from './occasions.js';
import type { Random } from './random.js';

const noteCount = 220;

export function inventNotes(random: Random, occasions: Occasions, today: Today): DemoNote[] {
  return Array.from({ length: noteCount }, () => {
    const { about, owner, name, from, to } = occasions.pick(random);
    return {
      note: random.pick(texts).replace('{name}', name),
      about,
      owner,
      created: workingMoment(random, today, random.integer(Math.max(1, to), from)),
    };
  });
}

const texts = [
  '{name} prefers to be called after noon.',
  'The new hall opens in spring; until then nothing over 2 m fits through the gate.',
  'Two quotes from competitors on the table. Price is not what decides.',
  '{name} wants everything in writing.\nCopy to purchasing.',
  'Ask about the maintenance contract when the guarantee ends.',
  'Liked the demonstration; worried about noise.',
];
