import type { Command } from 'commander';
import { z } from 'zod';
import type { Token } from '../../client/api.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { roles } from '../../domain/kernel/actor.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { tokenNameSchema, tokenTeamsSchema } from '../../domain/operations/token-events.ts';
import { ApiFailure } from '../api/api-failure.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';

const hintWhenTaken = (error: unknown): never => {
  if (error instanceof ApiFailure && error.refusal.details?.tokenId !== undefined)
    throw new CliError(error.message, {
      hint: 'Add --replace to revoke it and create a new one.',
      cause: error,
    });
  throw error;
};

const list = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const columns: readonly Column<Token>[] = [
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'ROLES', value: ({ roles: held }) => held.join(', '), wrap: true },
  { heading: 'STATE', value: ({ state }) => state },
  { heading: 'EXPIRES', value: ({ expiresAt }) => expiresAt.slice(0, 10) },
  { heading: 'LAST USED', value: ({ lastUsedAt }) => lastUsedAt && describeInstant(lastUsedAt) },
  { heading: 'CREATED BY', value: ({ createdBy }) => createdBy, wide: true },
  { heading: 'FOR', value: ({ onBehalfOf }) => onBehalfOf, optional: true },
  { heading: 'TEAMS', value: ({ teams }) => (teams.length === 0 ? null : teams.join(', ')), optional: true },
  { heading: 'ID', value: ({ tokenId }) => tokenId, wide: true },
];

type CreatedToken = {
  readonly name: string;
  readonly tokenId: string;
  readonly expiresAt: string;
  readonly token: string;
};

/** Prints a link in place of the token, which only the browser that opens it will hold. */
const printLink = async (
  client: ApiClient,
  { token, ...created }: CreatedToken,
  json: boolean,
  terminal: CliRun['terminal'],
): Promise<void> => {
  const link = await client.post('/api/sign-in-links', { body: { token } });
  printResult(terminal, json, { ...created, link: link.url, linkExpiresAt: link.expiresAt }, link.url);
  if (!json)
    terminal.note(
      fitScreen(
        `The link works once, until ${describeInstant(link.expiresAt)}: send it to ${created.name} alone. Once signed in, they stay so until they sign out or the session ends.`,
        terminal,
      ),
    );
};

const addCreate = (tokens: Command, { terminal, environment, signal }: CliRun): void => {
  tokens
    .command('create')
    .summary('create a token for a user')
    .description(
      'Creates a token for a user and prints it once: it is not stored. The name is the id of the user in the audit ' +
        'trail and as the owner of their questions.',
    )
    .argument('<name>', 'e.g. alice: lower-case letters, digits and . _ - @ +')
    .requiredOption('--roles <roles>', `one or more of ${roles.join(', ')}, separated by commas`)
    .option('--teams <teams>', 'care teams of the user, separated by commas')
    .option('--days <n>', 'days until it expires (default: TOKEN_DEFAULT_DAYS of the server)')
    .option('--on-behalf-of <id>', 'the person on whose behalf a service uses it')
    .option('--replace', 'revoke the valid token with this name')
    .option('--link', 'print a link that signs a browser in once, within ten minutes, instead of the token')
    .option('--json', 'print the token and its details as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ TOKEN=$(npx anamnesis tokens create alice --roles clinician)\n  $ npx anamnesis tokens create alice --roles clinician --link',
    )
    .action(async (given: string, _options: unknown, command: Command) => {
      const name = tokenNameSchema.safeParse(given);
      if (!name.success)
        throw usageError(`"${given}" is not a valid token name: it ${name.error.issues[0]?.message}.`);
      const options = parseOptions(command, {
        roles: z
          .string()
          .transform(list)
          .pipe(z.array(z.enum(roles)).min(1)),
        teams: z.string().transform(list).pipe(tokenTeamsSchema).optional(),
        days: wholeNumber(1, 3660).optional(),
        onBehalfOf: z.string().min(1).max(256).optional(),
        replace: z.boolean().default(false),
        link: z.boolean().default(false),
        json: z.boolean().default(false),
      });
      const { url, json, roles: held, teams, days, onBehalfOf, replace, link } = options;
      const connection = { url, environment, terminal, signal, mayCreate: true };
      await withServer(connection, async (client) => {
        const { token, tokenId, expiresAt } = await client
          .post('/api/commands/CreateToken', {
            body: {
              name: name.data,
              roles: held,
              replace,
              ...omitUndefined({ teams, days, onBehalfOf }),
            },
          })
          .catch(hintWhenTaken);
        if (token === undefined)
          throw new CliError('The token was created, but the response that held it was lost.', {
            hint: 'Add --replace to revoke it and create a new one.',
          });
        if (link) {
          await printLink(client, { name: name.data, tokenId, expiresAt, token }, json, terminal);
          return;
        }
        printResult(terminal, json, { name: name.data, tokenId, expiresAt, token }, token);
        if (!json)
          terminal.note(
            fitScreen(
              `It is valid until ${describeInstant(expiresAt)} and will not be shown again. Use it as ANAMNESIS_TOKEN or as a bearer token.`,
              terminal,
            ),
          );
      });
    });
};

