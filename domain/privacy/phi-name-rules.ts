import { eponymNouns, givenNames, notNames, surnames } from './common-names.ts';
import { after, before, identifierOf, type PhiHit, type PhiRule } from './phi-rule.ts';

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}'’-]+/gu) ?? [];

/** A possessive is not part of the name. */
const bare = (word: string): string => word.replace(/['’]s$/u, '').replace(/['’]/gu, '');

const isListed = (word: string): boolean => givenNames.has(bare(word)) || surnames.has(bare(word));

/** Ends of words that name conditions and procedures. */
const MEDICAL_END =
  /(?:tion|ology|itis|osis|emia|uria|pathy|ectomy|lysis|graphy|therapy|scopy|ine|ol|one|azepam|icillin|amide|statin|pril|sartan)$/u;

const canBeName = (word: string): boolean =>
  isListed(word) || (word.length > 1 && !notNames.has(bare(word)) && !eponymNouns.has(bare(word)));

/** For words that no list knows: each could be a name, and none has the ending of a drug or a condition. */
const everyWordCanBeName = (hit: PhiHit): boolean => {
  const words = wordsOf(identifierOf(hit)).filter((word) => word.length > 1);
  return words.every(canBeName) && (words.some(isListed) || !words.some((word) => MEDICAL_END.test(word)));
};

const firstWordCanBeName = (hit: PhiHit): boolean => {
  const first = wordsOf(identifierOf(hit)).find((word) => word.length > 1);
  return first !== undefined && canBeName(first);
};

/** `Wilson disease`, `Martin Luther King Hospital`: named after somebody, and about nobody. */
const isEponym = (hit: PhiHit): boolean => {
  if (/(?:San|Santa|Saint|St\.?|Los|Las|Mount|Mt\.?)\s$/u.test(before(hit, 6))) return true;
  // The next word decides, or the one behind further capitalized words: "Martin Luther | King Hospital".
  const [next] = /^(?:\s\p{Lu}\p{Ll}{1,30}){0,2}\s\p{L}{1,30}/u.exec(after(hit, 80)) ?? [''];
  return wordsOf(next).some((word) => eponymNouns.has(word));
};

