import { stem } from '../../language/stem.ts';
import { bareText } from './bare-text.ts';
import { contradictsResult } from './contradicts-result.ts';
import { claimsDeniedEffect, contradictsSources } from './contradicts-sources.ts';
import { assertsDenied, deniedStatements } from './denied-statements.ts';
import type { EvidenceIndex, Place } from './evidence-index.ts';
import { isForeign } from './is-foreign.ts';
import { findNamedThings, isDrug } from './named-things.ts';
import { isOrdinary } from './ordinary-words.ts';
import { forbids, type Mention, type ParsedStatement } from './parse-statement.ts';
import type { Quantity } from './quantities.ts';
import type { QuestionFacts } from './question-facts.ts';
import {
  areDifferentPatients,
  type CarriedContext,
  isForOthersThan,
  type Mismatch,
  patientsOfPlace,
  type Support,
  supportOf,
} from './support-of-number.ts';
import { hasUnparsedAmount } from './unread-amount.ts';

/** What becomes of a sentence of an answer. */
export type Verdict =
  | { readonly kind: 'kept'; readonly sources: readonly number[]; readonly supports: readonly Supported[] }
  | {
      readonly kind: 'marked';
      readonly sources: readonly number[];
      readonly supports: readonly Supported[];
      readonly because: string;
      /** come behind the sentence, in brackets. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'struck'; readonly because: string };

/** A number of a sentence with the places of the evidence that say it. */
export type Supported = {
  readonly mention: Mention;
  readonly by: readonly Extract<Support, { place: Place }>[];
};

const reasons: Readonly<Record<Mismatch, string>> = {
  'not in the source': 'it is not in the source',
  'another drug': 'the source says it of something else',
  'another route': 'the source gives another route, or none',
  'other patients': 'the source gives it for other patients',
  'another bound': 'the source has it as another bound',
  'another turn': 'the source gives it before or after another dose',
  'forbidden there': 'the source forbids it',
  'not forbidden there': 'the source does not forbid it',
  'another concentration': 'the source has another concentration',
  'another condition': 'the source is about another condition',
  'apart in the source': 'the source does not say these together',
};

/** What a model says of its evidence: that it does not hold something is no claim about a patient. */
const statesAbsence =
  /\b(?:sources?|evidence|documents?|excerpts?|passages?|protocols?|guidelines?|information|citations?)\b[^.]{0,60}\b(?:do(?:es)? not|don['’]t|doesn['’]t|did not|no|none|neither|nothing|lacks?|without)\b|\b(?:no|none|neither|nothing)\b[^.]{0,30}\b(?:sources?|evidence|documents?|excerpts?|passages?|protocols?|guidelines?|information)\b|\bnot (?:mentioned|stated|given|covered|addressed|specified|included|found|available) in\b/i;
const asksOrQuotes =
  /\b(?:you (?:asked|mention(?:ed)?|gave|wrote|stated)|the question|asked (?:about|for|whether)|your question)\b/i;

const orders =
  /\b(?:give|gives|given|administer(?:ed)?|use|used|using|start(?:ed)?|begin|inject(?:ed)?|infuse(?:d)?|take|takes|may|can|could|should|must|safe(?:ly)?|recommend(?:ed|s)?|indicated|appropriate|acceptable|consider(?:ed)?|ok|okay|fine|allowed|permitted|prefer(?:red)?|choice|first[- ]line|effective|treat(?:s|ed|ment)?|works?|helps?|perform(?:ed)?|apply|place|insert|combine[d]?|compatible|tolerated|stop|hold|increase|reduce|repeat)\b/i;

/** Procedures whose names are words of any instruction. */
const loose = new Set([
  'medication administration',
  'vascular access',
  'triage',
  'basic airway',
  'analgesia',
  'sedation',
  'cooling',
  'wound care',
  'blood draw',
  'physical restraint',
  'splinting',
  'direct pressure',
  'central line',
]);

const stemsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 2)
    .map((word) => stem(word));

const contentOf = (statement: ParsedStatement): readonly string[] => [
  ...new Set(
    statement.text
      .toLowerCase()
      .split(/[^\p{L}-]+/u)
      .filter((word) => word.length > 3 && !isOrdinary(word))
      .map((word) => stem(word)),
  ),
];

