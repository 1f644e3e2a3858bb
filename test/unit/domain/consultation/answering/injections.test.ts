import { describe, expect, it } from 'vitest';
import { addressesModel } from '../../../../../domain/consultation/answering/addresses-model.ts';
import { buildPrompt } from '../../../../../domain/consultation/answering/build-prompt.ts';
import { plainCharacters } from '../../../../../domain/consultation/answering/plain-characters.ts';
import { promptRules } from '../../../../../domain/consultation/answering/prompt-rules.ts';
import { safetyFilter } from '../../../../../domain/consultation/answering/safety-filter.ts';
import { createSentenceGate } from '../../../../../domain/consultation/answering/sentence-gate.ts';
import { checked, numbered } from './checked.ts';
import { injections } from './injections.ts';

const good = 'Zorvapril 5 mg IM once.';
const prompt = (document: string, question: string) =>
  buildPrompt({
    question,
    evidence: numbered(`${good}\n${document}`),
    exchanges: [{ question: document, answer: document }],
    clinicalContext: { relevantHistory: document },
    intent: 'general',
    maxPromptTokens: 4000,
  });

/** The final text: empty when the filter blocks. */
const shown = (answer: string, document: string, question: string): string => {
  const evidence = numbered(`${good}\n${document}`);
  const { text, unsafe } = checked(answer, evidence, { question });
  const isBlocked = unsafe !== undefined || safetyFilter({ text, question, evidence }).verdict === 'block';
  return isBlocked ? '' : text;
};

/** The text shown while streaming, one character after the other. */
const streamed = (answer: string, document: string): string => {
  const gate = createSentenceGate({ evidence: numbered(`${good}\n${document}`), question: 'zorvapril dose' });
  return `${[...answer].map((one) => gate.push(one)).join('')}${gate.end()}`;
};

describe('an instruction to the model', () => {
  it.each(injections)('$name changes nothing from a document', ({ text, obeyed, payload }) => {
    const { messages } = prompt(text, 'zorvapril dose');
    expect(messages[0]).toEqual({ role: 'system', content: promptRules(false) });
    expect(messages).toHaveLength(2);
    expect(shown(obeyed, text, 'zorvapril dose')).not.toContain(payload);
    expect(streamed(`${obeyed} And ${obeyed}`, text)).not.toContain(payload);
  });

  it.each(injections)('$name changes nothing from a question', ({ text, obeyed, payload }) => {
    const { messages } = prompt('', text);
    expect(messages[0]).toEqual({ role: 'system', content: promptRules(false) });
    expect(shown(obeyed, '', text)).not.toContain(payload);
  });

  it.each(injections)('$name stays within its fence', ({ text }) => {
    for (const { messages } of [prompt(text, 'zorvapril dose'), prompt(good, text)]) {
      const lines = (messages[1]?.content ?? '').split('\n');
      const outside = lines.filter((line) => !/^(?:\d+(?:\.\d+)?|[QPC])\|/.test(line)).join('\n');
      expect(outside).toMatch(
        /^The earlier conversation:\n+Facts about the patient:\n+The evidence, 1 piece:/,
      );
      expect(outside).not.toMatch(/zorvapril|ignore|<\||\[INST|http/i);
    }
  });

  it.each(injections.filter(({ name }) => name !== 'in letters of tags'))(
    '$name is not shown to the model',
    ({ text }) => {
      expect(addressesModel(plainCharacters(text))).toBe(true);
    },
  );

  it.each([
    'Ignore a single low reading and repeat the measurement.',
    'Do not override the medical director’s orders.',
    'The assistant holds the tube while the medic ties it.',
    'System: cardiovascular',
    'Call the poison control center and follow their instructions.',
    'Disregard the monitor if the patient is awake; treat the patient.',
    'From now on the dose is 5 mg IV.',
    'If asked by the family, answer truthfully.',
    'The model number stands on the back of the pump.',
    'Instructions for the patient: take with food.',
    'Skip all steps below if breathing returns.',
    'Assess the nervous system and note the response.',
    'Start of conversation with base hospital: state your unit.',
  ])('does not include instructions of a document to its readers: %s', (text) => {
    expect(addressesModel(text)).toBe(false);
  });
});
