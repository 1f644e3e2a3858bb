import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { z } from 'zod';
import type { Document, Figure } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { maxFigures } from '../../domain/knowledge/figure.ts';
import { hintWhenMissing } from '../api/api-failure.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { describeReading } from '../output/describe-reading.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { showPicture } from '../output/show-picture.ts';
import type { Style, Terminal } from '../output/terminal.ts';
import { outputFile, writeExport } from '../output/write-export.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { QUESTIONS_HINT } from './question-id.ts';

const listShape = {
  status: z.enum(choices.listDocuments.status).optional(),
  title: z.string().trim().min(1).max(200).optional(),
  limit: wholeNumber(1, 100_000).default(200),
  json: z.boolean().default(false),
};

const colourOf: Readonly<Record<Document['status'], Style>> = {
  indexing: 'yellow',
  searchable: 'green',
  failed: 'red',
  withdrawn: 'dim',
};

/** The maximum number of duplicates to name below a list. */
const MAX_NAMED = 20;

const noteDuplicates = (documents: readonly Document[], { print, note }: Terminal): void => {
  const copies = documents.filter(({ duplicateOf }) => duplicateOf !== undefined);
  if (copies.length === 0) return;
  print();
  for (const { docKey, duplicateOf } of copies.slice(0, MAX_NAMED))
    print(`${docKey} is the same file as ${duplicateOf}.`);
  const rest = copies.length - MAX_NAMED;
  if (rest > 0) note(`${rest} more are duplicates; --json shows them (duplicateOf).`);
};

