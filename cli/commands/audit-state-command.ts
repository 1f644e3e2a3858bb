import type { Command } from 'commander';
import { z } from 'zod';
import type { ObjectState } from '../../client/api.generated.ts';
import { isStreamId } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { addZone, MOMENT, periodOf, periodShape } from './moment-options.ts';
import { parseOptions } from './parse-options.ts';
import { addReason, reasonShape } from './reason-option.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Field = readonly [name: string, value: unknown];

const fieldColumns: readonly Column<Field>[] = [
  { heading: 'FIELD', value: ([name]) => name },
  { heading: 'VALUE', value: ([, value]) => (value === null ? undefined : textOf(value)), wrap: true },
];

const changeColumns: readonly Column<NonNullable<ObjectState['changes']>[number]>[] = [
  { heading: 'FIELD', value: ({ field }) => field },
  { heading: 'BEFORE', value: ({ before }) => (before === null ? undefined : textOf(before)), wrap: true },
  { heading: 'AFTER', value: ({ after }) => (after === null ? undefined : textOf(after)), wrap: true },
];

const printState = (shown: ObjectState, terminal: Terminal): void => {
  const { print, style } = terminal;
  const last = shown.recordedAt === null ? '' : `, last changed ${describeInstant(shown.recordedAt)}`;
  print(style('dim', `${shown.streamId} as of position ${shown.asOf}${last}`));
  if (shown.erased) print(style('yellow', 'Content was erased: "[erased]" and empty values stand for it.'));
  if (shown.unreadableEvents > 0)
    print(style('red', `This version cannot read ${shown.unreadableEvents} of its events.`));
  if (shown.changes === null) print(formatTable(Object.entries(shown.state ?? {}), fieldColumns, terminal));
  else if (shown.changes.length === 0) print('Nothing changed between the two moments.');
  else print(formatTable(shown.changes, changeColumns, terminal));
};

/** Adds `audit state`. */
export const addAuditState = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addZone(addReason(audit.command('state'), false))
    .argument('<object>', 'query-<id>, conversation-<id>, document-<key>, or settings-consultation')
    .summary('show one thing as it was at a moment')
    .description(
      'Shows a conversation, a question, a document or the settings as the read model showed it at a moment, or field by field what changed since an earlier one. Your access is recorded. A question or a conversation needs a reason.',
    )
    .option('--as-of <moment>', `${MOMENT} (default: now)`)
    .option('--since <moment>', 'show what changed after this moment')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis audit state document-protocol-1219 --as-of 2026-01-31 --zone Europe/Berlin
  $ npx anamnesis audit state settings-consultation --since "last month"
  $ npx anamnesis audit state query-0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --as-of 120 --reason "complaint 12"`,
    )
    .action(async (object: string, _options: unknown, command: Command) => {
      const { url, reason, json, asOf, since, zone } = parseOptions(command, {
        asOf: periodShape.to,
        since: periodShape.to,
        zone: periodShape.zone,
        reason: reasonShape.optional(),
        json: z.boolean().default(false),
      });
      if (!isStreamId(object))
        throw usageError(
          `"${plainLine(object)}" is not the id of something whose state can be shown.`,
          'Use query-<id>, conversation-<id>, document-<key> or settings-consultation.',
        );
      const query = omitUndefined({
        asOf: (await periodOf({ to: asOf, zone })).to,
        since: (await periodOf({ to: since, zone })).to,
      });
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        const shown = await hintWhenMissing(
          'Use "npx anamnesis audit list" to find what is recorded, and when.',
          client.get('/api/audit/states/{streamId}', { path: { streamId: object }, query }),
        );
        if (json) printJson(terminal, shown);
        else printState(shown, terminal);
      });
    });
};
