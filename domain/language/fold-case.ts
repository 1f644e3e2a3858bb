/** Folds a text for comparison in filters, ignoring case and the composition of accents. Idempotent. */
export const foldCase = (text: string): string => text.toLowerCase().normalize('NFC');
