/** Fields of a log line. Never PHI: no question, answer, title, file name, body or token. */
export type LogFields = Readonly<Record<string, unknown>>;

/** Structured logging. The adapter adds the trace id of the current request or event. */
export type Logger = {
  readonly debug: (fields: LogFields, message: string) => void;
  readonly info: (fields: LogFields, message: string) => void;
  readonly warn: (fields: LogFields, message: string) => void;
  readonly error: (fields: LogFields, message: string) => void;
};

/** Discards everything; for tests and tools. */
export const silentLogger: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
