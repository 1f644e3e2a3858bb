import type { Command } from 'commander';
import { z } from 'zod';
import type { StreamReplay } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { isStreamId } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import type { Terminal } from '../output/terminal.ts';
import { outputFile, writeExport } from '../output/write-export.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { addAuditDisclosures } from './audit-disclosures-command.ts';
import { addAuditExplain } from './audit-explain-command.ts';
import { addAuditList } from './audit-list-command.ts';
import { addAuditProofCommands } from './audit-proof-commands.ts';
import { addAuditReviewCommands } from './audit-review-commands.ts';
import { addAuditState } from './audit-state-command.ts';
import { addZone, MOMENT, momentOption, periodOf, periodShape } from './moment-options.ts';
import { parseOptions } from './parse-options.ts';
import { addReason, reasonShape } from './reason-option.ts';

const PAGE_SIZE = 200;

const printEvent = (event: StreamReplay['events'][number], { print, style }: Terminal): void => {
  const place = `${String(event.revision).padStart(4)}  ${event.recordedAt}`;
  const type = plainLine(event.type);
  print(`${place}  ${style('bold', type)}  ${style('dim', `position ${event.position}`)}`);
  if ('unreadable' in event) {
    print(style('dim', `      cannot be read: ${plainLine(event.unreadable.message)}`));
    print(style('dim', `      stored: ${plainLine(event.stored.data)}`));
    return;
  }
  const { actor } = event.metadata;
  const behalf = actor.onBehalfOf === undefined ? '' : ` on behalf of ${plainLine(actor.onBehalfOf)}`;
  print(style('dim', `      by ${plainLine(actor.id)} (${actor.role})${behalf}`));
  if (event.erased) print(style('yellow', '      content erased: "[erased]" and empty values stand for it'));
  for (const line of plainText(JSON.stringify(event.data, null, 2)).split('\n')) print(`      ${line}`);
};

const replay = async (
  client: ApiClient,
  options: { readonly stream: string; readonly asOf?: string | undefined; readonly json: boolean },
  terminal: Terminal,
): Promise<void> => {
  let cursor: string | undefined;
  // Every page shows the stream as of the moment that the first page fixed.
  let asOf = options.asOf;
  do {
    const { data: page, metadata } = await hintWhenMissing(
      'The stream of a document is document-<key>, with the key as "npx anamnesis documents" lists it.',
      client.getAnswer('/api/audit/streams/{streamId}', {
        path: { streamId: options.stream },
        query: {
          limit: PAGE_SIZE,
          ...omitUndefined({ asOf, cursor }),
        },
      }),
    );
    if (cursor === undefined && !options.json)
      terminal.print(terminal.style('dim', `${page.streamId} as of position ${page.asOf}`));
    for (const event of page.events) {
      if (options.json) terminal.print(JSON.stringify(event));
      else printEvent(event, terminal);
    }
    asOf = String(page.asOf);
    cursor = metadata.nextCursor;
  } while (cursor !== undefined);
};

const addReplay = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addZone(addReason(audit.command('replay'), false))
    .summary('show the history of one stream')
    .description(
      'Shows every event of one stream, in order, up to a moment. Your access is recorded. A question or a conversation needs a reason.',
    )
    .requiredOption('--stream <id>', 'the stream, e.g. document-<doc_key> or query-<queryId>')
    .option('--as-of <moment>', `${MOMENT} (default: now)`)
    .option('--json', 'print one JSON event per line')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis audit replay --stream document-guideline-pediatric-anaphylaxis
  $ npx anamnesis audit replay --stream document-protocol-1219 --as-of 120
  $ npx anamnesis audit replay --stream query-0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --reason "complaint 12"
  $ npx anamnesis audit replay --stream document-protocol-1219 --as-of 2026-01-31T09:30:00Z --json`,
    )
    .action(async (_options: unknown, command: Command) => {
      const options = parseOptions(command, {
        stream: z
          .string()
          .refine(isStreamId, 'must be <category>-<id>, e.g. document-<doc_key> or query-<queryId>'),
        asOf: momentOption.optional(),
        zone: periodShape.zone,
        reason: reasonShape.optional(),
        json: z.boolean().default(false),
      });
      const { url, reason, zone } = options;
      const { to: asOf } = await periodOf({ to: options.asOf, zone });
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, (client) => replay(client, { ...options, asOf }, terminal));
    });
};

const exportShape = {
  reason: reasonShape,
  ...periodShape,
  format: z.enum(choices.exportAudit.format).default('ndjson'),
  output: outputFile.optional(),
};

const addExport = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addZone(addReason(audit.command('export'), true))
    .summary('write the log between two moments')
    .description(
      'Writes all events between two moments (inclusive) with their full content. The export is recorded.',
    )
    .option('--from <moment>', `${MOMENT} (default: the beginning)`)
    .option('--to <moment>', 'the same (default: now)')
    .option('--format <format>', `${choices.exportAudit.format.join(' or ')} (default: ndjson)`)
    .option('-o, --output <file>', 'a file (default: standard output)')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis audit export --reason "quarterly review" --from 2026-01 --to 2026-03 --zone Europe/Berlin > first-quarter.ndjson
  $ npx anamnesis audit export --reason "incident 17" --from 1 --to 500 --format csv --output log.csv`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, from, to, zone, format, output, reason } = parseOptions(command, exportShape);
      const period = await periodOf({ from, to, zone });
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        const content = client.download('/api/audit/export', {
          query: { format, ...period },
        });
        await writeExport(content, output, terminal, signal);
      });
    });
};

/** Adds `audit list`, `audit replay`, `audit export`, `audit explain`, and the commands about reviews and proofs. */
export const addAuditCommands = (program: Command, cli: CliRun): void => {
  const audit = program.command('audit').description('read the audit trail');
  addAuditList(audit, cli);
  addAuditDisclosures(audit, cli);
  addReplay(audit, cli);
  addAuditState(audit, cli);
  addExport(audit, cli);
  addAuditExplain(audit, cli);
  addAuditReviewCommands(audit, cli);
  addAuditProofCommands(audit, cli);
};
