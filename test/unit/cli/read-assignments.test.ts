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

describe('typed access to tools', () => {
  const ofTools = {
    'tool-access': {
      name: 'toolAccess',
      kind: 'access',
      schema: partialSettingsSchema.shape.toolAccess,
    },
  } as const;
  const readAccess = (typed: string): unknown =>
    readAssignments([`tool-access=${typed}`], ofTools, 'environment');

  it('names the roles and the people for each tool', () => {
    expect(readAccess('send_email=admin, @dr.okafor; search_web=clinician; read_file=')).toEqual({
      toolAccess: [
        { tool: 'send_email', roles: ['admin'], people: ['dr.okafor'] },
        { tool: 'search_web', roles: ['clinician'], people: [] },
        { tool: 'read_file', roles: [], people: [] },
      ],
    });
    expect(readAccess('')).toEqual({ toolAccess: [] });
    expect(readAccess('environment')).toEqual({ toolAccess: null });
  });

  it.each([
    ['send_email', '"send_email" does not say who may call the tool.'],
    ['send_email=nurse', 'tool-access: '],
    ['send_email=admin; send_email=clinician', 'must name each tool once'],
  ])('is rejected when it is not complete: %j', (typed, message) => {
    expect(() => readAccess(typed)).toThrow(
      expect.objectContaining({ message: expect.stringContaining(message) }),
    );
  });
});
