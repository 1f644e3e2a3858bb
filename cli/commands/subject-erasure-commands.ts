import type { Command } from 'commander';
import { z } from 'zod';
import type { ApiClient } from '../../client/create-client.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { erasureBases } from '../../domain/privacy/subject-events.ts';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions } from './parse-options.ts';
import { withSubjectClient } from './subject-client.ts';
import { subjectFrom } from './subject-from.ts';
import { subjectReason } from './subject-reason.ts';

/** The longest wait that the server allows. */
const MAX_WAIT_SECONDS = 60;

/** The id of the erasure request to decide on: the named one, or the only open one. */
const openErasure = async (
  client: ApiClient,
  subject: string,
  named: string | undefined,
): Promise<string> => {
  if (named !== undefined) return named;
  const { erasures, state: subjectState } = await client.post('/api/subjects', {
    body: { subject },
  });
  const open = erasures.find(({ state }) => state === 'requested');
  if (open) return open.erasureId;
  if (subjectState === 'erased')
    throw new CliError('This data subject has already been erased.', {
      hint: `See "npx anamnesis subjects show ${subject}" for when, and "npx anamnesis subjects certificate ${subject}" for the proof.`,
    });
  throw new CliError('No erasure was requested for this data subject.', {
    hint: `Request it with "npx anamnesis subjects erase ${subject} --basis … --reason …"; another person then confirms it.`,
  });
};

const json = z.boolean().default(false);

const showPlan = async (text: string, command: Command, cli: CliRun): Promise<void> => {
  const options = parseOptions(command, { json });
  const subject = subjectFrom(text);
  await withSubjectClient(cli, options.url, async (client) => {
    const { text: sentences, ...plan } = await client.post('/api/erasure-plans', { body: { subject } });
    printResult(cli.terminal, options.json, plan, sentences);
  });
};

const addErase = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('erase')
    .summary('request the erasure of a data subject')
    .description(
      'Requests the erasure of a data subject. Nothing is erased until another person confirms it.',
    )
    .argument('<subject>', 'e.g. patient-4711')
    .option('--reason <text>', 'the reason; it stays readable after the erasure')
    .option('--basis <basis>', `the legal basis: ${erasureBases.join(', ')}`)
    .option('--plan', 'only show what the erasure would reach, and what not; changes nothing')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npx anamnesis subjects erase patient-4711 --plan\n  $ npx anamnesis subjects erase patient-4711 --basis gdpr_art_17 --reason "Requested by letter."',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const { plan } = parseOptions(command, { plan: z.boolean().default(false) });
      if (plan) {
        await showPlan(text, command, cli);
        return;
      }
      const options = parseOptions(command, { reason: subjectReason, basis: z.enum(erasureBases), json });
      const subject = subjectFrom(text);
      await withSubjectClient(cli, options.url, async (client) => {
        const recorded = await client.post('/api/commands/EraseSubject', {
          body: {
            subject,
            reason: options.reason,
            basis: options.basis,
          },
        });
        const sentence = `Erasure ${recorded.erasureId} of ${subject} is requested. Another person has to confirm it.`;
        printResult(terminal, options.json, recorded, sentence);
      });
    });
};

const addConfirm = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('confirm')
    .summary('confirm an erasure, as a second person')
    .description('Confirms the permanent erasure of a data subject, and waits until it is done.')
    .argument('<subject>', 'e.g. patient-4711')
    .option(
      '--erasure <id>',
      'the request to decide on, if "npx anamnesis subjects show <subject>" lists several',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis subjects confirm patient-4711')
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { erasure: uuidSchema.optional(), json });
      const subject = subjectFrom(text);
      await withSubjectClient(cli, options.url, async (client) => {
        const erasureId = await openErasure(client, subject, options.erasure);
        const recorded = await client.post('/api/commands/ConfirmErasure', {
          body: { subject, erasureId },
          wait: MAX_WAIT_SECONDS,
        });
        const sentence =
          'outcome' in recorded && recorded.outcome === 'erased'
            ? `${subject} is erased. "npx anamnesis subjects certificate ${erasureId}" prints the proof.`
            : `${subject} is being erased; "npx anamnesis subjects show ${subject}" shows when it is done.`;
        printResult(terminal, options.json, recorded, sentence);
      });
    });
};

const addDecline = (subjects: Command, cli: CliRun): void => {
  const { terminal } = cli;
  subjects
    .command('decline')
    .summary('decline or withdraw an erasure request')
    .description('Declines or withdraws a request to erase a data subject.')
    .argument('<subject>', 'e.g. patient-4711')
    .option(
      '--erasure <id>',
      'the request to decide on, if "npx anamnesis subjects show <subject>" lists several',
    )
    .option('--reason <text>', 'the reason')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis subjects decline patient-4711 --reason "Wrong person."',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, {
        erasure: uuidSchema.optional(),
        reason: subjectReason.optional(),
        json,
      });
      const subject = subjectFrom(text);
      await withSubjectClient(cli, options.url, async (client) => {
        const erasureId = await openErasure(client, subject, options.erasure);
        const recorded = await client.post('/api/commands/DeclineErasure', {
          body: { subject, erasureId, ...omitUndefined({ reason: options.reason }) },
        });
        printResult(terminal, options.json, recorded, `Declined: ${subject} is not erased.`);
      });
    });
};

/** Adds `subjects erase`, `subjects confirm` and `subjects decline`. */
export const addErasureCommands = (subjects: Command, cli: CliRun): void => {
  addErase(subjects, cli);
  addConfirm(subjects, cli);
  addDecline(subjects, cli);
};
