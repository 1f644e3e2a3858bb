import type { Command } from 'commander';

/** Options and arguments whose names differ from the fields they fill. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  chunkId: ['passage'],
  citationStyle: ['style'],
  docKey: ['document'],
  docKeys: ['docKey'],
  erasureId: ['erasure'],
  holdId: ['hold'],
  id: ['jobId', 'queryId', 'reviewId', 'toolCallId'],
  projection: ['name'],
  streamId: ['stream'],
  text: ['answer'],
};

/**
 * The option or argument that fills a field of the request, e.g. `--source-type` for `filters.sourceType[0]` and
 * `<docKey>` for `docKey`; `undefined` when the command has none.
 */
export const typedNameOf = (command: Command, path: string): string | undefined => {
  // The innermost name is the most specific.
  const names = path
    .split(/[.[\]]+/)
    .filter((name) => /^[a-z_]/i.test(name))
    .toReversed();
  for (const name of names.flatMap((field) => [field, ...(otherNames[field] ?? [])])) {
    const option = command.options.find((one) => one.attributeName() === name);
    if (option?.long) return option.long;
    if (command.registeredArguments.some((one) => one.name() === name)) return `<${name}>`;
  }
  return undefined;
};