/** A bare number of four digits and more is one of a record, a house or a telephone, not a finding. */
const isIdentifier = ({ kind, unit, low, high = 0 }: Quantity): boolean =>
  kind === 'count' && unit === '' && (Number.isNaN(low) ? false : low >= 1000 || high >= 100);

/** A number of the question may be repeated as the patient's; an amount, as what was asked. */
const isKnown = ({ quantity, isAmount }: Mention, text: string, known: QuestionFacts): boolean => {
  if (isAmount)
    return known.amounts.has(quantity.key) && (asksOrQuotes.test(text) || statesAbsence.test(text));
  const given = known.values.get(quantity.key);
  if (given === undefined || isIdentifier(quantity)) return false;
  return quantity.role === undefined || given.some(({ role }) => role === quantity.role);
};

type Judged = {
  readonly sentence: ParsedStatement;
  readonly carried: CarriedContext;
  readonly known: QuestionFacts;
  readonly index: EvidenceIndex;
};

const isPlaced = (support: Support): support is Extract<Support, { place: Place }> => 'place' in support;

const areNear = (one: Place, other: Place): boolean => {
  if (one.n !== other.n) return false;
  if (one === other) return true;
  if (one.heads.includes(other.statement) || other.heads.includes(one.statement)) return true;
  if (one.isTableRow || other.isTableRow) return false;
  return Math.abs(one.index - other.index) <= 3;
};

/** A bound of age or weight, or a strength, belongs to the amount that it is beside. */
const belongsToAmounts = ({ quantity, isAmount }: Mention): boolean =>
  quantity.kind === 'strength' ||
  (!isAmount && (quantity.unit === 'month' || (quantity.unit === 'mg' && /k/i.test(quantity.written))));

/** What is said beside an amount: of which strength it is, how often or how long it is given, at what age or weight. */
const isBeside = (mention: Mention): boolean =>
  belongsToAmounts(mention) || mention.quantity.kind === 'time' || mention.quantity.kind === 'frequency';

const distance = (one: Mention, other: Mention): number =>
  one.quantity.start < other.quantity.start
    ? other.quantity.start - one.quantity.end
    : one.quantity.start - other.quantity.end;

const isGiven = ({ isAmount, quantity }: Mention): boolean => isAmount && quantity.kind !== 'strength';

/** This many characters more is what lies beyond a comma or a "then". */
const separated = 60;
const separators = /[,;]|\b(?:then|or|and|followed)\b/gi;

/** The amount that a number beside it is said of. */
const nearestTo = (
  { text }: ParsedStatement,
  mention: Mention,
  amounts: readonly Mention[],
): Mention | undefined => {
  const apart = (one: Mention): number => {
    const [first, second] = one.quantity.start < mention.quantity.start ? [one, mention] : [mention, one];
    const between = text.slice(first.quantity.end, second.quantity.start);
    return distance(one, mention) + separated * (between.match(separators)?.length ?? 0);
  };
  const [first] = amounts;
  return first === undefined
    ? undefined
    : amounts.reduce((best, one) => (apart(one) < apart(best) ? one : best), first);
};

/** Whether a place says its age or weight of another amount of the same: "over 65 years 2.5 mg" is not of the 5 mg above. */
const isOfAnother = ({ statement }: Place, amount: Mention): boolean => {
  const own = statement.mentions.filter(
    (one) =>
      isGiven(one) &&
      one.quantity.unit === amount.quantity.unit &&
      one.quantity.role === amount.quantity.role &&
      (one.drugs.length === 0 ||
        amount.drugs.length === 0 ||
        one.drugs.some((drug) => amount.drugs.includes(drug))),
  );
  return own.length > 0 && own.every(({ quantity }) => quantity.key !== amount.quantity.key);
};

