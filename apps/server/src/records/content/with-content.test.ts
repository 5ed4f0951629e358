import { expect, it } from 'vitest';
import { parseBase64 } from './with-content.js';

it.each([
  ['', ''],
  ['QQ==', 'A'],
  ['QUI=', 'AB'],
  ['QUJD', 'ABC'],
  ['QUJD\r\nREVG\n', 'ABCDEF'],
  ['+/+/', '\u00fb\u00ff\u00bf'],
])('%j is %j', (text, bytes) => {
  expect(parseBase64(text)?.toString('latin1')).toBe(bytes);
});

it.each([
  'Q',
  'QQ',
  'QUI',
  'QQ=',
  'Q===',
  '====',
  'QUJD=',
  'QU=D',
  'QQ==QQ==',
  '-_-_',
  'QUJ!',
  'QUJD REVG',
  ' QUJD',
  'data:;base64,QQ==',
  'QUJDé',
])('%j is not a base64', (text) => {
  expect(parseBase64(text)).toBeUndefined();
});
