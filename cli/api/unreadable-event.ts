import { CliError } from '../cli-error.ts';

/** For an event of a stream that must be understood, and is not. */
export const unreadableEvent = (name: string): CliError =>
  new CliError(`The server sends an event "${name}" that is not what was expected.`, {
    hint: 'Use the command line of the same version as the server.',
  });
