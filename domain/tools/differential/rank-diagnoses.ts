import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import { tokenize } from '../../language/tokenize.ts';
import { type Diagnosis, diagnoses, isPossibleFor } from './diagnoses.ts';
import { findFeatures } from './find-features.ts';
import type { DiagnosisEvidence } from './read-passages.ts';

/** The stated facts about a patient. */
export type Presentation = {
  readonly chiefComplaint: string;
  readonly symptoms: readonly string[];
  readonly history: readonly string[];
  readonly ageYears?: number;
  readonly sex?: 'female' | 'male';
};

type Probability = 'high' | 'medium' | 'low';

export type RankedDiagnosis = {
  readonly diagnosis: Diagnosis;
  readonly probability: Probability;
  /** Reported features that documents attribute to the illness, as reported. */
  readonly keyFeatures: readonly string[];
  /** Features that documents attribute to the illness and that were denied or not reported. */
  readonly missingFeatures: readonly string[];
  readonly nextSteps: readonly string[];
  /** History that documents associate with the illness, as reported. */
  readonly history: readonly string[];
  /** The ids of the supporting passages. */
  readonly passages: readonly string[];
};

type PresentedFinding = {
  readonly written: string;
  readonly features: ReadonlySet<string>;
  /** The meaningful stems of a description that matches no known feature. */
  readonly stems: readonly string[];
  readonly isComplaint: boolean;
};

const meaningful = (text: string): readonly string[] => [
  ...new Set(
    tokenize(text)
      .map((token) => token.text)
      .filter((word) => word.length > 2 && !stopWords.has(word))
      .map((word) => stem(word)),
  ),
];

const isDenial = /^\s*(?:no|not|denies|denied|without|negative for)\b/i;

const presentedFinding = (written: string, isComplaint: boolean): PresentedFinding => {
  const { present, denied } = findFeatures(written);
  return {
    written,
    features: present,
    // A denied finding is not a symptom, even if it is no known feature.
    stems: denied.size > 0 || isDenial.test(written) ? [] : meaningful(written),
    isComplaint,
  };
};

/** All features reported for a patient. */
export const presentFeatures = ({ chiefComplaint, symptoms }: Presentation): ReadonlySet<string> =>
  new Set([chiefComplaint, ...symptoms].flatMap((one) => [...findFeatures(one).present]));

/** The passages that link a reported finding to an illness. */
const supportOf = (
  { features, stems }: PresentedFinding,
  { features: known, statements }: DiagnosisEvidence,
): readonly string[] => {
  if (features.size > 0) return [...features].flatMap((feature) => [...(known.get(feature) ?? [])]);
  if (stems.length === 0) return [];
  return statements.filter((one) => stems.every((word) => one.stems.has(word))).map(({ passage }) => passage);
};

/** The maximum number of missing features shown. */
const mostMissing = 8;
/** The maximum number of passages cited for an illness. */
const mostPassages = 4;

/**
 * How well the stated features fit what documents say of an illness, regardless of how common it is. High: three
 * reported features match, among them the chief complaint, and they are at least a third of what documents state.
 * Medium: two match. Low: one matches. Each denied feature cancels one.
 */
const probabilityOf = (
  matched: number,
  { hasComplaint, missing, denied }: { hasComplaint: boolean; missing: number; denied: number },
): Probability => {
  const fits = matched - denied;
  if (fits >= 3 && hasComplaint && matched * 3 >= matched + missing) return 'high';
  return fits >= 2 ? 'medium' : 'low';
};

const order: readonly Probability[] = ['high', 'medium', 'low'];

type Judged = RankedDiagnosis & { readonly weight: number };

