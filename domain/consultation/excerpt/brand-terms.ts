import type { Block } from './outline/block.ts';

/** A brand followed by the drug's name and its form: "OZEMPIC® (semaglutide) injection". */
const brandWithDrug =
  /(?<![\p{L}\d])(\p{Lu}[\p{L}\d-]{3,30})\s?[®™]?\s*(?:\[[^\]]{1,30}\]\s*)?\((\p{Ll}[\p{L} -]{3,40})\),?\s{1,3}(?:[\p{L}-]{1,20}\s){0,2}(?:tablets?|capsules?|injections?|infusions?|creams?|ointments?|gels?|solutions?|suspensions?|sprays?|powders?|patch(?:es)?|inhalers?|for|delayed|extended)\b/gu;
/** A document explains its brand within this many blocks. */
const firstBlocks = 40;
const mostBrands = 4;

/** The brands defined at the beginning of a document in lower case, each with its drug. */
export const brandsIn = (blocks: readonly Pick<Block, 'lines'>[]): ReadonlyMap<string, string> => {
  const brands = new Map<string, string>();
  for (const { lines } of blocks.slice(0, firstBlocks))
    for (const [, brand = '', drug = ''] of lines.join(' ').matchAll(brandWithDrug))
      if (brands.size < mostBrands) brands.set(brand.toLowerCase(), drug);
  return brands;
};

const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()} `;

/**
 * Adds to the terms of blocks those of the drugs that they call by a brand, if the document itself defines it: "The
 * recommended dose of OZEMPIC" is a dose of semaglutide.
 *
 * @param drugTermsIn the terms of the drugs that a text names, or its words if it names no known drug
 */
export const withBrandedDrugs = (
  blocks: readonly Block[],
  terms: readonly ReadonlySet<string>[],
  drugTermsIn: (text: string) => readonly string[],
): readonly ReadonlySet<string>[] => {
  const brands = [...brandsIn(blocks)].flatMap(([brand, drug]) => {
    const named = drugTermsIn(drug);
    return named.length === 0 ? [] : [{ brand: wordsOf(brand), named }];
  });
  if (brands.length === 0) return terms;
  return terms.map((own, index) => {
    const words = wordsOf((blocks[index]?.lines ?? []).join(' '));
    const added = brands.flatMap(({ brand, named }) => (words.includes(brand) ? named : []));
    return added.length === 0 ? own : new Set([...own, ...added]);
  });
};
