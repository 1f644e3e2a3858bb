import type { Command } from 'commander';
import { z } from 'zod';
import type { BreakGlassGrant } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { breakGlassOutcomes } from '../../domain/ownership/break-glass-events.ts';
import { usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const { state: states } = choices.listBreakGlass;

const columns: readonly Column<BreakGlassGrant>[] = [
  { heading: 'GRANT', value: ({ grantId }) => grantId },
  { heading: 'STATE', value: ({ state }) => state.replace('_', ' ') },
  { heading: 'HOLDER', value: ({ holder }) => holder, wide: true },
  { heading: 'FROM', value: ({ openedAt }) => describeInstant(openedAt), wide: true },
  { heading: 'TO', value: ({ expiresAt }) => describeInstant(expiresAt), wide: true },
  { heading: 'REASON', value: ({ reason }) => reason, wrap: true },
  { heading: 'APPROVED BY', value: ({ approvedBy }) => approvedBy, optional: true, wide: true },
  { heading: 'OUTCOME', value: ({ outcome }) => outcome, optional: true },
  { heading: 'REVIEWED BY', value: ({ reviewedBy }) => reviewedBy, optional: true, wide: true },
];

const idOf = (text: string): string => {
  const id = uuidSchema.safeParse(text);
  if (!id.success)
    throw usageError(
      `"${text}" is not the id of a break-glass grant.`,
      'Compliance finds the ids with "npx anamnesis break-glass list"; the holder got theirs in the response of BreakGlass.',
    );
  return id.data;
};

const json = z.boolean().default(false);
const GRANT = 'the id of the grant, from the response of BreakGlass or "npx anamnesis break-glass list"';

const addList = (group: Command, { terminal, environment, signal }: CliRun): void => {
  group
    .command('list')
    .summary('list emergency access grants (compliance)')
    .description(
      'Lists break-glass grants with their reasons, approvals and reviews. Your access is recorded.',
    )
    .option('--state <state>', `only ${states.join(', ')}`)
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis break-glass list --state awaiting_review')
    .action(async (_options: unknown, command: Command) => {
      const options = parseOptions(command, {
        state: z.enum(states).optional(),
        limit: wholeNumber(1, 100_000).default(50),
        json,
      });
      const { url, state, limit } = options;
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/audit/break-glass', { query: { ...page, ...omitUndefined({ state }) } }),
        );
        if (options.json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('No emergency access grants match.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const addApprove = (group: Command, { terminal, environment, signal }: CliRun): void => {
  group
    .command('approve')
    .summary('let a colleague break the glass')
    .description(
      'Approves the grant of a colleague whose previous grant was found unjustified. It takes effect immediately. You cannot approve your own.',
    )
    .argument('<grantId>', GRANT)
    .requiredOption('--holder <user>', 'the user who asked for it')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis break-glass approve 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d --holder dr-chen',
    )
    .action(async (text: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { holder: z.string().trim().min(1).max(256), json });
      const { url, holder } = options;
      const body = { grantId: idOf(text), holder };
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const recorded = await client.post('/api/commands/ApproveBreakGlass', { body });
        printResult(terminal, options.json, recorded, `${holder} now has access.`);
      });
    });
};

const addReview = (group: Command, { terminal, environment, signal }: CliRun): void => {
  group
    .command('review')
    .summary('review an emergency access grant')
    .description(
      'Records whether a grant was justified. An unjustified grant ends immediately, and its holder needs a colleague to approve the next one.',
    )
    .argument('<grantId>', GRANT)
    .argument('<outcome>', breakGlassOutcomes.join(', '))
    .option('--note <text>', 'the findings')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  $ npx anamnesis break-glass review 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d justified --note "on call"',
    )
    .action(async (text: string, word: string, _options: unknown, command: Command) => {
      const options = parseOptions(command, { note: z.string().trim().min(1).max(2000).optional(), json });
      const { url, note } = options;
      const grantId = idOf(text);
      const outcome = z.enum(breakGlassOutcomes).safeParse(word);
      if (!outcome.success)
        throw usageError(`"${word}" is not an outcome.`, `Give ${breakGlassOutcomes.join(' or ')}.`);
      const body = { grantId, outcome: outcome.data, ...omitUndefined({ note }) };
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const recorded = await client.post('/api/commands/ReviewBreakGlass', { body });
        printResult(terminal, options.json, recorded, 'The review is recorded.');
      });
    });
};

/** Adds `break-glass list`, `approve` and `review`. */
export const addBreakGlassCommands = (program: Command, cli: CliRun): void => {
  const group = program.command('break-glass').description('approve and review emergency access');
  addList(group, cli);
  addApprove(group, cli);
  addReview(group, cli);
};
