import { expect, it } from 'vitest';
import { chooseType, detectType, typeOfName } from './detect-type.js';

it.each([
  ['%PDF-1.7\n', 'application/pdf'],
  ['\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000\u0000\u0001', 'image/png'],
  ['\u00ff\u00d8\u00ff\u00e0\u0000\u0010JFIF', 'image/jpeg'],
  ['PK\u0003\u0004', 'application/zip'],
  ['<?xml version="1.0"?>', 'application/xml'],
  ['Plain words.', undefined],
  ['', undefined],
  ['\u0089PN', undefined],
  ['RIFF', undefined],
])('%j begins a file of the type %s', async (head, type) => {
  expect(await detectType(Buffer.from(head, 'latin1'))).toBe(type);
});

it.each([
  ['offer.PDF', 'application/pdf'],
  ['letter.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['a.tar.gz', 'application/gzip'],
  ['README', undefined],
  ['.png', 'image/png'],
  ['png', undefined],
  ['', undefined],
])('%j is a name for the type %s', (filename, type) => {
  expect(typeOfName(filename)).toBe(type);
});

it.each([
  ['image/png', 'a.txt', 'image/png'],
  [undefined, 'a.txt', 'text/plain'],
  [undefined, 'a', 'application/octet-stream'],
  ['application/xml', 'a.svg', 'image/svg+xml'],
  ['application/zip', 'a.odt', 'application/vnd.oasis.opendocument.text'],
  ['application/x-cfb', 'a.doc', 'application/msword'],
  ['application/zip', 'a', 'application/zip'],
])('%s under the name %s is %s', (detected, filename, type) => {
  expect(chooseType(detected, filename)).toBe(type);
});
