import { givenNames, notNames, surnames } from '../common-names.ts';
import { isAmbiguousName, isUnambiguousName } from './is-listed-name.ts';
import { medicalEponyms } from './medical-eponyms.ts';
import { isInflectedWord, isOrdinaryWord } from './ordinary-words.ts';

/**
 * Classifies a word as a name: `given`, a frequent given name and nothing else; `name`, on one of the long lists;
 * `unknown`, neither on a list nor a word; `eponym`, a name that medicine uses as a word; `ambiguous`, a name that is
 * also a word; `ordinary`, a word and not a name.
 */
export type NameLikeness = 'given' | 'name' | 'unknown' | 'eponym' | 'ambiguous' | 'ordinary';

/** Abbreviations and names of things that are on the long list of names but on no list of words. */
const ofMedicine: ReadonlySet<string> = new Set(
  `max min vanco trop rom doi cas jama gent levo neo epi amio dex roc succ vec prop dilt metop lido bicarb mag calc
  jan feb mar apr jun jul aug sep sept oct nov dec january february april june july october november december
  mon tue tues wed thu thur thurs fri sat sun monday tuesday wednesday thursday friday saturday sunday
  birthdate lastname firstname psa lorem ipsum dolor fr jr snr ii xray cxr ekg ecg lab labs tab tabs cap caps iii vii viii ems emt rn md pa np lvn cna mba phd dnr dni
  alabama alaska arizona arkansas california carolina colorado connecticut dakota delaware florida hawaii idaho illinois indiana
  iowa kansas kentucky louisiana maine massachusetts michigan minnesota mississippi missouri montana nebraska nevada hampshire
  mexico ohio oklahoma oregon pennsylvania tennessee texas utah vermont wisconsin wyoming york usa
  coli pylori difficile diff aureus pneumoniae albicans
  english spanish french german italian chinese japanese korean arabic hindi russian polish vietnamese hispanic latino
  jewish muslim christian hindu buddhist catholic protestant mormon sikh amish islamic ramadan
  african asian european canadian mexican american indian british`
    .trim()
    .split(/\s+/),
);

/** Given names that are also street names of drugs. */
const streetNames: ReadonlySet<string> = new Set(['adam', 'eve']);

/** Stems of nonproprietary names (WHO, "The use of stems in the selection of INN"); new ones appear every year. */
const DRUG =
  /(?:mab|tinib|ciclib|gliptin|gliflozin|xaban|gatran|setron|dipine|terol|cycline|floxacin|conazole|prazole|penem|dronate|glutide|poetin|platin|rubicin|taxel|curonium|fentanil|codone|azepam|azolam|oxetine|peridone|peridol|azepine|buvir|previr|navir|ciclovir|tegravir|parin|lukast|triptan|thiazide|semide|micin)$/;
/** Parts of medical words, which are often misspelled. */
const CLINICAL =
  /^(?:hyper|hypo|cardi|neuro|gastr|pneumo|haem|brady|tachy|intra|nephr|hepat|bronch|laryng|thromb|arr?h?yth|anaph|epin|dehyd|resus|intub|defib|infus|inject)|(?:emia|emea|imia|itis|osis|pathy|ectomy|ology|lytic|statin|azole|mycin|cillin|caine|olol|sartan|zepam|barbital|plegia|phasia|algia|oxin|tomy|scopy)$/;
/** Word endings: an unlisted word with one of them is an ordinary word, unless a capital suggests otherwise. */
export const WORD_ENDING =
  /(?:ine|ol|ium|ate|ide|ion|ions|ic|al|ous|ing|ment|ity|able|ized|ised|ness|ers|one)$/;

const plainLikeness = (folded: string): NameLikeness => {
  if (notNames.has(folded) || ofMedicine.has(folded)) return 'ordinary';
  if (givenNames.has(folded) && !streetNames.has(folded)) return 'given';
  if (medicalEponyms.has(folded)) return 'eponym';
  if (surnames.has(folded)) return isUnambiguousName(folded) ? 'name' : 'ambiguous';
  if (isOrdinaryWord(folded)) return isAmbiguousName(folded) ? 'ambiguous' : 'ordinary';
  if (CLINICAL.test(folded) || DRUG.test(folded)) return 'ordinary';
  if (isUnambiguousName(folded)) return 'name';
  return isInflectedWord(folded) ? 'ordinary' : 'unknown';
};

const order: readonly NameLikeness[] = ['given', 'name', 'ambiguous', 'unknown', 'eponym'];

/**
 * Classifies a folded word. The most name-like part of a double name counts, and an ordinary word in it rules it out.
 */
export const nameLikeness = (folded: string): NameLikeness => {
  if (!folded.includes('-')) return plainLikeness(folded);
  const parts = folded.split('-').filter((part) => part !== 'al' && part !== 'el');
  const kinds = parts.map(plainLikeness);
  if (kinds.every((kind) => kind === 'eponym')) return 'eponym';
  if (kinds.includes('ordinary') || parts.some((part) => part.length < 2)) return 'ordinary';
  return order.find((kind) => kinds.includes(kind)) ?? 'ordinary';
};
