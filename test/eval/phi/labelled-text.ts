import type { PhiKind } from '../../../domain/privacy/phi-kind.ts';

/** A stretch of a made-up text that identifies somebody. UTF-16 offsets, end exclusive. */
export type TrueSpan = { readonly kind: PhiKind; readonly start: number; readonly end: number };

/** A made-up text with everything in it that identifies somebody. */
export type LabelledText = { readonly text: string; readonly spans: readonly TrueSpan[] };

/** Something that identifies, on its way into a text. */
export type Identifier = { readonly kind: PhiKind; readonly value: string };

export type Piece = string | Identifier;

/** A text in pieces, as a template literal writes it: "Pt ${name}, ${age} yo". */
export const pieces = (
  texts: TemplateStringsArray,
  ...values: readonly (Piece | number)[]
): readonly Piece[] =>
  texts.flatMap((text, index) => {
    const value = values[index];
    if (value === undefined) return [text];
    return [text, typeof value === 'number' ? String(value) : value];
  });

/** Joins the pieces, each written by `write`, and notes where what identifies has come to stand. */
export const joinPieces = (
  parts: readonly Piece[],
  write: (text: string) => string = (text) => text,
): LabelledText => {
  const spans: TrueSpan[] = [];
  let text = '';
  for (const part of parts) {
    const start = text.length;
    text += write(typeof part === 'string' ? part : part.value);
    if (typeof part !== 'string') spans.push({ kind: part.kind, start, end: text.length });
  }
  return { text, spans };
};
