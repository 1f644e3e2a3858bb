import { localName, type MarkupElement } from './markup-node.ts';
import { mathText } from './math-text.ts';
import { type PrintLevel, type PrintPiece, writePrintLevels } from './print-levels.ts';

const levels: ReadonlyMap<string, PrintLevel> = new Map([
  ['sup', 'raised'],
  ['sub', 'lowered'],
]);

const piecesOf = (element: MarkupElement, level: PrintLevel): readonly PrintPiece[] =>
  element.content.flatMap((part) => {
    if (typeof part === 'string') return [{ text: part, level }];
    const name = localName(part);
    if (name === 'math') return [{ text: mathText(part), level }];
    return piecesOf(part, levels.get(name) ?? level);
  });

/** All text within an element as a person reads it: with the height of raised and lowered digits, and its formulas. */
export const printedText = (element: MarkupElement): string =>
  writePrintLevels(piecesOf(element, 'line')).join('');
