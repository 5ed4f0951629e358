/**
 * Invents names and addresses that nobody has. Pure: the same random numbers give the same results.
 */
import type { Country } from './country.js';
import type { Random } from './random.js';

export interface Person {
  readonly first_name: string;
  readonly last_name: string;
  readonly middle_name?: string;
}

export function inventPerson(random: Random, country: Country): Person {
  const first_name = random.pick(country.firstNames);
  const last_name = random.pick(country.lastNames);
  return random.chance(0.1)
    ? { first_name, middle_name: random.pick(country.firstNames), last_name }
    : { first_name, last_name };
}

export interface PostalAddress {
  readonly address: string;
  readonly city: string;
  readonly state_province?: string;
  readonly zip_code: string;
  readonly country: string;
}

export function inventAddress(random: Random, country: Country): PostalAddress {
  const [city, state] = random.pick(country.cities);
  const street = country.addressForm
    .replace('{n}', String(random.integer(1, 240)))
    .replace('{street}', random.pick(country.streets));
  return {
    address: random.chance(0.15) ? `${street}\n${random.pick(['2nd floor', 'Building C', 'c/o Reception'])}` : street,
    city,
    ...(state === '' ? {} : { state_province: state }),
    zip_code: fillDigits(random, country.zipForm),
    country: country.name,
  };
}

/** @returns a number from a range that is not given to anybody, where the country has one */
export function inventPhone(random: Random, country: Country): string {
  return fillDigits(random, country.phoneForm);
}

function fillDigits(random: Random, form: string): string {
  return form.replaceAll('#', () => String(random.integer(0, 9)));
}

const lettersWithoutParts: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', æ: 'ae', ß: 'ss', ı: 'i', đ: 'd' };

/** @returns the text as it can stand in an address: `Łódź & Söhne` is `lodz-sohne`; '' when nothing of it can */
export function asciiSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[łøæßıđ]/g, (letter) => lettersWithoutParts[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
