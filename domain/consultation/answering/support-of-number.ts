import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { stem } from '../../language/stem.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';
import { unitOf } from '../../language/units-of-measure.ts';
import type { EvidenceIndex, Place, PlacedMention } from './evidence-index.ts';
import { findNamedThings, isDrug } from './named-things.ts';
import { isOrdinary } from './ordinary-words.ts';
import type { Mention, ParsedStatement } from './parse-statement.ts';
import type { PatientLabel } from './patients-named.ts';
import type { QuantityRole } from './quantities.ts';
import type { KnownPatient } from './question-facts.ts';

/** What of the answer before a sentence still holds for it. */
export type CarriedContext = {
  readonly drugs: readonly string[];
  readonly names: readonly string[];
  readonly routes: readonly string[];
  /** Of a heading or of what introduces a list. */
  readonly patients?: PatientLabel;
  readonly isForbidden: boolean;
  /** Whether what introduces its list allows: "may be given if:". */
  readonly isAllowed?: boolean;
};

/** Why a number of an answer is not what its source says. */
export type Mismatch =
  | 'not in the source'
  | 'another drug'
  | 'another route'
  | 'other patients'
  | 'another bound'
  | 'another turn'
  | 'forbidden there'
  | 'not forbidden there'
  | 'another concentration'
  | 'another condition'
  | 'apart in the source';

/** How a number is supported, or the nearest that it comes to it. */
export type Support =
  | {
      readonly place: Place;
      readonly mention: Mention;
      readonly patients?: PatientLabel;
      readonly routes: readonly string[];
    }
  | { readonly mismatch: Mismatch };

type Claim = {
  readonly statement: ParsedStatement;
  readonly mention: Mention;
  readonly carried: CarriedContext;
  /** Drugs of the question, for sentences that name none. */
  readonly askedDrugs: readonly string[];
  readonly patient: KnownPatient;
};

/** Bounds: what is at most so much is not so much, and what is over it is not under it. */
const isBound = (role: QuantityRole | undefined): boolean =>
  role === 'most' || role === 'above' || role === 'below';

const differInRole = (
  claimed: QuantityRole | undefined,
  given: QuantityRole | undefined,
  isTableRow: boolean,
  isCount: boolean,
): boolean => {
  if (claimed === given) return false;
  // "Repeat twice" and "up to two more times" say the same.
  if (isCount && (claimed ?? given) === 'most' && (given ?? claimed) === 'most') return false;
  const both = new Set([claimed, given]);
  if (both.has('within') && both.has('below')) return false;
  if (isTableRow && (claimed === undefined || given === undefined)) return false;
  if (isBound(claimed) || isBound(given)) return true;
  return claimed !== undefined && given !== undefined;
};

const headDrugs = ({ heads }: Place): readonly string[] =>
  heads.find(({ things }) => things.drugs.length > 0)?.things.drugs ?? [];

/** This many statements before one may name what it is about. */
const reach = 8;

const before = (index: EvidenceIndex, { n, index: at }: Place): readonly Place[] =>
  (index.placesOf.get(n) ?? []).slice(Math.max(0, at - reach), at);

const drugsAround = (index: EvidenceIndex, place: Place): readonly string[] => {
  const head = headDrugs(place);
  if (head.length > 0) return head;
  const previous = before(index, place).findLast(({ statement }) => statement.things.drugs.length > 0);
  return [
    ...(previous?.statement.things.drugs ?? []),
    ...(index.evidence.get(place.n)?.title.things.drugs ?? []),
  ];
};

