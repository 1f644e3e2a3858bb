import type { Command } from 'commander';
import { z } from 'zod';
import type { AuditReview, AuditReviewPage, UncoveredAuditRange } from '../../client/api.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printResult } from '../output/print-result.ts';
import { addZone, MOMENT, momentOption, periodOf, periodShape } from './moment-options.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addReason, reasonShape } from './reason-option.ts';

const reviewColumns: readonly Column<AuditReview>[] = [
  { heading: 'FROM', value: ({ from }) => from, align: 'right' },
  { heading: 'TO', value: ({ to }) => to, align: 'right' },
  { heading: 'REVIEWER', value: ({ reviewer }) => reviewer },
  { heading: 'AT', value: ({ reviewedAt }) => describeInstant(reviewedAt) },
  { heading: 'USER', value: ({ actorId }) => actorId, optional: true },
  { heading: 'ABOUT', value: ({ subject }) => subject, optional: true },
  { heading: 'NOTE', value: ({ note }) => note, wrap: true, optional: true },
];

const because = {
  no_review: () => 'never reviewed',
  own_entries: ([reviewer]) => `entries of ${reviewer ?? 'the reviewer'}, who alone reviewed the others`,
  partial_reviews: () => 'reviewed only in part',
} as const satisfies Record<UncoveredAuditRange['because'], (reviewers: readonly string[]) => string>;

const uncoveredColumns: readonly Column<UncoveredAuditRange>[] = [
  { heading: 'FROM', value: ({ from }) => from, align: 'right' },
  { heading: 'TO', value: ({ to }) => to, align: 'right' },
  { heading: 'ENTRIES', value: ({ entries }) => entries, align: 'right' },
  { heading: 'SINCE', value: ({ fromAt }) => (fromAt === null ? undefined : describeInstant(fromAt)) },
  { heading: 'WHY', value: ({ because: why, reviewers }) => because[why](reviewers), wrap: true },
];

/** A position as the number that the command takes; anything else as written. */
const endOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

const addReview = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addZone(audit.command('review'))
    .summary('sign off a range of the audit trail')
    .description(
      'Records that you have reviewed a range of the audit trail: all of it, or only what one user did or what concerns one person or thing. Your own entries are never covered: someone else must review them.',
    )
    .requiredOption('--from <moment>', MOMENT)
    .requiredOption('--to <moment>', 'the same; both ends are inclusive')
    .option('--actor <id>', 'only what this user did, or what was done on their behalf')
    .option('--subject <subject>', 'only entries about this: a pseudonym, or person:…, document:<key>')
    .requiredOption('--note <text>', 'the findings; encrypted in the log')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis audit review --from 1 --to 500 --note "read in full, nothing unusual"
  $ npx anamnesis audit review --from "last week" --to "last week" --zone Europe/Berlin --actor dr-lee --note "night shifts confirmed"`,
    )
    .action(async (_options: unknown, command: Command) => {
      const { url, from, to, zone, actor, json, ...rest } = parseOptions(command, {
        ...periodShape,
        from: momentOption,
        to: momentOption,
        actor: z.string().min(1).max(256).optional(),
        subject: z.string().min(1).max(300).optional(),
        note: z.string().trim().min(3).max(2000),
        json: z.boolean().default(false),
      });
      const period = await periodOf({ from, to, zone });
      const body = {
        ...rest,
        from: endOf(period.from ?? from),
        to: endOf(period.to ?? to),
        ...omitUndefined({ actorId: actor }),
      };
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const recorded = await client.post('/api/commands/ReviewAudit', { body });
        printResult(terminal, json, recorded, `Positions ${recorded.from} to ${recorded.to} are signed off.`);
      });
    });
};

const addReviews = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addReason(audit.command('reviews'), false)
    .summary('list what was signed off and what was not')
    .description(
      'Lists the reviews of the audit trail, newest first, and the ranges with entries that no other person has reviewed, oldest first. With --reason, it also shows the notes. Your access is recorded.',
    )
    .option('-n, --limit <n>', 'the maximum number of reviews to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis audit reviews --reason "quarterly report"')
    .action(async (_options: unknown, command: Command) => {
      const { url, limit, json, reason } = parseOptions(command, {
        limit: wholeNumber(1, 100_000).default(50),
        reason: reasonShape.optional(),
        json: z.boolean().default(false),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        let first: AuditReviewPage | undefined;
        const { items: reviews, more } = await collectPages(limit, async (page) => {
          const answer = await client.get('/api/audit/reviews', { query: page });
          first ??= answer;
          return { items: answer.reviews, nextCursor: answer.nextCursor ?? undefined };
        });
        const { upTo, uncovered, moreUncovered } = first ?? {};
        if (json) {
          terminal.print(JSON.stringify({ reviews, upTo, uncovered, moreUncovered }, null, 2));
        } else {
          if (reviews.length === 0) terminal.print('Nothing has been signed off.');
          else terminal.print(formatTable(reviews, reviewColumns, terminal));
          terminal.print('');
          if (uncovered?.length) {
            terminal.print('Not reviewed by another person:');
            terminal.print(formatTable(uncovered, uncoveredColumns, terminal));
          } else terminal.print(`Everything up to position ${upTo ?? 0} has been reviewed.`);
        }
        if (more) terminal.note(`There are more than ${limit} reviews; raise --limit to see them.`);
        if (moreUncovered) terminal.note('There are further ranges that no other person has reviewed.');
      });
    });
};

/** Adds `audit review` and `audit reviews`. */
export const addAuditReviewCommands = (audit: Command, cli: CliRun): void => {
  addReview(audit, cli);
  addReviews(audit, cli);
};
