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

/** The full text of an element as displayed: with raised and lowered digits marked, and its formulas. */
export const printedText = (element: MarkupElement): string =>
  writePrintLevels(piecesOf(element, 'line')).join('');
