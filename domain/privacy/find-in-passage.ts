import type { PhiFinding } from './detect-phi.ts';
import { findPatientIdentifiers } from './find-patient-identifiers.ts';

/** What of a passage can hold PHI, and decides how strictly it is screened. */
export type ScreenedPassage = {
  readonly title: string;
  readonly sectionPath: readonly string[];
  readonly text: string;
  readonly sourceType: string;
};

/**
 * A passage as one text to look through. With a blank line between: the last word of a title and the first of a text are
 * no name.
 */
export const screenedTextOf = ({ title, sectionPath, text }: ScreenedPassage): string =>
  [title, ...sectionPath, text].join('\n\n');

/** What shows that a passage, with the title of its document and its section, is about a person who was treated. */
export const findInPassage = (passage: ScreenedPassage): readonly PhiFinding[] =>
  findPatientIdentifiers(screenedTextOf(passage), passage.sourceType);
