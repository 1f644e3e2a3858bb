import { createInterface, type Interface } from 'node:readline';
import type { Query } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { type FeedbackKind, feedbackKinds } from '../../domain/consultation/feedback-kind.ts';
import { counted } from '../../domain/kernel/counted.ts';
import type { SearchFiltersInput } from '../../domain/retrieval/search-filters.ts';
import { anySignal } from '../../ports/any-signal.ts';
import { CliError, interrupted, usageError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { fitScreen } from '../output/fit-screen.ts';
import { printQuery, type WatchedQuery } from '../output/print-query.ts';
import { plainLine } from '../plain-text.ts';
import { answerClarification, askQuestion } from './ask-question.ts';
import { cancelQuery } from './cancel-query.ts';
import { openConversation } from './choose-conversation.ts';
import {
  type ClinicalContext,
  CONTEXT_WORDS,
  describeClinicalContext,
  readClinicalContext,
} from './clinical-context.ts';
import type { AskAtTerminal } from './confirm-tools.ts';

type ChatOptions = {
  /** The conversation to continue; without it, the first question starts one. */
  readonly conversation?: string | undefined;
  readonly filters: SearchFiltersInput;
  readonly limit?: number | undefined;
  readonly json: boolean;
};

export const CHAT_HELP = `Type a question, or one of these:
  /context                 show the facts known about the patient
  /context <word>=<value>  add facts, e.g. /context age=4 weight=16:
${CONTEXT_WORDS.map((line) => `                             ${line}`).join('\n')}
  /context clear           forget the facts
  /feedback <kind> [n]     rate the last answer, or its source [n]:
                           ${feedbackKinds.join(', ')}
  /skip                    skip the clarifying question
  /new                     start a new conversation, without a patient
  /help                    show this help
  /quit                    end the chat (as do Ctrl-D, and Ctrl-C twice)`;

const isKind = (word: string): word is FeedbackKind => feedbackKinds.some((kind) => kind === word);

/** The state of a chat from line to line. */
type Chat = {
  conversationId: string | undefined;
  clinicalContext: ClinicalContext;
  answered: Query | undefined;
  /** The clarifying question that the next line may answer. */
  clarifying: Query | undefined;
};

type Talk = {
  readonly client: ApiClient;
  readonly options: ChatOptions;
  readonly run: CliRun;
  readonly chat: Chat;
  readonly askAtTerminal: AskAtTerminal;
  /** Aborts when the wait for this line ends. */
  readonly given: AbortSignal;
  /** Called with a question's id as soon as it can be cancelled. */
  readonly onAsked: (queryId: string) => void;
};

const conversationOf = async ({ client, chat }: Talk): Promise<string> => {
  chat.conversationId ??= (await client.post('/api/commands/StartConversation', { body: {} })).conversationId;
  return chat.conversationId;
};

/** Asks a question, or answers the pending clarifying question. */
const ask = async (line: string, talk: Talk): Promise<WatchedQuery> => {
  const { client, options, run, chat, askAtTerminal, given, onAsked } = talk;
  const { filters, limit } = options;
  const watching = {
    terminal: run.terminal,
    tokens: !options.json,
    signal: anySignal([given, run.signal]),
    askAtTerminal,
    onAsked,
  };
  const before = chat.clarifying;
  const watched =
    before === undefined
      ? await askQuestion(
          client,
          { question: line, conversationId: await conversationOf(talk), filters, limit },
          watching,
        )
      : await answerClarification(client, before, line, watching);
  const { query } = watched;
  chat.clarifying = query.status === 'clarifying' ? query : undefined;
  if (query.status === 'answered') chat.answered = query;
  return watched;
};

const show = (
  watched: WatchedQuery,
  { options: { json }, run: { terminal } }: Pick<Talk, 'options' | 'run'>,
): void => {
  const { query } = watched;
  // One answer per line, for programs that read a pipe.
  if (json) {
    terminal.print(JSON.stringify(query));
    if (query.error) throw new CliError(query.error.message, { hint: 'Check the server log.' });
    return;
  }
  printQuery(watched, terminal);
  if (query.status === 'clarifying')
    terminal.note('Type a number or your own words, or /skip to ask something else.');
  terminal.print();
};

const setContext = async (text: string, talk: Talk): Promise<string> => {
  const { client, chat } = talk;
  if (text !== '') {
    const clinicalContext = text === 'clear' ? {} : { ...chat.clinicalContext, ...readClinicalContext(text) };
    await client.post('/api/commands/SetClinicalContext', {
      body: { conversationId: await conversationOf(talk), clinicalContext },
    });
    chat.clinicalContext = clinicalContext;
  }
  return describeClinicalContext(chat.clinicalContext);
};

const giveFeedback = async (text: string, { client, chat }: Talk): Promise<string> => {
  const { answered } = chat;
  if (!answered) throw usageError('There is no answer to rate yet.');
  const [kind = '', mark] = text.split(/\s+/);
  if (!isKind(kind)) throw usageError(`Use /feedback with one of ${feedbackKinds.join(', ')}.`);
  const citation = answered.citations.find(({ n }) => String(n) === mark?.replace(/[[\]]/g, ''));
  if (mark !== undefined && !citation) throw usageError(`The last answer has no source ${plainLine(mark)}.`);
  await client.post('/api/commands/GiveFeedback', {
    body: {
      queryId: answered.queryId,
      kind,
      ...(citation && { docKey: citation.docKey }),
    },
  });
  return 'Thank you. Your feedback is recorded.';
};

/** Runs a slash command. Returns the text to show, or undefined to end the chat. */
const obey = async (line: string, talk: Talk): Promise<string | undefined> => {
  const [, word = ''] = /^\/(\S*)/.exec(line) ?? [];
  const text = line.slice(1 + word.length).trimStart();
  switch (word) {
    case 'quit':
    case 'exit':
      return undefined;
    case 'help':
      return CHAT_HELP;
    case 'context':
      return setContext(text, talk);
    case 'feedback':
      return giveFeedback(text, talk);
    case 'skip':
      talk.chat.clarifying = undefined;
      return 'The next line is a new question.';
    case 'new':
      talk.chat.clarifying = undefined;
      talk.chat.conversationId = undefined;
      talk.chat.clinicalContext = {};
      talk.chat.answered = undefined;
      return 'The next question starts a new conversation.';
    default:
      throw usageError(`There is no command /${plainLine(word)}.`, 'See /help.');
  }
};

/** Asks and reads the next line as the answer; does not ask when the lines come from a pipe. */
const askOnLine =
  (lines: Interface, isOnScreen: boolean): AskAtTerminal =>
  async (question, until) => {
    if (!isOnScreen || until.aborted) return undefined;
    // Input typed before the prompt is not an answer.
    lines.write(null, { ctrl: true, name: 'u' });
    return new Promise((resolve) => {
      until.addEventListener('abort', () => resolve(undefined), { once: true });
      lines.question(`${question} [y/N] `, { signal: until }, (said) =>
        resolve(/^y(?:es)?$/i.test(said.trim())),
      );
    });
  };

/** The wait for the work on a line. */
type Waiting = {
  /** Cancels the question and ends the wait; a second call ends the wait immediately. The work itself continues. */
  cancel: (() => void) | undefined;
};

/**
 * Handles Ctrl-C. At the prompt it clears the line, and twice in a row it ends the chat; during a wait it cancels the
 * question.
 */
const listenForInterrupts = (lines: Interface, waiting: Waiting, { terminal }: CliRun): void => {
  let isSecond = false;
  lines.on('line', () => {
    isSecond = false;
  });
  lines.on('SIGINT', () => {
    if (waiting.cancel) return waiting.cancel();
    if (isSecond) return lines.close();
    isSecond = true;
    terminal.note('\nPress Ctrl-C again to end the chat.');
    lines.write(null, { ctrl: true, name: 'u' });
    lines.prompt();
  });
};

const waitedNoLonger = (): CliError =>
  new CliError('Stopped waiting. The server continues to work on the question.');

/**
 * Waits for the work on a line. The work changes a copy of the chat's state, which is adopted when the wait ends: later
 * changes must not reach a conversation about another patient.
 */
const untilCancelled = async <Result>(
  work: (talk: Talk) => Promise<Result>,
  talk: Omit<Talk, 'given' | 'onAsked'>,
  waiting: Waiting,
): Promise<Result> => {
  const chat = { ...talk.chat };
  const given = new AbortController();
  let queryId: string | undefined;
  let isCancelling = false;
  const onAsked = (id: string): void => {
    queryId = id;
  };
  const done = work({ ...talk, chat, given: given.signal, onAsked });
  // An outcome after the user has stopped waiting is ignored.
  done.catch(() => {});
  try {
    return await Promise.race([
      done,
      new Promise<never>((_resolve, reject) => {
        waiting.cancel = () => {
          if (queryId === undefined || isCancelling) return reject(waitedNoLonger());
          isCancelling = true;
          cancelQuery(talk.client, queryId).then(
            () => reject(new CliError('Cancelled.')),
            () => reject(waitedNoLonger()),
          );
        };
      }),
    ]);
  } finally {
    given.abort();
    waiting.cancel = undefined;
    Object.assign(talk.chat, chat);
  }
};

/**
 * Chats with a person line by line, or answers the lines of a pipe in order. Failures are shown, and the chat continues.
 *
 * @throws CliError at the end of a pipe if some lines failed, or when the process is interrupted
 */
export const runChat = async (client: ApiClient, options: ChatOptions, run: CliRun): Promise<void> => {
  const { terminal, signal, input } = run;
  const chat: Chat = {
    conversationId: undefined,
    clinicalContext: {},
    answered: undefined,
    clarifying: undefined,
  };
  if (options.conversation !== undefined) {
    const { conversationId, clinicalContext } = await openConversation(client, options.conversation);
    chat.conversationId = conversationId;
    chat.clinicalContext = clinicalContext ?? {};
  }
  const screen = input.isTTY === true ? terminal.bars : undefined;
  const lines = createInterface({
    input,
    ...(screen && { output: screen }),
    terminal: screen !== undefined,
    prompt: '> ',
  });
  const talk = { client, options, run, chat, askAtTerminal: askOnLine(lines, screen !== undefined) };
  const stop = (): void => lines.close();
  signal.addEventListener('abort', stop, { once: true });
  const waiting: Waiting = { cancel: undefined };
  listenForInterrupts(lines, waiting, run);
  let isOpen = true;
  lines.on('close', () => {
    isOpen = false;
  });
  const prompt = (): void => {
    if (screen && isOpen) lines.prompt();
  };
  let failed = 0;
  if (screen) terminal.note('Ask a question, or type /help for commands and /quit to end.');
  prompt();
  try {
    for await (const typed of lines) {
      const line = typed.trim();
      if (line === '') {
        prompt();
        continue;
      }
      if (!screen && !options.json && !line.startsWith('/'))
        terminal.print(terminal.style('bold', `> ${plainLine(line)}`));
      try {
        if (line.startsWith('/')) {
          const said = await untilCancelled((inTime) => obey(line, inTime), talk, waiting);
          if (said === undefined) break;
          terminal.note(fitScreen(said, terminal));
        } else show(await untilCancelled((inTime) => ask(line, inTime), talk, waiting), talk);
      } catch (error) {
        if (signal.aborted || !(error instanceof CliError)) throw error;
        failed += 1;
        terminal.note(terminal.noteStyle('red', fitScreen(error.message, terminal)));
        if (error.hint !== undefined) terminal.note(fitScreen(error.hint, terminal));
      }
      prompt();
    }
  } finally {
    signal.removeEventListener('abort', stop);
    lines.close();
    // An open input that is no longer read would keep the process from exiting.
    input.pause();
  }
  if (signal.aborted) throw interrupted();
  if (failed > 0 && !screen) throw new CliError(`${counted(failed, 'line')} failed; the reasons are above.`);
};
