const raised = /^\s*(?:[-–−+]?\d[\d,–−+-]{0,5}|[*†‡§¶]{1,3}|[a-z]|[-–−+])\s*$/i;

/**
 * True when a text off the baseline can be a note mark or an exponent. Only such texts are recognized by their
 * height, because forms lower whole lines of words.
 */
export const canBeRaised = (text: string): boolean => raised.test(text);