const differInDrug = (
  index: EvidenceIndex,
  { mention, carried, askedDrugs }: Claim,
  { place, mention: given }: PlacedMention,
): boolean => {
  // A number of a document or of a list is of no drug.
  if (mention.quantity.kind === 'count' && mention.quantity.unit === '') return false;
  const hasOwn = mention.drugs.length > 0 || mention.names.length > 0;
  const drugs = hasOwn
    ? mention.drugs
    : carried.drugs.length > 0 || carried.names.length > 0
      ? carried.drugs
      : askedDrugs;
  const names = hasOwn ? mention.names : carried.names;
  if (drugs.length > 0) {
    const isMeant = (named: readonly string[]): boolean =>
      named.some((one) => drugs.some((drug) => isDrug(one, drug)));
    if (given.drugs.length > 0) return !isMeant(given.drugs);
    // How often and how long: of what was named before, where the evidence names nothing itself.
    if (!mention.isAmount && mention.drugs.length === 0) return false;
    if (isMeant(place.statement.things.drugs)) return false;
    // The words beside the number may name a drug that the terminology does not know.
    if (given.names.length > 0 && given.isAmount) {
      const isHeadName = (name: string): boolean =>
        place.heads.some((head) => head.things.names.includes(name));
      if (given.names.some(isHeadName)) return true;
    }
    return !isMeant(drugsAround(index, place));
  }
  if (!mention.isAmount || names.length === 0) return false;
  if (given.names.length > 0 && names.some((name) => given.names.includes(name))) return false;
  const evidence = index.evidence.get(place.n);
  const around = [place.statement, ...place.heads, ...(evidence === undefined ? [] : [evidence.title])];
  const isNamed = names.some((name) => around.some(({ things }) => things.stems.has(stem(name))));
  if (!isNamed) {
    // A word that the evidence has nowhere near is taken for another drug, unless it is in no place where one would be.
    const previous = before(index, place);
    return !names.some((name) => previous.some(({ statement }) => statement.things.names.includes(name)));
  }
  return given.names.length > 0 || given.drugs.length > 0
    ? !place.heads.some(({ things }) => names.some((name) => things.names.includes(name)))
    : false;
};

const differInRoute = (
  index: EvidenceIndex,
  { mention }: Claim,
  { place, mention: given }: PlacedMention,
): boolean => {
  if (!mention.isAmount || mention.routes.length === 0) return false;
  const heads = place.heads.flatMap(({ things }) => things.routes);
  const named = given.routes.length > 0 ? given.routes : place.statement.things.routes;
  const evidence = index.evidence.get(place.n);
  const routes =
    named.length > 0
      ? [...named, ...(place.isTableRow ? heads : [])]
      : [
          ...heads,
          ...(evidence?.title.things.routes ?? []),
          ...before(index, place).flatMap(({ statement }) => statement.things.routes),
        ];
  return !mention.routes.every((route) => routes.includes(route));
};

/** Months and kilograms between which most people are grown up (see `query-population.ts`). */
const adultMonths = 180;
const lightestAdult = 40;

type Range = { readonly measure: 'age' | 'weight'; readonly low: number; readonly high: number };

/** The bounds that a label's key says, in months or kilograms. */
const rangeOf = ({ key }: PatientLabel): Range | undefined => {
  const match = /^(most|above|below|every|over|within|for)?([a-z]+):([\d.e+-]+)(?:~([\d.e+-]+))?$/i.exec(key);
  if (match === null) return undefined;
  const [, role, unit, from, to] = match;
  if (unit !== 'month' && unit !== 'mg') return undefined;
  const scale = unit === 'mg' ? 1e-6 : 1;
  const first = Number(from) * scale;
  const low = role === 'below' || role === 'most' ? 0 : first;
  const high =
    role === 'above' || role === 'over'
      ? Number.POSITIVE_INFINITY
      : to === undefined
        ? first
        : Number(to) * scale;
  return { measure: unit === 'month' ? 'age' : 'weight', low, high };
};

const kindOfRange = (label: PatientLabel): 'adult' | 'pediatric' | undefined => {
  const range = rangeOf(label);
  if (range === undefined) return undefined;
  const limit = range.measure === 'age' ? adultMonths : lightestAdult;
  if (range.high <= limit) return 'pediatric';
  return range.low >= limit && range.measure === 'age' ? 'adult' : undefined;
};

