import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { commandTable } from '../../../cli/command-table.ts';
import { createProgram, createWholeProgram } from '../../../cli/create-program.ts';
import { openCliRun, runCliInProcess } from '../../support/cli-in-process.ts';
import type { CliResult } from '../../support/run-cli.ts';

const samples = join(import.meta.dirname, '../../../samples');

const runWith = (environment: Readonly<Record<string, string>>, ...words: string[]): Promise<CliResult> =>
  runCliInProcess(words, { DATA_DIR: '/no/such/data/directory', ...environment });

const run = (...words: string[]) => runWith({}, ...words);

describe('calling the command line', () => {
  it('shows the sentence of a part that failed, and does not ask for a report', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'anamnesis-cli-'));
    try {
      mkdirSync(join(folder, 'keys'));
      writeFileSync(join(folder, 'keys', 'master.key'), 'no key', { mode: 0o600 });
      const { code, err } = await runWith({ DATA_DIR: folder }, 'keys', 'rewrap', '--to', `${folder}.key`);
      expect(code).toBe(1);
      expect(err).toContain('does not hold 32 bytes in hex or base64');
      expect(err).not.toContain('report');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['\u001b[31mask'],
    ['documents', '\u001b[31mx'],
    ['ingest', '\u001b[31mx.md'],
    ['documents', '--url', 'http://\u001b[31m'],
  ])('explains what is wrong with %j %j without control characters', async (...words) => {
    const { code, err } = await run(...words);
    expect(code).not.toBe(0);
    expect(err).toContain('[31m');
    expect(err).not.toContain('\u001b');
  });

  it.each([
    '',
    'ingest',
    'ask',
    'chat',
    'search',
    'calc',
    'documents',
    'jobs',
    'retry',
    'cancel',
    'withdraw',
    'feedback give',
    'feedback export',
    'reviews list',
    'reviews show',
    'reviews resolve',
    'reviews dispute',
    'reviews export',
    'queries log',
    'queries summary',
    'audit list',
    'audit disclosures',
    'audit replay',
    'audit state',
    'audit export',
    'projections list',
    'projections reset',
    'nodes',
    'embedding show',
    'embedding change',
    'embedding revert',
    'parked list',
    'parked replay',
    'projections verify',
    'backup',
    'backup verify',
    'restore',
    'token reset',
    'doctor',
  ])('explains "%s" with an example that calls it', async (command) => {
    const { code, out, err } = await run(...command.split(' ').filter(Boolean), '--help');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(new RegExp(`Examples?:\\n {2}\\$ npx anamnesis ${command}`));
    expect(out).toContain('--url <url>');
    // A command to copy stays on its line.
    const tooWide = out.split('\n').filter((line) => line.length > 80 && !line.startsWith('  $ '));
    expect(tooWide).toEqual([]);
  });

  it.each(['feedback', 'reviews', 'queries', 'audit', 'projections', 'embedding', 'parked', 'token'])(
    'fits the commands of "%s" into 80 columns',
    async (group) => {
      const { out } = await run(group, '--help');
      expect(out).toContain('Commands:');
      expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('prints its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });

  it.each([
    ['without a command', [], 'Usage: npx anamnesis'],
    ['with an unknown command', ['aks', 'what?'], 'Did you mean "npx anamnesis ask"?'],
    ['with an unknown option', ['ask', 'what?', '--loud'], "Unknown option '--loud'."],
    ['without its question', ['ask'], "Missing required argument 'question'."],
    ['with one word too many', ['retry', 'one', 'another'], 'Too many arguments'],
    ['without its reason', ['withdraw', 'policy-1'], "Required option '--reason <text>' not specified."],
    ['without the source type', ['ingest', samples], 'Set it with --source-type'],
    [
      'with an unknown source type',
      ['ingest', samples, '-t', 'rumour'],
      '--source-type: must be one of guideline',
    ],
    ['with an unknown specialty', ['ingest', samples, '-t', 'note', '-s', 'a,B c'], 'lower snake case'],
    [
      'with a missing file',
      ['ingest', samples, 'nowhere.pdf', '-t', 'note'],
      'no file or folder "nowhere.pdf"',
    ],
    [
      'with one key for several files',
      ['ingest', samples, '-t', 'note', '--doc-key', 'note-1'],
      'names one document',
    ],
    ['with a malformed number', ['ask', 'what?', '--limit', 'many'], '--limit: must be a whole number'],
    ['with a number that is too large', ['ask', 'what?', '--limit', '21'], '--limit: must be at most 20'],
    ['with an unknown state', ['jobs', '--state', 'asleep'], '--state: must be one of PENDING'],
    [
      'with an unknown moment',
      ['audit', 'export', '--reason', 'review', '--from', 'some day'],
      '--from: must be a log position',
    ],
    [
      'with an instant without a zone',
      ['audit', 'replay', '--stream', 'document-x', '--as-of', '2026-01-31T09:30:00'],
      '--as-of: must be a log position',
    ],
    ['without a stream', ['audit', 'replay', '--stream', 'nothing'], '--stream: must be <category>-<id>'],
    ['with a malformed position', ['audit', 'proof', 'x'], '"x" is not a position.'],
    ['with a malformed job id', ['retry', 'x'], 'is not the id of a job'],
    ['without a job to cancel', ['cancel', 'x'], 'is not the id of a job'],
    ['with a malformed key', ['withdraw', 'No Key', '--reason', 'x'], 'is not the key of a document'],
    ['with a malformed address', ['documents', '--url', 'localhost'], 'is not the address of a server'],
    [
      'with a foreign address and no token',
      ['documents', '--url', 'http://127.0.0.1:9'],
      'A token is needed for http://127.0.0.1:9.',
    ],
    ['with a query in the address', ['documents', '--url', 'http://localhost/?x'], 'followed by "?" or "#"'],
  ])('is rejected %s, with a sentence and exit code 2', async (_how, words, sentence) => {
    const { code, out, err } = await run(...words);
    expect(err).toContain(sentence);
    expect({ code, out }).toEqual({ code: 2, out: '' });
  });

  it('is rejected with a password in the address, without repeating it', async () => {
    const { code, out, err } = await run('documents', '--url', 'http://alice:pa55word@localhost:3000');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('contains a user name or a password');
    expect(err).not.toMatch(/alice|pa55word/);
  });

  it('does not start watching when a folder is missing', async () => {
    expect(await run('watch', samples, '/no/such/folder', '-t', 'guideline')).toEqual({
      code: 2,
      out: '',
      err: 'There is no file or folder "/no/such/folder".\nNothing is watched. Check the spelling; names with spaces need quotes.\n',
    });
  });

  it('explains how to start when there is no data yet', async () => {
    const { code, err } = await run('documents');
    expect(code).toBe(1);
    expect(err).toContain('There is no data directory at /no/such/data/directory');
    expect(err).toContain('npm start');
  });

  it.each([
    'projections verify',
    'projections reset',
    'embedding change',
    'backup',
    'backup verify',
    'restore',
    'token reset',
    'import-embedded',
    'copy-files',
    'migrate',
    'doctor',
  ])('explains "%s" in 80 columns without broken lines, and each option once', async (command) => {
    const { out } = await run(...command.split(' '), '--help');
    const lines = (out.split('Example')[0] ?? '').split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const description = lines.slice(2, lines.indexOf('', 2));
    const short = description.filter((line, index) => {
      const [word = ''] = (description[index + 1] ?? '').split(' ');
      return word !== '' && !/[.:]$/.test(line) && line.length + 1 + word.length <= 80;
    });
    expect(short).toEqual([]);
    const options = lines.flatMap((line) => /^ {2}(?:-\w, )?(--\w[\w-]*)/.exec(line)?.[1] ?? []);
    expect(options).toEqual([...new Set(options)]);
  });

  it.each([['token', 'reset'], ['import-embedded'], ['restore', '/no/such/backup']])(
    'rejects a server address for "%s", which would change a local folder instead',
    async (...words) => {
      const { code, out, err } = await run(...words, '--url', 'http://localhost:3000');
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('not on the server at --url');
    },
  );

  it.each([80, 60])('lists every command within %s columns', async (columns) => {
    const { out } = await runCliInProcess(['--help'], {}, { columns });
    const list = out.slice(out.indexOf('Commands:'), out.indexOf('Examples:')).trimEnd().split('\n').slice(1);
    expect(list.filter((line) => /^ {2}\S/.test(line)).length).toBeGreaterThan(30);
    expect(list.filter((line) => line.length > columns)).toEqual([]);
  });

  it('shows the purpose of a group of commands as a sentence', async () => {
    expect((await run('feedback', '--help')).out).toContain('\nRate answers, and export the ratings.\n');
  });

  it('marks the required options in the help', async () => {
    const { out } = await run('audit', 'export', '--help');
    expect(out.replaceAll(/\s+/g, ' ')).toContain('it is recorded (required)');
    expect(out.match(/\(required\)/g)).toHaveLength(1);
  });

  it('names the full command whose help explains a wrong option', async () => {
    const { err } = await run('audit', 'replay', '--stream', 'nothing');
    expect(err).toContain('See "npx anamnesis audit replay --help"');
  });

  it.each([
    ['frobnicate', 'npx anamnesis --help'],
    ['tools frobnicate', 'npx anamnesis tools --help'],
    ['ask', 'npx anamnesis ask --help'],
    ['withdraw protocol-1219', 'npx anamnesis withdraw --help'],
    ['ask naloxone --frobnicate', 'npx anamnesis ask --help'],
  ])('names the help that explains it: %s', async (words, help) => {
    const { code, err } = await run(...words.split(' '));
    expect(code).toBe(2);
    expect(err).toContain(`See "${help}" for examples.`);
  });

  it('rejects a file as the destination for copies', async () => {
    const file = join(samples, 'hypoglycemia.docx');
    const { code, out, err } = await run('copy-files', '--to', file);
    expect([code, out]).toEqual([2, '']);
    expect(err).toBe(`--to: ${file} is a file.\nName a data directory, or a bucket (s3://…).\n`);
  });

  it('rejects a missing folder as the destination for copies, and does not create it', async () => {
    const folder = join(samples, 'missing');
    const { code, out, err } = await run('copy-files', '--to', folder);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`--to: there is no folder ${folder}.`);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['documents show --limit 3 protocol-1219', '"npx anamnesis documents show" has no option --limit'],
    ['documents --status failed show protocol-1219', '"npx anamnesis documents show" has no option --status'],
  ])('rejects options of the list in its other commands: %s', async (words, message) => {
    const { code, err } = await run(...words.split(' '));
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  it('calls formats unsupported only for a file that has no supported one', async () => {
    const { code, out, err } = await run('ingest', import.meta.filename, '-t', 'guideline');
    expect(code).toBe(1);
    expect(out).toContain('Its name does not end in .pdf,');
    expect(err).toContain('The reasons are above.');
    expect(err).not.toContain('Supported');
  });
});

describe('a mistyped command', () => {
  it.each([
    ['backup verfy /backups/anamnesis', 'Did you mean "npx anamnesis backup verify"?'],
    // It would be the name of a folder.
    ['backup verfiy', 'For a folder with this name, use ./verfiy.'],
    ['documents shwo protocol-1219', 'Did you mean "npx anamnesis documents show"?'],
    ['documents list', '"npx anamnesis documents" alone does this: list the documents'],
    ['backup /a /b', 'Too many arguments'],
    ['aks naloxone', 'There is no command "npx anamnesis aks". Did you mean "npx anamnesis ask"?'],
    ['tools frobnicate', 'There is no command "npx anamnesis tools frobnicate".'],
  ])('is not mistaken for something else: %s', async (words, said) => {
    const { code, out, err } = await run(...words.split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
  });

  it('does not affect folders that merely look like a command', async () => {
    const { err } = await run('backup', './verify');
    expect(err).not.toContain('Did you mean');
  });
});

describe('the help of a command that does not exist', () => {
  it.each([
    ['frobnicate --help', 'There is no command "npx anamnesis frobnicate".'],
    ['frobnicate -h', 'There is no command "npx anamnesis frobnicate".'],
    ['help frobnicate', 'There is no command "npx anamnesis frobnicate".'],
    ['aks --help', 'Did you mean "npx anamnesis ask"?'],
    ['help aks', 'Did you mean "npx anamnesis ask"?'],
    ['--url http://localhost:9 jobbs --help', 'Did you mean "npx anamnesis jobs"?'],
    ['tools frobnicate --help', 'See "npx anamnesis tools --help"'],
    [
      'projections rest --help',
      'Did you mean "npx anamnesis projections reset" or "npx anamnesis projections list"?',
    ],
    [
      'tools --url http://localhost:9 frobnicate --help',
      'There is no command "npx anamnesis tools frobnicate".',
    ],
    ['documents shwo --help', 'Did you mean "npx anamnesis documents show"?'],
    ['backup verfy --help', 'Did you mean "npx anamnesis backup verify"?'],
    ['help projections verfy', 'Did you mean "npx anamnesis projections verify"?'],
  ])('is rejected with the nearest names: %s', async (words, said) => {
    const { code, out, err } = await run(...words.split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
  });

  it.each([
    'backup /backups/anamnesis --help',
    'ask frobnicate --help',
    'help ask',
    'tools help list',
    '--help',
  ])('shows no other command instead: %s', async (words) => {
    expect(await run(...words.split(' '))).toMatchObject({ code: 0, err: '' });
  });
});

describe('an empty argument', () => {
  type Call = { readonly words: readonly string[]; readonly argument: string };
  /** Every command with arguments, called with empty ones. */
  const callsOf = (command: Command, path: readonly string[] = []): readonly Call[] =>
    command.commands.flatMap((child) => {
      const words = [...path, child.name()];
      const [first, ...more] = child.registeredArguments;
      const options = child.options.flatMap(({ mandatory, long }) => (mandatory && long ? [long, 'x'] : []));
      const empty = ['', ...more.filter(({ required }) => required).map(() => '')];
      const own = first && { words: [...words, ...options, ...empty], argument: first.name() };
      return [...(own ? [own] : []), ...callsOf(child, words)];
    });

  it('is rejected by name, by every command, before any work', async () => {
    const calls = callsOf(await createWholeProgram(openCliRun({}).cli, '1.2.3'));
    expect(calls.length).toBeGreaterThan(30);
    for (const { words, argument } of calls)
      expect(await run(...words), words.join(' ')).toEqual({
        code: 2,
        out: '',
        err: `<${argument}>: must not be empty\n`,
      });
  });
});

describe('a wrong option value', () => {
  it.each([
    ['ingest samples -t guidline', '--source-type: must be one of guideline, protocol, '],
    ['jobs --state done', '--state: must be one of PENDING, RUNNING, '],
    ['ask naloxone --conversation first', '--conversation: must be "last" or the id of a conversation'],
    ['reviews dispute 12', '"12" is not the id of a question.'],
    ['reviews show phi-12 --reason queue', '"phi-12" is not the id of a review.'],
    [
      'reviews resolve phi-0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d good --because seen',
      '"good" is not a verdict.',
    ],
    ['feedback give 12 helpful', '"12" is not the id of a question.'],
    ['feedback give 0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d good', '"good" is not a kind of feedback.'],
  ])('is rejected with the valid form: %s', async (words, said) => {
    const { code, out, err } = await run(...words.split(' '));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(said);
  });
});

describe('a malformed token', () => {
  it.each(['abc\ndef', 'abc def', 'ünïcode'])('is rejected before any request: %j', async (token) => {
    const { code, err } = await runWith(
      { ANAMNESIS_URL: 'http://127.0.0.1:9', ANAMNESIS_TOKEN: token },
      'jobs',
    );
    expect(code).toBe(2);
    expect(err).toContain(
      'ANAMNESIS_TOKEN contains a space, a line break or another character that tokens cannot have.',
    );
    expect(err).not.toContain(token);
  });
});

describe('machine-readable output', () => {
  /** These print data in any case: files, and events or pairs one per line. */
  const alreadyData = [
    'documents save',
    'feedback export',
    'reviews export',
    'audit export',
    'audit sealed-export',
  ];
  const leaves = (command: Command, words: readonly string[] = []): readonly (readonly [string, Command])[] =>
    command.commands.flatMap((child) => {
      const name = [...words, child.name()];
      const below = leaves(child, name);
      // `documents`, `jobs` and `backup` also work without a subcommand.
      const own = below.length === 0 || child.options.length > 0 ? [[name.join(' '), child] as const] : [];
      return [...own, ...below];
    });
  it('is available as JSON from every command that prints data', async () => {
    const program = await createWholeProgram(openCliRun({}).cli, '1.2.3');
    const without = leaves(program).filter(
      ([, { options }]) => !options.some(({ long }) => long === '--json'),
    );
    expect(without.map(([name]) => name)).toEqual(alreadyData);
    expect(leaves(program).length).toBeGreaterThan(25);
  });
});

describe('the list of commands', () => {
  const rowsOf = (program: Command): readonly string[] => {
    const help = program.createHelp();
    return program.commands.map(
      (command) => `${help.subcommandTerm(command)}: ${help.subcommandDescription(command)}`,
    );
  };

  it('describes each command in the words of its own help', async () => {
    const { cli } = openCliRun({});
    const listed = rowsOf(await createProgram(['--help'], cli, '1.2.3'));
    expect(listed).toEqual(rowsOf(await createWholeProgram(cli, '1.2.3')));
    expect(listed.length).toBeGreaterThanOrEqual(commandTable.length);
  });

  it('is shown next to the called command after a typing mistake', async () => {
    const { code, err } = await run('jobbs');
    expect(code).toBe(2);
    expect(err).toContain('Did you mean "npx anamnesis jobs"?');
  });

  it.each([
    [['help', 'documents']],
    [['documents', '--help']],
    [['--url', 'http://localhost:9', 'documents', '--help']],
  ])('leads to the help of a command with all its options: %j', async (words) => {
    const { code, out } = await run(...words);
    expect(code).toBe(0);
    expect(out).toContain('Usage: npx anamnesis documents');
    expect(out).toContain('--json');
  });
});
