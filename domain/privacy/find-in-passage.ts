import type { PhiFinding } from './detect-phi.ts';
import { findPatientIdentifiers } from './find-patient-identifiers.ts';

/** The parts of a passage that can hold PHI, and the source type, which decides how strictly they are screened. */
export type ScreenedPassage = {
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
  readonly sourceType: string;
};

/**
 * Joins a passage into one text to screen. Blank lines separate its parts, so that the last word of a title and the
 * first word of the text do not look like a name.
 */
export const screenedTextOf = ({ title, sectionPath, text }: ScreenedPassage): string =>
  [title, ...sectionPath, text].join('\n\n');

/** Returns the findings showing that a passage, including its document title and section, concerns a patient. */
export const findInPassage = (passage: ScreenedPassage): readonly PhiFinding[] =>
  findPatientIdentifiers(screenedTextOf(passage), passage.sourceType);
