import { describe, expect, it } from 'vitest';
import { ambiguousTerms } from '../../../../../domain/consultation/clarification/ambiguous-terms.ts';
import { MAX_OPTIONS } from '../../../../../domain/consultation/clarification/clarification.ts';
import { readReply } from '../../../../../domain/consultation/clarification/read-reply.ts';
import { shouldClarify } from '../../../../../domain/consultation/clarification/should-clarify.ts';
import type { FollowUp } from '../../../../../domain/consultation/follow-up/read-follow-up.ts';
import { classifyIntent } from '../../../../../domain/consultation/intent/classify-intent.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';

const found = (...titles: readonly string[]) =>
  titles.map((title, at) => ({
    passage: { title, sectionPath: [], text: 'As the page says.' },
    score: 0.9 - at / 100,
  }));

const asked = (
  question: string,
  more: Partial<Parameters<typeof shouldClarify>[0]> & { readonly followUp?: FollowUp } = {},
) => {
  const interpretation = interpretQuery(question, emptyVocabulary);
  return shouldClarify({
    question,
    interpretation,
    intent: classifyIntent(interpretation, question),
    results: [],
    round: 0,
    followUp: { kind: 'standalone' },
    ...more,
  });
};

describe('a clarifying question is asked', () => {
  it('for a term that covers conditions with different treatments', () => {
    const back = asked('kidney disease treatment');
    expect(back?.because).toBe('ambiguous_term');
    expect(back?.question).toMatch(/acute kidney injury.*chronic kidney disease.*stage/);
    expect(back?.options[0]).toEqual({
      id: '1',
      label: 'Acute kidney injury',
      readAs: 'acute kidney injury treatment',
    });
    expect(back?.options.map(({ label }) => label)).toContain('Chronic kidney disease, stage 1 to 3');
    expect(asked('diabetes management')?.options.map(({ readAs }) => readAs)).toEqual([
      'type 1 diabetes management',
      'type 2 diabetes management',
      'gestational diabetes management',
    ]);
    expect(asked('treatment of Heart Failure')?.options).toHaveLength(3);
  });

  it('when the results are divided between the readings of the term', () => {
    const results = found('Acute kidney injury on the ward', 'Care in chronic kidney disease');
    expect(asked('kidney disease treatment', { results })?.because).toBe('ambiguous_term');
  });

  it('when the best results match other words of the question', () => {
    const results = found('Refusal of treatment', 'Chronic kidney disease');
    expect(asked('kidney disease treatment', { results })?.because).toBe('ambiguous_term');
  });

  it('when a follow-up could refer to several subjects, with each as an option', () => {
    const followUp: FollowUp = { kind: 'unclear', couldMean: ['naloxone', 'midazolam'] };
    expect(asked('max dose?', { followUp })).toEqual({
      question: 'Which of these is your question about?',
      options: [
        { id: '1', label: 'naloxone', readAs: 'naloxone, max dose?' },
        { id: '2', label: 'midazolam', readAs: 'midazolam, max dose?' },
      ],
      because: 'unclear_follow_up',
    });
    const bare = asked('how much?', { followUp: { kind: 'unclear', couldMean: [] } });
    expect(bare).toMatchObject({ options: [], because: 'unclear_follow_up' });
  });

  it('when the question names nothing and nothing is found', () => {
    expect(asked('what treatment')).toMatchObject({ options: [], because: 'nothing_found' });
    const weak = found('Any document').map((result) => ({ ...result, weak: true as const }));
    expect(asked('what treatment', { results: weak })?.because).toBe('nothing_found');
    // It contains no word that this could match.
    expect(asked('what treatment', { results: found('Refusal of treatment') })?.because).toBe(
      'nothing_found',
    );
  });
});

describe('no clarifying question is asked', () => {
  it.each([
    'ref 1219 kidney disease',
    'which protocol for diabetes',
    'type 2 diabetes management',
    'chronic kidney disease treatment',
    'stage 4 renal disease treatment',
    'metformin dose in diabetes',
    'diabetic ketoacidosis',
    'croup',
    'naloxone',
    'intubation',
    'unheard-of syndrome of Wexley',
    'high potassium in a leukemia patient',
    'needs a flu shot with heart failure',
    'heart failure daily weight action plan',
  ])('about an unambiguous question: %j', (question) => {
    expect(asked(question)).toBeUndefined();
  });

  it('for a second time', () => {
    expect(asked('kidney disease treatment', { round: 1 })).toBeUndefined();
    expect(asked('what treatment', { round: 1 })).toBeUndefined();
  });

  it('about a follow-up that was resolved', () => {
    const followUp: FollowUp = { kind: 'dependent', readAs: 'diabetes management, for kids' };
    expect(asked('for kids', { followUp })).toBeUndefined();
  });

  it('when the results strongly favour one reading, or do not distinguish the readings', () => {
    expect(asked('kidney disease treatment', { results: found('Kidney disease') })).toBeUndefined();
    expect(
      asked('kidney disease treatment', { results: found('Chronic kidney disease', 'CKD and anemia') }),
    ).toBeUndefined();
    expect(
      asked('treatment of croup', { results: found('Treatment without consent', 'Croup') }),
    ).toBeUndefined();
  });

  it('when the patient of the conversation has one of the conditions', () => {
    const clinicalContext = { relevantHistory: 'CKD stage 4, gout' };
    expect(asked('kidney disease treatment', { clinicalContext })).toBeUndefined();
  });
});

describe('the ambiguous terms', () => {
  it.each(ambiguousTerms.flatMap((ambiguity) => ambiguity.terms.map((term) => [term, ambiguity] as const)))(
    '%s: each reading is unambiguous by itself, and they are few enough to choose from',
    (term, ambiguity) => {
      const back = asked(`treatment of ${term}`);
      expect(back?.options.length).toBeGreaterThan(1);
      expect(ambiguity.readings.length).toBeLessThanOrEqual(MAX_OPTIONS);
      for (const { readAs } of back?.options ?? []) expect(asked(readAs)).toBeUndefined();
    },
  );
});

describe('a reply to a clarifying question', () => {
  const options = asked('diabetes management')?.options ?? [];
  const reply = (given: { option?: string; text?: string }) => {
    const read = readReply('diabetes management', options, given);
    return read.ok ? read.value : read.error.code;
  };

  it('with the id of an option is searched as that option', () => {
    expect(reply({ option: '2' })).toEqual({ readAs: 'type 2 diabetes management', option: '2' });
    expect(reply({ option: '7' })).toBe('validation_error');
  });

  it.each(['type 2', 'Type 2!', 'the type 2 one', '2'])('that names one option selects it: %j', (text) => {
    expect(reply({ text })).toEqual({ readAs: 'type 2 diabetes management', option: '2' });
  });

  it('in other words is read together with the question', () => {
    expect(reply({ text: ' steroid-induced ' })).toEqual({ readAs: 'diabetes management, steroid-induced' });
    expect(reply({ text: 'type' })).toEqual({ readAs: 'diabetes management, type' });
  });

  it('without content is refused', () => {
    expect(reply({ text: ' ' })).toBe('validation_error');
    expect(reply({})).toBe('validation_error');
  });
});
