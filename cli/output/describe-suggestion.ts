import { plainLine } from '../plain-text.ts';

/** Suggests alternatives for a possibly mistyped word. */
export const describeSuggestion = (from: string, to: readonly string[]): string =>
  `? ${plainLine(from)}: did you mean ${to.map(plainLine).join(' or ')}?`;
