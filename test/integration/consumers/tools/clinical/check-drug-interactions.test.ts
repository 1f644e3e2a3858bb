import { describe, expect, test } from 'vitest';
import { checkDrugInteractions } from '../../../../../consumers/tools/clinical/check-drug-interactions.ts';
import { createDrugLabels } from '../../../../../infra/services/evidence-sources/openfda/create-drug-labels.ts';
import { createLabelReader } from '../../../../../infra/services/evidence-sources/openfda/label-reader.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import type { ToolRunContext } from '../../../../../ports/tool.ts';
import { callTool } from '../../../../support/call-tool.ts';
import { fakeOpenfda, type LabelRecord } from '../../../../support/fake-openfda.ts';
import {
  type ScriptedCall,
  type ScriptedReply,
  startScriptedServer,
} from '../../../../support/scripted-server.ts';

const setId = (n: number): string => `0a1b2c3d-0000-4000-8000-00000000000${n}`;
const label = (
  n: number,
  generic: string,
  sections: Record<string, string>,
  more: Partial<LabelRecord> = {},
) => ({
  setId: setId(n),
  generic,
  route: 'ORAL',
  sections: { indications_and_usage: 'Invented.', ...sections },
  ...more,
});

/** Invented entirely. */
const labels: readonly LabelRecord[] = [
  label(1, 'warfarin', {
    drug_interactions:
      '7 DRUG INTERACTIONS 7.1 General. Watch the INR when any drug is begun. 7.2 Bleeding. NSAIDs taken with it add to the risk of bleeding. Fluconazole raises its effect and needs a smaller dose.',
    boxed_warning: 'WARNING: BLEEDING. Bleeding can be fatal.',
  }),
  label(2, 'ibuprofen', { warnings: 'Ask before use if you take a blood thinner or a diuretic.' }),
  label(3, 'simvastatin', {
    contraindications: '4 CONTRAINDICATIONS Strong CYP3A4 inhibitors must not be taken with it.',
    drug_interactions: '7 DRUG INTERACTIONS Amlodipine: no more than an invented dose of simvastatin.',
  }),
  label(4, 'clarithromycin', { drug_interactions: 'Other drugs are metabolized by the same enzyme.' }),
  label(5, 'metformin', { drug_interactions: 'Ethanol strengthens its effect on lactate.' }),
  label(
    6,
    'meloxicam',
    { drug_interactions: 'None was looked at here.' },
    {
      classes: ['Invented Joint Soother [EPC]'],
    },
  ),
  label(7, 'sertraline', {
    drug_interactions: 'An Invented Joint Soother given with it may cause bleeding.',
  }),
];

type Reply = (call: ScriptedCall) => ScriptedReply;
const check = async (
  input: object,
  { reply = fakeOpenfda(labels), context = {} }: { reply?: Reply; context?: Partial<ToolRunContext> } = {},
) => {
  const server = await startScriptedServer(reply);
  try {
    const reader = createLabelReader({ url: new URL('drug/label.json', server.url), metrics: silentMetrics });
    const tool = checkDrugInteractions({ labels: createDrugLabels(reader, { report: () => {} }) });
    const { result, citations, phi } = await callTool(tool, input, context);
    return {
      ...result,
      pairs: Array.isArray(result.pairs) ? result.pairs : [],
      citations,
      phi,
      calls: server.calls,
    };
  } finally {
    await server.close();
  }
};

