import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import { type Share, type Sharee, shareeKey } from '../ownership/share.ts';
import { normalizeQuery } from '../retrieval/query/normalize-query.ts';
import type { ClinicalContext } from './clinical-context.ts';
import type { ConversationEvent } from './conversation-events.ts';
import type { VoiceSessionEnd } from './voice/voice-events.ts';

type StartConversation = {
  readonly type: 'StartConversation';
  readonly conversationId: string;
  readonly title?: string | undefined;
};

/** Replaces the clinical context; an empty one clears it. */
type SetClinicalContext = {
  readonly type: 'SetClinicalContext';
  readonly clinicalContext: ClinicalContext;
};

/** Records a question, so that later ones can refer to it. */
type ContinueConversation = {
  readonly type: 'ContinueConversation';
  readonly queryId: string;
  readonly question: string;
  readonly phi: boolean;
};

type ShareConversation = { readonly type: 'ShareConversation' } & Share;
type UnshareConversation = { readonly type: 'UnshareConversation'; readonly with: Sharee };

type StartVoiceSession = {
  readonly type: 'StartVoiceSession';
  readonly sessionId: string;
  readonly model: string;
  readonly leavesThePremises: boolean;
  readonly tools: readonly string[];
};

/** Records an utterance of a voice session. */
type TranscribeUtterance = {
  readonly type: 'TranscribeUtterance';
  readonly sessionId: string;
  readonly itemId: string;
  readonly speaker: 'person' | 'model';
  readonly text: string;
  readonly heldBack: boolean;
};

type EndVoiceSession = {
  readonly type: 'EndVoiceSession';
  readonly sessionId: string;
  readonly because: VoiceSessionEnd;
  readonly milliseconds: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
};

type VoiceCommand = StartVoiceSession | TranscribeUtterance | EndVoiceSession;

export type ConversationCommand =
  | StartConversation
  | SetClinicalContext
  | ContinueConversation
  | ShareConversation
  | UnshareConversation
  | VoiceCommand;

export type PreviousQuestion = { readonly queryId: string; readonly question: string; readonly phi: boolean };

export type ConversationState =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'started';
      readonly conversationId: string;
      readonly title?: string | undefined;
      /** Applies to the next questions; empty until set. */
      readonly clinicalContext: ClinicalContext;
      /** The last questions, oldest first, at most `MAX_QUESTIONS_KEPT`. */
      readonly questions: readonly PreviousQuestion[];
      /** Keyed by sharee; expired shares are included. */
      readonly shares: ReadonlyMap<string, Share>;
      /** Voice sessions not yet ended, the latest few; one cut off by a crash stays for a while. */
      readonly voiceSessions: readonly string[];
    };

/** The current question plus the last ten messages; a question without an answer counts as a message. */
const MAX_QUESTIONS_KEPT = 11;

/** Maximum number of concurrent voice sessions in a conversation. */
const MAX_VOICE_SESSIONS = 4;

/** A conversation is about one patient, so few people need it, and every access check scans the list. */
const MAX_SHARES = 100;

const start = (command: StartConversation, state: ConversationState): Decision<ConversationEvent> => {
  const { type: _, ...data } = command;
  if (state.status === 'unknown') return ok([{ type: 'ConversationStarted', data }]);
  return command.title === state.title
    ? ok([])
    : refuse('conflict', 'A conversation with this id already exists under another title.');
};

const setContext = (command: SetClinicalContext, state: ConversationState): Decision<ConversationEvent> => {
  if (state.status === 'unknown') return refuse('not_found', 'There is no such conversation.');
  const { clinicalContext } = command;
  if (sameData(clinicalContext, state.clinicalContext)) return ok([]);
  const { conversationId } = state;
  return ok([{ type: 'ClinicalContextSet', data: { conversationId, clinicalContext } }]);
};

const continueWith = (
  { queryId, question, phi }: ContinueConversation,
  state: ConversationState,
): Decision<ConversationEvent> => {
  if (state.status === 'unknown') return refuse('not_found', 'There is no such conversation.');
  if (state.questions.some((before) => before.queryId === queryId)) return ok([]);
  const read = normalizeQuery(question);
  if (read === '') return ok([]);
  const { conversationId } = state;
  return ok([{ type: 'ConversationContinued', data: { conversationId, queryId, question: read, phi } }]);
};

