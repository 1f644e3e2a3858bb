import { describe, expect, it } from 'vitest';
import {
  nothingInText,
  summarizeText,
  summaryNotice,
} from '../../../../domain/consultation/summarize-text.ts';
import { createEnglishDictionary } from '../../../../infra/reading/language/english-dictionary.ts';

const dictionary = createEnglishDictionary();
const summarize = (query: string, content: string, title = 'Chest Pain') =>
  summarizeText({ query, content, title }, dictionary);

const filler = (subject: string): string =>
  Array.from(
    { length: 12 },
    (_, at) =>
      `${at + 1}. Document the ${subject} of the scene and hand the report over to the receiving team.`,
  ).join('\n');

const chestPain = `# Chest Pain

## Assessment
Obtain a 12-lead ECG within 10 minutes of contact.

## Treatment
Aspirin 324 mg PO chewed once.
Nitroglycerin 0.4 mg SL every 5 minutes, maximum 3 doses, if systolic blood pressure is above 100 mmHg.

## Contraindications
Do not give nitroglycerin within 48 hours of sildenafil or tadalafil.
Do not give nitroglycerin with an inferior infarction of the right ventricle.

## Documentation
${filler('time')}

## Supplies
${filler('state')}
`;

describe('the summary of a text', () => {
  const prose =
    'Ketorolac is given for moderate pain. The adult dose is 15 mg IV over one minute. It may be repeated once after 30 minutes. In patients over 65 years the maximum is 15 mg. Do not give ketorolac in pregnancy. The vial is stored at room temperature. Document the time in the record.';

  it('selects the sentences that answer, with the limits and prohibitions of their dose', () => {
    const { summary } = summarize('ketorolac maximum dose', prose, 'Pain');
    expect(summary).toContain('repeated once after 30 minutes');
    expect(summary).toContain('In patients over 65 years the maximum is 15 mg.');
    expect(summary).not.toContain('room temperature');
    expect(summary.split('Do not give ketorolac in pregnancy.')).toHaveLength(2);
  });

  it('includes everything that a paragraph prescribes for a condition', () => {
    const { summary } = summarize(
      'hyperkalemia treatment',
      'Hyperkalemia is suspected in renal failure or with peaked T waves. First place the patient on the monitor. If the complexes are wide, give calcium chloride 1 g IV over 60 seconds. Flush the line before anything else is given. Then give sodium bicarbonate 50 mEq IV. Children receive calcium chloride 20 mg/kg, at most 1 g. Release the limb only after fluids have been started.',
      'Crush',
    );
    expect(summary).toContain('give calcium chloride 1 g IV over 60 seconds');
    expect(summary.indexOf('calcium chloride 1 g')).toBeLessThan(summary.indexOf('sodium bicarbonate'));
  });

  it('applies a prohibition of one drug to no other drug in its paragraph', () => {
    const { summary } = summarize(
      'can I give nitroglycerin',
      'Nitroglycerin 0.4 mg SL is given every 5 minutes if the systolic pressure is above 100 mmHg. Hold it if sildenafil was taken within 24 hours. Fentanyl 50 mcg IV may be used for pain that persists. It must not be given if respirations are below 12.',
    );
    expect(summary).not.toMatch(/Nitroglycerin[^:\n]*: It must not/);
    expect(summary).toContain('Hold it if sildenafil was taken within 24 hours');
  });

  it('applies the contraindications of one drug to no other below it, even without blank lines', () => {
    const { summary } = summarize(
      'fentanyl dose',
      'KETAMINE\nDose: 0.2 mg/kg IV slow push, maximum 20 mg.\nContraindications:\n- age under 15 years\n- pregnancy\nFENTANYL\nDose: 50 mcg IV, maximum 200 mcg.\nContraindications:\n- hypotension\n- respiratory depression',
      'Analgesia',
    );
    expect(summary).toContain('50 mcg IV, maximum 200 mcg');
    expect(summary).toContain('hypotension');
    expect(summary).not.toContain('age under 15 years');
  });

  it('states a short prohibition once', () => {
    const { summary, warnings } = summarize(
      'ketorolac contraindications',
      'Do not give ketorolac in pregnancy.',
    );
    expect(warnings).toHaveLength(1);
    expect(summary.split('Do not give ketorolac in pregnancy.')).toHaveLength(2);
  });

  it('is the treatment, not the heading that names the condition', () => {
    const { summary } = summarize(
      'seizure treatment',
      '# Seizure\n\n## Treatment\n\n1. Give midazolam 10 mg IM.',
      'Seizure',
    );
    expect(summary).toContain('1. Give midazolam 10 mg IM.');
  });

  it('is the few lines that answer the query, word for word', () => {
    const { found, summary, excerpts } = summarize('nitroglycerin dose', chestPain);
    expect(found).toBe(true);
    const quoted = excerpts.map(({ text }) => text).join('\n');
    expect(quoted).toContain(
      'Nitroglycerin 0.4 mg SL every 5 minutes, maximum 3 doses, if systolic blood pressure is above 100 mmHg.',
    );
    expect(summary).toContain(quoted.split('\n')[0]);
    expect(summary.endsWith(summaryNotice)).toBe(true);
    expect(summary).not.toContain('receiving team');
    expect(summary.length).toBeLessThan(chestPain.length);
  });

  it('keeps a prohibition next to the dose of its drug', () => {
    const { summary, warnings } = summarize('nitroglycerin dose', chestPain);
    expect(`${summary}\n${warnings.join('\n')}`).toContain('within 48 hours of sildenafil');
    expect(summary).toContain('within 48 hours of sildenafil');
  });

  it('states the prohibition first when the question asks for permission', () => {
    const { summary } = summarize('can I give nitroglycerin after viagra', chestPain);
    const forbidden = summary.indexOf('within 48 hours of sildenafil');
    const dose = summary.indexOf('0.4 mg');
    expect(forbidden).toBeGreaterThan(-1);
    if (dose >= 0) expect(forbidden).toBeLessThan(dose);
  });

  it('shows the rows of a table with their header', () => {
    const table = `Weight-based dosing

| Weight | Epinephrine IM |
|---|---|
| 10 kg | 0.1 mg |
| 20 kg | 0.2 mg |

${filler('weather')}`;
    const { summary } = summarize('epinephrine dose 20 kg child', table, 'Anaphylaxis');
    expect(summary).toContain('0.2 mg');
    expect(summary).toMatch(/Weight.*Epinephrine IM/);
  });

  it('keeps a list of contraindications whole, even without an introduction', () => {
    const contraindications = [
      'Alteplase must not be given with intracranial haemorrhage on imaging of any age',
      'Ischaemic stroke within the last three months, unless the director agrees in writing',
      'Severe head trauma within the last three months, including any skull fracture',
      'Platelets below 100,000 or INR above 1.7 or aPTT above 40 seconds on arrival',
      'Low molecular weight heparin in a full dose within the last 24 hours',
      'Direct thrombin inhibitors or factor Xa inhibitors within the last 48 hours',
      'Infective endocarditis, aortic arch dissection, or intra-axial neoplasm',
      'Blood pressure above 185/110 mmHg that does not come down with treatment',
    ];
    const { summary } = summarize(
      'alteplase contraindications',
      `# Stroke\n## Contraindications\n${contraindications.map((one) => `- ${one}`).join('\n')}\n\n## Documentation\n${filler('time')}`,
      'Stroke',
    );
    for (const one of contraindications) expect(summary).toContain(one);
  });

  it('keeps criteria under their own headings whole', () => {
    const { summary } = summarize(
      'trauma activation criteria',
      `# Trauma
## Activation criteria
Activate for any of these:
### Physiologic
- SBP below 90 mmHg
- GCS 13 or less
### Anatomic
- Flail chest
- Two or more proximal long bone fractures
### Not indicated
- Isolated hip fracture from a ground level fall
## Documentation
${filler('time')}`,
      'Trauma',
    );
    for (const one of ['Activate for any', 'SBP below 90', 'GCS 13', 'Flail chest', 'Isolated hip fracture'])
      expect(summary).toContain(one);
  });

  it('includes the note behind a mark next to the drug', () => {
    for (const [mark, note] of [
      ['*', '* '],
      ['*', '*'],
      ['†', '† '],
      ['¹', '¹ '],
    ]) {
      const { summary } = summarize(
        'adenosine dose',
        `# SVT\n\n## Treatment\nAdenosine${mark} 6 mg rapid IV push, then 12 mg.\nVagal manoeuvres first.\n\n## Documentation\n${filler('time')}\n\n${note}Half of it with dipyridamole. Contraindicated in heart transplant.`,
        'SVT',
      );
      expect(summary, mark).toContain('Half of it with dipyridamole');
      expect(summary, mark).toContain('heart transplant');
    }
  });

  it('reads neither emphasis nor bullets as note marks', () => {
    const { summary } = summarize(
      'adenosine dose',
      `# SVT\n\n## Treatment\n**Adenosine** 6 mg rapid IV push, then *12 mg* if needed.\n\n## Documentation\n${filler('time')}\n\n## Supplies\n* Never leave the monitor in the car\n* Never lend the bag`,
      'SVT',
    );
    expect(summary).toContain('6 mg');
    expect(summary).not.toContain('lend the bag');
  });

  it('keeps two adjacent lists separate, and each whole', () => {
    const { summary } = summarize(
      'who may refuse transport criteria',
      `# Refusal
A patient may refuse transport if all apply:
1. Age 18 years or older
2. Oriented to person, place, time and event
3. No evidence of impairment
4. No suicidal ideation
5. Understands risks

A patient may NOT refuse if:
1. On an involuntary hold
2. A minor without a guardian
3. Cognitively impaired

## Documentation
${filler('time')}`,
      'Refusal',
    );
    for (const one of [
      '18 years',
      'Oriented',
      'impairment',
      'suicidal',
      'Understands risks',
      'involuntary hold',
      'guardian',
      'Cognitively',
    ])
      expect(summary).toContain(one);
  });

  it('keeps text that is indented below a drug with it', () => {
    const { summary } = summarize(
      'atropine dose bradycardia',
      `# Bradycardia
- Atropine 1 mg IV every 3-5 min, max 3 mg
  - Not effective in third-degree block
  - Heart transplant: do not use
- Pacing if atropine fails
- Dopamine 5-20 mcg/kg/min

${filler('time')}`,
      'Bradycardia',
    );
    expect(summary).toContain('Heart transplant: do not use');
    expect(summary).toContain('third-degree block');
  });

  it('is empty when the text is about something else', () => {
    expect(summarize('snake bite antivenom', chestPain)).toEqual({
      found: false,
      summary: nothingInText,
      excerpts: [],
      warnings: [],
    });
  });

  it('does not mistake brackets in the text for its own citations', () => {
    const { summary } = summarize('aspirin dose', 'Aspirin 324 mg PO [1].\n[Checked by the director.]');
    expect(summary).not.toContain('[1]');
    expect(summary).not.toContain('[Checked');
  });
});
