import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runCliInProcess, startCliInProcess } from '../../support/cli-in-process.ts';
import { until } from '../../support/log-harness.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';
import { signTestToken } from '../../support/test-user.ts';

const answerSchema = z.object({
  queryId: z.string(),
  conversationId: z.string(),
  status: z.string(),
  interpretation: z.object({ intent: z.string() }),
});

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer();
});

const chat = (input: string, ...words: string[]) =>
  runCliInProcess(['chat', ...words], { DATA_DIR: server.dataDir }, { input });

describe('follow-up questions', () => {
  it('continue the same conversation, and show the ids that feedback needs', async () => {
    const first = await server.cli('ask', 'naloxone dose');
    const second = await server.cli('ask', 'and for a child?', '--conversation', 'last');
    const third = await server.cli('ask', 'stroke scale');
    const conversationOf = ({ out }: { out: string }) => /^Conversation (\S+)$/m.exec(out)?.[1];
    expect(conversationOf(first)).toMatch(/^[0-9a-f-]{36}$/);
    expect(conversationOf(second)).toBe(conversationOf(first));
    expect(conversationOf(third)).not.toBe(conversationOf(first));
    const queryId = /^Query (\S+)$/m.exec(second.out)?.[1] ?? '';
    const judged = await server.cli('feedback', 'give', queryId, 'helpful', '--json');
    expect(judged.code).toBe(0);
    expect(JSON.parse(judged.out)).toMatchObject({ queryId, kind: 'helpful' });
  });

  it('never continue the conversation of another user', async () => {
    const token = await signTestToken('stranger', ['clinician']);
    const stranger = { ANAMNESIS_URL: server.url, ANAMNESIS_TOKEN: token };
    const asked = await runCliInProcess(['ask', 'naloxone dose', '--conversation', 'last'], stranger);
    expect(asked).toMatchObject({ code: 1, out: '' });
    expect(asked.err).toContain('You have no conversation yet.');
  });
});

describe('a chat over a pipe', () => {
  it('answers line by line with what is known about the patient', async () => {
    const { code, out, err } = await chat(
      'epinephrine dose for anaphylaxis\n/context age=4 weight=16\n\nepinephrine dose for anaphylaxis\n/feedback helpful 1\n',
      '--json',
    );
    expect({ code, err }).toEqual({
      code: 0,
      err: 'age=4 weight=16\nThank you. Your feedback is recorded.\n',
    });
    const [before, after, ...more] = out
      .trimEnd()
      .split('\n')
      .map((line) => answerSchema.parse(JSON.parse(line)));
    expect(more).toEqual([]);
    expect(after?.conversationId).toBe(before?.conversationId);
    expect(before?.interpretation.intent).not.toBe('pediatric_specific');
    expect(after?.interpretation.intent).toBe('pediatric_specific');
    const again = await chat('/context\n/new\n/context\n/quit\nnot asked\n', '--conversation', 'last');
    expect(again).toEqual({
      code: 0,
      out: '',
      err: 'age=4 weight=16\nThe next question starts a new conversation.\nNothing is known about the patient.\n',
    });
  });

  it('reports what failed, continues, and exits with 1', async () => {
    const { code, out, err } = await chat(
      '/feedback helpful\n/nonsense\n/context weight=heavy\nnaloxone dose\n/feedback great\n/feedback wrong 99\n',
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^> naloxone dose\n.*Opioid Overdose.*^Query /ms);
    expect(err.split('\n')).toEqual([
      'There is no answer to rate yet.',
      'There is no command /nonsense.',
      'See /help.',
      'weight takes kilograms, e.g. 16',
      'Use /feedback with one of helpful, wrong, outdated, missing.',
      'The last answer has no source 99.',
      '5 lines failed; the reasons are above.',
      '',
    ]);
  });
});

describe('a chat in a terminal', () => {
  /** Types a text as soon as the terminal shows the expected prompt. */
  const typing = async (steps: readonly (readonly [shown: string, typed: string])[]) => {
    const environment = { DATA_DIR: server.dataDir, TERM: 'xterm', NO_COLOR: '1' };
    const { finished, screen, type } = startCliInProcess(['chat'], environment, { columns: 80 });
    let from = 0;
    for (const [shown, typed] of steps) {
      await until(`the terminal shows ${shown}`, () => screen().includes(shown, from));
      from = screen().length;
      type(typed);
    }
    const { code } = await finished;
    return { code, shown: screen() };
  };

  it('ends at the second Ctrl-C, not at the first', async () => {
    const { code, shown } = await typing([
      ['/quit to end.', 'half a quest\u0003'],
      ['Ctrl-C again', 'naloxone dose\r'],
      ['Query ', '\u0003'],
      ['Ctrl-C again', '\u0003'],
    ]);
    expect(code).toBe(0);
    expect(shown).toContain('Opioid Overdose');
  });

  it.each([
    ['/quit', '/quit\r'],
    ['Ctrl-D', '\u0004'],
  ])('ends at %s', async (_, typed) => {
    expect(await typing([['/quit to end.', typed]])).toMatchObject({ code: 0 });
  });
});
