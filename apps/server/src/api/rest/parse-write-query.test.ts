import { describe, expect, it } from 'vitest';
import { parseBatchQuery, parseIfMatch, parseValidationLevel, parseWanted } from './parse-write-query.js';
import { QueryReader, queryParameters } from './query-reader.js';

const reader = (search: string) => new QueryReader(search, queryParameters('batch-modify'));

describe('parseValidationLevel', () => {
  it.each([
    ['', 0],
    ['validation-level=0', 0],
    ['validation-level=10', 10],
    ['validation-level=31', 31],
  ])('reads %s', (search, level) => {
    expect(parseValidationLevel(reader(search))).toBe(level);
  });

  it.each(['-1', '32', 'x', '1.5'])('rejects %s', (level) => {
    expect(() => parseValidationLevel(reader(`validation-level=${level}`))).toThrow(
      'validation-level: must be a whole number',
    );
  });
});

describe('parseIfMatch', () => {
  it.each([
    ['', undefined],
    ['*', undefined],
    ['"12"', 12],
    ['"12-abc_DEF"', 12],
    ['W/"12-abc"', 12],
    ['12', 12],
  ])('reads %s', (header, revision) => {
    expect(parseIfMatch({ get: () => header }).expectedRevision).toBe(revision);
  });

  it.each(['"', '"x"', '"1', '1"', '1.5', '-1', '"1", "2"'])('rejects %j', (header) => {
    expect(() => parseIfMatch({ get: () => header })).toThrow('If-Match: must be an ETag that this service gave out.');
  });
});

describe('parseBatchQuery', () => {
  it.each([
    ['', { validationLevel: 0, keepsGoing: false }],
    ['rollback-method=0&validation-level=8', { validationLevel: 8, keepsGoing: false }],
    ['rollback-method=1', { validationLevel: 0, keepsGoing: true }],
    ['rollback-method=', { validationLevel: 0, keepsGoing: false }],
  ])('reads %j', (search, wanted) => {
    expect(parseBatchQuery(reader(search))).toEqual(wanted);
  });

  it('names every error', () => {
    const search = 'rollback-method=2&validation-level=x';
    for (const name of ['rollback-method:', 'validation-level:']) {
      expect(() => parseBatchQuery(reader(search))).toThrow(name);
    }
  });
});

describe('parseWanted', () => {
  const conditions = (ifMatch: string, ifNoneMatch: string) => ({
    get: (name: string) => (name === 'If-Match' ? ifMatch : ifNoneMatch),
  });

  it.each([
    ['', '', 'any'],
    ['"12"', '', 'any'],
    [' * ', '', 'existing'],
    ['', ' *', 'new'],
  ])('reads If-Match %j, If-None-Match %j', (ifMatch, ifNoneMatch, wanted) => {
    expect(parseWanted(conditions(ifMatch, ifNoneMatch))).toBe(wanted);
  });

  it.each([
    ['', '"12"'],
    ['*', '*'],
    ['"12"', '*'],
  ])('rejects If-Match %j, If-None-Match %j', (ifMatch, ifNoneMatch) => {
    expect(() => parseWanted(conditions(ifMatch, ifNoneMatch))).toThrow('If-None-Match:');
  });
});
