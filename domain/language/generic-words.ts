import { stem } from './stem.ts';

const genericWords: ReadonlySet<string> = new Set(
  `dose dosage much many give administer treat treatment manage management protocol policy reference guideline patient
  medication med drug use step procedure criteria sign symptom max maximum total amount ok okay allow versus vs old year
  month first best before after not no need get code number call contact ref tp explain tell look find information`
    .split(/\s+/)
    .map(stem),
);

/** True when a word describes the kind of answer rather than the subject. */
export const isGenericWord = (word: string): boolean => genericWords.has(word);
