import type { Command } from 'commander';
import { z } from 'zod';
import type {
  ConfirmToolAnswer,
  ConfirmToolOutcome,
  RequestToolCallAnswer,
  RequestToolCallOutcome,
  Tool,
  ToolCall,
} from '../../client/api.generated.ts';
import { collectPages } from '../../client/collect-pages.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { failedToolCall } from '../../client/failures.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { nearestName } from '../../domain/language/nearest-name.ts';
import { toolCallStatuses } from '../../domain/tools/tool-call-state.ts';
import { toolCategories } from '../../domain/tools/tool-definition.ts';
import { ApiFailure, hintWhenMissing } from '../api/api-failure.ts';
import { type ToolCallFrame, toolCallFrameOf } from '../api/tool-call-frame.ts';
import { CliError, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { describeInstant } from '../output/describe-instant.ts';
import { type Column, formatTable } from '../output/format-table.ts';
import { printJson, printResult } from '../output/print-result.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { askYesOrNo } from '../tools/ask-yes-or-no.ts';
import { printTool, printTools } from '../tools/print-tool.ts';
import { printOutcome, printPrompt, printToolCall } from '../tools/print-tool-call.ts';
import { readArgumentsFile } from '../tools/read-arguments-file.ts';
import { argumentsOf, readToolArguments } from '../tools/read-tool-arguments.ts';
import { parseOptions, wholeNumber } from './parse-options.ts';
import { addReason, reasonShape } from './reason-option.ts';

/** The longest wait that the server allows. */
const MAX_WAIT_SECONDS = 60;

type EndedCall = Pick<ToolCall, 'toolCallId' | 'status'> & {
  readonly result: NonNullable<ToolCall['result']>;
};

/** The state of a call so far: ended, waiting for confirmation, or still in progress. */
type ToolOutcome =
  | ConfirmToolAnswer
  | ConfirmToolOutcome
  | RequestToolCallAnswer
  | RequestToolCallOutcome
  | EndedCall;

/** Awaits a request that waits for the end of a call: a call that came to nothing is an outcome, too. */
const outcomeOf = async (client: ApiClient, work: Promise<ToolOutcome>): Promise<ToolOutcome> => {
  try {
    return await work;
  } catch (error) {
    const toolCallId = error instanceof ApiFailure ? failedToolCall(error.refusal) : undefined;
    if (toolCallId === undefined) throw error;
    const { status, result } = await client.get('/api/tool-calls/{id}', {
      path: { id: toolCallId },
      headers: { Prefer: `wait=${MAX_WAIT_SECONDS}` },
    });
    if (result === null) throw error;
    return { toolCallId, status, result };
  }
};

/** All tools, including those that are not configured. */
const listTools = async (client: ApiClient): Promise<readonly Tool[]> => {
  const listed = await client.get('/api/tools', { query: { format: 'json' } });
  // The other formats are for language models.
  return [...listed].filter((tool): tool is Tool => 'category' in tool);
};

const jsonOption = { json: z.boolean().default(false) };

const callId = (text: string): string => {
  const id = uuidSchema.safeParse(text);
  if (id.success) return id.data;
  throw usageError(
    `"${plainLine(text)}" is not the id of a call.`,
    'See "npx anamnesis tools calls" for the ids.',
  );
};

const toolNamed = (tools: readonly Tool[], name: string): Tool => {
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  const meant = nearestName(
    name,
    tools.map((tool) => tool.name),
  );
  throw usageError(
    `There is no tool "${plainLine(name)}".${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    'See "npx anamnesis tools list" for all of them.',
  );
};

const addList = (tools: Command, { terminal, environment, signal }: CliRun): void => {
  tools
    .command('list')
    .summary('list the tools')
    .description(
      'Lists the tools: which ones you may call, which need your confirmation, and how to enable the others.',
    )
    .option('--category <category>', `only ${toolCategories.join(', ')}`)
    .option('--json', 'print them in full as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis tools list --category medical')
    .action(async (_options: unknown, command: Command) => {
      const { url, category, json } = parseOptions(command, {
        ...jsonOption,
        category: z.enum(toolCategories).optional(),
      });
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const all = await listTools(client);
        const wanted = all.filter((tool) => category === undefined || tool.category === category);
        if (json) printJson(terminal, wanted);
        else if (wanted.length === 0) terminal.print('No tools match.');
        else printTools(wanted, terminal);
      });
    });
};

const addShow = (tools: Command, { terminal, environment, signal }: CliRun): void => {
  tools
    .command('show')
    .summary('show what a tool does and its arguments')
    .description('Shows what a tool does, its arguments, and the conditions for calling it.')
    .argument('<tool>', 'the tool, as listed by "npx anamnesis tools list"')
    .option('--json', 'print it as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis tools show search_pubmed')
    .action(async (name: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, jsonOption);
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const tool = toolNamed(await listTools(client), name);
        if (json) printJson(terminal, tool);
        else printTool(tool, terminal);
      });
    });
};

/** Asks the person at the terminal to confirm a call if needed; fails with a hint when there is no answer in time. */
const settle = async (
  outcome: ToolOutcome,
  client: ApiClient,
  cli: CliRun,
  isAgreed: boolean,
): Promise<ToolOutcome> => {
  if (!('confirmation' in outcome)) return outcome;
  const { confirmation, toolCallId } = outcome;
  printPrompt(confirmation, cli.terminal);
  const left = Math.max(Date.parse(confirmation.expiresAt) - Date.now(), 1);
  const approved = isAgreed || (await askYesOrNo('Do it?', cli, AbortSignal.timeout(left)));
  if (approved !== undefined)
    return outcomeOf(
      client,
      client.post('/api/commands/ConfirmTool', {
        body: { toolCallId, approved },
        wait: MAX_WAIT_SECONDS,
      }),
    );
  throw new CliError('The call was not confirmed, so nothing was done.', {
    hint: `Confirm it before it expires: npx anamnesis tools confirm ${toolCallId}`,
  });
};

const report = (outcome: ToolOutcome, json: boolean, { terminal }: CliRun): void => {
  if (json) printJson(terminal, outcome);
  else if ('result' in outcome) printOutcome(outcome, terminal);
  else
    terminal.print(
      `The call ${outcome.toolCallId} is in progress. Check it later: npx anamnesis tools calls ${outcome.toolCallId}`,
    );
};

/** The JSON text with all arguments, and its source; undefined when arguments are only given by name. */
const wholeArguments = async (
  typed: string | undefined,
  file: string | undefined,
  cli: CliRun,
): Promise<{ readonly text: string; readonly from: string } | undefined> => {
  if (file !== undefined)
    return {
      text: await readArgumentsFile(file, cli),
      from: file === '-' ? 'Standard input' : plainLine(file),
    };
  return typed === undefined ? undefined : { text: typed, from: '--arguments' };
};

const addCall = (tools: Command, cli: CliRun): void => {
  const { terminal, environment, signal } = cli;
  tools
    .command('call')
    .summary('call a tool')
    .description(
      'Calls a tool and waits for the result. A call that needs your consent is first shown to you in full; nothing is done before you agree.',
    )
    .argument('<tool>', 'the tool, as listed by "npx anamnesis tools list"')
    .argument('[name=value...]', 'its arguments: comma-separated lists, yes or no, JSON for anything else')
    .option('--arguments <json>', 'all arguments as one JSON object; named ones take precedence')
    .option('--arguments-file <file>', 'the same from a file, to avoid shell quoting; - reads standard input')
    .option('--conversation <id>', "give the tool this conversation's patient context")
    .option('-y, --yes', 'agree without being asked; the call is still shown')
    .option('--json', 'print the outcome as JSON')
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis tools call search_pubmed query="beta blockers in heart failure" max_results=3
  $ npx anamnesis tools call calculate_medical_score calculator_name=gcs parameters='{"eye":3,"verbal":4,"motor":5}'
  $ npx anamnesis tools call calculate_medical_score --arguments-file gcs.json`,
    )
    .action(async (name: string, given: readonly string[], _options: unknown, command: Command) => {
      const {
        url,
        json,
        yes,
        conversation,
        arguments: typed,
        argumentsFile,
      } = parseOptions(command, {
        ...jsonOption,
        arguments: z.string().optional(),
        argumentsFile: z.string().optional(),
        conversation: uuidSchema.optional(),
        yes: z.boolean().default(false),
      });
      if (typed !== undefined && argumentsFile !== undefined)
        throw usageError('Use either --arguments or --arguments-file.');
      const whole = await wholeArguments(typed, argumentsFile, cli);
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const tool = toolNamed(await listTools(client), name);
        const args = readToolArguments(tool.name, argumentsOf(tool.arguments), given, whole);
        const request = client.post('/api/commands/RequestToolCall', {
          body: {
            tool: tool.name,
            arguments: args,
            origin: 'cli',
            ...omitUndefined({ conversationId: conversation }),
          },
          wait: MAX_WAIT_SECONDS,
        });
        const begun = await outcomeOf(client, request);
        report(await settle(begun, client, cli, yes), json, cli);
      });
    });
};

