import type { Command } from 'commander';
import { z } from 'zod';
import type { Erasure, Subject } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { erasureBases } from '../../domain/privacy/subject-events.ts';
import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

/** The longest that the server waits. */
const MAX_WAIT_SECONDS = 60;

const columns: readonly Column<Erasure>[] = [
  { heading: 'ERASURE', value: ({ erasureId }) => erasureId },
  { heading: 'SUBJECT', value: ({ subject }) => subject },
  { heading: 'STATE', value: ({ state }) => state },
  { heading: 'BASIS', value: ({ basis }) => basis, wide: true },
  { heading: 'ASKED FOR BY', value: ({ requestedBy }) => requestedBy, wide: true },
  { heading: 'AT', value: ({ requestedAt }) => describeInstant(requestedAt), wide: true },
  { heading: 'CONFIRMED BY', value: ({ confirmedBy }) => confirmedBy, optional: true },
];

const subjectFrom = (text: string): string => {
  const full = fullSubjectOf(text);
  if (full !== undefined) return full;
  throw usageError(
    'That is no data subject.',
    'Give the pseudonym of a person, or person:…, conversation:<id>, query:<id>, tool_call:<id>, document:<key> or searches-of:<user>.',
  );
};

/** The request that can be decided upon: named, or the one there is. */
const openErasure = async (
  client: ApiClient,
  subject: string,
  named: string | undefined,
): Promise<string> => {
  if (named !== undefined) return named;
  const { erasures, state: subjectState } = await client.get('/api/subjects/{subject}', {
    path: { subject },
  });
  const open = erasures.find(({ state }) => state === 'requested');
  if (open) return open.erasureId;
  if (subjectState === 'erased')
    throw new CliError('This data subject has been erased already.', {
      hint: 'See "subjects show" for when, and "subjects certificate" for the proof.',
    });
  throw new CliError('No erasure was requested for this data subject.', {
    hint: 'Ask for it by "subjects erase"; another person then confirms it.',
  });
};

