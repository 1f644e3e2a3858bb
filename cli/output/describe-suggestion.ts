import { plainLine } from '../plain-text.ts';

/** What somebody may have meant by a word. */
export const describeSuggestion = (from: string, to: readonly string[]): string =>
  `? ${plainLine(from)}: did you mean ${to.map(plainLine).join(' or ')}?`;
