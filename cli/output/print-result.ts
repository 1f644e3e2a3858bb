import type { Terminal } from './terminal.ts';

/** Prints data as JSON. */
export const printJson = ({ print }: Pick<Terminal, 'print'>, data: unknown): void =>
  print(JSON.stringify(data, null, 2));

/** Prints the result of a command: as a sentence, or its data as JSON. */
export const printResult = (
  terminal: Pick<Terminal, 'print'>,
  json: boolean,
  data: unknown,
  sentence: string,
): void => {
  if (json) printJson(terminal, data);
  else terminal.print(sentence);
};