/** Whether an amount and a number beside it are said together: in one statement, or near each other where it has none of the kind. */
const isSaidWith = (place: Place, amount: Mention, { mention, by }: Supported): boolean => {
  if (by.length === 0) return true;
  const { kind, unit, role, key } = mention.quantity;
  const own = place.statement.mentions.filter(
    ({ quantity }) => quantity.kind === kind && quantity.unit === unit && quantity.role === role,
  );
  if (own.length > 1 && !place.isTableRow && mention.quantity.kind === 'time') {
    const amounts = place.statement.mentions.filter(isGiven);
    return own.some(
      (one) =>
        one.quantity.key === key &&
        nearestTo(place.statement, one, amounts)?.quantity.key === amount.quantity.key,
    );
  }
  if (own.length > 0) return own.some(({ quantity }) => quantity.key === key);
  if (!belongsToAmounts(mention)) return by.some((its) => its.place.n === place.n);
  return by.some((its) => areNear(place, its.place) && !isOfAnother(its.place, amount));
};

/** Numbers that only count together: the amount of one row is not for the weights of another, nor for another strength. */
const areApart = (sentence: ParsedStatement, supported: readonly Supported[]): boolean => {
  const amounts = supported.filter(({ mention }) => mention.isAmount && mention.quantity.kind !== 'strength');
  if (amounts.length === 0) return false;
  const beside = new Map<Supported, Supported[]>();
  for (const one of supported) {
    if (!isBeside(one.mention)) continue;
    const own = nearestTo(
      sentence,
      one.mention,
      amounts.map(({ mention }) => mention),
    );
    const nearest = amounts.find(({ mention }) => mention === own);
    if (nearest === undefined) continue;
    beside.set(nearest, [...(beside.get(nearest) ?? []), one]);
  }
  return [...beside].some(
    ([amount, others]) =>
      amount.by.length > 0 &&
      !amount.by.some(({ place }) => others.every((other) => isSaidWith(place, amount.mention, other))),
  );
};

const supportAll = (
  { sentence, carried, known, index }: Judged,
  numbers: ReadonlySet<number>,
):
  | { readonly supported: readonly Supported[] }
  | { readonly mention: Mention; readonly mismatch: Mismatch } => {
  const supported: Supported[] = [];
  const askedDrugs = sentence.things.drugs.length > 0 ? [] : [...known.drugs];
  for (const mention of sentence.mentions) {
    if (mention.quantity.unit === 'ordinal') continue;
    if (isKnown(mention, sentence.text, known)) {
      supported.push({ mention, by: [] });
      continue;
    }
    const found = supportOf(
      index,
      { statement: sentence, mention, carried, askedDrugs, patient: known.patient },
      numbers,
    );
    const by = found.filter(isPlaced);
    if (by.length === 0) {
      const [first] = found;
      return {
        mention,
        mismatch: first !== undefined && 'mismatch' in first ? first.mismatch : 'not in the source',
      };
    }
    supported.push({ mention, by });
  }
  const apart = areApart(sentence, supported)
    ? sentence.mentions.find(({ isAmount }) => isAmount)
    : undefined;
  return apart === undefined ? { supported } : { mention: apart, mismatch: 'apart in the source' };
};

const patientWords = {
  adult: 'for adults',
  pediatric: 'for children',
  neonatal: 'for newborns',
  pregnant: 'in pregnancy',
} as const;

const inShort: ReadonlyMap<string, string> = new Map([
  ['intravenous', 'IV'],
  ['intraosseous', 'IO'],
  ['intramuscular', 'IM'],
  ['intranasal', 'IN'],
  ['nebulized', 'nebulized'],
]);

const onlyWhen =
  /\bonly (?:if|for|in|when|after|with|by|during)\b|\b(?:for|in|after|during|with) (?:[\w-]+ ){1,4}only\b/i;