const addAnswers = (tools: Command, cli: CliRun): void => {
  const { terminal, environment, signal } = cli;
  const hint = 'See "npx anamnesis tools calls --state awaiting_confirmation" for the calls that await you.';
  for (const [word, approved, summary, description] of [
    [
      'confirm',
      true,
      'confirm a call that awaits you, and wait for its result',
      'Confirms a call that awaits you, and waits for its result.',
    ],
    ['decline', false, 'decline a call that awaits you', 'Declines a call that awaits you.'],
  ] as const)
    tools
      .command(word)
      .summary(summary)
      .description(`${description} Your decision is final.`)
      .argument('<toolCallId>', 'the call')
      .option('--json', 'print the outcome as JSON')
      .addHelpText(
        'after',
        `\nExample:\n  $ npx anamnesis tools ${word} 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d`,
      )
      .action(async (id: string, _options: unknown, command: Command) => {
        const { url, json } = parseOptions(command, jsonOption);
        const toolCallId = callId(id);
        await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
          const outcome = await hintWhenMissing(
            hint,
            outcomeOf(
              client,
              client.post('/api/commands/ConfirmTool', {
                body: { toolCallId, approved },
                wait: MAX_WAIT_SECONDS,
              }),
            ),
          );
          if (approved || json) report(outcome, json, cli);
          else terminal.print('Declined. Nothing was done.');
        });
      });
  tools
    .command('cancel')
    .summary('cancel a call')
    .description(
      'Cancels a call: a waiting call is not made; a call in progress is stopped, but may already have taken effect.',
    )
    .argument('<toolCallId>', 'the call')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis tools cancel 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, jsonOption);
      const toolCallId = callId(id);
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const done = await hintWhenMissing(
          'See "npx anamnesis tools calls" for your calls.',
          client.post('/api/commands/CancelToolCall', { body: { toolCallId } }),
        );
        printResult(terminal, json, done, 'Cancelled.');
      });
    });
};

