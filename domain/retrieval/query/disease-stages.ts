import type { Concept } from '../../language/terminology/concept.ts';
import { conceptByName } from '../../language/terminology/concepts.ts';

/** Scales that grade a disease: its own stages, or a named classification. */
export const stageScales = ['stage', 'nyha', 'killip', 'gold', 'kdigo', 'child_pugh'] as const;

/**
 * A stage of a disease named in a question, e.g. `3b` of chronic kidney disease, `b` of cirrhosis. Roman numerals
 * become numbers.
 */
export type DiseaseStage = {
  readonly scale: (typeof stageScales)[number];
  readonly stage: string;
  /** The preferred name of the disease, if the question names it nearby or the scale implies it. */
  readonly condition?: string;
};

/** The most characters between a stage and its disease. */
const nearby = 40;
const maxStages = 5;

const numerals: Readonly<Record<string, string>> = { i: '1', ii: '2', iii: '3', iv: '4', v: '5' };
const value = String.raw`(?<value>[0-5]|iii|ii|iv|i|v)(?<letter>[a-e])?\b`;

const childPugh = String.raw`(?:child(?:['’]?s)?[-–‐ ](?:turcotte[-–‐ ])?pugh|child(?:['’]?s)?(?=[- ](?:class|grade|stage)[- ][abc]\b))`;

type Form = {
  readonly scale: DiseaseStage['scale'];
  readonly pattern: RegExp;
  /** The disease that the scale grades. */
  readonly of?: string;
};

/**
 * Things that have stages without being diseases, or are graded by another scale: they are recognized by adjacent words
 * and left out.
 */
const noDisease = String.raw`(?:labou?r|sleep|shock|an(?:a)?esthesia|grief|puberty|development)\b`;

/** Stages of diseases only. */
const forms: readonly Form[] = [
  {
    scale: 'nyha',
    pattern: new RegExp(String.raw`\bnyha[- ](?:functional[- ]|fc[- ])?(?:class[- ])?${value}`, 'g'),
    of: 'congestive heart failure',
  },
  {
    scale: 'killip',
    pattern: new RegExp(String.raw`\bkillip (?:class )?${value}`, 'g'),
    of: 'myocardial infarction',
  },
  { scale: 'gold', pattern: new RegExp(String.raw`\bgold (?:stage |grade )?${value}`, 'g') },
  {
    scale: 'kdigo',
    pattern: new RegExp(String.raw`\b(?:kdigo (?:stage )?g?|g(?=[1-5][ab]?\b))${value}`, 'g'),
  },
  {
    scale: 'stage',
    pattern: new RegExp(
      String.raw`(?<!\b(?:nyha|gold|kdigo|killip|tanner|${noDisease}) )\bstage ${value}(?! (?:of )?(?:active |rem |general )?${noDisease})`,
      'g',
    ),
  },
  {
    // The stages of the ACC and AHA, from at risk (A) to advanced (D).
    scale: 'stage',
    pattern:
      /\bstage (?<value>[a-d])(?= (?:chronic |congestive )?(?:heart failure|hf(?:[mpr]ef)?|chf)\b)|\b(?:heart failure|hf(?:[mpr]ef)?|chf),? stage (?<other>[a-d])\b/g,
    of: 'congestive heart failure',
  },
  {
    scale: 'child_pugh',
    pattern: new RegExp(
      String.raw`\b${childPugh}(?:[- ](?:class|grade|stage|score))?[- ](?<value>[abc])\b`,
      'g',
    ),
    of: 'cirrhosis',
  },
  { scale: 'stage', pattern: new RegExp(String.raw`\b(?:ckd|aki|chronic kidney disease) ${value}`, 'g') },
];

/** End-stage kidney disease has its own names. */
const endStage = /\b(?:esrd|eskd|end[- ]stage (?:renal|kidney) disease)\b/g;

const namesOf = (concept: Concept | undefined): readonly string[] =>
  concept ? [concept.name, ...concept.also] : [];

type Named = { readonly condition: string; readonly start: number; readonly end: number };

const occurrences = (text: string, condition: string, names: readonly string[]): readonly Named[] =>
  names.flatMap((name) => {
    const found: Named[] = [];
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length))
      found.push({ condition, start: at, end: at + name.length });
    return found;
  });

/**
 * True when a condition is a symptom or sign (chapter R of ICD-10-CM), which has no stages: "stage IV lung cancer
 * pain".
 */
const isSymptom = (condition: string): boolean => {
  const code = conceptByName.get(condition)?.code;
  return code?.system === 'ICD-10-CM' && code.code.startsWith('R');
};

/** The disease nearest to a position. */
const nearestTo = (start: number, end: number, named: readonly Named[]): string | undefined =>
  named
    .map((one) => ({ ...one, distance: Math.max(0, one.start - end, start - one.end) }))
    .filter(({ distance }) => distance <= nearby)
    .sort((one, other) => one.distance - other.distance)[0]?.condition;

/**
 * Finds the disease stages named in a question ("CKD stage 3", "NYHA III", "stage 2 hypertension"), in order of
 * mention, five at most.
 *
 * @param text in lower case, as written; the caller limits it to 1,000 characters
 * @param conditions preferred names of the conditions in the question
 * @param expansions of the question's abbreviations
 */
export const diseaseStagesIn = (
  text: string,
  conditions: readonly string[],
  expansions: readonly { readonly from: string; readonly to: string }[],
): readonly DiseaseStage[] => {
  const named = conditions
    .filter((condition) => !isSymptom(condition))
    .flatMap((condition) =>
      occurrences(text, condition, [
        ...namesOf(conceptByName.get(condition)),
        ...expansions.filter(({ to }) => to === condition).map(({ from }) => from),
      ]),
    );
  const found = forms.flatMap(({ scale, pattern, of }) =>
    [...text.matchAll(pattern)].map((match) => {
      const { value, other, letter = '' } = match.groups ?? {};
      const written = value ?? other ?? '';
      const condition = of ?? nearestTo(match.index, match.index + match[0].length, named);
      return {
        at: match.index,
        stage: {
          scale,
          stage: `${numerals[written] ?? written}${letter}`,
          ...(condition === undefined ? {} : { condition }),
        },
      };
    }),
  );
  const ends = [...text.matchAll(endStage)].map((match) => ({
    at: match.index,
    stage: { scale: 'stage' as const, stage: '5', condition: 'chronic kidney disease' },
  }));
  const seen = new Set<string>();
  return [...found, ...ends]
    .sort((one, other) => one.at - other.at)
    .map(({ stage }) => stage)
    .filter(({ stage, condition = '' }) => {
      const key = `${stage}/${condition}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, maxStages);
};