const judge = (
  diagnosis: Diagnosis,
  evidence: DiagnosisEvidence,
  presentation: Presentation,
): Judged | undefined => {
  const all = [
    presentedFinding(presentation.chiefComplaint, true),
    ...presentation.symptoms.map((one) => presentedFinding(one, false)),
  ];
  const supported = all
    .map((one) => ({ ...one, passages: supportOf(one, evidence) }))
    .filter(({ passages }) => passages.length > 0);
  const hasComplaint = supported.some(({ isComplaint }) => isComplaint);
  const present = presentFeatures(presentation);
  const denied = new Set(
    [presentation.chiefComplaint, ...presentation.symptoms].flatMap((one) => [...findFeatures(one).denied]),
  );
  // An illness is not a sign of itself.
  const known = [...evidence.features.keys()].filter((feature) => feature !== diagnosis.name);
  const matched = new Set([
    ...known.filter((feature) => present.has(feature)),
    ...supported.filter(({ features }) => features.size === 0).map(({ written }) => written),
  ]).size;
  // A single sign that is not the chief complaint proves nothing.
  if (matched === 0 || (!hasComplaint && matched < 2)) return undefined;
  const inHistory = new Set(presentation.history.flatMap((one) => [...findFeatures(one).present]));
  const missing = known.filter((feature) => !present.has(feature) && !inHistory.has(feature));
  const isDenied = (feature: string): boolean => denied.has(feature);
  const history = presentation.history.filter(
    (one) => supportOf(presentedFinding(one, false), evidence).length > 0,
  );
  const key = [...new Map(supported.map(({ written }) => [written.toLowerCase(), written])).values()];
  const probability = probabilityOf(matched, {
    hasComplaint,
    missing: missing.length,
    denied: missing.filter(isDenied).length,
  });
  const steps = evidence.steps;
  return {
    diagnosis,
    probability,
    keyFeatures: key,
    missingFeatures: [...missing.filter(isDenied), ...missing.filter((one) => !isDenied(one))]
      .slice(0, mostMissing)
      .map((feature) => (isDenied(feature) ? `${feature} (denied)` : feature)),
    nextSteps: steps.map(({ text }) => text),
    history,
    passages: [
      ...new Set([
        ...supported.flatMap(({ passages }) => passages.slice(0, 2)),
        ...steps.map(({ passage }) => passage),
        ...missing
          .slice(0, mostMissing)
          .flatMap((feature) => [...(evidence.features.get(feature) ?? [])].slice(0, 1)),
      ]),
    ].slice(0, mostPassages * 2),
    weight: matched + history.length / 2 - missing.length / 100,
  };
};

/** The maximum number of illnesses named in addition to the list. */
const maxUndocumented = 10;

/**
 * Illnesses that must not be missed with the reported features, but of which the documents found say nothing: without
 * them, the list would suggest that they need not be considered.
 */
export const undocumentedDiagnoses = (
  ranked: readonly RankedDiagnosis[],
  presentation: Presentation,
): readonly Diagnosis[] => {
  const present = presentFeatures(presentation);
  const overlap = ({ lookFor }: Diagnosis): number => lookFor.filter((one) => present.has(one)).length;
  return diagnoses
    .filter(
      (one) =>
        one.mustNotMiss &&
        overlap(one) > 0 &&
        isPossibleFor(one, presentation) &&
        !ranked.some(({ diagnosis }) => diagnosis.name === one.name),
    )
    .toSorted((one, other) => overlap(other) - overlap(one))
    .slice(0, maxUndocumented);
};

/**
 * Ranks the illnesses that documents describe and the patient can have, best fit first. Of equal ones, those that
 * must not be missed come first; they are also kept when the list is cut.
 */
export const rankDiagnoses = (
  documented: ReadonlyMap<string, DiagnosisEvidence>,
  presentation: Presentation,
  most: number,
  known: readonly Diagnosis[] = diagnoses,
): readonly RankedDiagnosis[] => {
  const judged = known
    .filter((one) => isPossibleFor(one, presentation))
    .flatMap((one) => {
      const own = documented.get(one.name);
      return own === undefined ? [] : (judge(one, own, presentation) ?? []);
    })
    .toSorted(
      (one, other) =>
        order.indexOf(one.probability) - order.indexOf(other.probability) ||
        Number(other.diagnosis.mustNotMiss) - Number(one.diagnosis.mustNotMiss) ||
        other.weight - one.weight ||
        (one.diagnosis.name < other.diagnosis.name ? -1 : 1),
    );
  const grave = judged.filter(({ diagnosis }) => diagnosis.mustNotMiss).slice(0, most);
  const rest = judged.filter(({ diagnosis }) => !diagnosis.mustNotMiss).slice(0, most - grave.length);
  const kept = new Set([...grave, ...rest]);
  return judged.filter((one) => kept.has(one)).map(({ weight: _, ...one }) => one);
};