const isGivenAndSurname = (hit: PhiHit): boolean => {
  const found = identifierOf(hit);
  const words = wordsOf(found);
  const [first] = words;
  const last = words.at(-1);
  if (first === undefined || last === undefined || !givenNames.has(bare(first))) return false;
  const bothCapitalized = /^\p{Lu}\p{Ll}/u.test(found) && /\s\p{Lu}[\p{Ll}'’][^\s]*$/u.test(found);
  return (bothCapitalized ? canBeName(last) : surnames.has(bare(last))) && !isEponym(hit);
};

const startsWithGivenName = (hit: PhiHit): boolean => {
  const [first] = wordsOf(identifierOf(hit));
  return first !== undefined && givenNames.has(bare(first));
};

/** Letters of Greek stand for themselves in clinical texts, and one letter of another alphabet is a mark. */
const isForeignWord = (word: string): boolean =>
  /\p{Script=Han}/u.test(word) || word.length >= (/^\p{Script=Greek}+$/u.test(word) ? 4 : 2);

/** `drug name:` and its like introduce no person. */
const isNameOfThing = (hit: PhiHit): boolean =>
  /\b(?:drug|generic|brand|trade|medication|medicine|protocol|policy|file|product|device|test|procedure|disease|condition|hospital|agency|document)(?:['’]s)? (?:name|named|called)\b[^.]{0,8}$/iu.test(
    before(hit, 40),
  );

/**
 * Names by a title, a cue or the lists of common names. A rare name without any cue cannot be found by patterns: a
 * model of language behind the same kinds would be the next step.
 */
export const phiNameRules: readonly PhiRule[] = [
  {
    // Words in letters that neither the lists nor the rules know: what cannot be told apart is taken for a name.
    kind: 'name',
    pattern: /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]{1,60}/dgu,
    accepts: (hit) => isForeignWord(identifierOf(hit)),
  },
  {
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Señora?|Sra)\.?\s{1,2}(?<id>(?:\p{Lu}\.?\s)?\p{Lu}[\p{L}'’-]{1,30}(?:\s\p{Lu}[\p{Ll}'’-]{1,30}){0,2})/dgu,
    accepts: firstWordCanBeName,
  },
  {
    kind: 'name',
    pattern: /(?<![\p{L}\d-])(?:mrs?|ms|dr|prof|MRS?|MS|DR)(?<dot>\.)?\s{1,2}(?<id>[\p{L}'’-]{2,30})/dgu,
    accepts: (hit) => {
      const [word] = wordsOf(identifierOf(hit));
      if (word === undefined) return false;
      return (
        isListed(word) ||
        (/\.\s{1,2}$/u.test(before(hit, 3)) && /\b[md]rs?\.\s{1,2}$/u.test(before(hit, 6)) && canBeName(word))
      );
    },
  },
  {
    // patient Jane Roe, Pt: Roe Jane: two capitalized words, neither of them clinical.
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?:[Pp]atient|[Pp]t|[Cc]lient|[Rr]esident|PATIENT|PT)(?:['’]s name)?(?: is| named?| called)?[:,]?\s{1,2}(?<id>\p{Lu}[\p{L}'’-]{1,30},?\s(?:\p{Lu}\.?\s)?\p{Lu}[\p{Ll}'’-]{1,30}(?:\s\p{Lu}[\p{Ll}'’-]{1,30})?)/dgu,
    accepts: everyWordCanBeName,
  },
  {
    // pt john smith, patient Maria: the first word is a common given name.
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?:[Pp]atient|[Pp]t|[Cc]lient|[Rr]esident|PATIENT|PT)(?:['’]s name)?(?: is| named?| called)?[:,]?\s{1,2}(?<id>[\p{L}'’-]{2,30}\s(?:\p{L}\.?\s)?[\p{L}'’-]{2,30})/dgu,
    accepts: (hit) => {
      const words = wordsOf(identifierOf(hit));
      const last = words.at(-1);
      return startsWithGivenName(hit) && last !== undefined && canBeName(last);
    },
  },
  {
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?:[Pp]atient|[Pp]t|[Cc]lient|[Rr]esident|PATIENT|PT)(?:['’]s name)?(?: is| named?| called)?[:,]?\s{1,2}(?<id>[\p{L}'’-]{2,30})/dgu,
    accepts: (hit) => startsWithGivenName(hit) && !isEponym(hit),
  },
  {
    // patient J. Smith, pt J.S.
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?:[Pp]atient|[Pp]t)[:,]?\s{1,2}(?<id>\p{Lu}\.\s?(?:\p{Lu}\.\s?)?(?:\p{Lu}\p{Ll}{1,30}|\p{Lu}\.))/dgu,
  },
  {
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?:[Nn]ame(?:['’]s| is|d|:)|NAME:|[Cc]alled|[Mm]y name is|[Nn]ext of kin(?: is)?:?|[Ee]mergency contact(?: is)?:?)\s{1,2}(?<id>[\p{L}'’-]{2,30}(?:[^\S\n](?:\p{Lu}\.?[^\S\n])?\p{Lu}[\p{L}'’-]{1,30}){0,2})/dgu,
    accepts: (hit) => {
      const capitalized = /^\p{Lu}/u.test(identifierOf(hit));
      const isCalled = /called\s{1,2}$/iu.test(before(hit, 9));
      if (isNameOfThing(hit) || isEponym(hit)) return false;
      return startsWithGivenName(hit) || (capitalized && !isCalled && everyWordCanBeName(hit));
    },
  },
  {
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?:[Ww]ife|[Hh]usband|[Ss]on|[Dd]aughter|[Mm]other|[Ff]ather|[Mm]om|[Dd]ad|[Bb]rother|[Ss]ister|spouse|partner|neighbor|caregiver|grandmother|grandfather)(?:,| is| named)?\s(?<id>[\p{L}'’-]{2,30}(?:\s\p{Lu}[\p{Ll}'’-]{1,30})?)/dgu,
    accepts: (hit) => startsWithGivenName(hit) && !isEponym(hit),
  },
  {
    kind: 'name',
    pattern:
      /(?<![\p{L}\d-])(?<id>\p{Lu}\p{L}{1,30})['’]s\s(?:wife|husband|son|daughter|mother|father|mom|dad|brother|sister|spouse|partner)(?!\p{L})/dgu,
    accepts: startsWithGivenName,
  },
  {
    kind: 'name',
    pattern: /(?<![\p{L}\d-])[Bb]aby (?:[Bb]oy|[Gg]irl)\s(?<id>\p{Lu}[\p{L}'’-]{1,30})/dgu,
    accepts: firstWordCanBeName,
  },
  {
    // John Smith, john q smith, JOHN SMITH
    kind: 'name',
    pattern:
      /(?<![\p{L}\d'’-])(?<id>\p{L}[\p{L}'’]{1,30}\s(?:\p{L}\.?\s)?\p{L}[\p{L}'’-]{1,30})(?![\p{L}-])/dgu,
    accepts: isGivenAndSurname,
  },
  {
    // Smith, John. linear: at most 64 characters from each start.
    kind: 'name',
    pattern: /(?<![\p{L}\d-])(?<id>\p{Lu}[\p{L}'’-]{1,30},\s\p{Lu}\p{L}{1,30})(?![\p{L}-])/dgu,
    accepts: (hit) => {
      const [last, first] = wordsOf(identifierOf(hit));
      return (
        last !== undefined &&
        first !== undefined &&
        givenNames.has(first) &&
        surnames.has(bare(last)) &&
        !isEponym(hit)
      );
    },
  },
];
