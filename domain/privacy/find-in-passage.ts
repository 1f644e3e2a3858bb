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
 * A passage as one text to screen. Blank lines separate its parts, so that the last word of a title and the first of the
 * text do not look like a name.
 */
export const screenedTextOf = ({ title, sectionPath, text }: ScreenedPassage): string =>
  [title, ...sectionPath, text].join('\n\n');

/** The findings that a passage, with the title of its document and its section, concerns a patient. */
export const findInPassage = (passage: ScreenedPassage): readonly PhiFinding[] =>
  findPatientIdentifiers(screenedTextOf(passage), passage.sourceType);