const columns: readonly Column<ToolCall>[] = [
  { heading: 'CALL', value: ({ toolCallId }) => toolCallId },
  { heading: 'TOOL', value: ({ tool }) => tool },
  { heading: 'STATUS', value: ({ status }) => status.replaceAll('_', ' '), wrap: true },
  { heading: 'ASKED', value: ({ requestedAt }) => describeInstant(requestedAt), wide: true },
  { heading: 'FOR', value: ({ requestedBy }) => requestedBy, wide: true },
];

const addCalls = (tools: Command, { terminal, environment, signal }: CliRun): void => {
  const calls = tools
    .command('calls')
    .summary('list your calls, or show one in full')
    .description('Lists your calls, newest first, or shows one with its arguments and result.')
    .argument('[toolCallId]', 'the call to show')
    .option('--state <state>', `only ${toolCallStatuses.join(', ')}`)
    .option('--tool <name>', 'only calls of this tool')
    .option('-n, --limit <n>', 'the maximum number to list (default: 20)')
    .option('--json', 'print them as JSON');
  addReason(calls, false)
    .addHelpText(
      'after',
      `
Examples:
  $ npx anamnesis tools calls --state awaiting_confirmation
  $ npx anamnesis tools calls 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d`,
    )
    .action(async (id: string | undefined, _options: unknown, command: Command) => {
      const { url, json, state, tool, limit, reason } = parseOptions(command, {
        ...jsonOption,
        reason: reasonShape.optional(),
        state: z.enum(toolCallStatuses).optional(),
        tool: z.string().optional(),
        limit: wholeNumber(1, 10_000).default(20),
      });
      const one = id === undefined ? undefined : callId(id);
      const connection = { url, environment, terminal, signal, mayCreate: false, reason };
      await withServer(connection, async (client) => {
        if (one !== undefined) {
          const call = await hintWhenMissing(
            'See "npx anamnesis tools calls" for your calls.',
            client.get('/api/tool-calls/{id}', { path: { id: one } }),
          );
          if (json) printJson(terminal, call);
          else printToolCall(call, terminal);
          return;
        }
        const { items, more } = await collectPages(limit, (page) =>
          client.page('/api/tool-calls', { query: { ...page, ...omitUndefined({ state, tool }) } }),
        );
        if (json) printJson(terminal, items);
        else if (items.length === 0) terminal.print('No calls match.');
        else terminal.print(formatTable(items, columns, terminal));
        if (more) terminal.note(`There are more than ${limit}; raise --limit to see them.`);
      });
    });
};

