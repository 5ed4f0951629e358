import { expect, it } from 'vitest';
import { parseLegacyId, parseRecordNumber, renderLegacyId } from './legacy-id.js';

const uuid = '0192f0aa-1b2c-7d3e-8f40-a1b2c3d4e5f6';

it.each([uuid, uuid.toUpperCase(), `PY-7FFFFFFF-${uuid.toUpperCase()}`, `py-7fffffff-${uuid}`])('reads %s', (text) => {
  expect(parseLegacyId(text)).toBe(uuid);
});

it.each(['', '5', 'PY-7FFFFFFF-', `PY-7FFFFFFE-${uuid}`, `${uuid}0`, ` ${uuid}`])('rejects %j', (text) => {
  expect(parseLegacyId(text)).toBeUndefined();
});

it('writes what it reads', () => {
  expect(renderLegacyId(uuid)).toBe('PY-7FFFFFFF-0192F0AA-1B2C-7D3E-8F40-A1B2C3D4E5F6');
  expect(parseLegacyId(renderLegacyId(uuid))).toBe(uuid);
});

it('reads numbers of digits only', () => {
  expect(parseRecordNumber('17')).toBe(17);
  for (const text of ['', '-1', '1.5', '1e3', '0x1', '2147483648']) {
    expect(parseRecordNumber(text)).toBeUndefined();
  }
});
