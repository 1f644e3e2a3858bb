import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cancelQuery } from '../../../../commands/cancel-query.ts';
import { startConversation } from '../../../../commands/start-conversation.ts';
import type { OrchestratorServices } from '../../../../consumers/query-orchestrator/orchestrator-services.ts';
import { modelWarnings } from '../../../../domain/consultation/answering/model-warnings.ts';
import { allergySearch, modelAt, openConsultation } from '../../../support/consultation.ts';
import { answering, type OpenAiServer, startOpenAiServer } from '../../../support/openai-server.ts';

const QUESTION = 'epinephrine dose for anaphylaxis in adults';
const WITH_PHI = 'epinephrine dose for Mr. John Okafor, MRN 4471902, anaphylaxis';
const GOOD =
  'Give epinephrine 0.3 mg IM into the thigh to adults with anaphylaxis [1]. The maximum dose is 0.5 mg [1]. Observe the patient for 4 hours [1].';

let cloud: OpenAiServer;
let local: OpenAiServer;
beforeEach(async () => {
  [cloud, local] = await Promise.all([startOpenAiServer(), startOpenAiServer()]);
  cloud.script.always = answering(GOOD);
  local.script.always = answering(GOOD);
});
afterEach(() => Promise.all([cloud.close(), local.close()]));

/** A cloud model, and a local one. */
const both = () => ({ cloud: modelAt(cloud, 'cloud'), local: modelAt(local, 'local') });
const cloudAlone = () => ({ cloud: modelAt(cloud, 'cloud') });

const answerOf = async (services: Partial<OrchestratorServices>, question = QUESTION, more: object = {}) => {
  const asked = await openConsultation(services).ask(question, more);
  await asked.deliver();
  const answered = asked.last('QueryAnswered') ?? {};
  return { ...asked, answered, warnings: [answered.warnings].flat() };
};

describe('a question with PHI', () => {
  it('is answered on the premises alone', async () => {
    const { last, answered } = await answerOf({ languageModels: both() }, WITH_PHI);
    expect(last('QueryRouted')).toMatchObject({ model: 'local', because: 'phi' });
    expect(answered.model).toBe('local-model');
    expect([cloud.calls.length, local.calls.length]).toEqual([0, 1]);
  });

  it('stays there when the local model fails: the answer consists of excerpts and explains why', async () => {
    local.script.always = { status: 500 };
    const { answered, warnings } = await answerOf({ languageModels: both() }, WITH_PHI);
    expect(answered).toMatchObject({ model: 'extractive', degraded: true });
    expect(warnings).toContain(modelWarnings.noneAnswered);
    expect(cloud.calls).toHaveLength(0);
  });

  it.each([
    ['names one', WITH_PHI, {}],
    ['gives an age in its context', QUESTION, { clinicalContext: { patientAge: 44 } }],
  ])(
    'about a patient goes nowhere when there is only a cloud model, and says so: it %s',
    async (_, question, more) => {
      const { answered, warnings } = await answerOf({ languageModels: cloudAlone() }, question, more);
      expect(answered).toMatchObject({ model: 'extractive', degraded: true });
      expect(warnings).toContain(modelWarnings.noneForPhi);
      expect(cloud.calls).toHaveLength(0);
    },
  );
});

describe('a question with a specialty', () => {
  it('is not taken for a question about a patient: the cloud model answers it', async () => {
    const { last } = await answerOf({ languageModels: cloudAlone() }, QUESTION, {
      clinicalContext: { specialty: ['emergency_medicine'] },
    });
    expect(last('PhiScreened')).toMatchObject({ detected: false, kinds: [] });
    expect(cloud.calls).toHaveLength(1);
  });
});