const share = (command: ShareConversation, state: ConversationState): Decision<ConversationEvent> => {
  if (state.status === 'unknown') return refuse('not_found', 'There is no such conversation.');
  const { type: _, ...given } = command;
  const before = state.shares.get(shareeKey(command.with));
  if (before !== undefined && sameData(given, before)) return ok([]);
  if (before === undefined && state.shares.size >= MAX_SHARES)
    return refuse(
      'rule_violated',
      `A conversation can be shared with at most ${MAX_SHARES} people and teams.`,
    );
  return ok([{ type: 'ConversationShared', data: { conversationId: state.conversationId, ...given } }]);
};

const unshare = (command: UnshareConversation, state: ConversationState): Decision<ConversationEvent> => {
  if (state.status === 'unknown') return refuse('not_found', 'There is no such conversation.');
  const { conversationId, shares } = state;
  if (!shares.has(shareeKey(command.with))) return ok([]);
  return ok([{ type: 'ConversationUnshared', data: { conversationId, with: command.with } }]);
};

const speak = (command: VoiceCommand, state: ConversationState): Decision<ConversationEvent> => {
  if (state.status === 'unknown') return refuse('not_found', 'There is no such conversation.');
  const { conversationId, voiceSessions } = state;
  const isOpen = voiceSessions.includes(command.sessionId);
  if (command.type === 'StartVoiceSession') {
    const { type: _, tools, ...data } = command;
    if (isOpen) return ok([]);
    return ok([{ type: 'VoiceSessionStarted', data: { conversationId, ...data, tools: [...tools] } }]);
  }
  if (!isOpen) return ok([]);
  if (command.type === 'TranscribeUtterance') {
    const { type: _, ...data } = command;
    return ok([{ type: 'UtteranceTranscribed', data: { conversationId, ...data } }]);
  }
  const { type: _, ...data } = command;
  return ok([{ type: 'VoiceSessionEnded', data: { conversationId, ...data } }]);
};

const decide = (command: ConversationCommand, state: ConversationState): Decision<ConversationEvent> => {
  switch (command.type) {
    case 'StartConversation':
      return start(command, state);
    case 'SetClinicalContext':
      return setContext(command, state);
    case 'ContinueConversation':
      return continueWith(command, state);
    case 'ShareConversation':
      return share(command, state);
    case 'UnshareConversation':
      return unshare(command, state);
    case 'StartVoiceSession':
    case 'TranscribeUtterance':
    case 'EndVoiceSession':
      return speak(command, state);
  }
};

/**
 * Decides about one conversation: its existence, its clinical context, its shares and its voice sessions. The caller
 * checks access rights.
 */
export const conversationDecider: Decider<ConversationCommand, ConversationEvent, ConversationState> = {
  initialState: { status: 'unknown' },
  decide,
  evolve: (state, event) => {
    switch (event.type) {
      case 'ConversationStarted':
        return {
          status: 'started',
          ...event.data,
          clinicalContext: {},
          questions: [],
          shares: new Map(),
          voiceSessions: [],
        };
      case 'ClinicalContextSet':
        return state.status === 'unknown' ? state : { ...state, clinicalContext: event.data.clinicalContext };
      case 'ConversationContinued': {
        if (state.status === 'unknown') return state;
        const { conversationId: _, ...asked } = event.data;
        return { ...state, questions: [...state.questions, asked].slice(-MAX_QUESTIONS_KEPT) };
      }
      case 'ConversationShared': {
        if (state.status === 'unknown') return state;
        const { conversationId: _, ...given } = event.data;
        return { ...state, shares: new Map(state.shares).set(shareeKey(given.with), given) };
      }
      case 'ConversationUnshared': {
        if (state.status === 'unknown') return state;
        const shares = new Map(state.shares);
        shares.delete(shareeKey(event.data.with));
        return { ...state, shares };
      }
      case 'VoiceSessionStarted': {
        if (state.status === 'unknown') return state;
        const voiceSessions = [...state.voiceSessions, event.data.sessionId].slice(-MAX_VOICE_SESSIONS);
        return { ...state, voiceSessions };
      }
      case 'UtteranceTranscribed':
        return state;
      case 'VoiceSessionEnded': {
        if (state.status === 'unknown') return state;
        const { sessionId } = event.data;
        return { ...state, voiceSessions: state.voiceSessions.filter((open) => open !== sessionId) };
      }
    }
  },
};
