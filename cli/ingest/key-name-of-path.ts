/**
 * The name from which a key is derived when it should reflect the whole path below the named folder. Keys drop the
 * extension, so it is made part of the name, to distinguish `a.pdf` from `a.txt`.
 */
export const keyNameOfPath = (label: string): string => `${label.replace(/\.([^./\\]*)$/, '-$1')}.file`;
