import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import type { Passage } from '../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

/** Passages of one document, cut where a chunker might have cut them: at blank lines, anywhere. */
const documentOf = (texts: readonly string[], about: Partial<Passage> = {}): readonly Passage[] => {
  let start = 0;
  return texts.map((text, index) => {
    const passage = givenPassage({
      docKey: 'protocol-950',
      chunkId: `protocol-950@1#${index}`,
      text,
      index,
      start,
      end: start + text.length,
      firstPage: index + 1,
      lastPage: index + 1,
      ...about,
    });
    start += text.length + 2;
    return passage;
  });
};

/** The answer when the first passage of each document was found and the rest of it is at hand. */
const ask = (question: string, ...documents: readonly (readonly Passage[])[]) =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    documents.flatMap(([first], index) => (first ? [{ passage: first, score: 0.9 - index * 0.05 }] : [])),
    5,
    (docKey) => documents.find(([first]) => first?.docKey === docKey) ?? [],
  );

const excerpt = (question: string, ...documents: readonly (readonly Passage[])[]): string =>
  ask(question, ...documents).citations[0]?.excerpt ?? '';

const filler = (words: string): string =>
  Array.from(
    { length: 40 },
    (_, at) => `${at + 20}. ${words} number ${at}, which is long enough to fill a page.`,
  ).join('\n\n');

