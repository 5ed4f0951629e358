import { expect, it } from 'vitest';
import { contentAddress, plainName, publicAddress } from './content-location.js';

it('says where content is, without a host', () => {
  expect(contentAddress('acme', 'CloudObjects', '1')).toBe(
    '/api/v100/rest/spaces/acme/entities/CloudObjects/1/content',
  );
  expect(publicAddress('acme', 'f00', 'Größe 1/2?.txt')).toBe('/public/acme/f00/2%3F.txt');
});

it.each([
  ['offer.pdf', 'offer.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a.txt', 'a.txt'],
  ['a\u0000\r\n\u202eb', 'ab'],
  ['  a b  ', 'a b'],
  ['folder/', 'file'],
  ['..', 'file'],
  ['', 'file'],
  ['.profile', '.profile'],
])('%j is plainly %j', (filename, name) => {
  expect(plainName(filename)).toBe(name);
});
