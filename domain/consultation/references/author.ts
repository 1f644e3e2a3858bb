/** A person by family name and initials (`J`, or `-P` if hyphenated), or a name kept as written. */
export type Author =
  | { readonly family: string; readonly initials: readonly string[]; readonly suffix?: string }
  | { readonly group: string };

const credentials = new Set(
  'md do phd mph rn np pa pharmd dnp msn bsn ms msc ma mba dds dmd dvm scd drph edd jd faap facp facs facc faha facep frcp frcpc frcs mbbs mbchb bm bch emt emtp paramedic'.split(
    ' ',
  ),
);
const suffixes = new Map([
  ['jr', 'Jr'],
  ['sr', 'Sr'],
  ['ii', 'II'],
  ['iii', 'III'],
  ['iv', 'IV'],
]);
/** Particles of the family name that follows them. */
const particles = new Set(
  'van von der den de del della di da du dos das la le ter ten zu zur bin ibn al el'.split(' '),
);
/** Words that occur only in names of groups. */
const ofGroups =
  /\b(?:agency|association|academy|society|college|committee|council|department|dept|center|centre|hospital|clinic|institute|institutes|university|ministry|group|network|organi[sz]ation|foundation|board|bureau|office|service|services|administration|collaborative|collaboration|consortium|investigators|force|program|programme|county|state|inc|llc|ltd|gmbh|press|publishers?|team|system|health|ems)\b/i;
const hasDigit = /\d/;
const capital = /^\p{Lu}/u;
/** Initials as in PubMed: four at most. */
const bareInitials = /^\p{Lu}{1,4}$/u;
const MAX_WORDS_OF_A_NAME = 6;

const plain = (word: string): string => word.replaceAll('.', '').toLowerCase();
const wordsOf = (text: string): readonly string[] => text.split(/\s/).filter((word) => word !== '');

const initialsOf = (given: readonly string[]): readonly string[] =>
  given.flatMap((word) => {
    if (bareInitials.test(word)) return [...word];
    return word
      .split('.')
      .filter((part) => part !== '')
      .flatMap((part) =>
        part
          .split('-')
          .filter((piece) => piece !== '')
          .map((piece, at) => {
            const [letter = ''] = piece;
            return at > 0 || part.startsWith('-') ? `-${letter.toUpperCase()}` : letter.toUpperCase();
          }),
      );
  });

const personOf = (
  family: readonly string[],
  given: readonly string[],
  suffix: string | undefined,
): Author | undefined => {
  const initials = initialsOf(given);
  if (family.length === 0 || initials.length === 0) return undefined;
  return { family: family.join(' '), initials, ...(suffix === undefined ? {} : { suffix }) };
};

/** `Jane Q. Doe`, `Doe JQ`, `Ludwig van der Berg`. */
const readWhole = (words: readonly string[], suffix: string | undefined): Author | undefined => {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return undefined;
  const before = words.slice(0, -1);
  // A name entirely in capitals does not end in initials.
  if (bareInitials.test(last) && before.some((word) => !bareInitials.test(word)))
    return personOf(before, [last], suffix);
  if (!words.every((word) => capital.test(word) || particles.has(plain(word)))) return undefined;
  const at = words.findIndex((word, index) => index > 0 && particles.has(word));
  const familyFrom = at > 0 ? at : words.length - 1;
  return personOf(words.slice(familyFrom), words.slice(0, familyFrom), suffix);
};

/**
 * Parses an author's name as written in files and by PubMed: `Doe, Jane Q.`, `Jane Q. Doe, MD`, `Doe JQ`. The family
 * name of an uninverted name is its last word, with the particles before it. A name that does not look like a
 * person's is kept as written: no name is invented.
 */
export const readAuthor = (name: string): Author => {
  const asGroup: Author = { group: name.trim().replace(/\s+/g, ' ') };
  if (ofGroups.test(name) || hasDigit.test(name) || name.includes('&')) return asGroup;
  let suffix: string | undefined;
  const parts = name.split(',').flatMap((part) => {
    const words = wordsOf(part).filter((word) => {
      const known = suffixes.get(plain(word));
      suffix = known ?? suffix;
      return known === undefined;
    });
    return words.every((word) => credentials.has(plain(word))) ? [] : [words];
  });
  const [first = [], second, ...more] = parts;
  if (more.length > 0 || first.length + (second?.length ?? 0) > MAX_WORDS_OF_A_NAME) return asGroup;
  const person = second === undefined ? readWhole(first, suffix) : personOf(first, second, suffix);
  return person ?? asGroup;
};
