import { dependsOnPrevious } from '../../../clinical-text/depends-on-previous.ts';
import { weakMemoize } from '../../../kernel/weak-memoize.ts';
import { stopWords } from '../../../language/stop-words.ts';
import type { EvidenceIndex, Place } from '../evidence-index.ts';
import { introducesProhibition } from '../introduces-prohibition.ts';
import { isOrdinary } from '../ordinary-words.ts';
import { forbids, type ParsedStatement, parseStatement } from '../parse-statement.ts';
import { excludesPatient } from '../patients-of-place.ts';
import type { KnownPatient, QuestionFacts } from '../question-facts.ts';
import { isRelated } from './is-related.ts';
import { type Item, isDose, readItems, strongIds } from './read-items.ts';
import { plainStatement, statementForms } from './statement-forms.ts';

/** A head of a statement, and whether it applies to everything below. */
type Head = {
  readonly text: string;
  readonly items: readonly Item[];
  readonly ids: ReadonlySet<string>;
  readonly parsed: ParsedStatement;
  readonly kind: 'label' | 'introduction' | 'section' | 'title';
};

/** Words of introductions that do not describe the text below. */
const generic: ReadonlySet<string> = new Set(
  'give following follow list treatment management medication medications drug therapy dosing note notes action step steps option options use below procedure recommendations interpretations disclaimers'.split(
    ' ',
  ),
);

/** Formats a heading for use before a statement. */
const named = (text: string): string =>
  text
    .replace(/^#{1,6}\s*/, '')
    .replace(/^(?:(?:\d{1,3}|[A-Za-z])[.)]|[•▪*–-])\s+/u, '')
    .replace(/[\s:]{1,9}$/, '');

/** Strips colors and other names of an age or weight in brackets, which are not conditions: "6-11 years (orange)". */
const withoutAsides = (text: string): string =>
  /\d/.test(text) ? text.replace(/\([^()\d]{0,40}\)\W{0,9}$/, ' ') : text;

const itemsOfHead: (parsed: ParsedStatement) => readonly Item[] = weakMemoize(({ text }) =>
  readItems(named(withoutAsides(text.startsWith('|') ? '' : text))),
);

const headOf = (parsed: ParsedStatement, kind: Head['kind']): Head => {
  const items = itemsOfHead(parsed);
  return { text: named(parsed.text), items, ids: new Set(strongIds(items)), parsed, kind };
};

const labelOf: (place: Place) => ParsedStatement | undefined = weakMemoize((place) => {
  const { label } = statementForms(place);
  return label === undefined ? undefined : parseStatement(label);
});

/** Caches a value per place, whatever the number of sentences compared with it. */
const oncePerPlace = <Value extends object>(
  read: (index: EvidenceIndex, place: Place) => Value,
): ((index: EvidenceIndex, place: Place) => Value) => {
  const within = weakMemoize((index: EvidenceIndex) => weakMemoize((place: Place) => read(index, place)));
  return (index, place) => within(index)(place);
};

/** The heads of a place, innermost first. */
const headsOf = oncePerPlace((index, place): readonly Head[] => {
  const label = labelOf(place);
  const title = index.evidence.get(place.n)?.title;
  return [
    ...(label === undefined ? [] : [headOf(label, 'label')]),
    ...place.heads
      .filter(({ text }) => !text.startsWith('|'))
      .map((head) =>
        headOf(
          head,
          /^#{1,6}\s/.test(head.text) || (!/:\s*$/.test(head.text) && head.patients.length === 0)
            ? 'section'
            : 'introduction',
        ),
      ),
    ...(title === undefined ? [] : [headOf(title, 'title')]),
  ];
});

const populationIds = {
  adult: 'adult',
  pediatric: 'child',
  neonatal: 'newborn',
  pregnant: 'pregnant',
} as const;
const populationWords = {
  adult: 'For adults',
  pediatric: 'For children',
  neonatal: 'For newborns',
  pregnant: 'In pregnancy',
} as const;

const idsOfKind = (items: readonly Item[], kind: Item['kind']): readonly string[] =>
  items.flatMap((item) => (item.kind === kind ? [item.id] : []));

/** Whether a word is specific, unlike the words of sentences on any subject. */
export const isGeneral = ({ id, kind, isLoose }: Item): boolean =>
  kind === 'word' &&
  !isLoose &&
  id.length > 2 &&
  /^\p{L}+$/u.test(id) &&
  !stopWords.has(id) &&
  !isOrdinary(id);

const ownItems: (place: Place) => readonly Item[] = weakMemoize((place) =>
  statementForms(place).segments.flatMap(({ items }) => items),
);

