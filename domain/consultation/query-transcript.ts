import type { RecordedEvent } from '../kernel/event.ts';
import { responsibleUserId } from '../kernel/responsible-user-id.ts';
import type { QueryEvent } from './query-events.ts';

/** What was said in a conversation, by the person or in answer. All of it can be PHI. */
export type ConversationMessage = {
  readonly queryId: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
};

/** A question, as it was meant in the end, with its answer. */
export type Exchange = {
  readonly queryId: string;
  readonly question: string;
  readonly answer: string;
  /** Whether there is PHI in either, also of a document that was quoted. */
  readonly phi: boolean;
  /** The people whose words the question is of. */
  readonly people: readonly string[];
};

/** What a query has reported so far. */
export type QueryTranscript = {
  readonly messages: readonly ConversationMessage[];
  /** How the question is meant. */
  readonly question?: string;
  readonly answer?: string;
  /** Whether there is PHI in it. */
  readonly phi: boolean;
  /** Who asked, and who else said how it is meant. */
  readonly people: readonly string[];
};

export const emptyTranscript: QueryTranscript = { messages: [], phi: false, people: [] };

/** The same after another event of its stream. */
export const appendToTranscript = (
  transcript: QueryTranscript,
  event: RecordedEvent<QueryEvent>,
): QueryTranscript => {
  const { type, data, recordedAt: at } = event;
  const say = (role: ConversationMessage['role'], text: string): ConversationMessage => ({
    queryId: data.queryId,
    role,
    text,
    at,
  });
  switch (type) {
    case 'QueryAsked':
      return {
        messages: [say('user', data.question)],
        question: data.question,
        phi: event.metadata.phi,
        people: [responsibleUserId(event.metadata.actor)],
      };
    case 'PhiScreened':
      return { ...transcript, phi: transcript.phi || data.detected };
    case 'ClarificationAsked':
      return { ...transcript, messages: [...transcript.messages, say('assistant', data.question)] };
    case 'ClarificationAnswered':
      return {
        ...transcript,
        messages: [...transcript.messages, say('user', data.text ?? data.readAs)],
        question: data.readAs,
        people: [...new Set([...transcript.people, responsibleUserId(event.metadata.actor)])],
      };
    case 'QueryAnswered':
      return {
        ...transcript,
        messages: [...transcript.messages, say('assistant', data.answer)],
        answer: data.answer,
        phi: transcript.phi || event.metadata.phi,
      };
    default:
      return transcript;
  }
};
