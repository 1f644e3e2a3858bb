import type { EvidenceIndex } from '../evidence-index.ts';
import type { QuestionFacts } from '../question-facts.ts';
import { freeIdsOf } from './heads-of-place.ts';
import { type Item, readItems } from './read-items.ts';
import { statementForms } from './statement-forms.ts';

/** Words of sentences without medical content. */
const nothingSaid: ReadonlySet<string> = new Set(
  `a an the this these that it its here there is are was were be what which who how to of in on for from by as at and with
  source sources evidence document documents protocol protocols guideline guidelines excerpt excerpts passage passages text
  texts local loaded your my our i you we question asked answer answers answered summary overview point points key note notes detail
  details section sections information following follow follows below above listed list given give gives say says said state
  states stated found find according based per cited citation citations question's short brief please see hello hi thanks thank
  welcome ok okay sure of course let me look help can up dosing dose doses treatment management adult's`.split(
    /\s+/,
  ),
);

/** Whether a sentence has no clinical content: all its words are about the answer and its sources. */
export const saysNothingClinical = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\p{M}’']+|[\p{N}\p{S}]/gu) ?? []).every((word) =>
    nothingSaid.has(word.replace('’', "'")),
  );

/** Words about calendars and the assistant's abilities; none is medical. */
const ofOffice: ReadonlySet<string> = new Set(
  `have has which shall mean meeting meetings appointment appointments calendar event events free busy tomorrow today tonight
  morning afternoon evening noon week monday tuesday wednesday thursday friday saturday sunday until between and o'clock a p m pm am
  no one two three four five six seven eight nine ten eleven twelve`.split(/\s+/),
);

/** Whether a spoken sentence consists of such words and of numbers without a unit. */
export const isAdministrative = (text: string): boolean =>
  (text.toLowerCase().match(/[\p{L}\p{M}’']+|\p{N}+|\p{S}/gu) ?? []).every(
    (word) => /^\d+$/.test(word) || ofOffice.has(word) || nothingSaid.has(word.replace('’', "'")),
  );

const sources = `(?:the |these |your |my |our )?(?:loaded |local |given |cited |available )?(?:sources?|documents?|evidence|excerpts?|passages?|protocols?|guidelines?)(?: given| provided| here| above)?`;
const verbs = `(?:answer|mention|contain|give|state|address|cover|include|say|name|specify|describe)`;
const absence = new RegExp(
  String.raw`^(?:${sources} (?:do|does) not ${verbs}(?<first>[^.;,]{0,120})|${sources} (?:gives?|names?|contains?|says?|mentions?) (?:no|nothing)(?<second>[^.;,]{0,120})|no(?:ne of the)? (?:source|document|protocol|guideline|evidence|excerpt)s? ${verbs}s?(?<third>[^.;,]{0,120})|(?:there is )?nothing (?:about|on|of) (?<fourth>[^.;,]{1,80}) (?:is )?in ${sources})\.?$`,
  'i',
);
const ofAbsence: ReadonlySet<string> = new Set(
  'this question asked about on dos dosing information amount route any for of the that it answer recommendation guidance statement anything'.split(
    ' ',
  ),
);

/** Whether a sentence truthfully states that the sources do not mention something: no statement names all of it. */
export const statesTrueAbsence = (text: string, index: EvidenceIndex): boolean => {
  const groups = absence.exec(text.trim())?.groups;
  if (groups === undefined) return false;
  const thing = groups.first ?? groups.second ?? groups.third ?? groups.fourth ?? '';
  const ids = readItems(thing).filter(
    ({ id, isLoose, kind }) => !isLoose && kind !== 'soft' && kind !== 'end' && !ofAbsence.has(id),
  );
  // "They do not say not to give it": a negated part is not looked up.
  if (ids.some(({ id }) => id === 'not' || id === 'no' || id === 'never' || id === 'without')) return false;
  if (ids.length === 0) return true;
  return !index.places.some((place) => {
    const own = new Set(statementForms(place).segments.flatMap(({ items }) => items.map(({ id }) => id)));
    const free = freeIdsOf(index, place);
    return ids.every(({ id }) => own.has(id) || free.has(id));
  });
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