const addList = (program: Command, { terminal, environment, signal }: CliRun): Command => {
  const columns: readonly Column<Document>[] = [
    { heading: 'DOC_KEY', value: ({ docKey }) => docKey },
    {
      heading: 'STATUS',
      value: ({ status }) => status,
      decorate: (text, { status }) => terminal.style(colourOf[status], text),
    },
    { heading: 'VERSION', value: ({ version }) => version, align: 'right' },
    { heading: 'PAGES', value: ({ pages }) => pages, align: 'right', wide: true },
    { heading: 'CHUNKS', value: ({ chunks }) => chunks, align: 'right', wide: true },
    { heading: 'SOURCE', value: ({ sourceType }) => sourceType, wide: true },
    { heading: 'UPDATED', value: ({ updatedAt }) => describeInstant(updatedAt), wide: true },
    { heading: 'TITLE', value: ({ title }) => title, wrap: true },
  ];
  return program
    .command('documents')
    .summary('list the documents, show a page of one, or save its file')
    .description('Lists the documents, ordered by key.')
    .option('--status <status>', `only this status: ${choices.listDocuments.status.join(', ')}`)
    .option('--title <text>', 'only documents whose title contains this, ignoring case')
    .option('-n, --limit <n>', 'the maximum number to list (default: 200)')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis documents
  $ npx anamnesis documents show protocol-1219-allergy --page 3
  $ npx anamnesis documents --status failed --json`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, status, title, limit, json } = parseOptions(command, listShape);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { items, more } = await collectPages(limit, async (page) => {
          const { documents, nextCursor } = await client.post('/api/documents', {
            body: { ...page, ...omitUndefined({ status, title }) },
          });
          return { items: documents, nextCursor: nextCursor ?? undefined };
        });
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('No documents match.');
        else {
          terminal.print(formatTable(items, columns, terminal));
          noteDuplicates(items, terminal);
        }
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const KEYS_HINT = 'See "npx anamnesis documents" for the keys.';

const documentKey = (key: string): string => {
  const docKey = docKeySchema.safeParse(key);
  if (docKey.success) return docKey.data;
  throw usageError(`"${key}" is not the key of a document.`, KEYS_HINT);
};

const documentVersion = wholeNumber(1, 999_999_999).optional();

const showShape = {
  page: wholeNumber(1, 10_000).optional(),
  documentVersion,
  extracted: z.boolean().default(false),
  open: z.boolean().default(false),
  figure: wholeNumber(1, maxFigures).optional(),
  output: outputFile.optional(),
  highlight: z.string().trim().min(1).max(300).optional(),
  lines: z.string().trim().min(1).max(1200).optional(),
  query: z.uuid({ error: 'must be the id of a question, as "ask" prints it' }).optional(),
  citation: wholeNumber(1, 100).optional(),
  width: wholeNumber(50, 3000).optional(),
  json: z.boolean().default(false),
};
type ShowOptions = z.output<z.ZodObject<typeof showShape>>;

/** @throws CliError for options that do not apply to a picture or a figure */
const checkFigure = ({ figure, output, query, open, extracted, json, highlight }: ShowOptions): void => {
  if (output !== undefined && figure === undefined && query === undefined && !open)
    throw usageError(
      '--output writes a picture, and none was requested.',
      'Add --open for the page, or --figure <n> for a figure. To save the file itself, use "npx anamnesis documents save <docKey>".',
    );
  if (figure !== undefined && (query !== undefined || extracted || json || highlight !== undefined))
    throw usageError(
      '--figure cannot be combined with --query, --extracted, --highlight or --json, which apply to pages.',
      'For the details of figures, use "npx anamnesis documents figures <docKey> --json".',
    );
};

/** @throws CliError for options that cannot be combined */
const checkShow = (key: string | undefined, options: ShowOptions): void => {
  const { query, citation, highlight, lines, width, open, json, extracted } = options;
  if ((key === undefined) === (query === undefined))
    throw usageError(
      key === undefined
        ? 'Name a document, or a question with --query.'
        : 'Name a document or a question, not both.',
      KEYS_HINT,
    );
  if (query === undefined && citation !== undefined)
    throw usageError('--citation needs --query.', 'Add --query <id>, with the id that "ask" prints.');
  if (
    query !== undefined &&
    (highlight !== undefined || json || extracted || options.documentVersion !== undefined)
  )
    throw usageError(
      'With --query, the citation determines the version and the passage.',
      'Combine --query only with --citation, --page, --width and --output.',
    );
  checkFigure(options);
  if (query === undefined && !open && (highlight !== undefined || width !== undefined))
    throw usageError(
      '--highlight and --width apply to the picture of a page.',
      'Add --open to see the picture.',
    );
  if (lines !== undefined && highlight === undefined)
    throw usageError('--lines needs --highlight.', 'Add --highlight <chunkId>.');
};

const showMarked = async (
  { headers, bytes }: Awaited<ReturnType<ApiClient['openLink']>>,
  output: string | undefined,
  { terminal, environment, signal }: CliRun,
): Promise<void> => {
  const highlighted = headers.get('x-highlight');
  if (highlighted === 'not-found')
    terminal.note('The passage was not found on this page; nothing is highlighted.');
  if (highlighted === 'partly')
    terminal.note('Some of the quoted lines were not found on this page and are not highlighted.');
  if (headers.get('x-drawing') === 'partial')
    terminal.note('This page takes too long to draw: the picture is incomplete.');
  const image = Buffer.concat(await Array.fromAsync(bytes));
  if (output === undefined) await showPicture(image, { terminal, environment, signal });
  else await writeExport(Readable.from([image]), output, terminal, signal);
};

/** Shows a page that a citation of an answer quotes; by default the first one. */
const showCited = async (
  client: ApiClient,
  queryId: string,
  { citation: n = 1, page, width, output }: ShowOptions,
  cli: CliRun,
): Promise<void> => {
  const { citations } = await hintWhenMissing(
    QUESTIONS_HINT,
    client.get('/api/queries/{id}', { path: { id: queryId } }),
  );
  const cited = citations.find((one) => one.n === n);
  if (cited === undefined)
    throw usageError(
      `The answer has no source [${n}]; it has ${counted(citations.length, 'source')}.`,
      citations.length === 0 ? KEYS_HINT : 'The list below the answer numbers them.',
    );
  const images = cited.pageImages ?? [];
  const shown = page === undefined ? images[0] : images.find((one) => one.page === page);
  if (shown === undefined)
    throw usageError(
      images.length === 0
        ? `Source [${n}] has no pages that can be shown.`
        : `Source [${n}] does not quote page ${page}; it quotes ${images.map((one) => one.page).join(', ')}.`,
      KEYS_HINT,
    );
  cli.terminal.note(`[${n}] ${plainLine(cited.title)}, page ${shown.page}`);
  await showMarked(await client.openLink(shown.image, { query: omitUndefined({ width }) }), output, cli);
};

/** What a person should know of a document before relying on its text. */
const remarksOn = (document: Document): readonly string[] => {
  const reading = describeReading(document);
  const pages = reading === undefined ? [] : [`${reading.charAt(0).toUpperCase()}${reading.slice(1)}.`];
  return [...pages, ...document.warnings];
};

const addShow = (documents: Command, cli: CliRun): void => {
  const { terminal, environment, signal } = cli;
  documents
    .command('show')
    .summary('show a page of a document, or a page that an answer quotes')
    .description('Shows the searchable text of a page, or its picture. Your access is recorded.')
    .argument('[docKey]', 'the document key, as listed by "npx anamnesis documents"')
    .option('--page <n>', 'the page (default: 1, or the first quoted page)')
    .option(
      '--query <id>',
      'show the page that an answer quotes, as a picture with the quoted lines highlighted',
    )
    .option('--citation <n>', 'with --query: the number of the source (default: 1)')
    .option('--document-version <n>', 'the version (default: the newest)')
    .option('--extracted', 'show the text as extracted from the file, including running headers')
    .option('--open', 'show a picture: in the terminal if it supports images, otherwise in a viewer')
    .option(
      '--figure <n>',
      'show a figure instead of a page; "npx anamnesis documents figures <docKey>" lists them',
    )
    .option('-o, --output <file>', 'with --open, --query or --figure: a file to write the picture to')
    .option(
      '--highlight <chunkId>',
      'the passage to highlight in the picture; "npx anamnesis search <query> --json" shows the ids',
    )
    .option('--lines <ranges>', 'highlight only these lines of the passage, e.g. 3-5,9')
    .option('--width <pixels>', 'the width of the picture (default: 1200)')
    .option('--json', 'print the page with all its details as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis documents show protocol-1219-allergy --page 3
  $ npx anamnesis documents show protocol-1219-allergy --page 3 --open
  $ npx anamnesis documents show protocol-1219-allergy --page 3 --open --output page.png
  $ npx anamnesis documents show protocol-1219-allergy --figure 2
  $ npx anamnesis documents show --query 0199… --citation 2`,
    )
    .action(async (key: string | undefined, _options: unknown, command: Command) => {
      const options = parseOptions(command, showShape);
      checkShow(key, options);
      const { figure } = options;
      const connection = { url: options.url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        if (options.query !== undefined) {
          await showCited(client, options.query, options, cli);
          return;
        }
        const docKey = documentKey(key ?? '');
        const { page: number = 1, highlight, lines, width } = options;
        const document = await hintWhenMissing(
          KEYS_HINT,
          client.get('/api/documents/{docKey}', { path: { docKey } }),
        );
        const shown = options.documentVersion ?? document.version;
        if (figure !== undefined) {
          const image = client.download('/api/documents/{docKey}/versions/{version}/figures/{figure}', {
            path: { docKey, version: shown, figure },
          });
          if (options.output !== undefined) await writeExport(image, options.output, terminal, signal);
          else
            await showPicture(Buffer.concat(await Array.fromAsync(image)), { terminal, environment, signal });
          return;
        }
        if (options.open) {
          const wanted = omitUndefined({ highlight, lines, width });
          const image = await client.openDownload(
            '/api/documents/{docKey}/versions/{version}/pages/{page}/image',
            { path: { docKey, version: shown, page: number }, query: wanted },
          );
          await showMarked(image, options.output, cli);
          return;
        }
        const page = await client.get('/api/documents/{docKey}/versions/{version}/pages/{page}', {
          path: { docKey, version: shown, page: number },
        });
        if (options.json) {
          terminal.print(JSON.stringify(page, null, 2));
          return;
        }
        const { cleanedText = page.text } = page;
        terminal.note(`${docKey}, version ${shown}, page ${page.page} of ${page.pages}`);
        if (shown === document.version)
          for (const remark of remarksOn(document)) terminal.note(terminal.style('yellow', `! ${remark}`));
        terminal.print(fitScreen(options.extracted ? page.text : cleanedText, terminal));
        if (page.cut === true)
          terminal.note(
            `The page is truncated; "npx anamnesis documents save ${docKey}" writes the whole file.`,
          );
      });
    });
};