describe('the cloud model', () => {
  it.each(['(310) 55\u00085-01\u000823', 'jane.\ue000doe@exam\ue000ple.org', '31\u033605550\u033623'])(
    'receives no question whose PHI is hidden by characters that a prompt drops: %j',
    async (hidden) => {
      const { last } = await answerOf({ languageModels: cloudAlone() }, `${QUESTION} Reply to ${hidden}.`);
      expect(last('PhiScreened')).toMatchObject({ detected: true });
      expect(cloud.calls).toHaveLength(0);
    },
  );

  const marked = { phi: true };
  const naming = {
    text: 'Anaphylaxis in adults: give epinephrine 0.3 mg IM into the thigh. Patient: John Smith, MRN 00451239, 67-year-old man.',
  };

  it.each([
    ['is marked as holding PHI', marked],
    ['names a patient', naming],
  ])('receives no passage of a document that %s: the local model answers', async (_, passage) => {
    const { answered, warnings, events } = await answerOf({
      search: allergySearch(passage),
      languageModels: both(),
    });
    expect(events()[0]?.metadata.phi).toBe(false);
    expect(events().at(-1)).toMatchObject({ type: 'QueryAnswered', metadata: { phi: true } });
    expect(cloud.calls).toHaveLength(0);
    expect(answered.model).toBe('local-model');
    expect(warnings).not.toContain(modelWarnings.cloudFailed);
  });

  it('is not called with PHI when there is no local model: the answer consists of excerpts and explains why', async () => {
    const { answered, warnings } = await answerOf({
      search: allergySearch(marked),
      languageModels: cloudAlone(),
    });
    expect(cloud.calls).toHaveLength(0);
    expect(answered.model).toBe('extractive');
    expect(warnings).toContain(modelWarnings.noneForSources);
  });

  it('receives nothing from earlier turns that contain PHI', async () => {
    const before = [
      {
        queryId: 'a',
        question: 'And for the third bed?',
        answer: 'The lady of the third bed.',
        phi: true,
        people: [],
      },
      { queryId: 'b', question: 'Is epinephrine a vasopressor?', answer: 'It is.', phi: false, people: [] },
    ];
    const { ask, send } = openConsultation({
      history: { lastExchanges: async () => before },
      languageModels: both(),
    });
    const { ids } = await send(startConversation, {});
    const asked = await ask(QUESTION, { conversationId: ids.conversationId });
    await asked.deliver();
    const sent = JSON.stringify(cloud.calls[0]?.body);
    expect(sent).toContain('vasopressor');
    expect(sent).not.toContain('third bed');
  });
});

describe('the cost of a model call', () => {
  it('is recorded when the call ends and in the answer, and stays within its reservation', async () => {
    const { last, answered } = await answerOf({ languageModels: cloudAlone() });
    const { promptTokens, completionTokens, costUsd } = last('ModelCallEnded') ?? {};
    expect(costUsd).toBeCloseTo((Number(promptTokens) * 1 + Number(completionTokens) * 2) / 1e6, 12);
    expect(Number(costUsd)).toBeLessThanOrEqual(Number(last('ModelCalled')?.mostUsd));
    expect(answered.usage).toMatchObject({ calls: 1, costUsd });
  });

  it('is estimated when the server does not count tokens', async () => {
    cloud.script.always = answering(GOOD, { usage: false });
    const { last } = await answerOf({ languageModels: cloudAlone() });
    const { promptTokens, completionTokens, costUsd } = last('ModelCallEnded') ?? {};
    expect(promptTokens).toBeGreaterThan(50);
    expect(completionTokens).toBeGreaterThan(5);
    expect(costUsd).toBeGreaterThan(0);
  });

  it('is zero for a failed call, or a call on the premises', async () => {
    cloud.script.always = { status: 500 };
    const { events } = await answerOf({ languageModels: both() });
    const ends = events().filter(({ type }) => type === 'ModelCallEnded');
    expect(ends.map(({ data }) => data)).toMatchObject([{ costUsd: 0 }, { costUsd: 0 }, { costUsd: 0 }]);
  });

  it('covers at least the prompt of a cancelled call', async () => {
    cloud.script.always = [{ say: 'Give ' }, 'hang'];
    const { ask, send } = openConsultation({ languageModels: cloudAlone() });
    const asked = await ask(QUESTION);
    const working = asked.deliver();
    await cloud.called(1);
    await send(cancelQuery, { queryId: asked.queryId });
    await working;
    expect(asked.last('ModelCallEnded')).toMatchObject({ outcome: 'cancelled' });
    expect(asked.last('ModelCallEnded')?.costUsd).toBeGreaterThan(0);
  });
});

describe('a reached cost limit', () => {
  /** US dollars left for the month. */
  const left = (usd: number): Pick<OrchestratorServices, 'costs'> => ({
    costs: {
      spentThisMonth: () => 0,
      mayCall: () => usd > 0,
      reserve: (_, most) => (most <= usd ? { release: () => {} } : undefined),
    },
  });

  it.each([
    ['skips the cloud and says so', 0],
    ['also counts the possible cost of the next call', 0.000_001],
  ])('%s', async (_, usd) => {
    const { answered, warnings, types } = await answerOf({ ...left(usd), languageModels: cloudAlone() });
    expect(answered.model).toBe('extractive');
    expect(warnings).toContain(modelWarnings.outOfMoney);
    expect(types()).not.toContain('ModelCalled');
    expect(cloud.calls).toHaveLength(0);
  });

  it('leaves the answer to the local model', async () => {
    const { answered } = await answerOf({ ...left(0), languageModels: both() });
    expect(answered.model).toBe('local-model');
    expect(answered.warnings).toContain(modelWarnings.cloudUnpaid);
    expect(answered.warnings).not.toContain(modelWarnings.cloudFailed);
    expect(cloud.calls).toHaveLength(0);
  });
});
