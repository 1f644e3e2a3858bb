import { describe, expect, it } from 'vitest';
import { readAssignments } from '../../../cli/commands/read-assignments.ts';
import { partialSettingsSchema } from '../../../domain/operations/consultation-settings.ts';

const words = {
  'self-check-questions': {
    name: 'selfCheckQuestions',
    kind: 'questions',
    schema: partialSettingsSchema.shape.selfCheckQuestions,
  },
} as const;
const read = (typed: string): unknown =>
  readAssignments([`self-check-questions=${typed}`], words, 'environment');

describe('typed relevance assignments', () => {
  it('are documents and words, separated by semicolons', () => {
    expect(read('protocol-814=fentanyl dose; protocol-1210=chest pain, adult = when;')).toEqual({
      selfCheckQuestions: [
        { docKey: 'protocol-814', question: 'fentanyl dose' },
        { docKey: 'protocol-1210', question: 'chest pain, adult = when' },
      ],
    });
    expect(read('environment')).toEqual({ selfCheckQuestions: null });
  });

  it.each([
    ['fentanyl dose', '"fentanyl dose" does not name the document it must find.'],
    ['a=b; =c', '"=c" does not name the document it must find.'],
    ['', 'self-check-questions: must not be empty'],
    [' ; ', 'self-check-questions: must not be empty'],
  ])('are rejected with the correct syntax: %j', (typed, message) => {
    expect(() => read(typed)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(message),
        hint: expect.stringContaining('<docKey>=<words>; <docKey>=<words>'),
      }),
    );
  });
});
