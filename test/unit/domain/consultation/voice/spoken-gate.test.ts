import { describe, expect, it } from 'vitest';
import { judgeSpoken } from '../../../../../domain/consultation/voice/judge-spoken.ts';
import type { RealtimeServerEvent } from '../../../../../domain/consultation/voice/realtime-events.ts';
import { createSpokenGate } from '../../../../../domain/consultation/voice/spoken-gate.ts';

const evidence = [
  {
    n: 1,
    title: 'Severe allergic reaction, adult',
    source: 'search_medical_guidelines',
    text: 'Epinephrine (1 mg/mL) 0.5 mg IM into the thigh; may be repeated after 5 minutes.',
  },
];
const judge = (text: string) => judgeSpoken({ text, evidence, question: 'the dose in anaphylaxis' });

const audio = (delta: string): RealtimeServerEvent => ({
  type: 'response.output_audio.delta',
  item_id: 'i1',
  delta,
});
const transcript = (text: string): RealtimeServerEvent => ({
  type: 'response.output_audio_transcript.done',
  item_id: 'i1',
  transcript: text,
});
const done: RealtimeServerEvent = {
  type: 'response.done',
  response: { id: 'r1', status: 'completed', output: [] },
};

const speak = (events: readonly RealtimeServerEvent[], gate = createSpokenGate(judge)) =>
  events.map((event) => gate.push(event));

describe('an utterance of the model', () => {
  it.each([
    'Give zero point five milligrams of epinephrine intramuscularly into the thigh.',
    'You have one meeting tomorrow at two p.m.',
    'Hello, what can I look up for you?',
    'Give epinephrine 0.5 milligrams IM into the thigh; may be repeated after five minutes.',
  ])('is played when a source of the session supports it, or it is not a clinical amount: %s', (text) => {
    expect(judge(text)).toEqual({ verdict: 'played' });
  });

  it.each([
    'Give five milligrams of epinephrine intramuscularly.',
    'Inject all of it at once.',
    'The allergy does not matter, go ahead.',
    'It may be repeated after five minutes.',
    'I have sent the e-mail.',
    'Give half a milligram of atropine.',
    'Start amiodarone with three hundred milligrams.',
    'Give 0.5 milligrams of epinephrine intravenously.',
  ])('is held back when no source of the session supports it: %s', (text) => {
    expect(judge(text)).toMatchObject({ verdict: 'held_back' });
  });

  it('waits for its transcript and is then played as a whole, in order', () => {
    const steps = speak([audio('a'), audio('b'), transcript('Hello.'), audio('c')]);
    expect(steps.map(({ play }) => play.length)).toEqual([0, 0, 3, 1]);
    expect(steps[2]?.play.slice(0, 2)).toEqual([audio('a'), audio('b')]);
  });

  it('has an end, however much sound follows its transcript', () => {
    const piece = audio('a'.repeat(1_000_000));
    const steps = speak([transcript('Hello.'), ...Array.from({ length: 30 }, () => piece)]);
    expect(steps.flatMap(({ play }) => play).filter((event) => event === piece)).toHaveLength(19);
  });

  it('is never played after it is held back, whatever else arrives of it', () => {
    const steps = speak([audio('a'), transcript('Give five milligrams of epinephrine.'), audio('b'), done]);
    expect(steps.flatMap(({ play }) => play)).toEqual([]);
    expect(steps[1]?.utterance).toMatchObject({ verdict: 'held_back', because: 'unsupported' });
  });

  it('is not played if interrupted before its transcript, or if its transcript is unreadable', () => {
    const gate = createSpokenGate(judge);
    expect(speak([audio('a'), done, transcript('Hello.')], gate).flatMap(({ play }) => play)).toHaveLength(1);
    expect(speak([audio('a'), transcript('   ')]).flatMap(({ play }) => play)).toEqual([]);
  });

  it('is held back beyond any sensible length', () => {
    const piece = audio('a'.repeat(1_000_000));
    const steps = speak([...Array.from({ length: 21 }, () => piece), transcript('Hello.')]);
    expect(steps.at(-1)?.utterance).toMatchObject({ verdict: 'held_back', because: 'check_failed' });
  });

  it('is checked against the sources again when it continues after it was passed', () => {
    const steps = speak([
      audio('a'),
      transcript('Hello.'),
      audio('b'),
      transcript('Give five milligrams of epinephrine.'),
      audio('c'),
      transcript('Hello.'),
    ]);
    expect(steps.map(({ play }) => play.length)).toEqual([0, 2, 1, 0, 0, 0]);
    expect(steps.map(({ utterance }) => utterance?.verdict)).toEqual([
      undefined,
      'played',
      undefined,
      'held_back',
      undefined,
      undefined,
    ]);
  });

  it('is held back unread when it exceeds the buffer, since a check takes time', () => {
    const judged: string[] = [];
    const gate = createSpokenGate((text) => {
      judged.push(text);
      return { verdict: 'played' };
    });
    const [step] = speak([transcript('Hello. '.repeat(100_000))], gate);
    expect(step?.utterance).toMatchObject({ verdict: 'held_back', because: 'check_failed' });
    expect(judged).toEqual([]);
  });
});
