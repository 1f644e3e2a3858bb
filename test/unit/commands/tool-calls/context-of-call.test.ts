import { expect, it } from 'vitest';
import { askQuery } from '../../../../commands/ask-query.ts';
import { startConversation } from '../../../../commands/start-conversation.ts';
import { contextOfCall } from '../../../../commands/tool-calls/context-of-call.ts';
import { openCommandRuntime } from '../../../support/command-runtime.ts';

it('a tool call of a question takes its patient from the question, or else from the conversation', async () => {
  const { run, eventStore } = openCommandRuntime();
  const started = await run({
    definition: startConversation,
    input: startConversation.input.parse({ clinicalContext: { patientAge: 40, allergies: ['latex'] } }),
  });
  const conversationId = String(started.outcome.ids.conversationId);
  const asked = await run({
    definition: askQuery,
    input: askQuery.input.parse({
      question: 'Any interactions?',
      conversationId,
      clinicalContext: { patientAge: 7, currentMedications: ['warfarin'] },
    }),
  });
  const of = (call: { readonly queryId?: string; readonly conversationId?: string }) =>
    contextOfCall(call, { eventStore });
  expect(await of({ queryId: String(asked.outcome.ids.queryId), conversationId })).toEqual({
    conversationId,
    clinicalContext: { patientAge: 7, allergies: ['latex'], currentMedications: ['warfarin'] },
  });
  expect(await of({ conversationId })).toEqual({
    conversationId,
    clinicalContext: { patientAge: 40, allergies: ['latex'] },
  });
  expect(await of({})).toEqual({});
});
