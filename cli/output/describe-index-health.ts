import type { Projection } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';

type IndexHealthInfo = NonNullable<Projection['index']>[number];
type ExaminationInfo = NonNullable<Projection['examination']>;
/** The maximum number of documents to name; `--json` has them all. */
const NAMED = 5;

const states: Readonly<Record<IndexHealthInfo['state'], string>> = {
  live: 'live',
  building: 'being built',
  waiting: 'needs a decision',
  kept: 'kept as a fallback',
};

const describeWords = ({
  home,
  written,
  waiting,
}: NonNullable<IndexHealthInfo['counted']>['words']): string =>
  home === 'memory' ? 'words in memory' : `words of ${written} in tables, ${waiting} pending`;

const describeCounts = ({
  passages,
  vectors,
  withheld,
  lacking,
  documents,
  unseen,
  words,
}: NonNullable<IndexHealthInfo['counted']>): readonly string[] => {
  const parts = [
    counted(passages, 'passage'),
    counted(vectors, 'vector'),
    lacking === 0 ? 'none missing' : `${lacking} missing`,
    ...(withheld > 0 ? [`${withheld} withheld (PHI)`] : []),
    ...(unseen > 0 ? [`files of ${counted(unseen, 'sealed document')} not checked`] : []),
    describeWords(words),
  ];
  const unlike = documents
    .slice(0, NAMED)
    .map(({ docKey, expected, vectors: there }) => `  ${docKey}: ${there} of ${counted(expected, 'vector')}`);
  const more = documents.length > NAMED ? [`  and more: see "npx anamnesis projections list --json"`] : [];
  return [`${parts.join(', ')}.`, ...unlike, ...more];
};

/** Describes the content of an index generation, in lines. */
export const describeIndexHealth = ({
  generation,
  state,
  counted: counts,
  unknown,
  advice,
}: IndexHealthInfo): readonly string[] => {
  const [first = '', ...more] = counts ? describeCounts(counts) : [unknown ?? ''];
  return [
    `Generation ${generation} (${states[state]}): ${first}`,
    ...more,
    ...(advice === undefined || state === 'waiting' ? [] : [`  ${advice}`]),
  ];
};

const place = (rank: number | null): string => (rank === null ? 'not found' : `${rank}`);

const isLost = ({ before, after }: ExaminationInfo['questions'][number]): boolean =>
  before !== null && before <= 5 && after === null;

/** Describes the results that a rebuilt index misses, in lines; empty if it misses none. */
export const describeLosses = ({
  questions,
  because,
}: Pick<ExaminationInfo, 'questions' | 'because'>): readonly string[] => {
  const lost = questions.filter(isLost);
  return [
    ...(lost.length > 0
      ? [
          `It misses the result of the live index for ${lost.length} of ${counted(questions.length, 'known question')}:`,
        ]
      : []),
    ...lost.map(
      ({ docKey, question, before, after }) =>
        `  ${docKey} by ${question === undefined ? 'its title' : `"${question}"`}: ${place(before)} before, ${place(after)} now`,
    ),
    ...(because === undefined ? [] : [because]),
  ];
};

/** Describes the outcome of the last check, in lines. */
export const describeExamination = ({
  name,
  examination,
  rebuild,
}: Pick<Projection, 'name' | 'examination' | 'rebuild'>): readonly string[] => {
  if (!examination) return [];
  const { generation, outcome, because, questions, decided } = examination;
  if (rebuild?.waits)
    return [
      `Generation ${generation} needs a decision; the previous one serves, and both are kept current.`,
      ...describeLosses(examination),
      `Compare again with "npx anamnesis projections check ${name}", then run "npx anamnesis projections accept ${name} --reason …" or "npx anamnesis projections discard ${name} --reason …".`,
    ];
  if (outcome === 'not_made') return [`Generation ${generation} was not checked: ${because ?? '?'}`];
  if (outcome === 'passed')
    return [
      `Generation ${generation} passed its check: it finds the results of the previous one for ${counted(questions.length, 'known question')}.`,
    ];
  return decided === undefined
    ? []
    : [`Generation ${generation} missed results, and was ${decided} by a person.`];
};