/** The strengths of a place's drugs in all of the evidence: where there is one, a dose holds without it. */
export const strengthsOf = oncePerPlace((index, place): ReadonlySet<string> => {
  const drugs = new Set(idsOfKind(ownItems(place), 'drug'));
  return new Set(
    index.places
      .map(ownItems)
      .filter((items) => drugs.size === 0 || items.some(({ id }) => drugs.has(id)))
      .flatMap((items) => items.flatMap(({ id, number }) => (number?.kind === 'strength' ? [id] : []))),
  );
});

/** A head in words: a sentence that names it says all of them but the optional ones, in their order. */
export type HeadPhrase = readonly { readonly id: string; readonly isOptional: boolean }[];

/** Words of titles that do not limit what they hold for. */
const ofTitles: ReadonlySet<string> = new Set(
  'protocol guideline policy reference chapter section patient emergency emergencies care'.split(' '),
);

const phraseOf = (items: readonly Item[]): HeadPhrase =>
  items
    .filter((item) => !item.isLoose && item.kind !== 'end')
    .map(({ id, kind, number }) => ({
      id,
      // A number without a unit is that of a document.
      isOptional:
        number === undefined
          ? kind !== 'word' || generic.has(id) || ofTitles.has(id) || stopWords.has(id)
          : number.unit === '',
    }));

/** The heads of a place that a sentence about it may name, in words: the innermost that names anything specific. */
export const phrasesOf = oncePerPlace((index, place): readonly HeadPhrase[] => {
  const phrases: HeadPhrase[] = [];
  for (const { items } of headsOf(index, place)) {
    phrases.push(phraseOf(items));
    if (items.some(isGeneral)) break;
  }
  return phrases;
});

/**
 * The drugs, routes and patients of a place's innermost heads, and its age or weight band: a sentence about the place
 * may name them anywhere.
 */
export const namesOf = oncePerPlace((index, place): ReadonlySet<string> => {
  const own = ownItems(place);
  const heads = headsOf(index, place);
  const names = new Set<string>();
  for (const kind of ['drug', 'route', 'patients'] as const) {
    if (idsOfKind(own, kind).length > 0) continue;
    const nearest = place.isUnderProhibition
      ? undefined
      : heads.find(({ items }) => idsOfKind(items, kind).length > 0);
    const ids = nearest === undefined ? [] : idsOfKind(nearest.items, kind);
    // Of two drugs, a sentence does not choose one.
    if (kind !== 'drug' || new Set(ids).size === 1) for (const id of ids) names.add(id);
    const population = index.evidence.get(place.n)?.patients;
    if (
      kind === 'patients' &&
      nearest === undefined &&
      !place.isUnderProhibition &&
      population !== undefined &&
      population !== 'range'
    )
      names.add(populationIds[population]);
  }
  const drugs = new Set(idsOfKind(own, 'drug'));
  if (drugs.size === 1) for (const id of drugs) names.add(id);
  for (const { items, kind, parsed } of heads) {
    const isBand = kind !== 'title' && parsed.patients.some((label) => label.kind === 'range');
    if (isBand) for (const id of idsOfKind(items, 'number')) names.add(id);
    if (items.some(isGeneral)) break;
  }
  return names;
});

/** The ids of a place's heads by which a sentence may be about it. */
export const freeIdsOf = oncePerPlace((index, place): ReadonlySet<string> => {
  const free = new Set(namesOf(index, place));
  for (const { items } of headsOf(index, place)) {
    const general = items.filter(isGeneral);
    for (const { id } of general) free.add(id);
    if (general.length > 0) break;
  }
  return free;
});

const isOfKnown = (
  ids: readonly string[],
  { population }: KnownPatient,
  asked: ReadonlySet<string>,
): boolean =>
  ids.some((id) => asked.has(id) || (population !== undefined && populationIds[population] === id));

const isKnownBand = ({ patients }: ParsedStatement, patient: KnownPatient): boolean =>
  (patient.ageYears !== undefined || patient.weightKg !== undefined) &&
  patients.length > 0 &&
  patients.every((label) => label.kind === 'range' && !excludesPatient(label, patient));

/** A statement may refer back this far. */
const reach = 4;
const repeats: ReadonlySet<string> = new Set(['repeat', 'max', 'may', 'then']);