const kindOf = (label: PatientLabel): PatientLabel['kind'] | undefined =>
  label.kind === 'range' ? kindOfRange(label) : label.kind;

/** Whether two labels are of different patients. */
export const areDifferentPatients = (one: PatientLabel, other: PatientLabel): boolean => {
  if (one.kind === 'range' && other.kind === 'range') return one.key !== other.key;
  const [first, second] = [kindOf(one), kindOf(other)];
  if (first === undefined || second === undefined || first === second) return false;
  // A range for children may be one of newborns.
  return !(one.kind === 'range' || other.kind === 'range') || (first === 'adult') !== (second === 'adult');
};

/** This many characters lie at most between an amount and the age or weight that it is said for. */
const beside = 80;

/** Whether the ages or weights of a label are all among those of another. */
const isWithin = (one: PatientLabel, other: PatientLabel): boolean => {
  const [own, its] = [rangeOf(one), rangeOf(other)];
  return (
    own !== undefined &&
    its !== undefined &&
    own.measure === its.measure &&
    own.low >= its.low - 0.05 &&
    own.high <= its.high + 0.05
  );
};

/** Whether something for the patients of a label does not hold for a patient. */
export const isForOthersThan = (label: PatientLabel, patient: KnownPatient): boolean => {
  const { population, ageYears, weightKg, pregnant } = patient;
  if (label.kind === 'pregnant') return pregnant === false;
  if (label.kind !== 'range') {
    if (population === undefined) return false;
    if (label.kind === population) return false;
    return (label.kind === 'adult') !== (population === 'adult') || label.kind === 'neonatal';
  }
  const range = rangeOf(label);
  if (range === undefined) return false;
  const value = range.measure === 'age' ? (ageYears === undefined ? undefined : ageYears * 12) : weightKg;
  if (value === undefined) {
    const kind = kindOfRange(label);
    return kind !== undefined && population !== undefined && (kind === 'adult') !== (population === 'adult');
  }
  // A range of whole years holds up to the next birthday.
  const upTo =
    range.measure === 'age' && range.high % 12 === 0 && range.low > 0 ? range.high + 12 : range.high;
  return value < range.low - 0.05 || value > upTo + 0.05;
};

/** For whom the evidence gives a number: by its own words, by what it is under, or by the whole document. */
export const patientsOfPlace = (
  index: EvidenceIndex,
  { place, mention }: PlacedMention,
): PatientLabel | undefined => {
  const own = mention.patients;
  if (own !== undefined) return own;
  const head = place.heads.find(({ patients }) => patients.length > 0)?.patients;
  if (head !== undefined && !(place.isTableRow && head.length > 1)) return head[0];
  const whole = index.evidence.get(place.n)?.patients;
  return whole === undefined ? undefined : { start: 0, kind: whole, key: whole };
};

const differInPatients = (index: EvidenceIndex, claim: Claim, placed: PlacedMention): boolean => {
  const { statement, mention, carried, patient } = claim;
  if (!mention.isAmount) return false;
  const claimed = mention.patients ?? carried.patients;
  const given = patientsOfPlace(index, placed);
  // "A 15 kg child": the weight says more than the word beside it, and so does that of the patient.
  if (given?.kind === 'range' && claimed?.kind !== 'range') {
    const own = statement.patients.filter(
      ({ kind, start }) => kind === 'range' && Math.abs(start - mention.quantity.start) <= beside,
    );
    if (own.length > 0 && own.every((label) => areDifferentPatients(label, given) && !isWithin(label, given)))
      return true;
    if (own.length === 0 && isForOthersThan(given, patient)) return true;
  }
  if (claimed === undefined) return given !== undefined && isForOthersThan(given, patient);
  if (given === undefined) {
    if (claimed.kind === 'adult' || claimed.kind === 'range') return false;
    const { place } = placed;
    const evidence = index.evidence.get(place.n);
    const around = [
      place.statement,
      ...place.heads,
      ...before(index, place).map(({ statement }) => statement),
    ];
    return !(
      around.some(({ patients }) => patients.some(({ kind }) => kind === claimed.kind)) ||
      evidence?.title.patients.some(({ kind }) => kind === claimed.kind) === true
    );
  }
  if (!areDifferentPatients(claimed, given)) return false;
  // The patient's own age or weight is no range of the source.
  if (claimed.kind === 'range' && given.kind === 'range')
    return (
      isForOthersThan(given, patient) || (patient.ageYears === undefined && patient.weightKg === undefined)
    );
  return true;
};

