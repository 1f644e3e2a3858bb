import { resolve } from 'node:path';
import type { Command } from 'commander';
import { z } from 'zod';
import { dataDirOf } from '../../app/configuration/data-dir.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { requirePaths } from '../ingest/find-files.ts';
import { plainLine } from '../plain-text.ts';
import { readUrlList } from '../watch/url-list.ts';
import { watch } from '../watch/watch.ts';
import { openWatchState, stampOf } from '../watch/watch-state.ts';
import { addMetadataFlags, metadataOf, metadataShape } from './metadata-options.ts';
import { collect, parseOptions, wholeNumber } from './parse-options.ts';

const MEGABYTE = 1024 * 1024;
const MAX_URLS = 1000;

const shape = {
  ...metadataShape,
  urls: z.string().min(1).optional(),
  allowHost: z.array(z.hostname('must be just a host name, e.g. www.cdc.gov')).default([]),
  keyFromPath: z.boolean().default(false),
  interval: wholeNumber(1, 86_400).default(10),
  urlInterval: wholeNumber(1, 604_800).default(3600),
  settle: wholeNumber(0, 3600).default(3),
  maxFiles: wholeNumber(1, 100_000).default(10_000),
  maxMegabytes: wholeNumber(1, 10_000).default(100),
  once: z.boolean().default(false),
  json: z.boolean().default(false),
};
type Options = z.output<z.ZodObject<typeof shape>> & { readonly url?: string | undefined };

const run = async (
  folders: readonly string[],
  options: Options,
  { terminal, environment, signal }: CliRun,
): Promise<void> => {
  if (folders.length === 0 && options.urls === undefined)
    throw usageError('There is nothing to watch.', 'Name a folder, or pass a list of addresses with --urls.');
  await requirePaths(folders, 'Nothing is watched.');
  const metadata = metadataOf(options);
  const urls = options.urls === undefined ? [] : await readUrlList(options.urls, MAX_URLS);
  if (urls.length > 0 && metadata.sourceType === undefined)
    throw usageError('The source type of these addresses is not known.', 'Set it with --source-type.');
  const places = [...folders.map((folder) => resolve(folder)), options.urls && resolve(options.urls)];
  const dataDir = dataDirOf(environment);
  const remembered = resolve(dataDir, 'watch', `${stampOf(options.url, places)}.json`);
  const connection = { url: options.url, environment, terminal, signal, mayCreate: true };
  await withServer(connection, async (client) => {
    const { failed } = await watch({
      client,
      folders,
      urls,
      allowedHosts: options.allowHost.map((host) => host.toLowerCase()),
      metadata,
      keyFromPath: options.keyFromPath,
      maxBytes: options.maxMegabytes * MEGABYTE,
      maxFiles: options.maxFiles,
      settleMs: options.settle * 1000,
      intervalMs: options.interval * 1000,
      urlIntervalMs: options.urlInterval * 1000,
      once: options.once,
      state: await openWatchState(remembered),
      onBegun: () =>
        terminal.note(
          options.once
            ? 'Checking once.'
            : 'Watching. Press Ctrl-C to stop; documents already sent are kept.',
        ),
      report: (news) => {
        const at = new Date().toISOString();
        const { what, label, message } = news;
        terminal.print(
          options.json
            ? JSON.stringify({ at, ...news })
            : `${at} ${what.padEnd(10)} ${plainLine(label)}: ${plainLine(message)}`,
        );
      },
      signal,
    });
    if (signal.aborted) terminal.note('Stopped.');
    else if (failed > 0) throw new CliError('Not everything was loaded; the reasons are above.');
  });
};

/** Adds `watch`, which loads new and changed documents from folders and addresses. */
export const addWatchCommand = (program: Command, cli: CliRun): void => {
  addMetadataFlags(
    program
      .command('watch')
      .summary('load new and changed documents from folders or a list of addresses')
      .description(
        [
          'Loads the documents in folders, or single files, and then every new or changed one, until Ctrl-C or SIGTERM.',
          'A file is loaded when it has stopped changing; metadata files next to documents work as for "ingest". The state',
          'is stored in DATA_DIR/watch. Links that lead out of a folder are not followed. Addresses are fetched with ETag',
          'and Last-Modified; public hosts and the targets of redirects must be allowed with --allow-host.',
        ].join(' '),
      )
      .argument('[folders...]', 'folders, or files'),
  )
    .option(
      '--urls <file>',
      'a file with one address per line, each optionally followed by a space and a doc_key',
    )
    .option(
      '--allow-host <host>',
      'a host to fetch documents from, or its private address; may be repeated',
      collect,
    )
    .option('--key-from-path', 'derive keys from the path below the folder')
    .option('--interval <seconds>', 'how often to check a folder (default: 10)')
    .option('--url-interval <seconds>', 'how often to check an address (default: 3600)')
    .option('--settle <seconds>', 'how long a file must stay unchanged (default: 3)')
    .option('--max-files <n>', 'the maximum number of files per folder; others are skipped (default: 10000)')
    .option('--max-megabytes <n>', 'the largest file, in MiB (default: 100)')
    .option('--json', 'print each event as a line of JSON')
    .option('--once', 'stop when everything is loaded')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis watch /srv/protocols -t protocol --agency "LA County EMS"
  $ npx anamnesis watch --urls guidelines.txt --allow-host www.cdc.gov -t guideline`,
    )
    .action((folders: readonly string[], _options: unknown, command: Command) =>
      run(folders, parseOptions(command, shape), cli),
    );
};
