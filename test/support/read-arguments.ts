import { type ParseArgsConfig, parseArgs } from 'node:util';

/** Parses the arguments of a program. `--help` prints its help and exits with 0, an invalid argument with 2. */
export const readArguments = <
  Config extends ParseArgsConfig & { readonly options: { help: { type: 'boolean' } } },
>(
  help: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> => {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${help}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    const what = error instanceof Error ? error.message.split('. ', 1)[0] : 'Wrong arguments';
    process.stderr.write(`${what}.\n\n${help}\n`);
    process.exit(2);
  }
};
