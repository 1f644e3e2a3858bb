import type { Command } from 'commander';
import { z } from 'zod';
import type { AuditEntry } from '../../client/api.generated.ts';
import { choices } from '../../client/choices.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import { ALL_SUBJECTS } from '../../domain/audit/disclosed-subjects.ts';
import { isStreamId } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { addZone, MOMENT, periodOf, periodShape } from './moment-options.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addReason, reasonShape } from './reason-option.ts';

const {
  basis: bases,
  category: categories,
  outcome: outcomes,
  role: roles,
  type: types,
} = choices.listAuditEntries;

/** The people whom an entry concerns. */
const aboutOf = ({ about }: AuditEntry): string | undefined => {
  if (about.includes(ALL_SUBJECTS)) return 'everybody';
  const [first, ...more] = about.filter((named) => named.startsWith('person:'));
  return first === undefined || more.length === 0 ? first : `${first} and ${more.length} more`;
};

/** What was read or changed; only `--json` has several ids. */
const objectOf = ({ object, about, category }: AuditEntry): string | undefined => {
  if (object !== null || category !== 'access') return object ?? undefined;
  const things = about.filter((named) => /^(document|query|conversation|tool_call):/.test(named));
  return things.length === 0 ? undefined : `${things[0]} and ${things.length - 1} more`;
};

const columns: readonly Column<AuditEntry>[] = [
  { heading: 'POSITION', value: ({ position }) => position, align: 'right' },
  { heading: 'AT', value: ({ recordedAt }) => describeInstant(recordedAt) },
  { heading: 'WHO', value: ({ actorId, onBehalfOf }) => onBehalfOf ?? actorId },
  { heading: 'WHAT', value: ({ action }) => action, wrap: true },
  { heading: 'OBJECT', value: objectOf, optional: true },
  { heading: 'ABOUT', value: aboutOf, optional: true },
  { heading: 'REASON', value: ({ reason }) => reason, wrap: true, optional: true },
  {
    heading: 'OUTCOME',
    value: ({ outcome }) => (outcome === 'success' ? undefined : outcome),
    optional: true,
    wide: true,
  },
  { heading: 'BASIS', value: ({ basis }) => basis, optional: true, wide: true },
  { heading: 'PHI', value: ({ phi }) => (phi ? 'yes' : undefined), optional: true, wide: true },
  {
    heading: 'THROUGH',
    value: ({ actorId, onBehalfOf }) => (onBehalfOf === null ? undefined : actorId),
    optional: true,
    wide: true,
  },
  { heading: 'FROM', value: ({ ip }) => ip, optional: true, wide: true },
];

const text = z.string().min(1).max(300);

const shape = {
  subject: text.optional(),
  actor: text.optional(),
  onBehalfOf: text.optional(),
  role: z.enum(roles).optional(),
  action: text.max(100).optional(),
  type: z
    .enum(types, 'must be an event type, such as AnswerRead; docs/catalogues/events.md lists them')
    .optional(),
  category: z.enum(categories).optional(),
  stream: z
    .string()
    .refine(isStreamId, 'must be <category>-<id>, e.g. document-<doc_key> or query-<queryId>')
    .optional(),
  outcome: z.enum(outcomes).optional(),
  basis: z.enum(bases).optional(),
  phi: z.boolean().optional(),
  ...periodShape,
  reason: reasonShape.optional(),
  oldestFirst: z.boolean().default(false),
  limit: wholeNumber(1, 100_000).default(50),
  json: z.boolean().default(false),
};

/** Adds `audit list`. */
export const addAuditList = (audit: Command, { terminal, environment, signal }: CliRun): void => {
  addZone(addReason(audit.command('list'), false))
    .summary('list who did or read what, with filters')
    .description(
      'Lists audit entries without their content, newest first. An entry must match all filters. With --reason, it also shows the reasons that people gave. Your access is recorded.',
    )
    .option(
      '--subject <subject>',
      'the person or thing concerned: a pseudonym, or person:…, document:<key>, query:<id>',
    )
    .option('--actor <id>', 'who did it')
    .option('--on-behalf-of <id>', 'the person on whose behalf a service acted')
    .option('--role <role>', roles.join(', '))
    .option('--action <words>', 'words of the action\'s name, such as "read"')
    .option('--type <type>', 'an event type, such as AnswerRead')
    .option('--category <category>', 'a stream category; "access" holds all reads')
    .option('--stream <id>', 'a stream, and all reads of it')
    .option('--outcome <outcome>', outcomes.join(', '))
    .option('--basis <basis>', `what allowed a read: ${bases.join(', ')}`)
    .option('--phi', 'only entries known to involve PHI')
    .option('--no-phi', 'only entries not known to involve PHI')
    .option('--from <moment>', MOMENT)
    .option('--to <moment>', 'the same; both ends are inclusive')
    .option('--oldest-first', 'list in log order')
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis audit list --subject patient-4711 --category access --reason "complaint 12"
  $ npx anamnesis audit list --outcome refused --from yesterday --to yesterday --zone Europe/Berlin
  $ npx anamnesis audit list --actor dr-lee --from "last week" --to 2026-W05
  $ npx anamnesis audit list --stream document-protocol-1219 --action read --json`,
    )
    .action(async (_options: unknown, command: Command) => {
      // Commander defaults a flag that has a negation to true; only a typed flag should filter.
      if (command.getOptionValueSource('phi') !== 'cli') command.setOptionValue('phi', undefined);
      const { url, limit, json, oldestFirst, actor, stream, phi, from, to, zone, reason, ...filter } =
        parseOptions(command, shape);
      const query = omitUndefined({
        ...filter,
        ...(await periodOf({ from, to, zone })),
        actorId: actor,
        streamId: stream,
        phi,
        order: oldestFirst ? 'asc' : undefined,
      } as const);
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        const { items, more } = await collectPages(limit, async (page) => {
          const { entries, nextCursor } = await client.post('/api/audit/entries', {
            body: { ...query, ...page },
          });
          return { items: entries, nextCursor: nextCursor ?? undefined };
        });
        if (json) terminal.print(JSON.stringify(items, null, 2));
        else if (items.length === 0) terminal.print('No entries match.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};