const differInCondition = (
  index: EvidenceIndex,
  { statement, mention }: Claim,
  { place }: PlacedMention,
): boolean => {
  if (!mention.isAmount) return false;
  const evidence = index.evidence.get(place.n);
  if (evidence === undefined) return false;
  const isNamed = (condition: string): boolean => {
    if (evidence.conditions.has(condition)) return true;
    const related = conceptByName.get(condition);
    if (
      [...(related?.broader ?? []), ...(related?.sortOf ?? [])].some((name) => evidence.conditions.has(name))
    )
      return true;
    return [...evidence.conditions].some((name) => {
      const concept = conceptByName.get(name);
      return concept !== undefined && [...concept.broader, ...concept.sortOf].includes(condition);
    });
  };
  return !statement.things.conditions.every(isNamed);
};

const conditionsByClause = weakMemoize((_: ParsedStatement) => new Map<string, readonly string[]>());

/**
 * The conditions that the clause of a number names, read once: a statement without punctuation is one clause, which all
 * its numbers share, and each of them is compared with each number of the answer.
 */
const conditionsOf = (statement: ParsedStatement, { clause }: Mention): readonly string[] => {
  const known = conditionsByClause(statement);
  const conditions = known.get(clause) ?? findNamedThings(clause).conditions;
  known.set(clause, conditions);
  return conditions;
};

const isRelated = (one: string, other: string): boolean => {
  const [first, second] = [conceptByName.get(one), conceptByName.get(other)];
  return (
    one === other ||
    first?.broader.includes(other) === true ||
    first?.sortOf.includes(other) === true ||
    second?.broader.includes(one) === true ||
    second?.sortOf.includes(one) === true
  );
};

/** Whether an amount is said for one condition, and its place says in the same breath that it is for another. */
const isForOtherCondition = (
  index: EvidenceIndex,
  { statement, mention }: Claim,
  { place, mention: given }: PlacedMention,
): boolean => {
  if (!mention.isAmount || place.isTableRow) return false;
  const own = conditionsOf(place.statement, given);
  if (own.length === 0) return false;
  const around = [
    ...place.heads.flatMap(({ things }) => things.conditions),
    ...(index.evidence.get(place.n)?.title.things.conditions ?? []),
  ];
  const claimed = conditionsOf(statement, mention);
  return (
    claimed.length > 0 &&
    !claimed.some(
      (condition) =>
        around.includes(condition) ||
        place.statement.things.conditions.some((named) => isRelated(condition, named)),
    )
  );
};

const isForbiddenAt = ({ place, mention }: PlacedMention): boolean =>
  mention.isForbidden || place.isUnderProhibition;

/** "5 g in each buttock" is ten in all. */
const inEach = /^[^.;\d]{0,30}\b(?:in|into|to|per|for|on) each\b|^ each\b/i;
const isInEach = ({ text }: ParsedStatement, { quantity }: Mention): boolean =>
  inEach.test(text.slice(quantity.end, quantity.end + 40));

const sameUnit = (one: Mention, other: Mention): boolean =>
  one.quantity.unit === other.quantity.unit && one.quantity.kind === other.quantity.kind;

