import { weakMemoize } from '../kernel/weak-memoize.ts';
import { findInPassage, type ScreenedPassage } from './find-in-passage.ts';
import { PATIENT_SCREEN } from './find-patient-identifiers.ts';

/** One that was indexed under other rules is screened now, once for each object: that takes about a millisecond. */
const hasNoPatient = weakMemoize((passage: ScreenedPassage): boolean => findInPassage(passage).length === 0);

/**
 * Whether a passage may be given to a service outside the premises: neither is its document known to hold PHI, nor
 * does it seem to name a patient itself, as was found out when it was indexed.
 */
export const mayLeaveThePremises = (
  passage: ScreenedPassage & { readonly phi: boolean; readonly clearBy?: string },
): boolean => !passage.phi && (passage.clearBy === PATIENT_SCREEN || hasNoPatient(passage));
