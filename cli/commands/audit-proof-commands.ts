import { SingleBar } from 'cli-progress';
import type { Command } from 'commander';
import { z } from 'zod';
import type { CheckpointState, LogVerification } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { checkpointPaper } from '../output/checkpoint-paper.ts';
import { printJson, printResult } from '../output/print-result.ts';
import { barOptions, type ProgressPayload } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';
import { outputFile, writeExport } from '../output/write-export.ts';
import { plainLine } from '../plain-text.ts';
import { addZone, MOMENT, periodOf, periodShape } from './moment-options.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addReason, reasonShape } from './reason-option.ts';

const jsonShape = { json: z.boolean().default(false) };
const position = wholeNumber(1, Number.MAX_SAFE_INTEGER);

const span = (from: number, to: number): string =>
  from === to ? `position ${from}` : `one of the positions ${from} to ${to}`;

const describeWitness = ({ name, kept, contradiction }: CheckpointState['witnesses'][number]): string => {
  if (contradiction)
    return `The witness ${name} keeps a checkpoint ${contradiction.witnessSize === null ? 'with other events' : `of ${counted(contradiction.witnessSize, 'event')}`}, which this log does not extend: see "A witness contradicts the log" in docs/runbook.md.`;
  if (!kept) return `The witness ${name} keeps nothing yet.`;
  return `${kept.countersignatures.length > 0 ? `Countersigned by ${name}` : `Copied to the ${name}`} up to position ${kept.size} on ${kept.at}.`;
};

const describeState = ({ checkpoint, head, stopped, witnesses, verified, failed }: CheckpointState): string =>
  [
    checkpoint
      ? `The newest checkpoint seals positions 1 to ${checkpoint.size} of ${head}:\n\n${checkpoint.note}\nKey: ${checkpoint.verifierKey}\n`
      : 'No checkpoint has been signed yet.',
    ...(stopped
      ? [
          `Sealing has stopped after position ${stopped.size} (${stopped.because}) until a person decides: npx anamnesis audit resume --reason "…"`,
        ]
      : []),
    ...witnesses.map(describeWitness),
    failed
      ? `FAILED on ${failed.at}: the log was altered at ${span(failed.from, failed.position)}.`
      : verified
        ? `Verified up to position ${verified.size} on ${verified.at}, against ${counted(verified.checkpoints, 'checkpoint')}; not since.`
        : 'Never verified: npx anamnesis audit verify',
  ].join('\n');

const addCheckpoint = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  audit
    .command('checkpoint')
    .summary('show the newest signed checkpoint of the log')
    .description(
      'Shows the newest signed checkpoint of the log, which anyone can keep outside, and when the log was last verified. With --paper, it is a page to print, with the checkpoint as a QR code.',
    )
    .option('--paper', 'a page to print')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx anamnesis audit checkpoint\n  $ npx anamnesis audit checkpoint --paper > checkpoint.txt',
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, json, paper } = parseOptions(command, {
        ...jsonShape,
        paper: z.boolean().default(false),
      });
      if (json && paper) throw usageError('It is printed either as JSON or for paper.', 'Leave one out.');
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const state = await client.get('/api/audit/checkpoint');
        if (paper) {
          if (!state.checkpoint)
            throw new CliError('No checkpoint has been signed yet.', {
              hint: 'The first follows within minutes of the first event.',
            });
          terminal.print(checkpointPaper(state.checkpoint, new Date().toISOString()));
          return;
        }
        printResult(terminal, json, state, describeState(state));
      });
    });
};

const addProof = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  audit
    .command('proof')
    .summary('prove that an event is in the sealed log')
    .description(
      'Prints the proof that the event at a position is in the log that the newest checkpoint seals, in the format c2sp.org/tlog-proof.',
    )
    .argument('<position>', 'the position of the event')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis audit proof 120 > event-120.tlog-proof')
    .action(async (asked: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, jsonShape);
      const parsed = position.safeParse(asked);
      if (!parsed.success)
        throw usageError(
          `"${plainLine(asked)}" is not a position.`,
          'Use a whole number from 1, as "npx anamnesis audit list" shows it.',
        );
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const proof = await client.get('/api/audit/proof', { query: { position: parsed.data } });
        if (json) printJson(terminal, proof);
        else terminal.print(proof.tlogProof.trimEnd());
      });
    });
};

type Result = Exclude<LogVerification, { readonly kind: 'progress' | 'failure' }>;

