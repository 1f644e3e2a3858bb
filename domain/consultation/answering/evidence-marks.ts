/** The marks that lines of a prompt begin with (see `fenceText`), and how one begins. */
const mark = /^(?:[QPCT]|\d{1,3})\|$/;
const begun = /^(?:[QPCT]|\d{1,3})$/;

/** Removes marks of a prompt from a text that comes in pieces. */
export type MarkRemoval = {
  /** What is left of all that has come, as far as it is certain. */
  readonly push: (text: string) => string;
  /** The rest, once nothing more comes. */
  readonly end: () => string;
};

/**
 * Small models copy the marks of the evidence with its lines: "1| Give 0.5 mg". The words are what is checked; their
 * mark is neither theirs nor a citation. The result is the same wherever the text is divided. Rows of tables, which
 * begin with a bar, stay as they are.
 */
export const removeEvidenceMarks = (): MarkRemoval => {
  let held = '';
  let isAtWord = true;
  let isRow = false;
  let isLineEmpty = true;

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
    const isHeldMark = mark.test(held);
    if (isHeldMark && (character === ' ' || character === '\n')) {
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
