/** An object as JSON has it. */
export type JsonObject = Readonly<Record<string, unknown>>;
