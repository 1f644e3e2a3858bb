import { CliError } from '../cli-error.ts';

/** The error for a stream event that cannot be read but must not be skipped. */
export const unreadableEvent = (name: string): CliError =>
  new CliError(`The server sent an unexpected "${name}" event.`, {
    hint: 'Use the same version of the command line and the server.',
  });
