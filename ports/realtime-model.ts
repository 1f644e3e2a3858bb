import type {
  RealtimeClientEvent,
  RealtimeServerEvent,
} from '../domain/consultation/voice/realtime-events.ts';

/** An open session with a model that listens and speaks. */
export type RealtimeSession = {
  /**
   * Passes an event on. What the line does not take waits, up to a limit.
   *
   * @throws Failure `unavailable` when the session is over, or too much waits
   */
  readonly send: (event: RealtimeClientEvent) => void;
  /**
   * What the service says, as far as it is understood, in its order; ends when the service closes the session. Rejects
   * with a Failure: `external_api_error` when it breaks off. To be read once.
   */
  readonly events: AsyncIterable<RealtimeServerEvent>;
  /** Harmless when repeated. */
  readonly close: () => void;
};

/**
 * A model that is spoken with. What is spoken cannot be screened before it is sent: one whose machine is not the
 * hospital's hears everything.
 */
export type RealtimeModel = {
  readonly model: {
    readonly name: string;
    readonly leavesThePremises: boolean;
    /** The voice that it speaks with, and the model there that writes down what is said to it. */
    readonly voice: string;
    readonly transcriptionModel: string;
  };
  /** Opens a session. Rejects with a Failure: `timeout`, `unavailable`, `external_api_error`; tries nothing twice. */
  readonly open: (options: { readonly signal: AbortSignal }) => Promise<RealtimeSession>;
};