/** What the source says with an amount and the sentence leaves out. */
const notesOn = (
  { sentence, carried, known, index }: Judged,
  supported: readonly Supported[],
): readonly string[] => {
  const notes: string[] = [];
  const namesChildren =
    [...index.evidence.values()].some(
      ({ patients }) => patients === 'pediatric' || patients === 'neonatal',
    ) ||
    index.places.some(({ statement }) =>
      statement.patients.some(({ kind }) => kind === 'pediatric' || kind === 'neonatal'),
    );
  for (const { mention, by } of supported) {
    if (!mention.isAmount || by.length === 0 || mention.quantity.kind === 'strength') continue;
    const labels = by.map(({ patients }) => patients);
    const first = labels[0];
    const isSaid =
      mention.patients !== undefined || carried.patients !== undefined || sentence.patients.length > 0;
    const isPatient =
      first !== undefined &&
      !isForOthersThan(first, known.patient) &&
      (known.patient.population !== undefined ||
        known.patient.ageYears !== undefined ||
        known.patient.weightKg !== undefined);
    if (first !== undefined && labels.every((label) => label !== undefined) && !isSaid && !isPatient) {
      if (first.kind === 'range') notes.push('the source gives it for some ages or weights only');
      else if (first.kind !== 'adult' || namesChildren)
        notes.push(`the source gives it ${patientWords[first.kind]}`);
    }
    const hasRoute =
      mention.routes.length > 0 || carried.routes.length > 0 || sentence.things.routes.length > 0;
    const routes = by.map((one) => one.routes);
    if (
      !hasRoute &&
      routes.every((one) => one.length > 0) &&
      mention.quantity.kind !== 'fold' &&
      mention.quantity.kind !== 'form' &&
      mention.quantity.role !== 'most' &&
      mention.quantity.kind !== 'energy'
    )
      notes.push(
        `the source gives it ${[...new Set(routes.flat())].map((route) => inShort.get(route) ?? route).join('/')}`,
      );
  }
  const isLimited = supported.some(
    ({ mention, by }) =>
      mention.isAmount && by.length > 0 && by.every(({ place }) => onlyWhen.test(place.statement.text)),
  );
  if (isLimited && !onlyWhen.test(sentence.text)) notes.push('the source gives it under a condition only');
  return [...new Set(notes)].slice(0, 3);
};

const ofDrug = (place: Place, index: EvidenceIndex, drug: string): boolean =>
  [place.statement, ...place.heads].some(({ things }) => things.drugs.some((one) => isDrug(one, drug))) ||
  (place.statement.things.drugs.length === 0 &&
    index.evidence.get(place.n)?.title.things.drugs.some((one) => isDrug(one, drug)) === true);

const forbidsPlace = (place: Place): boolean => place.isUnderProhibition || forbids(place.statement.text);

/** What the part of a place that forbids names: "6 mg, then 12 mg. Contraindicated in asthma" forbids neither dose. */
const forbiddenIn = (place: Place): Place['statement']['things'] | undefined => {
  if (!forbidsPlace(place)) return undefined;
  const { text, things } = place.statement;
  if (place.isUnderProhibition) return things;
  const parts = text.split(/(?<=[.!?;])\s+/);
  return parts.length < 2 ? things : findNamedThings(parts.filter((part) => forbids(part)).join(' '));
};

/** What a sentence says beside its subject: the drug, the illness, the state in which something is done. */
const circumstancesOf = (sentence: ParsedStatement, subject: string): readonly string[] => {
  const own = new Set(stemsOf(subject));
  const { drugs, conditions, names } = sentence.things;
  const named = [
    ...drugs.filter((drug) => drug !== subject),
    ...conditions,
    ...names.filter((name) => name !== subject),
  ];
  const stems = named.flatMap(stemsOf);
  return (stems.length > 0 ? stems : contentOf(sentence)).filter((one) => !own.has(one));
};

/** A statement of the evidence that forbids what a sentence allows, of the same drug and the same circumstance. */
const prohibitionOf = ({ sentence, index }: Judged, subjects: readonly string[]): Place | undefined => {
  for (const subject of subjects) {
    const circumstances = circumstancesOf(sentence, subject);
    if (circumstances.length === 0) continue;
    const conditions = new Set(sentence.things.conditions);
    const sharedBy = (place: Place): number => sharedWith(place.statement.things);
    const sharedWith = (things: Place['statement']['things']): number => {
      const isShared = (one: string): boolean => things.stems.has(one);
      const byName = things.conditions.some((one) => conditions.has(one)) ? 1 : 0;
      return Math.max(circumstances.filter(isShared).length / circumstances.length, byName);
    };
    const isNamed = (place: Place): boolean => isNamedAt(index, place, subject);
    let against: Place | undefined;
    let most = 0;
    let forIt = 0;
    for (const place of index.places) {
      if (sharedBy(place) < 0.5 || !isNamed(place)) continue;
      const forbidding = forbiddenIn(place);
      const shared = forbidding === undefined ? 0 : sharedWith(forbidding);
      if (shared >= 0.5) {
        if (shared > most) {
          against = place;
          most = shared;
        }
      } else if (orders.test(place.statement.text)) forIt = Math.max(forIt, sharedBy(place));
    }
    if (against !== undefined && forIt < most) return against;
  }
  return undefined;
};