/** Verifies the log and shows a progress bar. */
const verify = async (client: ApiClient, terminal: Terminal): Promise<Result> => {
  const { bars: stream } = terminal;
  const bar = stream && new SingleBar({ ...barOptions(stream, terminal), clearOnComplete: true });
  const start: ProgressPayload = { name: 'log', facts: ['hashing'] };
  bar?.start(1, 0, start);
  try {
    for await (const line of client.lines('/api/audit/verify', {})) {
      if (line.kind === 'failure')
        throw new CliError(`The log could not be verified: ${plainLine(line.message)}`);
      if (line.kind !== 'progress') return line;
      bar?.setTotal(Math.max(1, line.head));
      bar?.update(line.position);
    }
  } finally {
    bar?.stop();
  }
  throw new CliError('The verification was cut short.', { hint: 'Check the server log.' });
};

const continuedOf = ({ resumedAfter }: Extract<Result, { readonly kind: 'verified' }>): string =>
  resumedAfter === undefined
    ? ''
    : ` Positions 1 to ${resumedAfter} were hashed by an interrupted run within the last day.`;

const addVerify = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  audit
    .command('verify')
    .summary('check that nothing in the log was altered')
    .description(
      'Hashes the whole log again and compares it with every checkpoint that was ever signed. Names the first position that differs, and exits with 1. Continues a run that was interrupted within the last day. The result is recorded.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis audit verify')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, jsonShape);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const result = await verify(client, terminal);
        if (json) printJson(terminal, result);
        if (result.kind === 'altered')
          throw new CliError(
            `The log was altered: ${span(result.from, result.position)} is the first that differs from the checkpoint of ${counted(result.checkpointSize, 'event')}.`,
            { hint: 'See "The log was altered" in docs/runbook.md. Keep this output.' },
          );
        if (!json)
          terminal.print(
            result.size === 0
              ? 'The log is empty.'
              : result.checkpoints === 0
                ? `Positions 1 to ${result.size} were read, but no checkpoint has been signed yet that they could be compared with. The first follows within minutes.`
                : `Positions 1 to ${result.size} agree with ${counted(result.checkpoints, 'checkpoint')}.${continuedOf(result)}`,
          );
      });
    });
};

const addResume = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addReason(audit.command('resume'), true)
    .summary('let sealing begin again after it stopped')
    .description(
      'Lets the signing of checkpoints, which stopped because a new one could contradict an earlier one, begin again from the log as it is, with a new key. Keep the key and checkpoints from before: they remain valid for what they sealed.',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis audit resume --reason "restored from the backup of 3 May"',
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, json, reason } = parseOptions(command, { ...jsonShape, reason: reasonShape });
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const done = await client.post('/api/commands/ResumeSealing', { body: { reason } });
        printResult(terminal, json, done, 'Sealing begins again with a new key.');
      });
    });
};

const addSealedExport = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addZone(addReason(audit.command('sealed-export'), true))
    .summary('write a range of the log that anyone can verify')
    .description(
      'Writes a zip of stored events, with the proof that each is in the sealed log, the signed checkpoint, and programs that verify it without this server. Personal content stays encrypted. The export is recorded.',
    )
    .option('--from <moment>', `${MOMENT} (default: the beginning)`)
    .option('--to <moment>', 'the same (default: the newest checkpoint)')
    .option('--type <type>', 'only events of this type')
    .requiredOption('-o, --output <file>', 'the zip')
    .addHelpText(
      'after',
      `
Example:
  $ npx anamnesis audit sealed-export --reason "court order 12" --from 2026-01-01 --to 2026-03-31 --output quarter.zip
  Then, anywhere: node verify.mjs quarter.zip --key "<the key from audit checkpoint>"`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, from, to, zone, type, output, reason } = parseOptions(command, {
        reason: reasonShape,
        ...periodShape,
        type: z.enum(choices.exportSealedAudit.type).optional(),
        output: outputFile,
      });
      const period = await periodOf({ from, to, zone });
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, (client) =>
        writeExport(
          client.download('/api/audit/sealed-export', { query: { ...period, ...omitUndefined({ type }) } }),
          output,
          terminal,
          signal,
        ),
      );
    });
};

/** Adds `audit checkpoint`, `audit proof`, `audit verify`, `audit resume` and `audit sealed-export`. */
export const addAuditProofCommands = (audit: Command, cli: CliRun): void => {
  addCheckpoint(audit, cli);
  addProof(audit, cli);
  addVerify(audit, cli);
  addResume(audit, cli);
  addSealedExport(audit, cli);
};
