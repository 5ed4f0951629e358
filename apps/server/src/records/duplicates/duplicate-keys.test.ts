import { expect, it } from 'vitest';
import { nameKey } from './duplicate-keys.js';

it.each([
  ['Harbourline', 'HARBOURLINE'],
  ['Harbourline Ltd', 'harbourline limited'],
  ['Harbourline, Inc.', 'Harbourline'],
  ['Müller & Söhne GmbH', 'SOHNE, MULLER'],
  ['Müller & Söhne G.m.b.H.', 'Muller Sohne'],
  ['Nestlé S.A.', 'nestle'],
  ['Siemens AG', 'Siemens'],
  ['Acme Co. Ltd', 'Acme'],
  ['Ada Lovelace', 'Lovelace, Ada'],
  ['Straße', 'STRASSE'],
  ["Ronan O'Neil", 'Ronan ONeil'],
  ['Jos\u00e9', 'Jose\u0301'],
  ['3M', '3m.'],
  ['Ελλάς Α', 'ΕΛΛΆΣ α'],
  ['株式会社 東京', '東京 株式会社'],
])('%s and %s are nearly equal', (a, b) => {
  expect(nameKey(a)).toBe(nameKey(b));
  expect(nameKey(a)).not.toBe('');
});

it.each([
  ['Harbourline North', 'Harbourline South'],
  ['Maria Sa', 'Maria'],
  ['Maria Co', 'Maria'],
  ['Ltd', 'Inc'],
  ['Ltd 1', 'Ltd 2'],
  ['A B', 'AB'],
])('%s and %s are not', (a, b) => {
  expect(nameKey(a)).not.toBe(nameKey(b));
});

it.each(['', ' ', '—', '!?', '...'])('%j is not a name', (text) => {
  expect(nameKey(text)).toBe('');
});