const reassures =
  /\b(?:harmless|safe(?:ly|ty)?|no (?:known )?(?:risks?|dangers?|side effects?|contra-?indications?|interactions?|maximum|limits?)|(?:without|free of) (?:any )?(?:risks?|dangers?|limits?|side effects)|risk-free|unlimited|any (?:dose|amount)|as much as|(?:for|in) (?:everybody|everyone|all patients|anyone)|always works|cures?)\b/i;

/** A dose without its number, as of what was said before: for other patients, or by another route. */
const sameDose =
  /\b(?:same|identical|equal|this|that|usual|normal|full|adult) (?:\w+ )?(?:doses?|amounts?|dosages?|regimen)\b[^.;]{0,40}\b(?:appl\w+|also|for|in|holds?|works?|given|used|too|as well)\b|\b(?:likewise|also|equally) (?:applies|holds|for|in) (?:\w+ )?(?:children|adults|infants|newborns|pregnan\w+)\b|\b(?:for|in) (?:\w+ )?(?:children|adults|infants|newborns|pregnan\w+)\b[^.;]{0,40}\b(?:same|identical|equal|usual|normal|full|adult) (?:\w+ )?(?:doses?|amounts?|dosages?|regimen)\b/i;

/** Whether no statement that forbids or limits a drug has anything of what a sentence forbids it for. */
const isForbiddenNowhere = ({ sentence, index, known }: Judged, drugs: readonly string[]): boolean => {
  const [first = ''] = drugs;
  const about = circumstancesOf(sentence, first).filter((one) => !known.stems.has(one));
  if (about.length === 0 || sentence.mentions.some(({ quantity }) => quantity.unit !== 'ordinal'))
    return false;
  return !index.places.some(
    (place) =>
      (forbidsPlace(place) ||
        /caution|unless|except|only|limit|risk|may cause|delay/i.test(place.statement.text)) &&
      drugs.some((drug) => isNamedAt(index, place, drug)) &&
      about.some((one) => [place.statement, ...place.heads].some(({ things }) => things.stems.has(one))),
  );
};

/** Whether a source says in the same words that something is without danger. */
const isPromised = (
  { sentence, index }: Judged,
  subjects: readonly string[],
  numbers: ReadonlySet<number>,
): boolean => {
  const promise = (reassures.exec(sentence.text)?.[0] ?? '').toLowerCase();
  const words = stemsOf(promise);
  return index.places.some(
    (place) =>
      numbers.has(place.n) &&
      !forbidsPlace(place) &&
      words.every((word) => place.statement.things.stems.has(word)) &&
      subjects.some((subject) => isNamedAt(index, place, subject)),
  );
};

const isNamedAt = (index: EvidenceIndex, place: Place, subject: string): boolean =>
  ofDrug(place, index, subject) ||
  [place.statement, ...place.heads].some(({ things }) => things.stems.has(stem(subject)));

/** Whether a sentence says what a source rules out of the same drug or procedure. */
const isDenied = ({ sentence, carried, index }: Judged, subjects: readonly string[]): boolean => {
  const about =
    subjects.length > 0 ? subjects : carried.isAllowed === true ? [...carried.drugs, ...carried.names] : [];
  const isClaim = orders.test(sentence.text) || sentence.mentions.some(isGiven) || carried.isAllowed === true;
  if (about.length === 0 || carried.isForbidden || !isClaim) return false;
  const { drugs, procedures } = sentence.things;
  const known = [...drugs, ...procedures];
  // Of unknown words the first is what is given, as a rule.
  const named = known.length > 0 ? known : about.slice(0, 1);
  const subject = new Set(named.flatMap(stemsOf));
  for (const place of index.places) {
    const said = deniedStatements(place.statement.text).filter((denied) =>
      assertsDenied(sentence.text, denied, subject),
    );
    if (said.length === 0 || !about.some((one) => isNamedAt(index, place, one))) continue;
    const isAllowedElsewhere = (stems: readonly string[]): boolean =>
      index.places.some(
        (other) =>
          other !== place &&
          !forbidsPlace(other) &&
          orders.test(other.statement.text) &&
          stems.every((one) => other.statement.things.stems.has(one)) &&
          about.some((one) => isNamedAt(index, other, one)),
      );
    if (said.some(({ stems, before }) => before !== undefined || !isAllowedElsewhere(stems))) return true;
  }
  return false;
};

