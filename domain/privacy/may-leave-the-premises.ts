import { weakMemoize } from '../kernel/weak-memoize.ts';
import { findInPassage, type ScreenedPassage } from './find-in-passage.ts';

/**
 * Whether a passage may be given to a service outside the premises: neither is its document known to hold PHI, nor
 * does it seem to name a patient itself. Found out once for each passage, because it takes about a millisecond.
 */
export const mayLeaveThePremises = weakMemoize(
  (passage: ScreenedPassage & { readonly phi: boolean }): boolean =>
    !passage.phi && findInPassage(passage).length === 0,
);