/** The earlier statement that a place refers to: "May repeat once" is about the drug that was given. */
const leansOn = (index: EvidenceIndex, place: Place, said: ReadonlySet<string>): Place | undefined => {
  const own = ownItems(place);
  const first = own.find(({ isLoose }) => !isLoose);
  const namesDrug = (items: readonly Item[]): boolean => items.some(({ kind }) => kind === 'drug');
  if (place.isTableRow || first === undefined || namesDrug(own)) return undefined;
  const hasHead = headsOf(index, place).some(({ kind, items }) => kind !== 'title' && namesDrug(items));
  const isLeaning =
    dependsOnPrevious(plainStatement(place.statement.text)) || repeats.has(first.id) || own.some(isDose);
  if (hasHead || !isLeaning) return undefined;
  const all = index.placesOf.get(place.n) ?? [];
  for (let at = place.index - 1; at >= Math.max(0, place.index - reach); at -= 1) {
    const one = all[at];
    if (one === undefined || /^#|^\||:\s*$/.test(one.statement.text)) return undefined;
    const items = ownItems(one);
    if (namesDrug(items))
      return items.some(({ kind, id }) => kind === 'drug' && said.has(id)) ? undefined : one;
  }
  return undefined;
};

/** The ids of a statement, including its label. */
export const idsOfStatement = (place: Place): readonly string[] => [
  ...strongIds(ownItems(place)),
  ...strongIds(statementForms(place).labelItems),
];

/** The context of a statement in an answer. */
type HeadContext = {
  /** The ids named by the sentence and by its heads in the answer. */
  readonly said: ReadonlySet<string>;
  readonly known: QuestionFacts;
  /** The place shown before it. */
  readonly last: Place | undefined;
};

/**
 * Returns the heads without which a sentence about a place must not be shown, outermost first: introductions,
 * prohibitions, and the patients, drugs and conditions that neither the sentence nor the question names.
 */
export const missingHeads = (
  index: EvidenceIndex,
  place: Place,
  { said, known, last }: HeadContext,
): readonly string[] => {
  const own = ownItems(place);
  const missing: string[] = [];
  const isSaid = (ids: Iterable<string>): boolean => [...ids].every((id) => said.has(id));
  let hasPatients = idsOfKind(own, 'patients').length > 0;
  let hasDrug = idsOfKind(own, 'drug').length > 0;
  const namesChildren = index.namesChildren;
  const mustNamePatients = (ids: readonly string[]): boolean =>
    ids.length > 0 &&
    !hasPatients &&
    !ids.some((id) => said.has(id)) &&
    !isOfKnown(ids, known.patient, known.said) &&
    (namesChildren || ids.some((id) => id !== 'adult'));
  for (const { text, items, ids, parsed, kind } of headsOf(index, place)) {
    const patients = idsOfKind(items, 'patients');
    const drugs = idsOfKind(items, 'drug');
    const isWhole = kind === 'introduction' || kind === 'label';
    const isNeeded = isWhole
      ? ids.size > 0 &&
        ![...ids].every(
          (id) => generic.has(id) || (known.said.has(id) && !introducesProhibition(parsed.text)),
        ) &&
        !isKnownBand(parsed, known.patient)
      : mustNamePatients(patients) ||
        (introducesProhibition(parsed.text) && !forbids(place.statement.text)) ||
        (drugs.length > 0 &&
          !hasDrug &&
          (kind === 'section' || own.some(isDose)) &&
          !drugs.every((id) => said.has(id))) ||
        (known.conditions.length > 0 &&
          parsed.things.conditions.length > 0 &&
          !parsed.things.conditions.some((one) => known.conditions.some((other) => isRelated(one, other))));
    if (isNeeded && !isSaid(ids)) missing.push(text);
    hasPatients ||= patients.length > 0;
    hasDrug ||= drugs.length > 0;
  }
  const population = index.evidence.get(place.n)?.patients;
  if (population !== undefined && population !== 'range' && mustNamePatients([populationIds[population]]))
    missing.push(populationWords[population]);
  const before = leansOn(index, place, said);
  const isBehind =
    before === undefined ||
    (last !== undefined && last.n === place.n && last.index >= before.index && last.index < place.index);
  return [
    ...missing.toReversed(),
    ...(isBehind || before === undefined ? [] : [plainStatement(before.statement.text).replace(/[.;]$/, '')]),
  ];
};

/** The ids named by a place and its heads: a heading of the answer above it names nothing else. */
export const idsUnder = (index: EvidenceIndex, place: Place): ReadonlySet<string> => {
  const population = index.evidence.get(place.n)?.patients;
  return new Set([
    ...strongIds(ownItems(place)),
    ...headsOf(index, place).flatMap(({ ids }) => [...ids]),
    ...(population === undefined || population === 'range' ? [] : [populationIds[population]]),
  ]);
};
