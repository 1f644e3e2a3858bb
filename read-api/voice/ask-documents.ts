import { z } from 'zod';
import { askQuery } from '../../commands/ask-query.ts';
import { awaitQuery, queryDisclosure } from '../../commands/awaiting/await-query.ts';
import type { Caller } from '../../commands/runtime/caller.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { runCommand } from '../../commands/runtime/run-command.ts';
import { streamOwner } from '../../commands/runtime/stream-owner.ts';
import type { Citation } from '../../domain/consultation/citation.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { mayHoldPhi } from '../../ports/phi-detector.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { parseInput } from '../request/parse-input.ts';
import { takeFromLimit } from '../routing/limit-rate.ts';
import type { VoiceToolResult } from './voice-tools.ts';

const MAX_QUESTION = 4000;

/** The function by which the voice model asks the hospital's documents. */
export const askDocumentsTool = {
  name: 'ask_documents',
  description:
    "Asks the hospital's documents a clinical question and returns the checked answer with its sources. Use it for every clinical question. Takes some seconds.",
  parameters: {
    type: 'object',
    properties: {
      question: {
        type: 'string',
        maxLength: MAX_QUESTION,
        description:
          "The person's question, complete in itself, with the drug, the patient's age and weight and the route if they were said.",
      },
    },
    required: ['question'],
    additionalProperties: false,
  },
} as const;

const questionSchema = z.strictObject({ question: z.string().trim().min(1).max(MAX_QUESTION) });

type QuestionParts = {
  readonly services: HttpApiServices;
  /** The person who speaks, with the id of this request. */
  readonly caller: Caller;
  readonly conversationId: string;
  /** Whether the model runs outside the premises, so that patient data must not reach it. */
  readonly leavesThePremises: boolean;
};

const sourcesOf = (citations: readonly Citation[]) =>
  citations.map(({ n, title, pages, section }) => ({ n, title, pages, section }));

/**
 * Asks the orchestrator a question in the conversation of the voice session, as if the person had typed it: it is
 * screened, answered, checked and recorded in the same way. The front end receives the id of the question, then that of
 * its answer, which it shows with its citations. An answer with PHI is shown on the screen and withheld from a model
 * outside the premises.
 *
 * @throws Failure `validation_error` for wrong arguments; `rate_limit_exceeded`; the refusals of `AskQuery`; `unavailable`
 * if the session ends before the answer
 */
export const askDocuments = async (
  given: Record<string, unknown>,
  { services, caller, conversationId, leavesThePremises }: QuestionParts,
  send: (frame: object) => void,
  signal: AbortSignal,
): Promise<VoiceToolResult | 'shown_only'> => {
  const { commandServices } = services;
  const { question } = parseInput(questionSchema, given, 'arguments');
  // As over HTTP, so that a model in a loop asks no more than a person may.
  await takeFromLimit(services, { name: 'questions', key: responsibleUserId(caller.actor) });
  const { outcome } = await runCommand(
    { definition: askQuery, caller, input: askQuery.input.parse({ question, conversationId }), signal },
    services,
  );
  const { queryId } = outcome.ids;
  send({ type: 'question', queryId, question, status: 'pending' });
  const end = await awaitQuery(outcome, commandServices, signal);
  if (end === undefined)
    throw new Failure(failure('unavailable', 'The session ended before the answer was there.'));
  const owner = await streamOwner(outcome.streamId, commandServices.eventStore);
  await recordAccess(caller, { what: queryDisclosure(outcome), ...owner }, commandServices);
  send({ type: 'question', queryId, question, status: end.status });
  const mayLeave = async (text: string): Promise<boolean> =>
    !leavesThePremises || (!owner.phi && !mayHoldPhi(await commandServices.phiDetector.screen(text)));
  switch (end.status) {
    case 'answered': {
      const { answer, citations, warnings } = end;
      if (!(await mayLeave(answer))) return 'shown_only';
      return {
        output: JSON.stringify({ success: true, answer, sources: sourcesOf(citations), warnings }),
        evidence: citations.map(({ title, source, excerpt }) => ({
          title,
          source: source ?? 'knowledge_base',
          text: excerpt,
        })),
      };
    }
    case 'clarifying':
      if (!(await mayLeave(end.question))) return 'shown_only';
      return {
        output: JSON.stringify({
          success: false,
          clarify: end.question,
          note: 'Ask the person this, then call ask_documents again with the complete question.',
        }),
      };
    case 'failed':
      return { output: JSON.stringify({ success: false, error: end.message }) };
    case 'cancelled':
      return { output: JSON.stringify({ success: false, error: 'The person cancelled the question.' }) };
  }
};
