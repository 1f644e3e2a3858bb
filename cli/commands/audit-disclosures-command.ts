import type { Command } from 'commander';
import { z } from 'zod';
import type { Disclosure } from '../../client/api.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { csvOf } from '../../client/csv-of.ts';
import { disclosureColumns } from '../../client/disclosure-columns.ts';
import { disclosureKinds as kinds } from '../../domain/audit/disclosures/disclosure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson } from '../output/print-result.ts';
import { outputFile, writeExport } from '../output/write-export.ts';
import { addZone, MOMENT, periodOf, periodShape } from './moment-options.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addReason, reasonShape } from './reason-option.ts';

const columns: readonly Column<Disclosure>[] = [
  { heading: 'AT', value: ({ at }) => describeInstant(at) },
  { heading: 'TO', value: ({ recipient }) => recipient, wrap: true },
  { heading: 'ADDRESS', value: ({ address }) => address, optional: true, wide: true },
  { heading: 'WHAT', value: ({ content, fields }) => `${content} ${fields.join(', ')}`, wrap: true },
  { heading: 'SCREENED', value: ({ screening }) => screening, wrap: true, wide: true },
  { heading: 'PURPOSE', value: ({ purpose }) => purpose, wrap: true },
  { heading: 'EXEMPT', value: ({ exemption }) => exemption, optional: true },
  { heading: 'BY', value: ({ by }) => by, wide: true },
];

const shape = {
  kind: z.enum(kinds).optional(),
  recipient: z.string().min(1).max(200).optional(),
  counted: z.boolean().default(false),
  ...periodShape,
  reason: reasonShape,
  limit: wholeNumber(1, 100_000).default(1000),
  json: z.boolean().default(false),
  csv: z.boolean().default(false),
  output: outputFile.optional(),
};

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Adds `audit disclosures`. */
export const addAuditDisclosures = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addZone(addReason(audit.command('disclosures'), true))
    .summary('list what left the system: the accounting of disclosures')
    .description(
      'Lists what left the system, newest first: when, to whom, which fields, how it was screened and why. With a subject, it is the accounting of disclosures of the last six years (45 CFR 164.528). Your access is recorded.',
    )
    .argument('[subject]', 'the person or thing: a pseudonym, or person:…, document:<key> (default: all)')
    .option('--kind <kind>', `only this way: ${kinds.join(', ')}`)
    .option('--recipient <words>', 'words of the recipient or its address')
    .option('--counted', 'only those for which the law names no exemption')
    .option('--from <moment>', `${MOMENT} (default with a subject: six years ago)`)
    .option('--to <moment>', 'the same; both ends are inclusive')
    .option('-n, --limit <n>', 'the maximum number to list (default: 1000)')
    .option('--json', 'print them as JSON')
    .option('--csv', 'print them as CSV')
    .option('-o, --output <file>', 'write the CSV to a file')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis audit disclosures patient-4711 --reason "request of 3 May"
  $ npx anamnesis audit disclosures patient-4711 --reason "request of 3 May" --output accounting.csv
  $ npx anamnesis audit disclosures --kind mail --from "last week" --reason "weekly check"`,
    )
    .action(async (subject: string | undefined, _options: unknown, command: Command) => {
      const { url, limit, json, csv, output, counted, from, to, zone, reason, ...filter } = parseOptions(
        command,
        shape,
      );
      if (json && (csv || output !== undefined))
        throw usageError('It is printed either as JSON or as CSV.', 'Leave one of the two out.');
      const body = omitUndefined({
        ...filter,
        ...(await periodOf({ from, to, zone })),
        subject,
        onlyCounted: counted,
      });
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        let notCounted: readonly string[] = [];
        const { items, more } = await collectPages(limit, async (page) => {
          const answer = await client.post('/api/audit/disclosures', { body: { ...body, ...page } });
          notCounted = answer.notCounted;
          return { items: answer.disclosures, nextCursor: answer.nextCursor ?? undefined };
        });
        if (json) printJson(terminal, { disclosures: items, notCounted });
        else if (csv || output !== undefined)
          await writeExport(bytesOf(csvOf(disclosureColumns, items)), output, terminal, signal);
        else if (items.length === 0) terminal.print('Nothing left the system.');
        else terminal.print(formatTable(items, columns, terminal));
        if (!json) for (const sentence of notCounted) terminal.note(`- ${sentence}`);
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};
