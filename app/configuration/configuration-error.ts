/** An invalid environment, explained to the person who starts the program. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Creates one error for all problems with the variables. */
export const wrongEnvironment = (...problems: readonly string[]): ConfigurationError =>
  new ConfigurationError(`The environment is not set up correctly:\n  ${problems.join('\n  ')}`);
