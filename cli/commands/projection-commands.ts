import { setTimeout as delay } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Projection } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { isTransient } from '../api/api-failure.ts';
import { CliError, interrupted } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeExamination, describeIndexHealth } from '../output/describe-index-health.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { barOptions, type ProgressPayload } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions } from './parse-options.ts';
import { addRebuildCommands } from './rebuild-commands.ts';
import { addVerifyCommand } from './verify-command.ts';

const POLL_MS = 250;
const MAX_FAILED_LOOKS = 10;

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

/** The progress of a rebuild, in one line. */
const describeRebuild = ({
  progress,
  error,
  reembedding,
  waits,
}: NonNullable<Projection['rebuild']>): string => {
  if (error !== undefined) return `failed: ${error}`;
  if (waits) return 'needs a decision: it misses results that the live index finds';
  if (reembedding === undefined) return percent(progress);
  const { model, done, total } = reembedding;
  return `${percent(progress)} (${done} of ${counted(total, 'document')} embedded with ${model})`;
};

const percentOf = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Describes how vectors are searched, in one sentence. */
const describeVectors = (vectors: NonNullable<Projection['vectors']>): string => {
  const { backend, search, reason, recall, ef, probes, vectors: number } = vectors;
  const what = `${number === undefined ? 'vectors' : counted(number, 'vector')} in ${backend === 'bytes' ? 'the database' : backend}`;
  const found =
    recall === undefined
      ? ''
      : `, with a recall of ${percentOf(recall)} measured on ${counted(probes ?? 0, 'question')}`;
  if (search === 'approximate')
    return `${what}, searched through an HNSW graph with ${ef} candidates${found}.`;
  if (reason === 'low_recall')
    return `${what}, searched exhaustively: there is an HNSW graph${found}, which is too low. Raise VECTOR_HNSW_M or VECTOR_HNSW_EF.`;
  return `${what}, searched exhaustively${reason === 'no_graph' ? ': there is no HNSW graph yet' : ''}.`;
};

const columns = ({ style }: Terminal): readonly Column<Projection>[] => [
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'KIND', value: ({ kind }) => kind, wide: true },
  {
    heading: 'STATE',
    value: ({ state }) => state,
    decorate: (text, { state }) => style(state === 'running' ? 'green' : 'red', text),
  },
  {
    heading: 'GEN',
    value: ({ kind, generation }) => (kind === 'projection' ? generation : undefined),
    align: 'right',
  },
  { heading: 'POSITION', value: ({ checkpoint }) => checkpoint, align: 'right' },
  {
    heading: 'BEHIND',
    value: ({ eventsBehind, secondsBehind }) =>
      eventsBehind === 0 ? 0 : `${eventsBehind} (${secondsBehind.toFixed(1)} s)`,
    align: 'right',
  },
  {
    heading: 'PARTITIONS',
    value: ({ shares, owners }) =>
      owners.length > 1 ? owners.map((owner) => owner.shares).join('+') : shares,
    align: 'right',
    wide: true,
  },
  { heading: 'PARKED', value: ({ parked }) => parked, align: 'right' },
  {
    heading: 'REBUILD',
    value: ({ rebuild }) => rebuild && describeRebuild(rebuild),
    wrap: true,
    optional: true,
  },
];

const addList = (projections: Command, { terminal, environment, signal }: CliRun): void => {
  projections
    .command('list')
    .summary('show the lag of each projection and consumer')
    .description('Shows how far each projection and consumer is behind the log.')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis projections list')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const items = await client.get('/api/admin/projections');
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else terminal.print(formatTable(items, columns(terminal), terminal));
        for (const { name, vectors } of items)
          if (vectors !== undefined) terminal.note(`${name}: ${describeVectors(vectors)}`);
        for (const item of items)
          for (const line of [
            ...(item.index ?? []).flatMap(describeIndexHealth),
            ...describeExamination(item),
          ])
            terminal.note(fitScreen(line.startsWith(' ') ? line : `${item.name}: ${line}`, terminal));
        for (const { name, error } of items)
          if (error !== undefined) terminal.note(`${name}: ${plainLine(error)}`);
      });
    });
};

type RebuildDisplay = {
  readonly show: (rebuild: Projection['rebuild']) => void;
  readonly complete: () => void;
  readonly stop: () => void;
};

