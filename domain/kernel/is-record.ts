/** Whether a value is an object with members that can be looked at; an array is one, too. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
