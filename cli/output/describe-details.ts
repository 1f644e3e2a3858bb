import type { Citation, FoundPassage } from '../../client/api.generated.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { plainLine } from '../plain-text.ts';

/** The source details that citations and search results share. */
type Details = Pick<FoundPassage, keyof FoundPassage & keyof Citation & DetailName> &
  Pick<Citation, 'journal'>;
type DetailName =
  | 'authors'
  | 'organization'
  | 'agency'
  | 'publicationYear'
  | 'effectiveDate'
  | 'edition'
  | 'chapter'
  | 'lastUpdated'
  | 'county'
  | 'doi'
  | 'recommendations';
type Recommendation = NonNullable<Details['recommendations']>[number];

const maxAuthors = 2;
const maxRecommendations = 3;
const maxStatementLength = 80;

const systemNames: Readonly<Record<Recommendation['system'], string>> = {
  acc_aha: ' (ACC/AHA)',
  esc: ' (ESC)',
  grade: ' (GRADE)',
  sign: ' (SIGN)',
  ocebm: ' (Oxford)',
  uspstf: ' (USPSTF)',
  unnamed: '',
};

const describeClass = (written: NonNullable<Recommendation['recommendationClass']>): string => {
  if (written === 'strong' || written === 'weak') return `${written} recommendation`;
  if (written === 'I statement') return written;
  return /^[A-D]$/.test(written) ? `Grade ${written}` : `Class ${written}`;
};

/** Formats a grade on one line: `Class IIa, level B-R (ACC/AHA)`, `weak recommendation, low-quality evidence (GRADE)`. */
const describeGrade = ({ system, recommendationClass, evidenceLevel }: Recommendation): string => {
  const parts = [
    ...(recommendationClass === undefined ? [] : [describeClass(recommendationClass)]),
    ...(evidenceLevel === undefined
      ? []
      : [system === 'grade' ? `${evidenceLevel}-quality evidence` : `level ${evidenceLevel}`]),
  ];
  return `${parts.join(', ')}${systemNames[system]}`;
};

const describeStatement = (statement: string): string => {
  const line = plainLine(statement);
  return line.length <= maxStatementLength
    ? line
    : `${line.slice(0, maxStatementLength).replace(/(?<!\s)\s+\S*$/, '')} …`;
};

/**
 * Describes a source in lines: its publisher with year and date, then its recommendations, each grade with the start of
 * its sentence.
 */
export const describeDetails = (details: Details): readonly string[] => {
  const {
    authors = [],
    organization,
    agency,
    journal,
    publicationYear,
    effectiveDate,
    edition,
    chapter,
    lastUpdated,
    county,
    doi,
    recommendations = [],
  } = details;
  const about = [
    authors.length > maxAuthors ? `${authors[0]} et al.` : authors.join(', '),
    journal ?? organization ?? agency ?? '',
    county ?? '',
    publicationYear === undefined ? '' : String(publicationYear),
    edition === undefined ? '' : `edition ${edition}`,
    chapter === undefined ? '' : `chapter ${chapter}`,
    effectiveDate === undefined ? '' : `in effect from ${effectiveDate}`,
    lastUpdated === undefined ? '' : `updated ${lastUpdated}`,
    doi === undefined ? '' : `doi:${doi}`,
  ]
    .map(plainLine)
    .filter((part) => part !== '');
  const more = recommendations.length - maxRecommendations;
  return [
    ...(about.length === 0 ? [] : [about.join(' · ')]),
    ...recommendations
      .slice(0, maxRecommendations)
      .map((one) => `${describeGrade(one)}: ${describeStatement(one.statement)}`),
    ...(more > 0 ? [`and ${counted(more, 'more graded statement')}`] : []),
  ];
};
