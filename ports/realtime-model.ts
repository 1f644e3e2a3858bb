import type {
  RealtimeClientEvent,
  RealtimeServerEvent,
} from '../domain/consultation/voice/realtime-events.ts';

/** An open session with a model that listens and speaks. */
export type RealtimeSession = {
  /**
   * Sends an event. Events that the connection does not accept yet are queued, up to a limit.
   *
   * @throws Failure `unavailable` when the session is over, or too much is queued
   */
  readonly send: (event: RealtimeClientEvent) => void;
  /**
   * The recognised events of the service, in order; ends when the service closes the session. Rejects with a Failure:
   * `external_api_error` when it breaks off. Can be read once.
   */
  readonly events: AsyncIterable<RealtimeServerEvent>;
  /** Harmless when repeated. */
  readonly close: () => void;
};

/**
 * A model for spoken conversation. Speech cannot be screened before it is sent: a model that does not run on the
 * hospital's machine hears everything.
 */
export type RealtimeModel = {
  readonly model: {
    readonly name: string;
    readonly leavesThePremises: boolean;
    /** Its voice, and the service's model that transcribes the user's speech. */
    readonly voice: string;
    readonly transcriptionModel: string;
  };
  /** Opens a session, without retries. Rejects with a Failure: `timeout`, `unavailable`, `external_api_error`. */
  readonly open: (options: { readonly signal: AbortSignal }) => Promise<RealtimeSession>;
};
