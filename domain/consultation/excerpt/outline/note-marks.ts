/** Marks of notes in circles, as protocols set them beside what they explain and before the explanation. */
export const noteMark = String.raw`[\u2460-\u2473\u24eb-\u24ff\u2776-\u277f]`;

/** A line of such marks alone. */
export const onlyNoteMarks = new RegExp(String.raw`^(?:${noteMark}\s*)+$`);

const everyNoteMark = new RegExp(noteMark, 'g');

/** Marks of notes in a text, as `❷`. */
export const noteMarksIn = (text: string): readonly string[] => text.match(everyNoteMark) ?? [];
