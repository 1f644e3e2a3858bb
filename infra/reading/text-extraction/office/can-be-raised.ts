const raised = /^\s*(?:[-–−+]?\d[\d,–−+-]{0,5}|[*†‡§¶]{1,3}|[a-z]|[-–−+])\s*$/i;

/**
 * Whether a text that is moved above or below the line is a mark of a note or an exponent. Only such are recognized by
 * their height, as forms lower whole lines of words.
 */
export const canBeRaised = (text: string): boolean => raised.test(text);
