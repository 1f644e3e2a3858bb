/** A tool call as a model wrote it: its arguments are untrusted text, and need not even be JSON. */
export type ModelToolCall = {
  /** The model's own id for the call: the result is returned to it under this id. Unique within one answer. */
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
};

/** One part of the model's input. */
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly toolCalls?: readonly ModelToolCall[] | undefined;
    }
  /** The result of a call, after the message that made it. */
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** A tool that a model may call. */
export type ModelTool = {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
};

/** Tokens as counted by the service. */
export type TokenUsage = { readonly promptTokens: number; readonly completionTokens: number };

/**
 * Why a model stopped: finished, length limit reached, its own filter stepped in, or waiting for the results of its
 * tool calls.
 */
export type ModelFinish = 'stop' | 'length' | 'filtered' | 'tool_calls';

/** A part of a model's output: text as it is written, then complete tool calls, and finally the end. */
export type ModelStreamPart =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'tool_call' } & ModelToolCall)
  | { readonly kind: 'end'; readonly finish: ModelFinish; readonly usage?: TokenUsage };

/**
 * Tool calls in one answer: twice the number made for a question, so that a model can be informed that it exceeded
 * the limit.
 */
export const MAX_TOOL_CALLS_WRITTEN = 16;

/** US dollars per million tokens. */
export type ModelPrice = { readonly prompt: number; readonly completion: number };

type ModelDescription = {
  /** The service's name for it; recorded in the log of the person answered by it. */
  readonly name: string;
  readonly where: 'local' | 'cloud';
  /** Whether texts leave the premises. Nothing with PHI must be given to such a model. */
  readonly leavesThePremises: boolean;
  /** Prompt and answer together. */
  readonly contextTokens: number;
  /** Absent if unknown; 0 on the premises. */
  readonly usdPerMillionTokens?: ModelPrice;
};

export type GenerateRequest = {
  readonly messages: readonly ModelMessage[];
  /** The tools that it may call; absent if it must answer without. */
  readonly tools?: readonly ModelTool[] | undefined;
  /** From 0 (always the likeliest token) to 2. */
  readonly temperature: number;
  /** Maximum tokens of the answer. */
  readonly maxTokens: number;
  /** Whether the source of the messages contains PHI. */
  readonly phi: boolean;
};

/**
 * Writes a text that continues the messages.
 *
 * `generate` asks once: it never retries, because every call is paid for. It ends with one piece of kind `end`, or
 * throws a Failure: `timeout` (too long until the first token or between two), `unavailable` (cannot be reached),
 * `rate_limit_exceeded` (with `retryAfter` if the service gives one), `external_api_error` (an unusable answer, also
 * one that was cut off), `rule_violated` with the reason `phi_stays_local`; `details.retryable` says
 * whether the same request may succeed later. When its signal aborts it throws the signal's reason and the call is
 * stopped, as it is when the reader stops. Text never exceeds the token limit: a model that continues is stopped and
 * ends with `length`. Errors contain no text and no key.
 *
 * It ends with `tool_calls` when, and only when, pieces of kind `tool_call` came before: at most
 * `MAX_TOOL_CALLS_WRITTEN`. An unfinished call, as with `length`, does not count. What a model thinks is no part of its
 * text, nor is a call that it writes as text: that is a call if a tool of its name was offered, and left out otherwise.
 *
 * Where calls are queued, `onWaiting` is called before and after the wait: until then nothing was sent. `onAlive` is
 * called when the service shows that it is at work, with or without text.
 */
export type LanguageModel = {
  readonly model: ModelDescription;
  readonly generate: (
    request: GenerateRequest,
    options: {
      readonly signal: AbortSignal;
      readonly onWaiting?: (isWaiting: boolean) => void;
      readonly onAlive?: () => void;
    },
  ) => AsyncIterable<ModelStreamPart>;
};

/** The models that write answers; without any, answers are excerpts. */
export type LanguageModels = { readonly local?: LanguageModel; readonly cloud?: LanguageModel };
