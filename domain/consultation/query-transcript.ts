import type { RecordedEvent } from '../kernel/event.ts';
import { responsibleUserId } from '../kernel/responsible-user-id.ts';
import type { QueryEvent } from './query-events.ts';

/** A message of a conversation: a question or an answer. Its text may be PHI. */
export type ConversationMessage = {
  readonly queryId: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
};

/** A question in its final meaning, with its answer. */
export type Exchange = {
  readonly queryId: string;
  readonly question: string;
  readonly answer: string;
  /** Whether either contains PHI, including PHI of a quoted document. */
  readonly phi: boolean;
  /** The people who worded the question. */
  readonly people: readonly string[];
};

/** The messages of a query so far. */
export type QueryTranscript = {
  readonly messages: readonly ConversationMessage[];
  /** The question in its current meaning. */
  readonly question?: string;
  readonly answer?: string;
  /** Whether it contains PHI. */
  readonly phi: boolean;
  /** The person who asked, and anyone who clarified the question. */
  readonly people: readonly string[];
};

export const emptyTranscript: QueryTranscript = { messages: [], phi: false, people: [] };

/** Adds an event of the query's stream to its transcript. */
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