const repeats =
  /\b(?:repeat(?:ed|s|ing)?|second dose|subsequent(?:ly)?|further)(?: (?:\w+|[(,])){0,3}\W{0,2}$/i;
const goesOn = /\b(?:then|followed by|thereafter|next|subsequent(?:ly)?)\b/i;
const later =
  /\b(?:then|follow\w*|repeat\w*|(?:second|third|2nd|3rd)(?! (?:defib|shock|line))|subsequent\w*|next|again|thereafter|afterwards|later|further|additional|increas\w+|escalat\w+|maintenance|if (?:no|not|still|needed|necessary|ineffective|persist\w*|there is no|this fails)|still|persist\w*|fail\w*|no (?:response|conversion|effect|change)|not (?:convert|respond|improve|work)\w*|ineffective|refractory|up to|max\w*|total)\b/i;

/** An amount that comes after another of its drug: "6 mg, then 12 mg", "may repeat 150 mg". */
const isLaterDose = ({ text, mentions }: ParsedStatement, mention: Mention): boolean => {
  const { start, role } = mention.quantity;
  if (!mention.isAmount || role === 'most') return false;
  const before = mentions.findLast(
    (one) => one.isAmount && one.quantity.end <= start && one.quantity.kind !== 'strength',
  );
  const between = text.slice(Math.max(before?.quantity.end ?? 0, start - 80), start);
  if (repeats.test(between)) return true;
  return (
    before !== undefined &&
    sameUnit(before, mention) &&
    before.drugs.join() === mention.drugs.join() &&
    before.quantity.key !== mention.quantity.key &&
    goesOn.test(between)
  );
};

/** Whether an answer gives an amount in another turn than its source. */
const differInTurn = ({ statement, mention }: Claim, { place, mention: given }: PlacedMention): boolean => {
  if (!mention.isAmount || mention.quantity.kind === 'strength' || place.isTableRow) return false;
  const { text, mentions } = statement;
  if (isLaterDose(place.statement, given)) {
    const { start, end } = mention.quantity;
    const next = mentions.find((one) => one.isAmount && one.quantity.start >= end)?.quantity.start;
    const behind = text
      .slice(end, Math.min(next ?? text.length, end + 60))
      .split(/[,;]|\bthen\b|\bfollowed\b/i)[0];
    return !later.test(text.slice(0, start)) && !later.test(behind ?? '');
  }
  return (
    isLaterDose(statement, mention) &&
    place.statement.mentions.some(
      (one) =>
        sameUnit(one, given) &&
        one.quantity.key !== given.quantity.key &&
        one.drugs.join() === given.drugs.join() &&
        isLaterDose(place.statement, one),
    )
  );
};

/** The condition that a number of an answer is for belongs to another number of the same statement in the source. */
const isOfOtherPart = ({ statement, mention }: Claim, { place, mention: given }: PlacedMention): boolean => {
  if (place.isTableRow || mention.quantity.unit === '') return false;
  const others = place.statement.mentions.filter(
    (one) => sameUnit(one, given) && one.quantity.key !== given.quantity.key && one.clause !== given.clause,
  );
  if (others.length === 0 || statement.mentions.filter((one) => sameUnit(one, mention)).length !== 1)
    return false;
  const named = conditionsOf(place.statement, given);
  return statement.things.conditions.some(
    (condition) =>
      !named.includes(condition) &&
      others.some((other) => conditionsOf(place.statement, other).includes(condition)),
  );
};
const mismatchOf = (index: EvidenceIndex, claim: Claim, placed: PlacedMention): Mismatch | undefined => {
  const { mention, carried } = claim;
  if (differInDrug(index, claim, placed))
    return mention.quantity.kind === 'strength' ? 'another concentration' : 'another drug';
  if (differInRoute(index, claim, placed)) return 'another route';
  if (differInPatients(index, claim, placed)) return 'other patients';
  if (
    differInRole(
      mention.quantity.role,
      placed.mention.quantity.role,
      placed.place.isTableRow,
      mention.quantity.kind === 'count',
    )
  )
    return 'another bound';
  if (isInEach(claim.statement, mention) && !isInEach(placed.place.statement, placed.mention))
    return 'another bound';
  if (differInTurn(claim, placed)) return 'another turn';
  const isForbidden = mention.isForbidden || carried.isForbidden;
  // Numbers of documents and houses are neither allowed nor forbidden.
  if (mention.quantity.kind === 'count' && mention.quantity.unit === '') return undefined;
  const isOfAbsence = mention.isOfAbsence || placed.mention.isOfAbsence;
  if (!isOfAbsence && isForbiddenAt(placed) !== isForbidden)
    return isForbidden ? 'not forbidden there' : 'forbidden there';
  if (
    differInCondition(index, claim, placed) ||
    isOfOtherPart(claim, placed) ||
    isForOtherCondition(index, claim, placed)
  )
    return 'another condition';
  return undefined;
};

/** "3 doses", "3 times" and "x 3" are one count. */
const countUnits = ['', 'dose', 'time'];

const candidatesOf = (index: EvidenceIndex, { quantity }: Mention): readonly PlacedMention[] => {
  const own = index.byKey.get(quantity.key) ?? [];
  if (quantity.kind !== 'count' || !countUnits.includes(quantity.unit)) return own;
  const value = quantity.key.slice(quantity.key.indexOf(':'));
  return quantity.key.startsWith('#')
    ? own
    : countUnits.flatMap((unit) => index.byKey.get(`${unit}${value}`) ?? []);
};

/** More places of one number are not compared. */
const mostCandidates = 60;

/** How near a mismatch comes to support: the reason that is given is that of the place which fits best. */
const nearness: readonly Mismatch[] = [
  'not in the source',
  'another drug',
  'another concentration',
  'another condition',
  'other patients',
  'another route',
  'another bound',
  'another turn',
  'forbidden there',
  'not forbidden there',
  'apart in the source',
];

/** Words that a bare number must share with its place: "2 fingers" are not "2 doses". */
const sharesWord = ({ mention }: Claim, { place, mention: given }: PlacedMention): boolean => {
  if (mention.quantity.kind !== 'count' || mention.quantity.unit !== '') return true;
  const own = [...readStems(mention.clause)];
  return (
    own.length === 0 ||
    own.some((one) => place.statement.things.stems.has(one)) ||
    given.quantity.key.startsWith('#') ||
    place.heads.some(({ things }) => own.some((one) => things.stems.has(one)))
  );
};

const readStems = (clause: string): readonly string[] =>
  clause
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 3 && !isOrdinary(word) && unitOf(word) === undefined)
    .map((word) => stem(word));

/**
 * Where the evidence says a number of the answer: the same value and unit, of the same drug, by the same route, for the
 * same patients, as the same bound, allowed or forbidden alike.
 *
 * @param numbers of the evidence that is looked at
 */
export const supportOf = (
  index: EvidenceIndex,
  claim: Claim,
  numbers: ReadonlySet<number>,
): readonly Support[] => {
  const supports: Support[] = [];
  let nearest: Mismatch = 'not in the source';
  for (const placed of candidatesOf(index, claim.mention).slice(0, mostCandidates)) {
    if (!numbers.has(placed.place.n) || !sharesWord(claim, placed)) continue;
    const mismatch = mismatchOf(index, claim, placed);
    if (mismatch === undefined) {
      const patients = patientsOfPlace(index, placed);
      const { place, mention } = placed;
      supports.push({
        place,
        mention,
        routes: mention.routes.length > 0 ? mention.routes : place.statement.things.routes,
        ...(patients === undefined ? {} : { patients }),
      });
    } else if (nearness.indexOf(mismatch) > nearness.indexOf(nearest)) nearest = mismatch;
  }
  return supports.length > 0 ? supports : [{ mismatch: nearest }];
};