describe('check_drug_interactions', () => {
  test('finds a drug by the class named in the label, and cites set id and section', async () => {
    const { pairs, citations } = await check({ medications: ['Coumadin', 'Advil'] });
    expect(pairs).toMatchObject([{ drugs: ['warfarin', 'ibuprofen'], outcome: 'found' }]);
    expect(pairs[0].mentions).toMatchObject([
      { label_of: 'warfarin', names: 'NSAIDs', by: 'class', section: 'drug_interactions', set_id: setId(1) },
      { label_of: 'ibuprofen', names: 'anticoagulant', by: 'class', section: 'warnings', set_id: setId(2) },
    ]);
    expect(citations).toMatchObject([
      {
        text: 'NSAIDs taken with it add to the risk of bleeding.',
        sourceType: 'openfda',
        sourceUrl: `https://dailymed.nlm.nih.gov/dailymed/drugInfo.cfm?setid=${setId(1)}`,
        metadata: { set_id: setId(1), section: 'drug_interactions', drugs: 'warfarin, ibuprofen' },
      },
      {},
    ]);
  });

  test('knows enzyme inhibitors from the FDA list, and shows contraindications first', async () => {
    const { pairs } = await check({ medications: ['simvastatin', 'clarithromycin'] });
    expect(pairs).toMatchObject([
      {
        outcome: 'found',
        mentions: [
          { label_of: 'simvastatin', names: 'strong CYP3A4 inhibitors', section: 'contraindications' },
        ],
      },
    ]);
  });

  test('recognizes the class that a label states for its own drug', async () => {
    const { pairs } = await check({ medications: ['meloxicam', 'sertraline'] });
    expect(pairs).toMatchObject([
      {
        outcome: 'found',
        mentions: [{ label_of: 'sertraline', names: 'Invented Joint Soother', by: 'class' }],
      },
    ]);
  });

  test('never takes a silent label for safety', async () => {
    const found = await check({ medications: ['metformin', 'simvastatin'] });
    const { pairs } = found;
    expect(pairs).toMatchObject([
      { outcome: 'not_mentioned', mentions: [], labels_looked_at: [setId(5), setId(3)] },
    ]);
    expect(pairs[0].statement).toContain('not known');
    expect(found).toMatchObject({
      notes: [
        expect.stringContaining('does not mean that the two do not interact'),
        expect.stringContaining('January 2024'),
      ],
    });
    expect(JSON.stringify(pairs)).not.toMatch(/no interaction|safe/i);
  });

  test('reports a missing label, also when the other one is silent', async () => {
    const { pairs } = await check({ medications: ['metformin', 'lisinopril'] });
    expect(pairs).toMatchObject([{ outcome: 'label_not_available', labels_looked_at: [setId(5)] }]);
    expect(pairs[0].statement).toContain('lisinopril');
  });

  test('finds what the only label says about a drug without one', async () => {
    const { pairs } = await check({ medications: ['warfarin', 'fluconazole'] });
    expect(pairs).toMatchObject([
      { outcome: 'found', mentions: [{ names: 'fluconazole', by: 'name', section: 'drug_interactions' }] },
    ]);
  });

  test('adds the medications of the conversation, and marks the result as patient data', async () => {
    const clinicalContext = { currentMedications: ['Coumadin 5 mg daily', 'aspirin stopped in May'] };
    const { pairs, phi } = await check({ medications: ['ibuprofen'] }, { context: { clinicalContext } });
    expect(pairs).toMatchObject([{ drugs: ['ibuprofen', 'warfarin'], outcome: 'found' }]);
    expect(phi).toBe(true);
    await expect(
      check(
        { medications: ['ibuprofen'], include_current_medications: false },
        { context: { clinicalContext } },
      ),
    ).rejects.toThrow('two different drugs');
  });

  test('sends only names from the terminology, and lists what it did not look up', async () => {
    const found = await check({
      medications: ['warfarin', 'ibuprofen', 'the pills of Mrs Invented', 'MS', 'calcium'],
    });
    expect(found.calls.map(({ fields }) => fields.search).sort()).toEqual([
      expect.stringMatching(/^openfda\.generic_name:"ibuprofen" OR /),
      expect.stringMatching(/^openfda\.generic_name:"warfarin" OR /),
    ]);
    expect(found).toHaveProperty('not_checked', [
      {
        written: 'the pills of Mrs Invented',
        reason: expect.stringContaining('not a drug in the terminology'),
      },
      { written: 'MS', reason: expect.stringContaining('morphine sulfate or magnesium sulfate') },
      { written: 'calcium', reason: expect.stringContaining('Which one is it?') },
    ]);
  });

  test('retries when the service fails, and continues without the labels it could not get', async () => {
    let refused = 0;
    const usual = fakeOpenfda(labels);
    const found = await check(
      { medications: ['warfarin', 'ibuprofen', 'metformin'] },
      {
        reply: (call) => {
          const search = call.fields.search ?? '';
          if (search.includes('metformin')) return { status: 400, text: '{"error":{"code":"BAD_REQUEST"}}' };
          if (search.includes('warfarin') && refused < 1) {
            refused += 1;
            return { status: 503, text: '' };
          }
          return usual(call);
        },
      },
    );
    expect(refused).toBe(1);
    expect(found.pairs.map(({ drugs, outcome }) => [...drugs, outcome])).toEqual([
      ['warfarin', 'ibuprofen', 'found'],
      ['warfarin', 'metformin', 'label_not_available'],
      ['ibuprofen', 'metformin', 'label_not_available'],
    ]);
    expect(found).toHaveProperty('not_checked', [
      { written: 'metformin', reason: expect.stringContaining('could not be asked') },
    ]);
  });

  test('fails like the service when no label arrived at all', async () => {
    const failed = check(
      { medications: ['warfarin', 'ibuprofen'] },
      { reply: () => ({ status: 403, text: 'key' }) },
    );
    await expect(failed).rejects.toMatchObject({ reason: { code: 'external_api_error' } });
    await expect(failed).rejects.not.toThrow('key"');
  });

  test('is unavailable when openFDA is disabled', () => {
    expect(checkDrugInteractions({}).unavailable).toContain('ENABLE_OPENFDA=true');
  });
});