const showFrame = (frame: ToolCallFrame, json: boolean, terminal: Terminal): void => {
  if (json) terminal.print(JSON.stringify('confirmation' in frame ? frame.confirmation : frame.activity));
  else if (frame.kind === 'confirmation') {
    printPrompt(frame.confirmation, terminal);
    const { toolCallId } = frame.confirmation;
    terminal.print(`  npx anamnesis tools confirm ${toolCallId}`);
    terminal.print(`  npx anamnesis tools decline ${toolCallId}`);
  } else {
    const { at, status, tool, toolCallId } = frame.activity;
    terminal.print(`${describeInstant(at)}  ${status.padEnd(21)}  ${tool}\n  ${toolCallId}`);
  }
};

const addWatch = (tools: Command, { terminal, environment, signal }: CliRun): void => {
  tools
    .command('watch')
    .summary('watch your calls and those that await you')
    .description(
      'Shows the calls that await your confirmation, then the progress of your calls, until Ctrl-C.',
    )
    .option('--json', 'print each as a line of JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis tools watch')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, jsonOption);
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        let isAnnounced = false;
        const onConnected = () => {
          if (!isAnnounced) terminal.note('Showing your tool calls as they happen; press Ctrl-C to stop.');
          isAnnounced = true;
        };
        try {
          for await (const { event } of client.follow('/api/tool-calls/stream', { onConnected })) {
            const frame = event && toolCallFrameOf(event);
            if (frame) showFrame(frame, json, terminal);
          }
        } catch (error) {
          if (!signal.aborted) throw error;
        }
      });
    });
};

/** Adds `tools list`, `show`, `call`, `confirm`, `decline`, `cancel`, `calls` and `watch`. */
export const addToolCommands = (program: Command, cli: CliRun): void => {
  const tools = program.command('tools').description('call tools, and confirm or decline their calls');
  addList(tools, cli);
  addShow(tools, cli);
  addCall(tools, cli);
  addAnswers(tools, cli);
  addCalls(tools, cli);
  addWatch(tools, cli);
};
