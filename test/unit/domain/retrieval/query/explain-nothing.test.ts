import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { explainNothing } from '../../../../../domain/retrieval/query/explain-nothing.ts';
import type { SearchFilters } from '../../../../../domain/retrieval/search-filters.ts';
import { givenPassage } from '../given-passages.ts';

const passages = [
  givenPassage({ docKey: 'a', stateCode: 'CA', drugs: ['naloxone'] }),
  givenPassage({ docKey: 'b', stateCode: 'NV' }),
];
const indexOf = (...held: readonly (typeof passages)[number][]) => {
  const index = createLexicalIndex();
  for (const passage of held) index.putDocument(passage.docKey, [passage]);
  return index.isAnyPassing;
};
const why = (filters: SearchFilters, only?: ReadonlySet<string>): string =>
  explainNothing({ filters, warnings: [], ...(only ? { only } : {}) }, indexOf(...passages)).join();

describe('the explanation of an empty result', () => {
  it('does not blame filters when there are none', () => {
    expect(why({})).toBe('');
    expect(why({ agency: undefined })).toBe('');
  });

  it('states that no document passes the filters', () => {
    expect(why({ stateCode: ['NY'] })).toMatch(/^No document passes the filters/);
    expect(why({ stateCode: ['NY'], drug: ['naloxone'] })).toMatch(/^No document passes the filters/);
    expect(explainNothing({ filters: { stateCode: ['CA'] }, warnings: [] }, indexOf())).toHaveLength(1);
  });

  it('states that no passage names the drug', () => {
    expect(why({ drug: ['fentanyl'] })).toMatch(/^No passage names the drug/);
    expect(why({ drug: ['naloxone'], stateCode: ['NV'] })).toMatch(
      /^No passage that passes the other filters/,
    );
    expect(why({ stateCode: ['NV'] }, new Set(['a@1#0']))).toMatch(
      /^No passage that passes the other filters/,
    );
  });

  it('blames the words when passages pass the filters', () => {
    expect(why({ drug: ['naloxone'], stateCode: ['CA'] })).toMatch(/none of them matches the words/);
    expect(why({}, new Set(['a@1#0']))).toMatch(/none of them matches the words/);
  });
});