const describeSubject = ({ subject, state, holds, erasures }: Subject): string =>
  [
    `${subject}: ${state.replaceAll('_', ' ')}`,
    ...holds.map(
      ({ holdId, reason, until, placedBy, placedAt, releasedAt }) =>
        `Hold ${holdId} by ${placedBy} at ${describeInstant(placedAt)}` +
        `${until === null ? '' : ` until ${describeInstant(until)}`}` +
        `${releasedAt === null ? ', in force' : `, ended at ${describeInstant(releasedAt)}`}: ${reason}`,
    ),
    ...erasures.map(
      ({ erasureId, state: became, basis, requestedBy, requestedAt, confirmedBy, reason }) =>
        `Erasure ${erasureId} asked for by ${requestedBy} at ${describeInstant(requestedAt)} (${basis}), ` +
        `${became}${confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`}: ${reason}`,
    ),
  ].join('\n');

const reason = z.string().trim().min(1).max(1000);
const json = z.boolean().default(false);

/** `subjects erase`, `confirm`, `decline`, `hold`, `release`, `show`, `list` and `certificate`. */
export const addSubjectCommands = (program: Command, { terminal, environment, signal }: CliRun): void => {
  const subjects = program
    .command('subjects')
    .summary('erase a person or a document for good, and hold what must stay')
    .description(
      'Erases everything about a data subject, and places holds that forbid it. A subject is a pseudonym such as ' +
        'patient-4711, or person:…, conversation:<id>, query:<id>, tool_call:<id>, document:<key>, searches-of:<user>.',
    );
  const withClient = <Result>(url: string | undefined, use: (client: ApiClient) => Promise<Result>) =>
    withServer({ url, environment, terminal, signal, mayCreate: false }, use);

  subjects
    .command('erase')
    .summary('ask for a data subject to be erased')
    .description('Asks for a data subject to be erased. Nothing happens before another person confirms it.')
    .argument('<subject>', 'e.g. patient-4711')
    .requiredOption('--reason <text>', 'why; it stays readable after the erasure')
    .requiredOption('--basis <basis>', `on what grounds: ${erasureBases.join(', ')}`)
    .option('--json', 'print what was recorded as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects erase patient-4711 --basis gdpr_art_17 --reason "Asked for by letter."',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { reason, basis: z.enum(erasureBases), json });
      const subject = subjectFrom(text);
      await withClient(options.url, async (client) => {
        const recorded = await client.post('/api/commands/EraseSubject', {
          body: {
            subject,
            reason: options.reason,
            basis: options.basis,
          },
        });
        const sentence = `Asked for: erasure ${recorded.erasureId} of ${subject}. Another person has to confirm it.`;
        printResult(terminal, options.json, recorded, sentence);
      });
    });

  subjects
    .command('confirm')
    .summary('confirm, as another person, that it is erased')
    .description('Confirms that a data subject is erased, for good, and waits until it is done.')
    .argument('<subject>', 'e.g. patient-4711')
    .option('--erasure <id>', 'which request, where "subjects show" lists several')
    .option('--json', 'print what was recorded as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis subjects confirm patient-4711')
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { erasure: uuidSchema.optional(), json });
      const subject = subjectFrom(text);
      await withClient(options.url, async (client) => {
        const erasureId = await openErasure(client, subject, options.erasure);
        const recorded = await client.post('/api/commands/ConfirmErasure', {
          body: { subject, erasureId },
          wait: MAX_WAIT_SECONDS,
        });
        const sentence =
          'outcome' in recorded && recorded.outcome === 'erased'
            ? `${subject} is erased. "subjects certificate ${erasureId}" proves it.`
            : `${subject} is being erased; "subjects show" says when it is done.`;
        printResult(terminal, options.json, recorded, sentence);
      });
    });

  subjects
    .command('decline')
    .summary('decline a request, or take it back')
    .description('Declines a request to erase a data subject, or takes one back.')
    .argument('<subject>', 'e.g. patient-4711')
    .option('--erasure <id>', 'which request, where "subjects show" lists several')
    .option('--reason <text>', 'why')
    .option('--json', 'print what was recorded as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects decline patient-4711 --reason "Wrong person."',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, {
        erasure: uuidSchema.optional(),
        reason: reason.optional(),
        json,
      });
      const subject = subjectFrom(text);
      await withClient(options.url, async (client) => {
        const erasureId = await openErasure(client, subject, options.erasure);
        const recorded = await client.post('/api/commands/DeclineErasure', {
          body: { subject, erasureId, ...omitUndefined({ reason: options.reason }) },
        });
        printResult(terminal, options.json, recorded, `Declined: ${subject} is not erased.`);
      });
    });

  subjects
    .command('hold')
    .summary('forbid erasing a data subject for now')
    .description('Places a hold: the data subject is not erased until it ends or is released.')
    .argument('<subject>', 'e.g. patient-4711')
    .requiredOption('--reason <text>', 'why')
    .option('--until <day>', 'the last day, or the instant, of the hold; without it, until it is released')
    .option('--json', 'print what was recorded as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects hold patient-4711 --until 2027-12-31 --reason "Claim 11/26."',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, {
        reason,
        until: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).optional(),
        json,
      });
      const subject = subjectFrom(text);
      await withClient(options.url, async (client) => {
        const recorded = await client.post('/api/commands/PlaceHold', {
          body: {
            subject,
            reason: options.reason,
            ...omitUndefined({ until: options.until }),
          },
        });
        printResult(terminal, options.json, recorded, `Hold ${recorded.holdId} is on ${subject}.`);
      });
    });

  subjects
    .command('release')
    .summary('release a hold')
    .description('Releases a hold on a data subject.')
    .argument('<subject>', 'e.g. patient-4711')
    .argument('<hold>', 'its id, as "subjects show" prints it')
    .requiredOption('--reason <text>', 'why')
    .option('--json', 'print what was recorded as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects release patient-4711 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --reason "Settled."',
    )
    .action(async (text: string, hold: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { reason, json });
      const subject = subjectFrom(text);
      const holdId = uuidSchema.safeParse(hold);
      if (!holdId.success) throw usageError('That is no id of a hold.', 'See "subjects show" for the ids.');
      await withClient(options.url, async (client) => {
        const recorded = await client.post('/api/commands/ReleaseHold', {
          body: { subject, holdId: holdId.data, reason: options.reason },
        });
        printResult(terminal, options.json, recorded, `The hold on ${subject} is released.`);
      });
    });

  subjects
    .command('show')
    .summary('show the erasures of a data subject')
    .description(
      'Shows holds and requests to erase a data subject, with their reasons. That it was read is recorded.',
    )
    .argument('<subject>', 'e.g. patient-4711')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis subjects show patient-4711')
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { json });
      const subject = subjectFrom(text);
      await withClient(options.url, async (client) => {
        const shown = await client.get('/api/subjects/{subject}', { path: { subject } });
        printResult(terminal, options.json, shown, describeSubject(shown));
      });
    });

  subjects
    .command('list')
    .summary('requests to erase data subjects')
    .description('Lists requests to erase data subjects, the newest first.')
    .option('--state <state>', `only those that are ${choices.listErasures.state.join(', ')}`)
    .option('-n, --limit <n>', 'the most to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis subjects list --state requested')
    .action(async (_options: unknown, command: Command) => {
      const { url, state, limit, json } = parseOptions(command, {
        state: z.enum(choices.listErasures.state).optional(),
        limit: wholeNumber(1, 100_000).default(50),
        json: z.boolean().default(false),
      });
      await withClient(url, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/erasures', { query: { ...page, ...omitUndefined({ state }) } }),
        );
        if (json) printJson(terminal, items);
        else if (items.length === 0) terminal.print('No erasures were requested.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });

  subjects
    .command('certificate')
    .summary('proof that a data subject was erased')
    .description(
      'Prints the certificate of an erasure: what was done, when, by whom, and what cannot be reached.',
    )
    .argument('<erasure>', 'the id of the erasure, as "subjects list" prints it')
    .option('--json', 'print it as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects certificate 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d',
    )
    .action(async (id: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { json });
      const erasureId = uuidSchema.safeParse(id);
      if (!erasureId.success)
        throw usageError('That is no id of an erasure.', 'See "subjects list" for the ids.');
      await withClient(options.url, async (client) => {
        const { text, ...facts } = await client.get('/api/erasures/{id}/certificate', {
          path: { id: erasureId.data },
        });
        printResult(terminal, options.json, facts, text);
      });
    });
};
