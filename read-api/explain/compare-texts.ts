import { diffLines } from 'diff';

/** Lines of one text, the other, or both, in order. */
export type Difference = { readonly change: 'kept' | 'gone' | 'new'; readonly text: string };

/** The number of edits beyond which two answers have too little in common and are shown one after the other. */
const MAX_EDITS = 1000;

/** The differences between two texts, line by line. */
export const compareTexts = (before: string, after: string): readonly Difference[] => {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS });
  if (!changes)
    return [
      { change: 'gone', text: before },
      { change: 'new', text: after },
    ];
  return changes.map(({ added, removed, value }) => ({
    change: added ? 'new' : removed ? 'gone' : 'kept',
    text: value.replace(/\n$/, ''),
  }));
};
