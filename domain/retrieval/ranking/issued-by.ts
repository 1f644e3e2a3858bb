import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { matchConcepts } from '../../language/concept-matcher.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { tokenize } from '../../language/tokenize.ts';
import type { Passage } from '../passage.ts';
import type { QueryInterpretation } from '../query/query-interpretation.ts';
import { issuingBodies } from './issuing-bodies.ts';

const bodyByKey = new Map(issuingBodies.map((body) => [body.key, body]));
const keyByAbbreviation = new Map(
  issuingBodies.flatMap(({ key, abbreviations }) => abbreviations.map((short) => [short, key] as const)),
);
const keyByCapitals = new Map(
  issuingBodies.flatMap(({ key, inCapitals }) => inCapitals.map((short) => [short, key] as const)),
);
const names = issuingBodies.flatMap(({ key, names: full }) =>
  full.map((name) => [` ${name} `, key] as const),
);

const words = /[\p{L}\p{N}]+/gu;

/** The longest text searched for bodies: titles and questions are shorter. */
const maxCharacters = 1000;

/** The keys of the bodies that a text names, in full or for short: "AHA/ACC" names two. */
export const bodiesNamedIn = (text: string): ReadonlySet<string> => {
  const written = text.slice(0, maxCharacters).match(words) ?? [];
  const isShouted = written.length > 3 && written.every((word) => word === word.toUpperCase());
  const found = new Set<string>();
  for (const word of written) {
    const key =
      keyByAbbreviation.get(word.toLowerCase()) ?? (isShouted ? undefined : keyByCapitals.get(word));
    if (key !== undefined) found.add(key);
  }
  const lower = ` ${written.join(' ').toLowerCase()} `;
  for (const [name, key] of names) if (lower.includes(name)) found.add(key);
  return found;
};

/** The words by which a text names bodies, in lower case: they name the issuer, not the subject. */
export const wordsNamingBodies = (text: string): ReadonlySet<string> =>
  new Set(
    [...bodiesNamedIn(text)].flatMap((key) => {
      const { names: full = [], abbreviations = [], inCapitals = [] } = bodyByKey.get(key) ?? {};
      return [...full.join(' ').split(' '), ...abbreviations, ...inCapitals].map((word) =>
        word.toLowerCase(),
      );
    }),
  );

type Issued = Pick<Passage, 'title' | 'organization' | 'publisher' | 'agency' | 'sourceType'>;

/** The bodies that issued a passage's document, as its organization, publisher, agency or title names them. */
export const issuersOf = weakMemoize(
  ({ organization = '', publisher = '', agency = '', title }: Issued): ReadonlySet<string> =>
    bodiesNamedIn([organization, publisher, agency, title].join(' | ')),
);

/** Whether a passage belongs to an agency's own protocols and policies, which instruct its crews and staff. */
export const isOwnRule = ({ agency, sourceType }: Issued): boolean =>
  agency !== undefined && (sourceType === 'protocol' || sourceType === 'policy');

/** Whether one of the bodies is an authority for a question, by its specialties. */
export const includeAuthority = (
  keys: ReadonlySet<string>,
  { specialties }: Pick<QueryInterpretation, 'specialties'>,
): boolean =>
  [...keys].some((key) => {
    const own = bodyByKey.get(key)?.specialties ?? [];
    return own.length === 0 || own.some((specialty) => specialties.includes(specialty));
  });

/** Words that many agencies have in their names. */
const commonInNames: ReadonlySet<string> = new Set(
  `county city state region regional district borough town parish island valley national central north south east west
  ems emergency medical services service agency authority department office board bureau council division administration
  fire rescue ambulance trust health healthcare hospital hospitals clinic center centre medicine general university
  system group direction director`.split(/\s+/),
);

/** The words that distinguish the agency of a passage from others; empty if there are none. */
const ownWordsOf = weakMemoize(({ agency = '' }: Issued): readonly string[] => {
  const tokens = tokenize(agency);
  const stems = tokens.map(({ text }) => stem(text));
  const inMedicine = new Set(
    matchConcepts(tokens, stems, true).flatMap(({ start, length }) =>
      Array.from({ length }, (_, at) => start + at),
    ),
  );
  return tokens.flatMap(({ text }, at) =>
    inMedicine.has(at) || commonInNames.has(text) || stopWords.has(text) ? [] : [text],
  );
});

/** Whether a question names the agency of a passage: "Harrow County asthma". */
export const namesAgencyOf = (passage: Issued, asked: ReadonlySet<string>): boolean => {
  const own = ownWordsOf(passage);
  return own.length > 0 && own.every((word) => asked.has(word));
};
