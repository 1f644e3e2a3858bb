import type { Command } from 'commander';
import { z } from 'zod';
import { docKeySchema } from '../../../domain/kernel/identifiers.ts';
import { documentStatuses } from '../../../projections/documents/entity.ts';
import type { DocumentSummary } from '../api/api-client.ts';
import { collectPages } from '../api/collect-pages.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import type { Style } from '../output/terminal.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const listShape = {
  status: z.enum(documentStatuses).optional(),
  limit: wholeNumber(1, 100_000).default(200),
  json: z.boolean().default(false),
};

const colourOf: Readonly<Record<DocumentSummary['status'], Style>> = {
  indexing: 'yellow',
  searchable: 'green',
  failed: 'red',
  withdrawn: 'dim',
};

const addList = (program: Command, { terminal, environment, signal }: CliRun): void => {
  const columns: readonly Column<DocumentSummary>[] = [
    { heading: 'DOC_KEY', value: ({ docKey }) => docKey },
    {
      heading: 'STATUS',
      value: ({ status }) => status,
      decorate: (text, { status }) => terminal.style(colourOf[status], text),
    },
    { heading: 'VERSION', value: ({ version }) => version, align: 'right' },
    { heading: 'PAGES', value: ({ pages }) => pages, align: 'right' },
    { heading: 'CHUNKS', value: ({ chunks }) => chunks, align: 'right' },
    { heading: 'SOURCE', value: ({ sourceType }) => sourceType },
    { heading: 'UPDATED', value: ({ updatedAt }) => updatedAt },
    { heading: 'TITLE', value: ({ title }) => title },
  ];
  program
    .command('documents')
    .summary('list the documents')
    .description('Lists the documents in the order of their keys.')
    .option('--status <status>', `only these: ${documentStatuses.join(', ')}`)
    .option('-n, --limit <n>', 'the most to list (default: 200)')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run cli -- documents
  $ npm run cli -- documents --status failed --json`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, status, limit, json } = parseOptions(command, listShape);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.documents({ ...page, ...(status === undefined ? {} : { status }) }),
        );
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('There are no such documents.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const addWithdraw = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('withdraw')
    .summary('take a document out of search')
    .description(
      'Takes a document out of search. Its versions stay for audit; ingesting it again brings it back.',
    )
    .argument('<docKey>', 'its key, as "documents" lists it')
    .requiredOption('--reason <text>', 'why; kept in the audit trail')
    .addHelpText(
      'after',
      `
Example:
  $ npm run cli -- withdraw protocol-1219-allergy --reason "Replaced by the 2026 edition"`,
    )
    .action(async (key: string, _options: unknown, command: Command) => {
      const { url, reason } = parseOptions(command, { reason: z.string().trim().min(1).max(1000) });
      const docKey = docKeySchema.safeParse(key);
      if (!docKey.success)
        throw usageError(`"${key}" is not the key of a document.`, 'See "documents" for the keys.');
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        await client.withdraw(docKey.data, reason);
        terminal.print(`${docKey.data} is withdrawn.`);
      });
    });
};

/** `documents` and `withdraw`. */
export const addDocumentCommands = (program: Command, cli: CliRun): void => {
  addList(program, cli);
  addWithdraw(program, cli);
};
