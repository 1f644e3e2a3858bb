import { weakMemoize } from '../kernel/weak-memoize.ts';
import { findInPassage, type ScreenedPassage } from './find-in-passage.ts';
import { PATIENT_SCREEN } from './find-patient-identifiers.ts';

/** A passage indexed under other rules is screened now, once per object; this takes about a millisecond. */
const hasNoPatient = weakMemoize((passage: ScreenedPassage): boolean => findInPassage(passage).length === 0);

/**
 * True when a passage may be sent to a service outside the premises: its document is not known to contain PHI, and
 * the screen at indexing found no patient in the passage.
 */
export const mayLeavePremises = (
  passage: ScreenedPassage & { readonly phi: boolean; readonly clearBy?: string },
): boolean => !passage.phi && (passage.clearBy === PATIENT_SCREEN || hasNoPatient(passage));
