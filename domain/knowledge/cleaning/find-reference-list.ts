const referenceHeading =
  /^\s*(?:#{1,6}\s+)?(?:\d+(?:\.\d+)*\.?\s+)?(?:references|sources|bibliography|works cited|literature cited|reference list)(?:\s*:)?\s*$/i;
/** The marks of a citation: a year, a DOI or PMID, "et al.", a volume with pages. */
const citationMark =
  /\b(?:19|20)\d{2}\b|\bdoi\b|\bpmid\b|\bet al\b|\d\s*\(\d+\)\s*:\s*\w?\d|\b(?:isbn|https?:\/\/)/i;
const capitalsHeading = /^(?=[^\p{Ll}]*$)[^\p{Ll}]*?\p{Lu}{4}/u;

const opensAnotherPart = (line: string): boolean =>
  /^\s*#{1,6}\s+\S/.test(line) ||
  /^\s*(?:appendix|annex|supplement)\b/i.test(line) ||
  capitalsHeading.test(line);

/**
 * Returns the index of the line at which a trailing list of references begins, heading included; `undefined` when there
 * is none. Only a list that runs to the end of the document counts, and at least every third of its lines must look
 * like a citation: a section "References" that names an agency's own protocols is kept.
 */
export const findReferenceList = (lines: readonly string[]): number | undefined => {
  const start = lines.findLastIndex((line) => referenceHeading.test(line.slice(0, 100)));
  if (start < 0) return undefined;
  const entries = lines.slice(start + 1).filter((line) => line.trim() !== '');
  if (entries.length === 0 || entries.some(opensAnotherPart)) return undefined;
  // A document that is mostly references is about them.
  if (start * 2 < lines.length && entries.length > start) return undefined;
  const marked = entries.filter((line) => citationMark.test(line.slice(0, 500))).length;
  return marked * 3 >= entries.length ? start : undefined;
};
