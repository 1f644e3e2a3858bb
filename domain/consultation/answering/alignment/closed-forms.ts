import type { EvidenceIndex, Place } from '../evidence-index.ts';
import { findNamedThings } from '../named-things.ts';
import type { QuestionFacts } from '../question-facts.ts';
import { freeIdsOf } from './heads-of-place.ts';
import { isRelated } from './is-related.ts';
import { type Item, isDose, isStrong, readItems, strongIds } from './read-items.ts';
import { statementForms } from './statement-forms.ts';

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** The words by which a sentence is about the answer and its sources. */
const ofSources = wordSet(
  `source sources evidence document documents protocol protocols guideline guidelines excerpt excerpts passage passages text texts
  section sections citation citations summary overview following below above details detail notes note points answer answers`,
);
/** Words beside them. None gives, allows, affirms or orders anything; "it" and "that" could stand for what was asked. */
const besideSources = wordSet(
  `a an the here are is of in on for from by and or local loaded key your our my i found find list listed lists say says state
  states given cited according based per information short brief please see follow follows what`,
);
/** Words of headings alone: in a sentence, "give the dose" is an order. */
const ofHeadings = wordSet(
  'dosing dose doses treatment management answer question key points notes summary overview medications medication',
);

const wordsIn = (text: string): readonly string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}’']+|[\p{N}\p{S}]/gu) ?? []).map((word) => word.replace('’', "'"));

/** Whether a sentence is about the answer and its sources alone: "The loaded documents say the following:". */
export const saysNothingClinical = (text: string): boolean => {
  const words = wordsIn(text);
  return (
    words.some((word) => ofSources.has(word)) &&
    words.every((word) => ofSources.has(word) || besideSources.has(word))
  );
};

/** Whether a heading names only a part of the answer: "Dosing", "Key points". */
export const isPlainHeading = (text: string): boolean => {
  const words = wordsIn(text);
  return (
    saysNothingClinical(text) ||
    words.every((word) => ofHeadings.has(word) || word === 'and' || word === 'the')
  );
};

const pleasantries = wordSet(
  'hello hi thanks thank you welcome ok okay sure of course certainly please glad happy to help let me look i',
);

/** Whether a sentence is only polite: it is left out, because "of course" answers a question. */
export const isPleasantry = (text: string): boolean => {
  const words = wordsIn(text);
  return words.length > 0 && words.every((word) => pleasantries.has(word));
};

const greeting =
  /^(?:(?:hello|hi|welcome|thanks|thank you)\b[,.!]?)? ?(?:(?:what|how) can i (?:do|help|look up)(?: for)?(?: you)?(?: with)?\?|i am here\.)?$/i;

/** Words about calendars; none orders, allows or affirms anything. */
const ofOffice = wordSet(
  `a an the is are at on in for of from to and or until between with your you have has there which what who meeting meetings
  appointment appointments calendar event events free busy tomorrow today tonight morning afternoon evening noon week
  monday tuesday wednesday thursday friday saturday sunday o'clock a p m pm am no one two three four five six seven eight
  nine ten eleven twelve shall mean do could`,
);
const ofCalendar = wordSet('meeting meetings appointment appointments calendar event events');

/** Whether a spoken sentence greets, or is only about a calendar; its numbers have no units. */
export const isAdministrative = (text: string): boolean => {
  if (greeting.test(text.trim())) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{M}’']+|\p{N}+|\p{S}/gu) ?? [];
  return (
    words.some((word) => ofCalendar.has(word)) &&
    words.every((word) => /^\d+$/.test(word) || ofOffice.has(word.replace('’', "'")))
  );
};

const sources = `(?:the |these |your |my |our )?(?:loaded |local |given |cited |available )?(?:sources?|documents?|evidence|excerpts?|passages?|protocols?|guidelines?)(?: given| provided| here| above)?`;
const verbs = `(?:answer|mention|contain|give|state|address|cover|include|say|name|specify|describe)`;
const absence = new RegExp(
  String.raw`^(?:${sources} (?:do|does) not ${verbs}(?<first>[^.;,]{0,120})|${sources} (?:gives?|names?|contains?|says?|mentions?) (?:no|nothing)(?<second>[^.;,]{0,120})|no(?:ne of the)? (?:source|document|protocol|guideline|evidence|excerpt)s? ${verbs}s?(?<third>[^.;,]{0,120})|(?:there is )?nothing (?:about|on|of) (?<fourth>[^.;,]{1,80}) (?:is )?in ${sources})\.?$`,
  'i',
);
const ofAbsence = wordSet(
  'this question asked about on dos dosing information amount route any for of the that it answer recommendation guidance statement anything',
);
const ofDoses = wordSet('dos dosing amount');

const itemsOfPlace = (place: Place): readonly Item[] =>
  statementForms(place).segments.flatMap(({ items }) => items);

/** Whether no statement, heading or title of the sources has an item. */
const isAbsent = (index: EvidenceIndex, { id }: Item): boolean =>
  !index.places.some(
    (place) => itemsOfPlace(place).some((item) => item.id === id) || freeIdsOf(index, place).has(id),
  ) &&
  ![...index.evidence.values()].some(({ title }) => readItems(title.text).some((item) => item.id === id));

/**
 * Whether a sentence truthfully states that the sources do not mention something: it names a drug or a condition,
 * and no statement, heading or title has it. A claim that a limit, a risk or a prohibition is
 * missing is not accepted, because sources say these in many words.
 */
export const statesTrueAbsence = (text: string, index: EvidenceIndex): boolean => {
  const groups = absence.exec(text.trim())?.groups;
  if (groups === undefined) return false;
  const thing = groups.first ?? groups.second ?? groups.third ?? groups.fourth ?? '';
  const read = readItems(thing);
  const items = read.filter((item) => isStrong(item) && item.kind !== 'soft' && !ofAbsence.has(item.id));
  if (items.length === 0)
    return (
      !read.some(({ id }) => ofDoses.has(id)) ||
      !index.places.some((place) => itemsOfPlace(place).some(isDose))
    );
  const { drugs, conditions } = findNamedThings(thing);
  const named = new Set([...drugs, ...conditions].flatMap((name) => strongIds(readItems(name))));
  const isNamed = ({ id, kind }: Item): boolean => kind === 'drug' || named.has(id);
  const isOtherwiseNamed = [...index.evidence.values()].some((one) =>
    conditions.some((condition) => [...one.conditions].some((other) => isRelated(condition, other))),
  );
  return (
    !isOtherwiseNamed &&
    items.every((item) => isNamed(item) || item.kind === 'patients' || item.kind === 'route') &&
    items.some((item) => isNamed(item) && isAbsent(index, item))
  );
};

const ofPatient =
  /^(?:the|your) (?:patient|child|adult|infant|newborn)(?:'s)? (?:weighs|is|weight is|age is) (?<what>[^.;,]{1,40})\.?$/i;

/** Whether a sentence repeats a patient fact of the question: "Your patient weighs 23 kg." */
export const repeatsPatient = (text: string, known: QuestionFacts): boolean => {
  const what = ofPatient.exec(text.trim())?.groups?.what;
  if (what === undefined) return false;
  const items: readonly Item[] = readItems(what).filter(({ isLoose }) => !isLoose);
  return (
    items.length === 1 && items.every(({ number }) => number !== undefined && known.values.has(number.key))
  );
};
