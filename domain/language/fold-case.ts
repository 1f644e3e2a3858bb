/** A text as filters compare it: without regard to case, and to how accents are composed. Folding twice changes nothing. */
export const foldCase = (text: string): string => text.toLowerCase().normalize('NFC');