const joins =
  /\b(?:with|together|combin\w+|alongside|interact\w*|compatible|simultaneously|at the same time)\b/i;

/** Whether one statement names everything that a sentence puts together. */
const areTogether = (index: EvidenceIndex, subjects: readonly string[]): boolean => {
  const known = subjects.filter((subject) => index.places.some((place) => isNamedAt(index, place, subject)));
  return (
    known.length < 2 ||
    index.places.some((place) => known.every((subject) => isNamedAt(index, place, subject)))
  );
};

/** What of a sentence without a number its evidence does not hold. */
const partsOfStatement = /(?<=[.!?;:,])\s|\s(?=but\b)/;

/** Whether the sources name a route only where they forbid it: "IM; do not give it IV" forbids one of two. */
const isRouteForbidden = (index: Judged['index'], route: string): boolean => {
  const named = index.places.filter(({ statement }) => statement.things.routes.includes(route));
  return (
    named.length > 0 &&
    named.every(
      (place) =>
        place.isUnderProhibition ||
        (forbids(place.statement.text) &&
          place.statement.text
            .split(partsOfStatement)
            .filter((part) => findNamedThings(part).routes.includes(route))
            .every((part) => forbids(part))),
    )
  );
};

const judgeWords = (judged: Judged, cited: ReadonlySet<number>): Verdict => {
  const { sentence, index, known, carried } = judged;
  const all = new Set(index.numbers);
  const numbers = cited.size > 0 ? cited : all;
  const { drugs, procedures, names } = sentence.things;
  const kept: Verdict = { kind: 'kept', sources: [...cited], supports: [] };
  if (statesAbsence.test(sentence.text)) return kept;
  const namesDrug = (n: number, drug: string): boolean =>
    [...(index.evidence.get(n)?.drugs ?? [])].some((one) => isDrug(one, drug)) ||
    index.evidence.get(n)?.stems.has(stem(drug)) === true;
  const isOrder = orders.test(sentence.text);
  const isForbidding = forbids(sentence.text) || carried.isForbidden;
  const missing = drugs.filter((drug) => drug !== 'oxygen' && ![...numbers].some((n) => namesDrug(n, drug)));
  const nowhere = missing.filter((drug) => !index.numbers.some((n) => namesDrug(n, drug)));
  const isOfQuestion = (drug: string): boolean => known.drugs.has(drug) && !isOrder;
  if (nowhere.some((drug) => !isOfQuestion(drug)))
    return { kind: 'struck', because: 'it names a drug that no source names' };
  const missingProcedures = procedures.filter(
    (name) =>
      !loose.has(name) && !index.numbers.some((n) => index.evidence.get(n)?.procedures.has(name) === true),
  );
  if (isOrder && missingProcedures.some((name) => !known.procedures.has(name)))
    return { kind: 'struck', because: 'it names a procedure that no source names' };
  const subjects = [...drugs, ...procedures.filter((name) => !loose.has(name)), ...names];
  if (isOrder && !isForbidding && prohibitionOf(judged, subjects) !== undefined)
    return { kind: 'struck', because: 'a source forbids it' };
  // With an amount, its route was compared already.
  if (
    !isForbidding &&
    sentence.mentions.length === 0 &&
    sentence.things.routes.some((route) => isRouteForbidden(index, route))
  )
    return { kind: 'struck', because: 'a source forbids the route' };
  if (sameDose.test(sentence.text) && !index.places.some(({ statement }) => sameDose.test(statement.text)))
    return { kind: 'struck', because: 'no source says that it is the same' };
  if (isDenied(judged, subjects)) return { kind: 'struck', because: 'a source rules it out' };
  if (
    claimsDeniedEffect(
      sentence.text,
      index.places.filter(({ n }) => numbers.has(n)).map(({ statement }) => statement.text),
    )
  )
    return { kind: 'struck', because: 'the source found no such effect' };
  const isPromise = !isForbidding && reassures.test(sentence.text) && subjects.length > 0;
  if (isPromise && !isPromised(judged, subjects, numbers))
    return { kind: 'struck', because: 'no source says that it is without danger' };
  if (isOrder && !isForbidding && joins.test(sentence.text) && !areTogether(index, subjects))
    return { kind: 'struck', because: 'no source says these together' };
  const others = index.numbers.filter((n) => drugs.length > 0 && drugs.every((drug) => namesDrug(n, drug)));
  if (missing.length > 0 && missing.some((drug) => !isOfQuestion(drug)) && cited.size > 0) {
    return others.length > 0
      ? {
          kind: 'marked',
          sources: others.slice(0, 2),
          supports: [],
          because: 'the cited source does not name the drug, another does',
          notes: [],
        }
      : { kind: 'struck', because: 'the cited source does not name the drug' };
  }
  if (isForbidding && drugs.length > 0) {
    const isFound = index.places.some(
      (place) => forbidsPlace(place) && drugs.some((drug) => ofDrug(place, index, drug)),
    );
    const hasCaution = index.places.some(
      (place) =>
        drugs.some((drug) => ofDrug(place, index, drug)) &&
        /caution|max|limit|only|precipitat|may cause/i.test(place.statement.text),
    );
    if ((!isFound && !hasCaution) || isForbiddenNowhere(judged, drugs))
      return {
        kind: 'marked',
        sources: [...cited],
        supports: [],
        because: 'no source forbids it',
        notes: ['no source says so'],
      };
  }
  const content = contentOf(sentence);
  const shared = content.filter(
    (one) => known.stems.has(one) || [...numbers].some((n) => index.evidence.get(n)?.stems.has(one) === true),
  );
  if (isOrder && content.length >= 3 && shared.length * 3 < content.length)
    return {
      kind: 'marked',
      sources: [...cited],
      supports: [],
      because: 'hardly a word of it is in the sources',
      notes: ['not found in the sources'],
    };
  return kept;
};