const asLines = (terminal: Terminal): RebuildDisplay => {
  let shown = -1;
  return {
    show: (rebuild) => {
      // Without a terminal, one line per 10 % is enough.
      const tenth = rebuild === undefined ? shown : Math.floor(rebuild.progress * 10);
      if (rebuild === undefined || tenth === shown) return;
      shown = tenth;
      terminal.note(
        `Rebuilding: ${percent(rebuild.progress)} (event ${rebuild.position} of ${rebuild.target})`,
      );
    },
    complete: () => {},
    stop: () => {},
  };
};

const asBar = (stream: NodeJS.WritableStream, terminal: Terminal): RebuildDisplay => {
  const bar = new SingleBar(barOptions(stream, terminal));
  const start: ProgressPayload = { name: 'Rebuilding', facts: [] };
  bar.start(1, 0, start);
  return {
    show: (rebuild) => {
      if (rebuild === undefined) return;
      bar.setTotal(Math.max(rebuild.target, 1));
      bar.update(rebuild.position, { facts: [`event ${rebuild.position} of ${rebuild.target}`] });
    },
    complete: () => bar.update(bar.getTotal()),
    stop: () => bar.stop(),
  };
};

/** Reads the state of a projection, with retries while the server does not answer. */
const look = async (client: ApiClient, name: string, signal: AbortSignal): Promise<Projection> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const found = (await client.get('/api/admin/projections')).find(
        (projection) => projection.name === name,
      );
      if (found) return found;
      throw new CliError(`The projection ${name} no longer exists.`);
    } catch (error) {
      if (signal.aborted || !isTransient(error) || attempt >= MAX_FAILED_LOOKS) throw error;
      await delay(POLL_MS * attempt, undefined, { signal }).catch(() => {});
    }
  }
};

const reset = async (client: ApiClient, name: string, terminal: Terminal, signal: AbortSignal) => {
  const { generation } = await client.post('/api/commands/ResetProjection', { body: { projection: name } });
  terminal.note(`Building generation ${generation} of ${name}; the previous one serves until it is ready.`);
  const display = terminal.bars ? asBar(terminal.bars, terminal) : asLines(terminal);
  try {
    for (;;) {
      const projection = await look(client, name, signal);
      const { rebuild } = projection;
      if (projection.generation >= generation) {
        display.complete();
        return { generation: projection.generation };
      }
      if (rebuild && rebuild.generation >= generation && rebuild.error !== undefined)
        throw new CliError(`The rebuild of ${name} failed: ${plainLine(rebuild.error)}`, {
          hint: 'The previous generation keeps serving. Check the server log, then reset again.',
        });
      if (rebuild?.waits && rebuild.generation === generation) {
        display.complete();
        throw new CliError(
          `Generation ${generation} of ${name} misses results that the live one finds, and needs a decision.`,
          {
            hint: `${describeExamination(projection).slice(1).map(plainLine).join('\n')}`,
          },
        );
      }
      display.show(rebuild);
      await delay(POLL_MS, undefined, { signal }).catch(() => {});
      if (signal.aborted) throw interrupted('Interrupted. The rebuild continues on the server.');
    }
  } finally {
    display.stop();
  }
};

const addReset = (projections: Command, { terminal, environment, signal }: CliRun): void => {
  projections
    .command('reset')
    .summary('rebuild a projection from the log')
    .description(
      'Rebuilds a read model or the search index from the log, and waits until the new generation is in use.\nThe old one serves in the meantime; nothing is embedded again.',
    )
    .argument('<name>', 'the projection, as listed by "npx anamnesis projections list"')
    .option('--json', 'print the new generation as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis projections reset search')
    .action(async (name: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const started = performance.now();
        const { generation } = await reset(client, name, terminal, signal);
        const seconds = (performance.now() - started) / 1000;
        const sentence = `${name} now serves generation ${generation}, rebuilt in ${seconds.toFixed(1)} s.`;
        printResult(terminal, json, { projection: name, generation, seconds }, sentence);
      });
    });
};

/** Adds `projections list`, `reset`, `accept`, `discard`, `check` and `verify`. */
export const addProjectionCommands = (program: Command, cli: CliRun): void => {
  const projections = program.command('projections').description('watch and rebuild read models and indexes');
  addList(projections, cli);
  addReset(projections, cli);
  addRebuildCommands(projections, cli);
  addVerifyCommand(projections, cli);
};
