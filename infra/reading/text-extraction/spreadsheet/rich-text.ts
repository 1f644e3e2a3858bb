import { type PrintPiece, writePrintLevels } from '../../../../domain/language/markup/print-levels.ts';
import { decodeSymbolFont } from '../markup/symbol-fonts.ts';

/** A stretch of a cell's text with its formatting. */
export type RichPiece = {
  readonly text: string;
  readonly isStruck: boolean;
  readonly level: 'raised' | 'lowered' | undefined;
  readonly font?: string | undefined;
};

/** Writes the visible text of a cell on one line, and counts its struck-out stretches. */
export const writeRichText = (
  pieces: readonly RichPiece[],
): { readonly text: string; readonly struck: number } => {
  let struck = 0;
  let wasStruck = false;
  const seen = pieces.flatMap(({ text, isStruck, level, font }): readonly PrintPiece[] => {
    if (!isStruck) {
      wasStruck = false;
      return [{ text: decodeSymbolFont(font, text), level: level ?? 'line' }];
    }
    if (text.trim() !== '' && !wasStruck) struck += 1;
    wasStruck = true;
    return [{ text: /\s/.test(text) ? ' ' : '', level: 'line' }];
  });
  return { text: writePrintLevels(seen).join('').replace(/\s+/g, ' ').trim(), struck };
};
