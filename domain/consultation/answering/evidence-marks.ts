/** The line prefixes of a prompt (see `fenceText`), and their beginnings. */
const mark = /^(?:[QPCT]|\d{1,3}(?:\.\d{1,3})?)\|$/;
const begun = /^(?:[QPCT]|\d{1,3}(?:\.\d{0,3})?)$/;
/** The marks of lines that hold no evidence: the question, the patient, the conversation. */
const markOfQuestion = /^[QPC]\|$/;

/** Removes prompt marks from a stream. */
export type MarkRemoval = {
  /** Returns the text that is certain so far. */
  readonly push: (text: string) => string;
  /** Returns the rest at the end of the stream. */
  readonly end: () => string;
};

/**
 * Small models copy the marks of the evidence with its lines: "1| Give 0.5 mg". Such a mark is neither the model's
 * text nor a citation. Copied lines of the question, the patient and the conversation are no answer and are removed
 * whole: the statement nearest to a question is no answer to it. The result does not depend on where the stream is cut.
 * Table rows, which begin with a bar, are kept.
 */
export const removeEvidenceMarks = (): MarkRemoval => {
  let held = '';
  let isAtWord = true;
  let isRow = false;
  let isLineEmpty = true;
  let isSkipping = false;

  const pass = (character: string): string => {
    if (character === '\n') {
      isRow = false;
      isLineEmpty = true;
    } else if (isLineEmpty && character.trim() !== '') {
      isLineEmpty = false;
      isRow = character === '|';
    }
    isAtWord = character.trim() === '';
    return character;
  };

  const release = (): string => {
    const text = held;
    held = '';
    for (const character of text) pass(character);
    return text;
  };

  const take = (character: string): string => {
    if (isSkipping && character !== '\n') return '';
    isSkipping = false;
    const isHeldMark = mark.test(held);
    if (isHeldMark && (character === ' ' || character === '\n')) {
      isSkipping = isLineEmpty && character === ' ' && markOfQuestion.test(held);
      held = '';
      return character === '\n' ? pass(character) : '';
    }
    const next = `${held}${character}`;
    if ((held !== '' || (isAtWord && !isRow)) && !isHeldMark && (begun.test(next) || mark.test(next))) {
      held = next;
      return '';
    }
    return `${release()}${pass(character)}`;
  };

  return {
    push: (text) => {
      let out = '';
      for (const character of text) out += take(character);
      return out;
    },
    end: () => {
      if (!mark.test(held)) return release();
      held = '';
      return '';
    },
  };
};
