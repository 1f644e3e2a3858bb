import { tapeColorsIn } from '../../clinical-text/patient-ranges.ts';
import { patientSource } from '../../clinical-text/population.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Passage } from '../../retrieval/passage.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import { patientsOf } from '../../retrieval/ranking/population-agreement.ts';
import type { AnswerCitation } from '../answer-citation.ts';
import type { PatientFacts } from '../patient-facts.ts';
import { citedAmong, type FoundDocument, isAnywhere, placesElsewhere, wordingOf } from './found-documents.ts';

/** Notes which excerpts are for children if the question names no age. */
export const populationNote = (
  interpretation: QueryInterpretation,
  citations: readonly AnswerCitation[],
): readonly string[] => {
  // An age between those of children and adults is an age all the same.
  if (interpretation.population !== undefined || interpretation.entities.ages.length > 0) return [];
  const forChildren = citations.filter(({ passage }) =>
    ['pediatric', 'neonatal'].includes(patientsOf(passage) ?? ''),
  );
  if (forChildren.length === 0 || forChildren.length === citations.length) return [];
  const marks = forChildren.map(({ n }) => `[${n}]`).join(' ');
  return [
    `The question names no age: ${marks} ${forChildren.length === 1 ? 'is' : 'are'} written for children.`,
  ];
};

/** Words of children, and of what is done only for them: by weight, by a tape, at birth. */
const childWords = new RegExp(
  String.raw`\b(?:${patientSource('pediatric', 'neonatal', 'baby')}|(?:mg|mcg|ml|units?|j|joules?)\s?\/\s?kg|years?|yrs?|months? old|broselow|length[- ]based|apgar|birth ?weight|preterm|premature|umbilical)\b`,
  'iu',
);
const expecting = new RegExp(
  String.raw`\b(?:${patientSource('pregnant')}|gestation\w*|trimester|obstetric\w*|maternal|fetal|fetus|labor|delivery|childbirth|eclampsia)\b`,
  'iu',
);

/** Two colours of a length-based tape make a text one about children; one may be the colour of anything. */
const fewestColors = 2;

const namesChildren = weakMemoize((passage: Passage): boolean => {
  const text = spaced(wordingOf(passage));
  return childWords.test(text) || new Set(tapeColorsIn(text)).size >= fewestColors;
});
const namesPregnancy = weakMemoize((passage: Passage): boolean => expecting.test(spaced(wordingOf(passage))));
/** File names join their words. */
const spaced = (text: string): string => text.replaceAll('_', ' ');

const marked = (citations: readonly AnswerCitation[]): string => citations.map(({ n }) => `[${n}]`).join(' ');
const verb = (citations: readonly AnswerCitation[], one: string, more: string): string =>
  citations.length === 1 ? one : more;

/**
 * The visible text of a citation: its excerpt, its notes and a heading spanning two columns, which alone may name
 * patients.
 */
const readOf = ({ excerpt, parts }: AnswerCitation): string =>
  [
    excerpt,
    ...parts.flatMap(({ section, notes }) => [...notes, ...(section.includes(' | ') ? [section] : [])]),
  ].join('\n');

/**
 * Notes which excerpts are not for this patient: those written for adults, or for children, by the title; and documents
 * of which no passage says anything of children, or of pregnancy.
 */
export const patientsMissing = (
  { population, pregnant }: Pick<PatientFacts, 'population' | 'pregnant'>,
  documents: readonly FoundDocument[],
  citations: readonly AnswerCitation[],
): readonly string[] => {
  if (citations.length === 0) return [];
  const isForChild = population === 'pediatric' || population === 'neonatal';
  const cited = citedAmong(documents);
  const isSilent = (n: number): boolean =>
    !isAnywhere(
      cited.filter((one) => one.n === n),
      namesChildren,
    );
  const forAdults = citations.filter(
    (citation) => patientsOf(citation.passage) === 'adult' && !childWords.test(readOf(citation)),
  );
  const silent = citations.filter(({ n, passage }) => patientsOf(passage) === undefined && isSilent(n));
  const forChildren = citations.filter(({ passage }) => {
    const writtenFor = patientsOf(passage);
    return writtenFor === 'pediatric' || writtenFor === 'neonatal';
  });
  const saysPregnancy = citations.some(({ excerpt, passage }) =>
    expecting.test(`${passage.title}\n${excerpt}`),
  );
  const pregnancyElsewhere = placesElsewhere(documents, namesPregnancy);
  return [
    ...(isForChild && forAdults.length > 0
      ? [`${marked(forAdults)} ${verb(forAdults, 'is', 'are')} written for adults.`]
      : []),
    ...(isForChild && silent.length > 0
      ? [`${marked(silent)} ${verb(silent, 'does', 'do')} not say what applies to children.`]
      : []),
    ...(population === 'adult' && forChildren.length > 0
      ? [`${marked(forChildren)} ${verb(forChildren, 'is', 'are')} written for children.`]
      : []),
    ...(pregnant === true && !saysPregnancy
      ? [
          pregnancyElsewhere === ''
            ? 'None of these excerpts mentions pregnancy.'
            : `Pregnancy is mentioned in ${pregnancyElsewhere}, which is not quoted here.`,
        ]
      : []),
  ];
};