/** The place that a sentence is a quotation of, word for word, where it is under nothing else than there. */
const quotedBy = (
  { sentence, index, carried, known }: Judged,
  numbers: ReadonlySet<number>,
): Place | undefined => {
  const plain = bareText(sentence.text);
  if (plain.length < shortestQuotation) return undefined;
  for (const n of numbers)
    for (const place of index.placesOf.get(n) ?? []) {
      if (!place.says.has(plain) || place.isUnderProhibition !== carried.isForbidden) continue;
      const amount = place.statement.mentions.find(({ isAmount }) => isAmount);
      const label = amount === undefined ? undefined : patientsOfPlace(index, { place, mention: amount });
      const isForOthers =
        label !== undefined &&
        (isForOthersThan(label, known.patient) ||
          (carried.patients !== undefined &&
            sentence.patients.length === 0 &&
            areDifferentPatients(carried.patients, label)));
      if (!isForOthers) return place;
    }
  return undefined;
};

const shortestQuotation = 12;

const judgeQuotation = (judged: Judged, place: Place, cited: ReadonlySet<number>): Verdict => {
  const supports = judged.sentence.mentions.flatMap((mention): Supported[] => {
    const own = place.statement.mentions.find(({ quantity }) => quantity.key === mention.quantity.key);
    if (own === undefined) return [];
    const patients = patientsOfPlace(judged.index, { place, mention: own });
    return [
      {
        mention,
        by: [
          {
            place,
            mention: own,
            routes: own.routes.length > 0 ? own.routes : place.statement.things.routes,
            ...(patients === undefined ? {} : { patients }),
          },
        ],
      },
    ];
  });
  const sources = cited.size > 0 ? [...cited] : supports.length > 0 ? [place.n] : [];
  const notes = notesOn(judged, supports);
  return notes.length > 0
    ? { kind: 'marked', sources, supports, because: notes.join('; '), notes }
    : { kind: 'kept', sources, supports };
};

