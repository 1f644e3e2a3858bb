/** A call of a tool as a model wrote it: its arguments are text of a stranger, and need not even be JSON. */
export type ModelToolCall = {
  /** The model's own: it is told the result under this name. Unique within one answer. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
};

/** One part of what a model is shown. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[] | undefined;
    }
  /** What came of a call, after the message that made it. */
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** A tool that a model may call. */
export type ModelTool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** As the service counted them. */
export type TokenUsage = { readonly promptTokens: number; readonly completionTokens: number };

/**
 * Why a model stopped: by itself, because it may not write more, because its own filter stepped in, or to be told what
 * came of the tools that it called.
 */
export type ModelFinish = 'stop' | 'length' | 'filtered' | 'tool_calls';

/** What comes of a model: text as it is written, then the tools that it calls, each whole, and once, last, how it ended. */
export type ModelStreamPart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'tool_call' } & ModelToolCall)
  | { readonly kind: 'end'; readonly finish: ModelFinish; readonly usage?: TokenUsage };

/** Calls of tools in one answer: twice as many as are made for a question, which tells a model that it went too far. */
export const MAX_TOOL_CALLS_WRITTEN = 16;

/** US dollars for a million tokens. */
export type ModelPrice = { readonly prompt: number; readonly completion: number };

type ModelDescription = {
  /** As its service calls it; in the log of whoever is answered by it. */
  readonly name: string;
  readonly where: 'local' | 'cloud';
  /** Whether texts leave the premises. Nothing with PHI must be given to such a model. */
  readonly leavesThePremises: boolean;
  /** Prompt and answer together. */
  readonly contextTokens: number;
  /** Absent where it is not known; 0 on the premises. */
  readonly usdPerMillionTokens?: ModelPrice;
};

export type GenerateRequest = {
  readonly messages: readonly ModelMessage[];
  /** Those that it may call; absent where it is to answer without. */
  readonly tools?: readonly ModelTool[] | undefined;
  /** From 0, the likeliest word each time, to 2. */
  readonly temperature: number;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  /** Whether what the messages were made of holds PHI. */
  readonly phi: boolean;
};

/**
 * Writes a text that goes on from messages.
 *
 * `generate` asks once: it tries nothing twice, since each time is paid for. It ends with one piece of kind `end`, or
 * throws a Failure: `timeout` (too long until the first token or between two), `unavailable` (cannot be reached),
 * `rate_limit_exceeded` (with `retryAfter` where the service tells), `external_api_error` (an answer that cannot be
 * used, also one that was cut before its end), `rule_violated` with the reason `phi_stays_local`; `details.retryable`
 * tells whether the same request may succeed later. When its signal aborts it throws the signal's reason and the call
 * is stopped, as it is when the reader leaves. No more text comes than so many tokens can be: a model that goes on is
 * stopped and has ended with `length`. No text and no key is part of an error.
 *
 * It ends with `tool_calls` when, and only when, pieces of kind `tool_call` came before: at most `MAX_TOOL_CALLS_WRITTEN`.
 * A call that was not finished, as with `length`, is none. What looks like a call in a text is text.
 *
 * Where calls wait for their turn, `onWaiting` hears of it before and after: until then nothing was sent.
 */
export type LanguageModel = {
  readonly model: ModelDescription;
  readonly generate: (
    request: GenerateRequest,
    options: { readonly signal: AbortSignal; readonly onWaiting?: (isWaiting: boolean) => void },
  ) => AsyncIterable<ModelStreamPart>;
};

/** The models that answers are written by; none of them: answers are excerpts. */
export type LanguageModels = { readonly local?: LanguageModel; readonly cloud?: LanguageModel };
