/** Names what is wrong with the environment; shown to the person who starts the program. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** One error for all that is wrong with the variables. */
export const wrongEnvironment = (...problems: readonly string[]): ConfigurationError =>
  new ConfigurationError(`The environment is not set up correctly:\n  ${problems.join('\n  ')}`);
