import { describe, expect, it } from 'vitest';
import {
  nothingInText,
  summarizeText,
  summaryNotice,
} from '../../../../domain/consultation/summarize-text.ts';
import { createEnglishDictionary } from '../../../../infra/language/english-dictionary.ts';

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

  it('keeps what forbids a drug beside its dose', () => {
    const { summary, warnings } = summarize('nitroglycerin dose', chestPain);
    expect(`${summary}\n${warnings.join('\n')}`).toContain('within 48 hours of sildenafil');
    expect(summary).toContain('within 48 hours of sildenafil');
  });

  it('says the prohibition first where somebody asks whether it may be given', () => {
    const { summary } = summarize('can I give nitroglycerin after viagra', chestPain);
    const forbidden = summary.indexOf('within 48 hours of sildenafil');
    const dose = summary.indexOf('0.4 mg');
    expect(forbidden).toBeGreaterThan(-1);
    if (dose >= 0) expect(forbidden).toBeLessThan(dose);
  });

  it('shows the rows of a table with their head', () => {
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

  it('shows nothing where the text is about something else', () => {
    expect(summarize('snake bite antivenom', chestPain)).toEqual({
      found: false,
      summary: nothingInText,
      excerpts: [],
      warnings: [],
    });
  });

  it('does not take brackets of the text for citations of its own', () => {
    const { summary } = summarize('aspirin dose', 'Aspirin 324 mg PO [1].\n[Checked by the director.]');
    expect(summary).not.toContain('[1]');
    expect(summary).not.toContain('[Checked');
  });
});
