/** `auto` writes text on a terminal and JSON anywhere else. */
export const logFormats = ['auto', 'text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

/**
 * How the log is written on a stream. Anything that is no format counts as `auto`: reading the configuration rejects
 * it.
 */
export const logFormatOn = (
  stream: { readonly isTTY?: boolean },
  wished: string | undefined,
): Exclude<LogFormat, 'auto'> => {
  if (wished === 'text' || wished === 'json') return wished;
  return stream.isTTY === true ? 'text' : 'json';
};
