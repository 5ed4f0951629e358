import { describe, expect, it } from 'vitest';
import { fold, foldBeyondAscii } from './fold.js';

/** Every character that has another form in capitals or in small letters. */
const cased = Array.from({ length: 0x11_0000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((character) => character.toLowerCase() !== character || character.toUpperCase() !== character);

describe('fold', () => {
  it('gives all forms of a character the same text', () => {
    expect(cased.length).toBeGreaterThan(2_500);
    const different = cased.filter(
      (character) =>
        fold(character) !== fold(character.toUpperCase()) || fold(character) !== fold(character.toLowerCase()),
    );
    expect(different).toEqual([]);
  });

  it('folds what is folded to itself', () => {
    expect(cased.filter((character) => fold(fold(character)) !== fold(character))).toEqual([]);
  });

  it.each([
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ǅ', 'ǆ'],
    ['\u212a', 'k'],
    ['𐐀', '𐐨'],
    ['ＡＢＣ', 'ａｂｃ'],
    ['İ', 'i\u0307'],
  ])('takes %s and %s for the same', (a, b) => {
    expect(fold(a)).toBe(fold(b));
  });

  it.each([
    ['a', 'ä'],
    ['é', 'e\u0301'],
    ['o', '0'],
    ['ß', 's'],
  ])('tells %s and %s apart', (a, b) => {
    expect(fold(a)).not.toBe(fold(b));
  });
});

describe('foldBeyondAscii', () => {
  it.each(['', 'abc', 'ABC', "O'Neil & Sons", '中文', 'ä', 'é 1', '😀'])('leaves %j to the database', (text) => {
    expect(foldBeyondAscii(text)).toBeUndefined();
  });

  it.each([
    ['Ä', 'ä'],
    ['MÜLLER', 'müller'],
    ['Straße', 'strasse'],
    ['\u212a', 'k'],
  ])('folds %s to %s', (text, folded) => {
    expect(foldBeyondAscii(text)).toBe(folded);
  });
});