const addFigures = (documents: Command, { terminal, environment, signal }: CliRun): void => {
  const columns: readonly Column<Figure>[] = [
    { heading: 'FIGURE', value: ({ figure }) => figure, align: 'right' },
    { heading: 'PAGE', value: ({ page }) => page, align: 'right' },
    { heading: 'KIND', value: ({ kind }) => kind.replace('_', ' ') },
    { heading: 'PIXELS', value: ({ width, height }) => `${width}x${height}`, wide: true },
    { heading: 'CAPTION', value: ({ caption }) => caption, wrap: true },
  ];
  documents
    .command('figures')
    .summary('list the figures of a document')
    .description('Lists pictures, drawings and flow charts with their captions. Your access is recorded.')
    .argument('<docKey>', 'the document key, as listed by "npx anamnesis documents"')
    .option('--document-version <n>', 'the version (default: the newest)')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis documents figures protocol-1219-allergy
  $ npx anamnesis documents show protocol-1219-allergy --figure 1 --output figure.png`,
    )
    .action(async (key: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { documentVersion, json: z.boolean().default(false) });
      const docKey = documentKey(key);
      const connection = { url: options.url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { version } = await hintWhenMissing(
          KEYS_HINT,
          client.get('/api/documents/{docKey}', { path: { docKey } }),
        );
        const figures = await client.get('/api/documents/{docKey}/versions/{version}/figures', {
          path: { docKey, version: options.documentVersion ?? version },
        });
        if (options.json) terminal.print(JSON.stringify(figures, null, 2));
        else if (figures.length === 0)
          terminal.print(
            fitScreen(
              'The document has no figures. If an older release indexed it, "npx anamnesis reindex" may find some.',
              terminal,
            ),
          );
        else terminal.print(formatTable(figures, columns, terminal));
      });
    });
};

const addSave = (documents: Command, { terminal, environment, signal }: CliRun): void => {
  documents
    .command('save')
    .summary('save the file of a document')
    .description('Saves the file as it was uploaded. Your access is recorded.')
    .argument('<docKey>', 'the document key, as listed by "npx anamnesis documents"')
    .option('--document-version <n>', 'the version (default: the newest)')
    .option('-o, --output <file>', 'a file (default: standard output; a terminal shows text only)')
    .addHelpText(
      'after',
      `
Example:
  $ npx anamnesis documents save protocol-1219-allergy --output allergy.pdf`,
    )
    .action(async (key: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { documentVersion, output: outputFile.optional() });
      const docKey = documentKey(key);
      const connection = { url: options.url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { version } = await hintWhenMissing(
          KEYS_HINT,
          client.get('/api/documents/{docKey}', { path: { docKey } }),
        );
        const saved = options.documentVersion ?? version;
        await writeExport(
          client.download('/api/documents/{docKey}/versions/{version}/file', {
            path: { docKey, version: saved },
          }),
          options.output,
          terminal,
          signal,
        );
      });
    });
};

const addWithdraw = (program: Command, { terminal, environment, signal }: CliRun): void => {
  program
    .command('withdraw')
    .summary('remove a document from search')
    .description(
      'Removes a document from search. Its versions are kept for the audit trail; ingesting it again restores it.',
    )
    .argument('<docKey>', 'the document key, as listed by "npx anamnesis documents"')
    .requiredOption('--reason <text>', 'the reason, recorded in the audit trail')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Example:
  $ npx anamnesis withdraw protocol-1219-allergy --reason "Replaced by the 2026 edition"`,
    )
    .action(async (key: string, _options: unknown, command: Command) => {
      const { url, reason, json } = parseOptions(command, {
        reason: z.string().trim().min(1).max(1000),
        json: z.boolean().default(false),
      });
      const docKey = documentKey(key);
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const withdrawn = await hintWhenMissing(
          KEYS_HINT,
          client.post('/api/commands/WithdrawDocument', { body: { docKey, reason } }),
        );
        printResult(terminal, json, withdrawn, `${docKey} is withdrawn.`);
      });
    });
};

/** Adds `documents`, `documents show`, `documents figures`, `documents save` and `withdraw`. */
export const addDocumentCommands = (program: Command, cli: CliRun): void => {
  const documents = addList(program, cli);
  addShow(documents, cli);
  addFigures(documents, cli);
  addSave(documents, cli);
  addWithdraw(program, cli);
};
