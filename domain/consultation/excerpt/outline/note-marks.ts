/** Encircled note marks, which protocols place next to a statement and before its explanation. */
export const noteMark = String.raw`[\u2460-\u2473\u24eb-\u24ff\u2776-\u277f]`;

/** A line with nothing but such marks. */
export const onlyNoteMarks = new RegExp(String.raw`^(?:${noteMark}\s*)+$`);

const everyNoteMark = new RegExp(noteMark, 'g');

/** Marks of notes in a text, as `❷`. */
export const noteMarksIn = (text: string): readonly string[] => text.match(everyNoteMark) ?? [];
