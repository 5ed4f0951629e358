/**
 * Tags and files, and which records have them. Pure: the same random numbers give the same results.
 */
import type { DemoFile, DemoProduct, DemoTag, Place } from './demo-records.js';
import { asciiSlug } from './invent-contact-details.js';
import type { Random } from './random.js';

export const tags: readonly DemoTag[] = [
  { name: 'Key account', color: 0xd9480f },
  { name: 'Trade fair', color: 0x1971c2 },
  { name: 'Reference customer', color: 0x2f9e44 },
  { name: 'Newsletter', color: 0x868e96 },
  { name: 'Framework agreement', color: 0x6741d9 },
  { name: 'Late payer', color: 0xc92a2a },
];

/** @returns places of one or two tags with that probability, else of none */
export function pickTags(random: Random, probability: number): readonly Place[] {
  if (!random.chance(probability)) return [];
  const first = random.integer(0, tags.length - 1);
  const second = random.integer(0, tags.length - 1);
  return random.chance(0.25) && second !== first ? [first, second] : [first];
}

const filesUrl = 'https://files.example.com';

/** A brochure for each product, in their order, and what goes with every offer. */
export function inventFiles(products: readonly DemoProduct[]): DemoFile[] {
  const brochures = products.map(({ name, sku }) => ({
    filename: `${name}.pdf`,
    url: `${filesUrl}/brochures/${asciiSlug(sku)}.pdf`,
  }));
  return [...brochures, { filename: 'Terms of delivery.pdf', url: `${filesUrl}/terms-of-delivery.pdf` }];
}

/** @returns places of the files that go with an offer for these products */
export function filesOfOffer(products: readonly DemoProduct[], offered: readonly Place[]): readonly Place[] {
  return [...new Set([...offered, products.length])];
}