describe('an excerpt', () => {
  const chart = [
    '6. For an active seizure:',
    '0-11 months (Gray, Pink)\nMidazolam 0.2 mg/kg IM\nRepeat once after 2 min',
    '1-5 years (Purple, Yellow)\nMidazolam 2.5 mg IM\nRepeat once after 2 min',
    '≥12 years (longer than the tape)\nMidazolam 10 mg IM\nSingle dose',
  ].join('\n\n');

  it('shows each dose of a chart under the age that it holds for, with those of the others', () => {
    const shown = excerpt('midazolam 10 mg seizure', documentOf([chart, filler('Splint the limb')]));
    expect(shown).toContain('≥12 years (longer than the tape)\nMidazolam 10 mg IM\nSingle dose');
    expect(shown).toContain('1-5 years (Purple, Yellow)\nMidazolam 2.5 mg IM');
    expect(shown).toContain('0-11 months');
  });

  it('keeps the heading of another rhythm away from a dose, also where a passage ends between them', () => {
    const protocol = documentOf([
      'ASYSTOLE\n\n10. Epinephrine 1 mg IV',
      'V-FIB\n\n13. Defibrillate at 2 J/kg',
      `15. For persistent ventricular fibrillation:\nAmiodarone 5 mg/kg IV\n\n${filler('Carry the patient')}`,
    ]);
    const { citations, answer } = ask('amiodarone dose ventricular fibrillation', protocol);
    const part = citations[0]?.parts.find(({ text }) => text.includes('Amiodarone'));
    expect(part?.section).toBe('V-FIB');
    expect(answer).toContain('page 3, V-FIB:\n');
  });

  it('does not end in the middle of a bound that the page wrapped', () => {
    const shown = excerpt(
      'nitroglycerin chest pain',
      documentOf([
        `5. Nitroglycerin 0.4 mg SL for a systolic pressure >\n100 mmHg.\n\n${filler('Give oxygen')}`,
      ]),
    );
    expect(shown).toContain('for a systolic pressure >\n100 mmHg.');
  });

  it('shows all criteria where one of them answers', () => {
    const list = [
      'III. Transport to the center when the patient meets all of the following criteria:',
      'A. Age below 75 years',
      'B. Witnessed collapse',
      'C. Refractory ventricular fibrillation',
    ].join('\n');
    const shown = excerpt(
      'refractory ventricular fibrillation transport',
      documentOf([`${list}\n\n${filler('Keep a record')}`]),
    );
    for (const line of list.split('\n')) expect(shown).toContain(line);
  });

  it('shows what restricts a manoeuvre beside it', () => {
    const shown = excerpt(
      'choking abdominal thrusts',
      documentOf([
        `3. For choking:\n\n• Give abdominal thrusts until relieved\n\n• In infants do not give abdominal thrusts; give back blows\n\n${filler('Tell the family')}`,
      ]),
    );
    expect(shown).toContain('In infants do not give abdominal thrusts');
  });

  it('brings the note that a quoted line refers to when it restricts', () => {
    const shown = excerpt(
      'ketorolac dose pain',
      documentOf([
        `4. Ketorolac 15 mg IV for pain ❹\n\n${filler('Reassess the patient')}`,
        'SPECIAL CONSIDERATIONS\n\n❸ Document the score.\n\n❹ Contraindicated in pregnancy and renal disease.',
      ]),
    );
    expect(shown).toContain('❹ Contraindicated in pregnancy and renal disease.');
    expect(shown).not.toContain('❸');
  });

  it("shows the document's own reference marks in another form than its citations", () => {
    const shown = excerpt(
      'epinephrine dose',
      documentOf(['Epinephrine 0.5 mg IM is recommended [2].\n\nSee also [3,4].']),
    );
    expect(shown).toContain('recommended (ref. 2).');
    expect(shown).not.toMatch(/\[\d/);
  });

  it('leaves out what pages repeat', () => {
    const shown = excerpt(
      'aspirin dose',
      documentOf(['1. Aspirin 325 mg PO\nREVISED: 01-01-25\nPAGE 1 OF 3\nchewed, if alert']),
    );
    expect(shown).toBe('1. Aspirin 325 mg PO chewed, if alert');
  });
});

describe('an answer', () => {
  const adult = documentOf(['1. Amiodarone 300 mg IV'], {
    docKey: 'protocol-1210',
    protocolNumber: '1210',
    title: 'Cardiac Arrest',
  });
  const child = documentOf(['1. Amiodarone 5 mg/kg IV'], {
    docKey: 'protocol-1210-p',
    chunkId: 'protocol-1210-p@1#0',
    protocolNumber: '1210-P',
    title: 'Cardiac Arrest',
  });

  it('tells twins apart by number and patients, and says that no age was given', () => {
    const { answer } = ask('amiodarone dose', adult, child);
    expect(answer).toContain('[1] Cardiac Arrest (1210)');
    expect(answer).toContain('[2] Cardiac Arrest (1210-P · pediatric)');
    expect(answer).toContain('The question names no age: [2] is written for children.');
  });

  it('begins with what was asked for and is not there', () => {
    const { answer } = ask('magnesium for seizure', documentOf(['1. For seizure: midazolam 10 mg IM']));
    expect(answer).toMatch(/^Nothing that was found names magnesium sulfate\./);
  });

  it('says nothing of the kind where the drug goes by another name', () => {
    const { answer } = ask('narcan dose', documentOf(['1. Naloxone 2 mg IN']));
    expect(answer).not.toMatch(/names/);
  });

  it('cites a document once, with its passages in the order of their pages', () => {
    const { citations } = ask(
      'epinephrine anaphylaxis',
      documentOf([
        '2. Epinephrine 0.5 mg IM for anaphylaxis',
        'NOTES\n\n7. Repeat epinephrine for anaphylaxis after 10 min',
      ]),
    );
    expect(citations).toHaveLength(1);
    expect(citations[0]?.parts.map(({ passage }) => passage.firstPage)).toEqual([1, 2]);
  });
});

describe('the warnings of an answer', () => {
  it('come from the whole document, also from where nothing is quoted', () => {
    const { warnings } = ask(
      'nitroglycerin dose',
      documentOf([
        '1. Nitroglycerin 0.4 mg SL',
        filler('Give oxygen'),
        '9. Do not give nitroglycerin after sildenafil.',
      ]),
    );
    expect(warnings).toEqual(['9. Do not give nitroglycerin after sildenafil. [1]']);
  });

  it('bring the list that follows a prohibition', () => {
    const { warnings } = ask(
      'ketorolac dose',
      documentOf([
        '1. Ketorolac 15 mg IV',
        'Ketorolac is contraindicated in the following:\n\n• pregnancy\n\n• head injury',
      ]),
    );
    expect(warnings).toEqual([
      'Ketorolac is contraindicated in the following: • pregnancy • head injury [1]',
    ]);
  });

  it('hold nothing that permits', () => {
    const { warnings } = ask(
      'nitroglycerin inferior MI',
      documentOf([
        '1. Nitroglycerin 0.4 mg SL\n\nInferior MI alone is not a contraindication to nitroglycerin.',
      ]),
    );
    expect(warnings).toEqual([]);
  });

  it('are about drugs that are quoted, too, where the question names none', () => {
    const { warnings } = ask(
      'chest pain treatment',
      documentOf([
        `1. For chest pain: nitroglycerin 0.4 mg SL\n\n${filler('Note the hour')}`,
        'PHARMACY\n\n12. Hold nitroglycerin below 100 mmHg.',
      ]),
    );
    expect(warnings).toEqual(['12. Hold nitroglycerin below 100 mmHg. [1]']);
  });
});
