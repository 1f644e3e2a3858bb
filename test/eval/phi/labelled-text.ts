import type { PhiKind } from '../../../domain/privacy/phi-kind.ts';

/** A stretch of an invented text that identifies a person. UTF-16 offsets, end exclusive. */
export type TrueSpan = { readonly kind: PhiKind; readonly start: number; readonly end: number };

/** An invented text with all its identifying spans. */
export type LabelledText = { readonly text: string; readonly spans: readonly TrueSpan[] };

/** An identifier to be inserted into a text. */
export type Identifier = { readonly kind: PhiKind; readonly value: string };

export type Piece = string | Identifier;

/** A text in pieces, written as a template literal: "Pt ${name}, ${age} yo". */
export const pieces = (
  texts: TemplateStringsArray,
  ...values: readonly (Piece | number)[]
): readonly Piece[] =>
  texts.flatMap((text, index) => {
    const value = values[index];
    if (value === undefined) return [text];
    return [text, typeof value === 'number' ? String(value) : value];
  });

/** Joins the pieces, each formatted by `write`, and records the positions of identifiers. */
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
