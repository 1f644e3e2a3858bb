/** `auto` writes text on a terminal and JSON anywhere else. */
export const logFormats = ['auto', 'text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/**
 * Chooses the format of the log on a stream. An invalid format counts as `auto`: reading the configuration rejects it.
 */
export const logFormatOn = (
  stream: { readonly isTTY?: boolean },
  wished: string | undefined,
): Exclude<LogFormat, 'auto'> => {
  if (wished === 'text' || wished === 'json') return wished;
  return stream.isTTY === true ? 'text' : 'json';
};