/**
 * Judges a sentence of an answer by the evidence that it cites, or by all where it cites none.
 *
 * @param cited numbers of the evidence that it cites
 */
export const judgeSentence = (judged: Judged, cited: ReadonlySet<number>): Verdict => {
  const verdict = judge(judged, cited);
  const { sentence, index } = judged;
  if (verdict.kind === 'struck' || !isForeign(sentence.text)) return verdict;
  const { drugs, procedures, names, routes } = sentence.things;
  const says = [...sentence.mentions, ...drugs, ...procedures, ...names, ...routes].length > 0;
  const numbers = cited.size > 0 ? cited : new Set(index.numbers);
  const isOfSource = [...numbers].some((n) => isForeign(index.evidence.get(n)?.written ?? ''));
  if (!says || isOfSource) return verdict;
  const note = 'its words were not checked: its source is in another language';
  return verdict.kind === 'marked'
    ? { ...verdict, notes: [...verdict.notes, note] }
    : { ...verdict, kind: 'marked', because: note, notes: [note] };
};

const judge = (judged: Judged, cited: ReadonlySet<number>): Verdict => {
  const { sentence, index } = judged;
  const all = new Set(index.numbers);
  const quoted = quotedBy(judged, cited.size > 0 ? cited : all);
  if (quoted !== undefined) return judgeQuotation(judged, quoted, cited);
  if (hasUnparsedAmount(sentence.text, sentence.quantities))
    return { kind: 'struck', because: 'it has an amount that cannot be read' };
  const misread = contradictsResult(
    sentence.text,
    [...index.evidence.values()].map(({ given }) => given),
    cited,
  );
  if (misread !== undefined) return { kind: 'struck', because: misread };
  const counted = sentence.mentions.filter(({ quantity }) => quantity.unit !== 'ordinal');
  if (counted.length === 0) return judgeWords(judged, cited);
  const byCited = cited.size > 0 ? supportAll(judged, cited) : undefined;
  // What names no drug itself is not looked for in another source than the one that it cites.
  const { drugs, names } = sentence.things;
  const mayMove = drugs.length > 0 || names.length > 0;
  const found =
    byCited !== undefined && ('supported' in byCited || !mayMove) ? byCited : supportAll(judged, all);
  if (!('supported' in found)) {
    const nearest =
      byCited !== undefined && 'mismatch' in byCited && found.mismatch === 'not in the source'
        ? byCited
        : found;
    return { kind: 'struck', because: `“${nearest.mention.quantity.written}”: ${reasons[nearest.mismatch]}` };
  }
  const words = judgeWords(judged, cited);
  if (words.kind === 'struck') return words;
  const rests = new Set(found.supported.flatMap(({ by }) => by.map(({ place }) => place.statement.text)));
  if (contradictsSources(sentence.text, [...rests]))
    return { kind: 'struck', because: 'the source says the contrary' };
  const own = new Set(found.supported.flatMap(({ by }) => by.map(({ place }) => place.n)));
  const isMoved = byCited !== undefined && found !== byCited;
  // The fewest sources that say all of it; those that are cited stay.
  const needed: number[] = [];
  for (const { by } of found.supported) {
    if (by.length === 0 || by.some(({ place }) => needed.includes(place.n))) continue;
    const [first] = by;
    if (first !== undefined) needed.push(first.place.n);
  }
  const sources = cited.size > 0 && !isMoved ? [...cited] : needed.filter((n) => own.has(n));
  const notes = notesOn(judged, found.supported);
  if (isMoved)
    return {
      kind: 'marked',
      sources,
      supports: found.supported,
      because: 'the cited source does not say it, another does',
      notes,
    };
  if (notes.length > 0)
    return { kind: 'marked', sources, supports: found.supported, because: notes.join('; '), notes };
  return words.kind === 'marked'
    ? { ...words, sources, supports: found.supported }
    : { kind: 'kept', sources, supports: found.supported };
};