const addList = (tokens: Command, { terminal, environment, signal }: CliRun): void => {
  tokens
    .command('list')
    .summary('list the tokens')
    .description('Lists named tokens with their roles, expiry and last use (to the hour), newest first.')
    .option('--state <state>', 'only this state: active, expired, revoked')
    .option('-n, --limit <n>', 'the maximum number to list (default: 50)')
    .option('--json', 'print them as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis tokens list --state active')
    .action(async (_options: unknown, command: Command) => {
      const { url, state, limit, json } = parseOptions(command, {
        state: z.enum(['active', 'expired', 'revoked']).optional(),
        limit: wholeNumber(1, 100_000).default(50),
        json: z.boolean().default(false),
      });
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/admin/tokens', { query: { ...page, ...omitUndefined({ state }) } }),
        );
        if (json) printJson(terminal, items);
        else if (items.length === 0) terminal.print('There are no named tokens.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

/** The id of the active token with a name; an id is returned unchanged. */
const idOf = async (client: ApiClient, nameOrId: string): Promise<string> => {
  if (uuidSchema.safeParse(nameOrId).success) return nameOrId;
  const { items } = await client.page('/api/admin/tokens', {
    query: { name: nameOrId, state: 'active', limit: 1 },
  });
  const [found] = items;
  if (found) return found.tokenId;
  throw new CliError(`There is no valid token named "${nameOrId}".`, {
    hint: 'See "npx anamnesis tokens list".',
  });
};

const addRevoke = (tokens: Command, { terminal, environment, signal }: CliRun): void => {
  tokens
    .command('revoke')
    .summary('revoke a token immediately')
    .description(
      "Revokes a token immediately, on all nodes, and ends its open streams. --jti revokes an identity provider's token.",
    )
    .argument('[name]', 'the name or id, as listed by "npx anamnesis tokens list"')
    .option('--jti <jti>', "the jti claim of an identity provider's token, instead of a name")
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis tokens revoke alice')
    .action(async (name: string | undefined, _options: unknown, command: Command) => {
      const { url, jti, json } = parseOptions(command, {
        jti: z.string().min(1).max(256).optional(),
        json: z.boolean().default(false),
      });
      if ((name === undefined) === (jti === undefined))
        throw usageError("Specify one token: by name or id, or with --jti for an identity provider's token.");
      const connection = { url, environment, terminal, signal, mayCreate: false };
      await withServer(connection, async (client) => {
        const which = jti === undefined ? { tokenId: await idOf(client, name ?? '') } : { jti };
        const recorded = await client.post('/api/commands/RevokeToken', { body: which });
        printResult(terminal, json, { ...which, ...recorded }, `${name ?? jti} is revoked.`);
      });
    });
};

/** Adds `tokens create`, `tokens list` and `tokens revoke`. */
export const addNamedTokenCommands = (program: Command, cli: CliRun): void => {
  const tokens = program.command('tokens').description('create, list and revoke user tokens');
  addCreate(tokens, cli);
  addList(tokens, cli);
  addRevoke(tokens, cli);
};
