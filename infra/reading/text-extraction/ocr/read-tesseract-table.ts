import type { RecognizedText } from './ocr-engine.ts';

/** A word, with the paragraph and line numbers that tesseract assigns. */
type Word = {
  readonly paragraph: string;
  readonly line: string;
  readonly confidence: number;
  readonly text: string;
};

/** Columns: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
const readWord = (row: string): Word | undefined => {
  const [level, , block, paragraph, line, , , , , , confidence, ...text] = row.split('\t');
  const word = text.join(' ').trim();
  const sureness = Number(confidence);
  if (level !== '5' || word === '' || !(sureness >= 0)) return undefined;
  return {
    paragraph: `${block}/${paragraph}`,
    line: `${block}/${paragraph}/${line}`,
    confidence: sureness,
    text: word,
  };
};

/**
 * Reads tesseract's table of words as text, with line breaks and a blank line between paragraphs, and the mean
 * confidence of the words, weighted by length. Returns `undefined` if there are no words.
 */
export const readTesseractTable = (table: string): RecognizedText | undefined => {
  let text = '';
  let previous: Word | undefined;
  let characters = 0;
  let sureness = 0;
  for (const row of table.split('\n')) {
    const word = readWord(row);
    if (word === undefined) continue;
    if (previous !== undefined) {
      if (previous.paragraph !== word.paragraph) text += '\n\n';
      else text += previous.line === word.line ? ' ' : '\n';
    }
    text += word.text;
    characters += word.text.length;
    sureness += word.confidence * word.text.length;
    previous = word;
  }
  return characters === 0 ? undefined : { text, confidence: Math.min(1, sureness / characters / 100) };
};
