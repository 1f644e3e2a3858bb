import { describe, expect, it } from 'vitest';
import { createQuestionDrafts } from '../../../../console/src/session/question-drafts.ts';

describe('the drafts of questions', () => {
  it('are kept for each person and conversation', () => {
    const drafts = createQuestionDrafts();
    drafts.keep('ada', undefined, 'new one');
    drafts.keep('ada', 'c1', 'follow-up');
    expect([drafts.read('ada', undefined), drafts.read('ada', 'c1')]).toEqual(['new one', 'follow-up']);
    expect([drafts.read('ben', undefined), drafts.read('ada', 'c2')]).toEqual(['', '']);
  });

  it('are gone once they are empty, or the person has left', () => {
    const drafts = createQuestionDrafts();
    drafts.keep('ada', 'c1', 'text');
    drafts.keep('ada', 'c1', '');
    drafts.keep('ada', 'c2', 'text');
    drafts.forget();
    expect([drafts.read('ada', 'c1'), drafts.read('ada', 'c2')]).toEqual(['', '']);
  });

  it('are limited in number, the newest stay', () => {
    const drafts = createQuestionDrafts();
    for (let at = 0; at < 30; at += 1) drafts.keep('ada', `c${at}`, 'text');
    expect([drafts.read('ada', 'c0'), drafts.read('ada', 'c29')]).toEqual(['', 'text']);
  });
});
