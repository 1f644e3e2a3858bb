/**
 * What the key of a document is made of that shall have one of its whole path below the named folder. Keys leave the
 * extension out; made part of the name it stays, and distinguishes `a.pdf` from `a.txt`.
 */
export const keyNameOfPath = (label: string): string => `${label.replace(/\.([^./\\]*)$/, '-$1')}.file`;
