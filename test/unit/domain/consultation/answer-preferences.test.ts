import { describe, expect, it } from 'vitest';
import { preferencesFor } from '../../../../domain/consultation/answer-preferences.ts';

describe('the preferences of one question', () => {
  it('override the stored ones', () => {
    expect(
      preferencesFor({ citationStyle: 'APA', excludeSources: ['notes'] }, { citationStyle: 'AMA' }),
    ).toEqual({ citationStyle: 'AMA', excludeSources: ['notes'] });
    expect(preferencesFor({}, {})).toEqual({});
  });

  it('include a source that the question prefers, although it is excluded otherwise', () => {
    expect(preferencesFor({ excludeSources: ['pubmed', 'notes'] }, { preferSources: ['pubmed'] })).toEqual({
      preferSources: ['pubmed'],
      excludeSources: ['notes'],
    });
  });

  it('exclude a source that the question excludes, although it is preferred otherwise', () => {
    expect(preferencesFor({ preferSources: ['pubmed', 'uptodate'] }, { excludeSources: ['pubmed'] })).toEqual(
      { preferSources: ['uptodate'], excludeSources: ['pubmed'] },
    );
  });
});
