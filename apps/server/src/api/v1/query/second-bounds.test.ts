import { expect, it } from 'vitest';
import { secondBounds } from './second-bounds.js';

it.each([
  ['2024-05-01 10:20:30', '2024-05-01 10:20:30.000000', '2024-05-01 10:20:30.999999'],
  ['2024-05-01T10:20:30Z', '2024-05-01T10:20:30.000000Z', '2024-05-01T10:20:30.999999Z'],
  ['2024-05-01T10:20:30+02:00', '2024-05-01T10:20:30.000000+02:00', '2024-05-01T10:20:30.999999+02:00'],
])('%s is a whole second', (text, first, last) => {
  expect(secondBounds(text)).toEqual({ first, last });
});

it.each(['2024-05-01 10:20:30.5', '2024-05-01', 'yesterday', '2024-05-01 10:20'])(
  '%s is not a whole second',
  (text) => {
    expect(secondBounds(text)).toBeUndefined();
  },
);
