import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { parseSync, Visitor } from 'oxc-parser';
import { beforeAll, describe, expect, it } from 'vitest';
import { createWholeProgram } from '../../../cli/create-program.ts';
import { sourceFilesUnder } from '../../../scripts/source-files.ts';
import { openCliRun } from '../../support/cli-in-process.ts';

const root = join(import.meta.dirname, '../../..');
const PROGRAM = 'npx anamnesis';

type Text = { readonly file: string; readonly text: string };

/** The string literals of a source file; a placeholder word replaces each value of a template. */
const textsOf = (file: string): readonly Text[] => {
  const source = readFileSync(join(root, file), 'utf8');
  const texts: Text[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') texts.push({ file, text: value });
    },
    TemplateLiteral: ({ quasis }) => {
      texts.push({ file, text: quasis.map(({ value }) => value.cooked ?? '').join('some-value') });
    },
  }).visit(parseSync(file, source).program);
  return texts;
};

const sources: readonly Text[] = [
  'app',
  'cli',
  'client',
  'commands',
  'consumers',
  'domain',
  'followers',
  'infra',
  'ports',
  'projections',
  'read-api',
]
  .flatMap(sourceFilesUnder)
  .filter((file) => !file.endsWith('.generated.ts'))
  .flatMap(textsOf);

/** The documents for operators. Decisions and the changelog mention commands that need not exist any more. */
const documents: readonly Text[] = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !/^(?:decisions|catalogues)\/|^moved-tests/.test(name))
    .map((name) => join('docs', name)),
].map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/**
 * Commands in a text: in quotation marks, as code or in a substitution of the shell up to their end, otherwise to the end
 * of the line, without shell operators and the following remark.
 */
const calls = ({ text }: Text): readonly string[] =>
  [
    ...text.matchAll(
      /(?<=(["`]))npx anamnesis (?:(?!\1).)*(?=\1)|(?<=\$\()npx anamnesis [^)\n]*(?=\))|(?<!["`(])npx anamnesis [^\n]*?(?= [|<>#] | {2}|`|\n|$)/gs,
    ),
  ].map(([call]) => call.replace(/\s+/g, ' ').trim());

/** The words of a command after shell splitting; a placeholder counts as a word. */
const wordsOf = (call: string): readonly string[] =>
  [...call.slice(PROGRAM.length).matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/["']/g, ''),
  );

/** The program, limited to parsing its arguments. */
const readingProgram = async (): Promise<Command> => {
  const program = await createWholeProgram(openCliRun({}).cli, '1.2.3');
  const silence = (command: Command): void => {
    command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {}, outputError: () => {} });
    if (command.commands.length === 0 || command.options.length > 0) command.action(() => {});
    command.commands.forEach(silence);
  };
  silence(program);
  return program;
};

const isHelp = (error: unknown): boolean =>
  error instanceof Error && 'exitCode' in error && error.exitCode === 0;

const refusalOf = async (call: string): Promise<string | undefined> => {
  try {
    await (await readingProgram()).parseAsync(wordsOf(call), { from: 'user' });
    return undefined;
  } catch (error) {
    return isHelp(error) ? undefined : `${call}: ${error instanceof Error ? error.message : 'thrown'}`;
  }
};

/** The help of every command, including its examples. */
const helpOf = (program: Command): readonly Text[] => {
  const texts: Text[] = [];
  const within = (command: Command): void => {
    command.configureOutput({ writeOut: (text) => texts.push({ file: `${command.name()} --help`, text }) });
    command.outputHelp();
    command.commands.forEach(within);
  };
  within(program);
  return texts.flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('  $ '))
      .map((line) => ({ file, text: line })),
  );
};

/** True when a value is the name of a command: only its help, or a run, shows which one. */
const isComposed = (call: string): boolean => /^npx anamnesis (?:tools |projections )?some-value/.test(call);

const called = [
  ...new Map(
    [...sources, ...documents, ...helpOf(await createWholeProgram(openCliRun({}).cli, '1.2.3'))].flatMap(
      (text) => calls(text).map((call) => [call, text.file] as const),
    ),
  ),
].filter(([call]) => !isComposed(call));

describe('a command that the program or a document asks the user to type', () => {
  it.each(called)('exists: %s (%s)', async (call) => {
    expect(await refusalOf(call)).toBeUndefined();
  });

  it('is found in the sources and documents', () => {
    expect(called.length).toBeGreaterThan(150);
  });
});

describe('the quoted name of a command', () => {
  /** Paths of commands, e.g. "projections reset". */
  let paths: readonly string[];
  beforeAll(async () => {
    const within = (command: Command, before: readonly string[]): readonly string[] =>
      command.commands.flatMap((child) => {
        const path = [...before, child.name()];
        return [path.join(' '), ...within(child, path)];
      });
    paths = within(await readingProgram(), []);
  });

  /** Quoted words that are a command, or the beginning of one with its arguments. */
  const named = ({ text }: Text, mark: RegExp): readonly string[] =>
    [...text.matchAll(mark)]
      .map(([, quoted = '']) => quoted.replace(/\s+/g, ' '))
      .filter((quoted) => paths.some((path) => `${quoted} `.startsWith(`${path} `)));

  /** A single word is a name, unless it works when typed alone. */
  const isTyped = async (quoted: string): Promise<boolean> =>
    quoted.includes(' ') || (await refusalOf(`${PROGRAM} ${quoted}`)) === undefined;

  it('appears in a message with everything that must be typed before it', async () => {
    const found: string[] = [];
    for (const text of sources.filter((one) => /\s/.test(one.text)))
      for (const quoted of [...named(text, /"([^"]+)"/g), ...named(text, /`([^`]+)`/g)])
        if (await isTyped(quoted)) found.push(`${text.file}: ${quoted}`);
    expect(found.join('\n')).toBe('');
  });

  it('appears in a document with everything that must be typed before it, when it has more than one word', () => {
    const found = documents.flatMap(({ file, text }) =>
      named({ file, text: text.replace(/^```[\s\S]*?^```/gm, '') }, /`([^`]+)`/g)
        .filter((quoted) => quoted.includes(' '))
        .map((quoted) => `${file}: ${quoted}`),
    );
    expect(found.join('\n')).toBe('');
  });
});
