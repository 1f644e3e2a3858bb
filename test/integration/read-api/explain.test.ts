import { beforeAll, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { answering, startOpenAiServer } from '../../support/openai-server.ts';
import { type Json, startInProcess } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

const protocol = [
  'Anaphylaxis in adults',
  'Give epinephrine 0.5 mg IM in the lateral thigh. Repeat in 10 min.',
  'Do not give epinephrine 1 mg/mL intravenously.',
].join('\n\n');

describe('the explanation of a model answer', () => {
  it("shows its prompt and text, checked again, and compares it with the model's present output", async () => {
    await using model = await startOpenAiServer();
    const server = await startInProcess({
      environment: { LOCAL_LLM_URL: model.baseUrl.href, LOCAL_LLM_MODEL: 'llama-test' },
    });
    try {
      await server.ingest(protocol, 'anaphylaxis.txt', { title: 'Anaphylaxis' });
      model.script.always = answering(
        'Give epinephrine 0.5 mg IM in the lateral thigh [1]. Then give epinephrine 7 mg IV [1].',
      );
      const { queryId } = await server.ask('epinephrine dose for anaphylaxis?');
      const path = `/api/audit/queries/${String(queryId)}/explain`;
      const explained = await server.get(path);
      const [round = {}] = explained.rounds as Json[];
      expect(round.calls).toMatchObject([
        { attempt: 1, model: 'llama-test', where: 'local', ended: { outcome: 'completed' } },
      ]);
      expect(explained.ending).toMatchObject({ model: 'llama-test', checks: { struck: [{}] } });
      const { answer } = explained.ending as { answer: string };
      expect(answer).toContain('0.5 mg IM');
      expect(answer).not.toContain('7 mg');
      expect((explained.findings as { holds: boolean }[]).filter(({ holds }) => !holds)).toEqual([]);

      const asked = model.calls.length;
      expect((await server.get(`${path}?rerun=true`)).rerun).toMatchObject({ by: 'checks', isSame: true });
      expect(model.calls.length).toBe(asked);

      model.script.always = answering('Give epinephrine 0.5 mg IM [1]. Repeat in 10 min [1].');
      const { rerun } = await server.get(`${path}?rerun=model`);
      expect(rerun).toMatchObject({ by: 'model', isSame: false });
      expect((rerun as Json).answer).toContain('Repeat in 10 min');
      expect((rerun as { difference: { change: string }[] }).difference.map(({ change }) => change)).toEqual(
        expect.arrayContaining(['gone', 'new']),
      );
      expect(model.calls.at(-1)?.body.messages).toEqual(model.calls[0]?.body.messages);
    } finally {
      await server.dispose();
    }
  });
});

describe('the explanation of an answer', () => {
  const docKey = 'guideline-explained-anaphylaxis';
  let server: SharedServer;
  let queryId: string;
  const explain = (): Promise<Json> => server.get(`/api/audit/queries/${queryId}/explain`);

  beforeAll(async () => {
    server = await sharedServer();
    await server.ingest(protocol, 'anaphylaxis.txt', { docKey, title: 'Anaphylaxis' });
    queryId = String(
      (await server.ask('epinephrine dose for anaphylaxis?', { filters: { docKey: [docKey] } })).queryId,
    );
  });

  it('is read from the log: question, screening, routing, search, answer, reads, and the rules kept', async () => {
    const explained = await explain();
    expect(explained).toMatchObject({
      queryId,
      status: 'answered',
      asked: { question: 'epinephrine dose for anaphylaxis?' },
      rounds: [{ screened: { detected: false }, calls: [], askedBack: null }],
      ending: { status: 'answered', model: 'extractive' },
      readings: [{ of: 'answer' }],
      unreadableEvents: 0,
    });
    const [round = {}] = explained.rounds as Json[];
    const position = (step: string): number => Number((round[step] as Json).position);
    expect(position('screened')).toBeLessThan(position('routed'));
    expect(position('routed')).toBeLessThan(position('searched'));
    const findings = explained.findings as { rule: string; holds: boolean }[];
    expect(findings.length).toBeGreaterThan(3);
    expect(findings.filter(({ holds }) => !holds)).toEqual([]);
    expect(explained.evidence).toMatchObject([{ n: 1, state: 'same', live: true }]);
  });

  it('reports citations that have changed, or are no longer found', async () => {
    await server.ingest(protocol.replace('10 min', '5 min'), 'anaphylaxis.txt', {
      docKey,
      title: 'Anaphylaxis',
    });
    await server.settled();
    expect((await explain()).evidence).toMatchObject([{ n: 1, state: 'same', live: false }]);
  });

  it('recomputes the answer from its original evidence, although the document has changed since', async () => {
    const { rerun } = await server.get(`/api/audit/queries/${queryId}/explain?rerun=true`);
    expect(rerun).toMatchObject({
      by: 'excerpts',
      isSame: true,
      isUnderstoodAlike: true,
      lacking: [],
      foundNow: [`${docKey}@2#0`],
      notFoundNow: [`${docKey}@1#0`],
    });
  });

  it('is itself recorded, with its reason', async () => {
    const { data } = (await server.bodyOf(
      await server.request(`/api/audit/entries?type=AuditTrailRead&subject=query:${queryId}`),
    )) as { data: Json[] };
    expect(data.length).toBeGreaterThan(0);
    expect(data[0]).toMatchObject({
      basis: 'oversight',
      about: expect.arrayContaining([`query:${queryId}`]),
    });
  });

  it('is shown on the command line to a user who gives a reason', async () => {
    const cli = (...words: string[]) =>
      runCliInProcess(['audit', 'explain', ...words], { DATA_DIR: server.dataDir, COLUMNS: '80' });
    const shown = await cli(queryId, '--reason', 'complaint 12');
    expect(shown).toMatchObject({ code: 0 });
    for (const line of [
      `Query ${queryId}: answered`,
      'screened',
      'no PHI',
      'searched',
      'Give epinephrine 0.5 mg IM',
      'is unchanged',
      'Read by',
      'kept: Nothing was searched before the question was screened for PHI.',
    ])
      expect(shown.out).toContain(line);
    for (const line of shown.out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
    const again = await cli(queryId, '--reason', 'complaint 12', '--rerun');
    expect(again.out.replace(/\s+/g, ' ')).toContain(
      'composed again from the same passages: the same answer.',
    );
    expect(await cli(queryId, '--reason', 'complaint 12', '--call-model')).toMatchObject({ code: 2 });
    const { findings } = JSON.parse((await cli(queryId, '--reason', 'complaint 12', '--json')).out);
    expect(findings.length).toBeGreaterThan(3);
    expect(await cli('nothing', '--reason', 'complaint 12')).toMatchObject({
      code: 2,
      err: expect.stringContaining('is not the id of a question'),
    });
    expect(await cli('0199c2f0-5a3e-7cc1-9d5e-0d7f8a1b2c3d', '--reason', 'complaint 12')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no such query'),
    });
  });
});
