import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeExtractiveAnswer } from '../../../../domain/consultation/compose-extractive-answer.ts';
import { drawWarnings, type Warning } from '../../../../domain/consultation/excerpt/draw-warnings.ts';
import { outlineOf } from '../../../../domain/consultation/excerpt/judge-blocks.ts';
import { conceptTerm } from '../../../../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../domain/retrieval/query/interpret-query.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';
import { emptyVocabulary } from '../../../support/vocabulary.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

/** Passages of one document, cut at blank lines anywhere, as a chunker might have cut them. */
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

/** The answer when the first passage of each document was found and the whole document is available. */
const ask = (question: string, ...documents: readonly (readonly Passage[])[]) =>
  composeExtractiveAnswer(
    interpretQuery(question, emptyVocabulary),
    documents.flatMap(([first], index) => (first ? [{ passage: first, score: 0.9 - index * 0.05 }] : [])),
    { wholeDocument: (docKey) => documents.find(([first]) => first?.docKey === docKey) ?? [] },
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

  it('shows each dose of a chart under its age, next to those for other ages', () => {
    const shown = excerpt('midazolam 10 mg seizure', documentOf([chart, filler('Splint the limb')]));
    expect(shown).toContain('≥12 years (longer than the tape)\nMidazolam 10 mg IM\nSingle dose');
    expect(shown).toContain('1-5 years (Purple, Yellow)\nMidazolam 2.5 mg IM');
    expect(shown).toContain('0-11 months');
  });

  it('keeps a dose away from the heading of another rhythm, even when a passage ends between them', () => {
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

  it('keeps the steps between those of a treatment, and notes that others follow', () => {
    const treatment = (more: string) =>
      documentOf([
        `1. Give oxygen.\n\n2. For anaphylaxis: epinephrine 0.5 mg IM.\n\n3. Vascular access for all patients with anaphylaxis.\n\n4. For poor perfusion: normal saline 250 mL IV.\n\n5. For poor perfusion of anaphylaxis after the first 250 mL: push-dose epinephrine.${more}`,
      ]);
    expect(excerpt('anaphylaxis treatment', treatment(''))).toContain('4. For poor perfusion: normal saline');
    const long = excerpt('anaphylaxis treatment', treatment(`\n\n${filler('Carry the patient')}`));
    expect(long).toContain('4. For poor perfusion');
    expect(long.endsWith('[…]')).toBe(true);
  });

  it('keeps the steps shared by the adult and child versions, and what a score states for each item', () => {
    const cord = (docKey: string, title: string) =>
      documentOf(
        [
          `PROLAPSED CORD\n\n9. Manually elevate the presenting part off the umbilical cord, and hold it there until care is handed over.\n\n10. Wrap the prolapsed cord with moist gauze${title}.`,
        ],
        { docKey, chunkId: `${docKey}@1#0`, title: `Complication of pregnancy${title}` },
      );
    const { citations } = ask('prolapsed cord treatment', cord('adult', ''), cord('child', ' of the child'));
    expect(citations[1]?.excerpt).toContain('9. Manually elevate');
    const score = documentOf([
      '8. Calculate the motor score of a stroke from the motor items that were examined before:\ni. Facial droop\na. Absent = 0\nb. Present = 1\nii. Arm drift\na. Absent = 0\nb. Falls = 2',
    ]);
    expect(excerpt('stroke motor score', score).split('a. Absent = 0')).toHaveLength(3);
  });

  it('shows the requested criteria before text that only mentions them', () => {
    const item = (at: number) =>
      `${String.fromCharCode(65 + at)}. Injury of kind ${at}, with a sign that is looked for on the body wherever it may be hidden`;
    const items = Array.from({ length: 16 }, (_, at) => item(at));
    const policy = documentOf([
      `PRINCIPLES\n\n1. Contact the trauma center for whoever meets trauma center criteria. ${'Contact is made without delay. '.repeat(20)}`,
      `POLICY\n\nI. Trauma Criteria – requires transportation to a trauma center\nPatients in one or more of the following categories are transported there:\n\n${items.slice(0, 8).join('\n\n')}`,
      items.slice(8).join('\n\n'),
    ]);
    const shown = excerpt('trauma center criteria', policy);
    expect(shown).toContain('A. Injury of kind 0');
    expect(shown).toContain('P. Injury of kind 15');
  });

  it('does not end in the middle of a limit that the page wrapped', () => {
    const shown = excerpt(
      'nitroglycerin chest pain',
      documentOf([
        `5. Nitroglycerin 0.4 mg SL for a systolic pressure >\n100 mmHg.\n\n${filler('Give oxygen')}`,
      ]),
    );
    expect(shown).toContain('for a systolic pressure > 100 mmHg.');
  });

  it.each([
    'a systolic pressure ≥\n\n90. mmHg',
    'hypotension, poor perfusion,\n\nor altered mental status',
    'pain that does not respond to\n\nKetorolac alone',
  ])('joins text split by a page end or a blank line: %j', (text) => {
    const shown = excerpt(
      'fentanyl pain',
      documentOf([`1. Fentanyl for ${text}\n\n${filler('Give oxygen')}`]),
    );
    expect(shown).toContain(`1. Fentanyl for ${text.replace(/\n+/, ' ')}`);
  });

  it('does not end at "or", since the next item belongs to the same choice', () => {
    const shown = excerpt(
      'fentanyl',
      documentOf([
        `• Fentanyl when pain is severe, or\n\n• When morphine is not at hand\n\n${filler('Give oxygen')}`,
      ]),
    );
    expect(shown).toBe('• Fentanyl when pain is severe, or\n• When morphine is not at hand\n[…]');
  });

  it('marks a statement that its document leaves unfinished', () => {
    expect(excerpt('fentanyl', documentOf(['Fentanyl is given for a pressure of']))).toBe(
      'Fentanyl is given for a pressure of […]',
    );
  });

  it('keeps the head of a step and its dose together across a page break', () => {
    const { answer, citations } = ask(
      'midazolam dose uncooperative',
      documentOf([
        '10. For UNCOOPERATIVE PATIENTS who are a risk to themselves or the crew:',
        `CONTACT BASE\nMidazolam 0.2 mg/kg IM\n\n${filler('Give oxygen')}`,
      ]),
    );
    const whole =
      '10. For UNCOOPERATIVE PATIENTS who are a risk to themselves or the crew:\nCONTACT BASE\nMidazolam 0.2 mg/kg IM';
    expect(citations[0]?.excerpt).toContain(whole);
    expect(answer).toContain(`pages 1-2:\n${whole}`);
  });

  it('shows a list item for some patients next to the general one', () => {
    const shown = excerpt(
      'ketamine dose',
      documentOf([
        `3. For pain:\n\n• Ketamine 0.3 mg/kg IV\n\n• For infants CONTACT BASE first\n\n• Note the score\n\n${filler('Tell the family')}`,
      ]),
    );
    expect(shown).toContain('• For infants CONTACT BASE first');
  });

  it('shows all criteria when one of them matches', () => {
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

  it('marks an omitted list, even at the end of a passage', () => {
    const entries = Array.from(
      { length: 60 },
      (_, at) => `${at + 1}. Sign ${at} of a condition that takes a line`,
    );
    const { citations } = ask(
      'determine death circumstances',
      documentOf([
        'I. The crew may determine death in the following circumstances:\n\nA. One or more of these conditions exist:',
        `${entries.join('\n')}\n\nB. An order of death circumstances is at hand`,
      ]),
    );
    expect(citations[0]?.parts.map(({ text }) => text)).toEqual([
      'I. The crew may determine death in the following circumstances:\nA. One or more of these conditions exist:\n[…]',
      'B. An order of death circumstances is at hand',
    ]);
  });

  it('leaves out the only sentence of a section that promises a list too long to be shown', () => {
    const risks = Array.from(
      { length: 60 },
      (_, at) => `${String.fromCharCode(97 + (at % 26))}. Harm ${at} of a kind that takes a whole line`,
    );
    const shown = excerpt(
      'mask ventilation pressure',
      documentOf([
        [
          'I. Mask ventilation:',
          'A. Pressure: begin mask ventilation with a pressure of 5 cm and raise it slowly.',
          'B. Risks:',
          '1. Mask ventilation has its price. The risks of its pressure include:',
          ...risks,
        ].join('\n'),
      ]),
    );
    expect(shown).toContain('begin mask ventilation with a pressure of 5 cm');
    expect(shown).not.toMatch(/include:\s*\[…\]/);
  });

  it('shows the list that a quoted line introduces, and the table below it', () => {
    const table = '| Weight | Dose |\n| --- | --- |\n| 10 kg | 1 injector |';
    const shown = excerpt(
      'atropine injector',
      documentOf([
        `3. Atropine by injector, as the table below says:\n\n${table}\n\n4. Ready for transport:\n\na. Warm\n\nb. Secured\n\n${filler('Give oxygen')}`,
      ]),
    );
    expect(shown).toContain(`3. Atropine by injector, as the table below says:\n${table}`);
  });

  it('shows the contact order that a step with a dose requires', () => {
    const shown = excerpt(
      'diphenhydramine dose',
      documentOf([
        `4. CONTACT BASE to confirm the impression\n\n5. Diphenhydramine 50 mg IV\n\n${filler('Tell the family')}`,
      ]),
    );
    expect(shown).toBe('4. CONTACT BASE to confirm the impression\n5. Diphenhydramine 50 mg IV\n[…]');
  });

  it('shows the note next to a requested dose', () => {
    const shown = excerpt(
      'glucagon dose',
      documentOf([
        `4. Glucagon 1 mg IM ❷\n\n${filler('Reassess the patient')}`,
        'NOTES\n\n❷ Stores of glycogen are needed in the liver.',
      ]),
    );
    expect(shown).toContain('❷ Stores of glycogen are needed in the liver.');
  });

  it('shows all criteria of a long list, even when a sentence separates them from its heading', () => {
    const criteria = [...'ABCDEFGH'].map(
      (letter) =>
        `${letter}. ${letter === 'C' ? 'Skull fracture' : `Sign ${letter}`}, ${'found by the crew at the scene or on the way, '.repeat(6)}or told`,
    );
    const list = [
      'I. Trauma criteria',
      '',
      'Patients in one or more of the following categories go to the trauma center without delay.',
      ...criteria,
    ];
    const shown = excerpt(
      'skull fracture',
      documentOf([list.slice(0, 7).join('\n'), `${list.slice(7).join('\n')}\n\nII. Others stay`]),
    );
    for (const line of list) expect(shown).toContain(line);
  });

  it('reads I after H as a letter, not as a Roman numeral', () => {
    const letters = [...'ABCDEFGHIJK']
      .map((letter) => `${letter}. ${letter === 'A' ? 'Skull fracture' : `Injury ${letter}`}`)
      .join('\n');
    const list = `I. Patients with any of the following go to the trauma center:\n${letters}\nII. Others stay`;
    const shown = excerpt('skull fracture', documentOf([`${list}\n\n${filler('Write it down')}`]));
    expect(shown).toContain(`trauma center:\n${letters}`);
  });

  it('shows the restriction of a manoeuvre next to it', () => {
    const shown = excerpt(
      'choking abdominal thrusts',
      documentOf([
        `3. For choking:\n\n• Give abdominal thrusts until relieved\n\n• In infants do not give abdominal thrusts; give back blows\n\n${filler('Tell the family')}`,
      ]),
    );
    expect(shown).toContain('In infants do not give abdominal thrusts');
  });

  it('shows the note that a quoted line refers to when it restricts', () => {
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

  it('shows the reference marks of the document in another form than its citations', () => {
    const shown = excerpt(
      'epinephrine dose',
      documentOf(['Epinephrine 0.5 mg IM is recommended [2].\n\nSee also [3,4].']),
    );
    expect(shown).toContain('recommended (ref. 2).');
    expect(shown).not.toMatch(/\[\d/);
  });

  it('keeps a dose under its step, even below an order in capitals', () => {
    const { citations } = ask(
      'midazolam dose agitated',
      documentOf([
        `1. Assess the scene\n\n10. For agitated patients who are a risk to themselves:\nCONTACT BASE\nMidazolam 0.2 mg/kg IM\n\n${filler('Write it down')}`,
      ]),
    );
    expect(citations[0]?.excerpt).toContain(
      '10. For agitated patients who are a risk to themselves:\nCONTACT BASE\nMidazolam 0.2 mg/kg IM',
    );
    expect(citations[0]?.parts[0]?.section).toBe('');
  });

  it.each([
    'HIGH PRESSURE (SBP ≥140 mmHg or DBP ≥90 mmHg) / ECLAMPSIA ❻',
    'ECLAMPSIA – SYSTOLIC PRESSURE ≥ 140 mmHg',
  ])('reads %s as a heading', (heading) => {
    const { citations } = ask(
      'magnesium eclampsia',
      documentOf([
        `SHOULDER DYSTOCIA\n\n13. Press above the pubis\n❺\n\n${heading}\n\n15. Magnesium 4 g IV\n\n${filler('Carry the patient')}`,
      ]),
    );
    expect(citations[0]?.parts[0]?.section).toBe(heading);
    expect(citations[0]?.excerpt).not.toContain('❺');
  });

  it.each(['(MCG 1999):', 'SBP < 90 mmHg', 'GCS < 14'])('does not read %s as a heading', (line) => {
    const { citations } = ask(
      'saline for poor perfusion',
      documentOf([
        `2. For poor perfusion of any cause\n${line}\nNormal Saline 500 mL IV\n\n${filler('Carry the patient')}`,
      ]),
    );
    expect(citations[0]?.excerpt.replace(/\s+/g, ' ')).toContain(
      `2. For poor perfusion of any cause ${line} Normal Saline 500 mL IV`,
    );
    expect(citations[0]?.parts[0]?.section).not.toBe(line);
  });

  it('does not place a list under the last entry of another, nor under the introduction of that one', () => {
    const shown = excerpt(
      'valid order outside a hospital',
      documentOf([
        'Comfort measures, for example:\n\n• Suctioning\n• Pain control\n\nValid order outside a hospital:\n\n• A medallion\n• A signed form',
      ]),
    );
    expect(shown).toBe('Valid order outside a hospital:\n• A medallion\n• A signed form');
  });

  it('joins a number with its text, even across passages', () => {
    const { citations } = ask(
      'midazolam seizure',
      documentOf(['6.', `For active seizure:\n\nMidazolam 10 mg IM\n\n${filler('Splint the limb')}`]),
    );
    expect(citations[0]?.parts.map(({ text }) => text)).toEqual([
      '6. For active seizure:\nMidazolam 10 mg IM\n[…]',
    ]);
    expect(citations[0]?.parts[0]?.passage.firstPage).toBe(2);
  });

  it('shows the outline of an inventory instead of all of it', () => {
    const stock = Array.from(
      { length: 20 },
      (_, at) =>
        `${at + 1}. Shelf ${at}\na. Splints of size ${at} in sealed bags, of each kind and colour, counted weekly\nb. Bandages of size ${at} in sealed bags, of each kind and colour, counted weekly`,
    );
    const shown = excerpt(
      'dextrose infusion',
      documentOf([
        ['C. Required equipment and supplies:', ...stock, '21. Infusions\na. Saline\nb. Dextrose'].join('\n'),
      ]),
    );
    expect(shown).toContain('C. Required equipment and supplies:\n1. Shelf 0\n');
    expect(shown).toContain('21. Infusions\na. Saline\nb. Dextrose');
    expect(shown).not.toContain('Bandages');
  });

  it('omits doses of other drugs in the same list', () => {
    const [first = []] = [
      documentOf([
        `II. The crew may also give the following:\nA. Morphine 2 mg IV for pain.\nB. Midazolam 5 mg IV for seizure.\nC. Fentanyl 50 mcg IV for pain.\n\nD. ${'Records are kept and sent on. '.repeat(70)}`,
      ]),
    ];
    const shown = excerpt('midazolam dose seizure', first);
    expect(shown).toBe(
      'II. The crew may also give the following:\n[…]\nB. Midazolam 5 mg IV for seizure.\n[…]',
    );
  });

  it('does not mistake another drug for the limit of a dose', () => {
    const shown = excerpt(
      'midazolam dose seizure',
      documentOf([
        `C. Midazolam for seizure:\n2 mg IV, maximum total 10 mg\n\nD. Epinephrine 0.5 mg IM, repeat to a maximum of 3 doses\n\n${filler('Write it down')}`,
      ]),
    );
    expect(shown).toBe('C. Midazolam for seizure:\n2 mg IV, maximum total 10 mg\n[…]');
  });

  it('reads capitals below other text as the rest of its line', () => {
    const { citations } = ask(
      'ondansetron dose vomiting',
      documentOf([
        `5. For itching, diphenhydramine dose per\nMCG 1999\n\n6. For vomiting: ondansetron 4 mg\n\n${filler('Write it down')}`,
      ]),
    );
    expect(citations[0]?.parts[0]?.section).toBe('');
  });

  it('names no section after a line that the passage mistook for a heading', () => {
    const { citations } = ask(
      'midazolam dose',
      documentOf(['CONTACT BASE\nMidazolam 0.2 mg/kg IM'], { sectionPath: ['CONTACT BASE'] }),
    );
    expect(citations[0]?.parts[0]?.section).toBe('');
  });

  it('ends the letterhead where a section is named', () => {
    const { citations } = ask(
      'uterus displacement',
      documentOf([
        `SUBJECT: DESTINATION\n\nPRINCIPLES:\n\nDisplace the uterus to the left.\n\n${filler('Write it down')}`,
      ]),
    );
    expect(citations[0]?.parts[0]).toMatchObject({
      section: 'PRINCIPLES',
      text: 'Displace the uterus to the left.',
    });
  });

  it('answers the rest of a question that also names a document number', () => {
    const shown = excerpt(
      'ref 950 criteria for infants',
      documentOf(
        [
          `SUBJECT: TRIAGE REFERENCE NO. 950\n\nPURPOSE: To say where patients go.\n\nPOLICY\n\nII. Criteria for infants:\nA. Fewer than 20 breaths\n\n${filler('Write it down')}`,
        ],
        { protocolNumber: '950' },
      ),
    );
    expect(shown).toContain('REFERENCE NO. 950');
    expect(shown).toContain('II. Criteria for infants:\nA. Fewer than 20 breaths');
  });

  it('prefers the statements of a document to the documents that it refers to', () => {
    const shown = excerpt(
      'naloxone by EMT',
      documentOf([
        `POLICY\n\n1. An EMT of an approved provider carries naloxone\n\n${filler('Write it down')}\n\nCROSS REFERENCES\n\nRef. No. 1337, Naloxone by EMT`,
      ]),
    );
    expect(shown).toBe('1. An EMT of an approved provider carries naloxone\n[…]');
  });

  it('omits page headers and footers', () => {
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

  it('distinguishes sections with the same title by number and patients, and notes that no age was given', () => {
    const { answer } = ask('amiodarone dose', adult, child);
    expect(answer).toContain('[1] Cardiac Arrest (1210)');
    expect(answer).toContain('[2] Cardiac Arrest (1210-P · pediatric)');
    expect(answer).toContain('The question names no age: [2] is written for children.');
  });

  it.each(['16 year old', '17 yo'])('does not say that no age was given for a %s', (age) => {
    expect(ask(`amiodarone dose ${age}`, adult, child).answer).not.toContain('names no age');
  });

  it('puts the adult section before its counterpart for children when no age was given', () => {
    const firstOf = (question: string) => ask(question, child, adult).citations[0]?.passage.docKey;
    expect(firstOf('amiodarone dose')).toBe('protocol-1210');
    expect(firstOf('amiodarone dose child')).toBe('protocol-1210-p');
  });

  it('states first when the requested information is missing', () => {
    const { answer } = ask('magnesium for seizure', documentOf(['1. For seizure: midazolam 10 mg IM']));
    expect(answer).toMatch(/^None of the results names magnesium sulfate\./);
  });

  it('does not call a drug missing that the document names by a synonym', () => {
    const { answer } = ask('narcan dose', documentOf(['1. Naloxone 2 mg IN']));
    expect(answer).not.toMatch(/names/);
  });

  it('does not call a drug missing whose class is named', () => {
    const { answer, warnings } = ask(
      'nitroglycerin after viagra',
      documentOf([
        '1. Nitroglycerin 0.4 mg SL\n\nHold if the patient took sexually enhancing drugs within 48 hours.',
      ]),
    );
    expect(answer).toContain('These excerpts do not name sildenafil itself, only its class');
    expect(answer).not.toContain('None of the results names');
    expect(warnings).toEqual(['Hold if the patient took sexually enhancing drugs within 48 hours. [1]']);
  });

  it('states that a requested dose was not found', () => {
    const sentence = 'None of these excerpts gives an amount of ketamine.';
    const stock = documentOf(['Medications in stock:\n1) Fentanyl\n2) Ketamine\n3) Lidocaine']);
    const dose = documentOf(['1. For pain, ketamine slowly:\n0.3 mg/kg IV']);
    expect(ask('ketamine dose for pain', stock).answer).toContain(sentence);
    expect(ask('ketamine dose for pain', dose).answer).not.toContain(sentence);
    expect(ask('is ketamine in stock', stock).answer).not.toContain(sentence);
  });

  it.each([
    [
      'push D50 for hypoglycemia',
      'Dextrose 10% 125 mL IV for hypoglycemia',
      'None of these excerpts names D50',
    ],
    ['epinephrine 1:1000 dose', 'Epinephrine 0.1 mg/mL 1 mg IV', 'None of these excerpts names 1:1000'],
    [
      'fentanyl for a pregnant patient',
      'Fentanyl 50 mcg IV for pain',
      'None of these excerpts mentions pregnancy.',
    ],
    ['fentanyl for 4 yo', 'Fentanyl 50 mcg IV for pain', '[1] does not say what applies to children.'],
    [
      'is fentanyl ok with midazolam',
      '1. Fentanyl 50 mcg IV\n\n2. Midazolam 5 mg IV',
      'None of these excerpts mentions fentanyl and midazolam together.',
    ],
  ])('states first what it lacks: %s', (question, text, sentence) => {
    expect(ask(question, documentOf([text])).answer).toContain(sentence);
  });

  it.each([
    ['push D50 for hypoglycemia', 'Dextrose 50% 25 g IV for hypoglycemia'],
    ['epinephrine 1:1000 dose', 'Epinephrine 1 mg/mL 0.5 mg IM'],
    ['fentanyl for burns of 40% adult', 'Fentanyl 50 mcg IV for burns'],
    ['fentanyl for a pregnant patient', 'Fentanyl 50 mcg IV, not in the third trimester'],
    ['fentanyl for 4 yo', 'Fentanyl 1 mcg/kg IV for children'],
    ['fentanyl for 4 yo', '# ADULT\n\n# PEDIATRIC\n\n• Fentanyl IV 50 mcg\n\n• Fentanyl IV 1 mcg/kg'],
    ['is fentanyl ok with midazolam', '1. Fentanyl 50 mcg IV, or midazolam 5 mg IV, not both'],
  ])('claims no gap when the text is there: %s', (question, text) => {
    expect(ask(question, documentOf([text])).answer).not.toMatch(/None of these|does not say/);
  });

  describe('with several indications of a drug', () => {
    const of = (docKey: string, title: string, text: string) =>
      documentOf([text], { docKey, chunkId: `${docKey}@1#0`, title });
    const crew = of('crew', 'Scope of Practice', 'C. Further midazolam 2 mg IV for a seizure that lasts');
    const seizure = of('seizure', 'Seizure', '7. For active seizure:\nMidazolam 10 mg IM');
    const agitation = of('agitation', 'Agitation', '9. For agitation:\nMidazolam 5 mg IM');

    it('omits a dose for another indication, and names its document', () => {
      const { answer, citations } = ask('midazolam dose seizure', seizure, agitation);
      expect(citations.map(({ passage }) => passage.docKey)).toEqual(['seizure']);
      expect(answer).toContain('Also found: midazolam in Agitation.');
    });

    it('names only those requested drugs that the other document covers', () => {
      const { answer } = ask('midazolam or ketamine dose seizure', seizure, agitation);
      expect(answer).toContain('Also found: midazolam in Agitation.');
      expect(answer).not.toMatch(/Also found:[^.]*ketamine/);
    });

    it('puts the document about the condition before one that only mentions it', () => {
      const { citations } = ask('midazolam dose seizure', crew, seizure);
      expect(citations.map(({ passage }) => passage.docKey)).toEqual(['seizure', 'crew']);
    });

    it('shows all when none is for the requested condition, or none was requested', () => {
      expect(ask('midazolam dose tetanus', seizure, agitation).citations).toHaveLength(2);
      expect(ask('midazolam dose', seizure, agitation).citations).toHaveLength(2);
    });
  });

  describe('about missing results', () => {
    const of = (docKey: string, title: string, text: string, fileName = `${docKey}.pdf`) =>
      documentOf([text], { docKey, chunkId: `${docKey}@1#0`, title, fileName });

    it('quotes a document whose title does not name the condition when any line of it does', () => {
      const arrest = of(
        'arrest',
        'Standing Orders',
        `V-FIB\n\n1. Defibrillate for ventricular fibrillation\n\n${filler('Carry the patient')}\n\nDRUGS\n\n9. Lidocaine 1.5 mg/kg IV`,
      );
      const other = of(
        'io',
        'Refractory ventricular fibrillation',
        '1. Lidocaine 40 mg IO for ventricular fibrillation',
      );
      const { answer, citations } = ask('lidocaine dose ventricular fibrillation', other, arrest);
      expect(citations.map(({ passage }) => passage.docKey)).toContain('arrest');
      expect(answer).not.toContain('Also found');
    });

    it.each([
      [
        'tricyclic overdose sodium bicarbonate',
        '1. For TCA and other tricyclic antidepressants: sodium bicarbonate 1 mEq/kg',
      ],
      ['calcium dose dialysis', '1. For dialysis patients: calcium chloride 1 g IV'],
      ['heat stroke treatment', '1. Heat illness with stroke of confusion: cool at once'],
    ])('does not claim that no document names the words that were matched: %s', (question, text) => {
      expect(ask(question, documentOf([text])).answer).not.toMatch(
        /None of the results names|None of these excerpts names/,
      );
    });

    it('also reads the file name', () => {
      const named = of(
        '9180',
        'Standing Orders',
        '1. Midazolam 10 mg IM once',
        '9180_Status_Epilepticus_Adult.pdf',
      );
      expect(ask('midazolam dose status epilepticus', named).answer).not.toContain(
        'None of the results names',
      );
    });
  });

  describe('about a drug with several limits below it', () => {
    const steps = (between: readonly string[]): string =>
      [
        '• Look for a pulse',
        '• If the line is in, adenosine 0.15 mg/kg IV',
        '• Max first dose: 5 mg',
        ...between,
        '• Max second dose: 11 mg',
        '• Carry the patient flat',
        '• Pre-medicate with midazolam 0.04 mg/kg IV',
        '• Max dose: 2 mg',
      ].join('\n');
    const question = 'adenosine first and second dose';

    it('quotes the text between two limits', () => {
      const shown = excerpt(question, documentOf([steps(['• MR x1 double the dose (0.3 mg/kg)'])]));
      expect(shown).toContain(
        '• Max first dose: 5 mg\n• MR x1 double the dose (0.3 mg/kg)\n• Max second dose: 11 mg',
      );
    });

    it('states for each dose how often it may be repeated', () => {
      const shown = excerpt(
        'fentanyl dose',
        documentOf([
          '• Keep warm\n• Fentanyl\n• IV: 60 mcg\n• MR q4 min\n• IM: 90 mcg\n• MR in 25 min\n• Call',
        ]),
      );
      expect(shown).toContain('• IV: 60 mcg\n• MR q4 min\n• IM: 90 mcg\n• MR in 25 min');
    });

    it('omits nothing between the limits, whatever the text', () => {
      const lines = ['• Wait 2 min', '• Then twice as much', '• Check the rhythm', '• Raise the arm'];
      fc.assert(
        fc.property(fc.shuffledSubarray(lines, { maxLength: 3 }), (between) => {
          const shown = excerpt(question, documentOf([steps(between)]));
          expect(shown).toContain(['5 mg', ...between, '• Max second dose: 11 mg'].join('\n'));
        }),
      );
    });
  });

  describe('about a chart with a page for each weight band', () => {
    const bands = [
      { ages: '1-2 years', kg: 10, lb: '20 to 25', color: 'Purple', dose: '1.1 mg' },
      { ages: '3-4 years', kg: 15, lb: '30 to 40', color: 'White', dose: '1.6 mg' },
      { ages: '5-6 years', kg: 20, lb: '41 to 50', color: 'Blue', dose: '2.2 mg' },
      { ages: '7-9 years', kg: 28, lb: '51 to 70', color: 'Orange', dose: '2.9 mg' },
    ];
    const chart = documentOf(
      bands.map(({ ages, kg, lb, color, dose }) =>
        [
          `Tape color: ${color}`,
          `Age range: ${ages}`,
          `Approximate kg: ${kg}\nApproximate lbs: ${lb}\nTube size: ${kg} fr`,
          `Pulse ${200 - kg}`,
          '0.4 mL',
          '| Volume | Drug | Dose |\n| --- | --- | --- |',
        ]
          .join('\n\n')
          .concat(`\n| ${kg} mL | Normal saline | ${kg * 20} mL |\n| 1 mL | Midazolam IM | ${dose} |`)
          .concat(`\n\nKetamine IV ${kg + 0.5} mg`),
      ),
      { title: 'Dosing Chart', tokens: 80 },
    );
    const others = (own: number): readonly string[] =>
      bands.filter((_, at) => at !== own).flatMap(({ kg, dose }) => [dose, `${kg + 0.5} mg`]);
    const inChart = (question: string): string => excerpt(question, chart);

    it.each([
      ['a weight', 'midazolam dose chart 16 kg', 1],
      ['a weight in pounds', 'midazolam dose chart 45 lb', 2],
      ['an age', 'midazolam dose chart 8 year old', 3],
      ['an age of the first page', 'midazolam dose chart 2 year old', 0],
      ['a colour of the tape', 'midazolam dose chart blue', 2],
      ['another colour of the tape', 'midazolam dose, broselow purple', 0],
    ])('shows only the page for %s', (_, question, own) => {
      const shown = inChart(question);
      expect(shown).toContain(bands[own]?.dose);
      for (const dose of others(own)) expect(shown).not.toContain(dose);
    });

    it('names the band of the patient', () => {
      expect(ask('midazolam dose chart 8 year old', chart).answer).toContain(
        'The stated age, 8 years, is in "Tape color: Orange, Age range: 7-9 years',
      );
    });

    it('shows both neighbouring bands of a patient between them, and states it', () => {
      const { answer } = ask('midazolam dose chart 12.5 kg', chart);
      expect(answer).toMatch(/lies between .* neither is for it/);
      expect(answer).not.toContain('2.9 mg');
    });

    it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])('shows no page of another band: %i years', (age) => {
      const own = bands.findIndex(({ ages }) => {
        const [from = 0, to = 0] = ages.match(/\d+/g)?.map(Number) ?? [];
        return age >= from && age <= to;
      });
      const shown = inChart(`midazolam dose chart ${age} year old`);
      expect(shown).toContain(bands[own]?.dose);
      for (const dose of others(own)) expect(shown).not.toContain(dose);
    });
  });

  it('names the references that doses are left to, unless it quotes the line', () => {
    const text = '1. Epinephrine 0.01 mg/kg IM, dose per MCG 1999';
    const guideline = documentOf(['Epinephrine: 10 kg, 0.1 mg'], {
      docKey: 'guideline-1999',
      chunkId: 'guideline-1999@1#0',
      protocolNumber: '1999',
    });
    const sentence = '[1] refers to MCG 1999 for doses or sizes, which is not quoted here';
    const { answer, doseRemarks } = ask('epinephrine dose', documentOf([text]));
    expect(answer).toContain(sentence);
    // An answer of a model is shown with it as a warning.
    expect(doseRemarks?.join()).toContain(sentence);
    expect(ask('epinephrine dose', documentOf([text]), guideline).answer).not.toContain(sentence);
  });

  it('cites a document once, with its passages in page order', () => {
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
  it('come from the whole document, even from parts that are not quoted', () => {
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

  it('include the list that follows a prohibition', () => {
    const { warnings } = ask(
      'ketorolac dose',
      documentOf([
        '1. Ketorolac 15 mg IV',
        'Ketorolac is contraindicated in the following:\n\n• pregnancy\n\n• head injury',
      ]),
    );
    expect(warnings).toEqual(['Ketorolac is contraindicated in the following: pregnancy; head injury [1]']);
  });

  it('are separate texts, without the bullets of a list', () => {
    const { answer, warnings } = ask(
      'can I give ketorolac in renal failure',
      documentOf(['1. Ketorolac 15 mg IV', '- Do not give ketorolac in renal failure.']),
    );
    expect(warnings).toEqual(['Do not give ketorolac in renal failure. [1]']);
    expect(answer).not.toContain('- - ');
  });

  it.each([
    ['the head of an omitted list', 'Contraindications to ketorolac:'],
    ['the name of a chapter', 'A. Know the indications, contraindications and technique of ketorolac'],
  ])('are not %s', (_what, text) => {
    expect(ask('ketorolac dose', documentOf([`1. Ketorolac 15 mg IV\n\n${text}`])).warnings).toEqual([]);
  });

  it('begin and end with their sentence', () => {
    const cell = `${'Give oxygen and look again. '.repeat(20)}• Do not give ketorolac after a fall • Ketorolac 15 mg IV`;
    const { warnings } = ask(
      'ketorolac dose',
      documentOf([
        `| Adult | Child |\n| --- | --- |\n| ${cell} | |\n| ${cell} | ${cell.replace('fall', 'burn')} |`,
      ]),
    );
    expect(warnings).toEqual([
      'Do not give ketorolac after a fall [1]',
      'Adult: Do not give ketorolac after a fall [1]',
      'Child: Do not give ketorolac after a burn [1]',
    ]);
  });

  it('are about the one drug of the title when nothing closer names one', () => {
    const monograph = (title: string): readonly Passage[] =>
      documentOf(['- 500 mg by mouth twice a day\n\n- eGFR below 30: contraindicated'], {
        title,
        sourceType: 'drug_formulary',
      });
    expect(ask('metformin dose', monograph('Metformin')).warnings).toEqual([
      'Metformin: eGFR below 30: contraindicated [1]',
    ]);
    expect(ask('metformin dose', monograph('Metformin and zanoglipin')).warnings).toEqual([]);
  });

  it('exclude a table row about a condition that was not asked for', () => {
    const table = [
      '| Impression | Guidelines |',
      '| --- | --- |',
      '| Nausea | For nausea. Not for a reaction to morphine. |',
    ].join('\n');
    const warningsOf = (quoted: string, subject: readonly string[]): readonly Warning[] =>
      drawWarnings(
        [{ n: 1, document: outlineOf(documentOf([table])) }],
        {
          asked: [],
          quoted: [conceptTerm(quoted)],
          subject: subject.map((name) => ({ term: conceptTerm(name), weight: 1 })),
        },
        [],
      );
    expect(warningsOf('morphine', ['congestive heart failure'])).toEqual([]);
    expect(warningsOf('morphine', ['nausea and vomiting'])).toHaveLength(1);
  });

  it('do not attribute a row of a code list to the drugs of its neighbouring rows', () => {
    const rows = (drugs: string): string =>
      [
        '| Impression | Code | Guidelines |',
        '| --- | --- | --- |',
        '| Diarrhea | DRHA | For diarrhea without bleeding. NOT for melena, use Upper GI Bleeding. |',
        `| Overdose | ODPO | Of ${drugs}. |`,
      ].join('\n');
    const warningsOf = (text: string): readonly Warning[] =>
      drawWarnings(
        [{ n: 1, document: outlineOf(documentOf([text])) }],
        { asked: [conceptTerm('fentanyl')], quoted: [], subject: [] },
        [],
      );
    expect(warningsOf(rows('fentanyl, ethanol, haloperidol, midazolam or ketamine'))).toEqual([]);
    expect(warningsOf(rows('fentanyl'))).toHaveLength(1);
  });

  it('exclude permissions', () => {
    const { warnings } = ask(
      'nitroglycerin inferior MI',
      documentOf([
        '1. Nitroglycerin 0.4 mg SL\n\nInferior MI alone is not a contraindication to nitroglycerin.',
      ]),
    );
    expect(warnings).toEqual([]);
  });

  it.each([
    'Give nitroglycerin to patients who do not respond to oxygen.',
    'Nitroglycerin may be given when an IV cannot be obtained.',
    'After nitroglycerin patients may not require morphine.',
    'Lower the dose of nitroglycerin to avoid dizziness.',
  ])('exclude descriptions: %s', (text) => {
    expect(ask('nitroglycerin dose', documentOf([`1. Nitroglycerin 0.4 mg SL\n\n${text}`])).warnings).toEqual(
      [],
    );
  });

  it.each([
    'Do not have the patient take nitroglycerin twice.',
    'Nitroglycerin cannot be given twice.',
    'Take care to avoid nitroglycerin after a stroke.',
    'Nitroglycerin may not be given by bystanders.',
  ])('include prohibitions: %s', (text) => {
    expect(ask('nitroglycerin dose', documentOf([`1. Nitroglycerin 0.4 mg SL\n\n${text}`])).warnings).toEqual(
      [`${text} [1]`],
    );
  });

  it('list the drugs of the question first, then those quoted with a dose', () => {
    const { warnings } = ask(
      'fentanyl dose',
      documentOf([
        '1. Fentanyl 50 mcg IV or ketorolac 15 mg IV',
        filler('Tell the family'),
        '9. Do not give ketorolac after a fall.\n\n10. Hold fentanyl below 90 mmHg. Aspirin is contraindicated in children.',
      ]),
    );
    expect(warnings).toEqual([
      '10. Hold fentanyl below 90 mmHg. Aspirin is contraindicated in children. [1]',
      '9. Do not give ketorolac after a fall. [1]',
    ]);
  });

  it('exclude co-administered drugs', () => {
    const text = '1. For burns: Normal Saline 1 L IV\n\n9. Do not scrub; wrap in saline-moistened gauze.';
    expect(ask('burns treatment', documentOf([text])).warnings).toEqual([]);
    expect(ask('saline for burns', documentOf([text])).warnings).toHaveLength(1);
  });

  it.each([
    'Patients with a head injury should not receive ketorolac.',
    'Ketorolac is not indicated for chest pain.',
    'Ketorolac shall not be given by EMTs.',
    'Hold ketorolac for patients on dialysis.',
    'Under no circumstances is ketorolac given to children.',
    'Ketorolac unless contraindicated due to bleeding.',
  ])('include prohibitions in prose: %s', (text) => {
    const { warnings } = ask('ketorolac dose', documentOf([`1. Ketorolac 15 mg IV\n\n${text}`]));
    expect(warnings).toEqual([`${text} [1]`]);
  });

  it.each([
    'Ketorolac is preferred unless contraindicated.',
    'When ketorolac is contraindicated, use fentanyl.',
    'Ketorolac may be given if there are no other contraindications.',
    'Ketorolac for a patient on a psychiatric hold.',
  ])('exclude statements that merely mention a possible reason: %s', (text) => {
    expect(ask('ketorolac dose', documentOf([`1. Ketorolac 15 mg IV\n\n${text}`])).warnings).toEqual([]);
  });

  it('name the drug to which a prohibition applies', () => {
    const { warnings } = ask(
      'nitroglycerin dose',
      documentOf(['6. Nitroglycerin 0.4 mg SL\nHold below 100 mmHg.']),
    );
    expect(warnings).toEqual(['Nitroglycerin: Hold below 100 mmHg. [1]']);
  });

  it('include the maximum amount of a drug, unless it is quoted', () => {
    const limits = Array.from(
      { length: 12 },
      (_, at) =>
        `${at + 2}. Naloxone ${at + 1} mg IM for route ${at}, ${'given slowly over some time, '.repeat(6)}then wait`,
    );
    const { answer, warnings } = ask(
      'naloxone 2 mg dose by route 3',
      documentOf([limits.join('\n\n'), 'NOTES\n\nThe maximum total of naloxone is 8 mg.']),
    );
    expect([answer, ...warnings].join(' ')).toContain('maximum total of naloxone is 8 mg');
  });

  it('include a whole list, in as many warnings as it needs', () => {
    const items = Array.from(
      { length: 14 },
      (_, at) => `condition ${at} of those that a patient may have had`,
    );
    const { warnings } = ask(
      'ketorolac dose',
      documentOf([
        `1. Ketorolac 15 mg IV`,
        `Ketorolac is contraindicated in:\n\n${items.map((item) => `• ${item}`).join('\n\n')}`,
      ]),
    );
    for (const item of items) expect(warnings.join(' ')).toContain(item);
    for (const warning of warnings) {
      expect(warning.startsWith('Ketorolac is contraindicated in:')).toBe(true);
      expect(warning.length).toBeLessThanOrEqual(500);
    }
  });

  it('appear once when two documents agree', () => {
    const twin = (docKey: string, step: number) =>
      documentOf([`${step}. Do not give ketorolac in pregnancy.\n\nKetorolac 15 mg IV`], {
        docKey,
        chunkId: `${docKey}@1#0`,
      });
    expect(ask('ketorolac dose', twin('a', 4), twin('b', 9)).warnings).toEqual([
      '4. Do not give ketorolac in pregnancy. [1] [2]',
    ]);
  });

  it('also cover quoted drugs when the question names none', () => {
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

describe('an answer to a question of permission', () => {
  const chestPain = documentOf([
    '6. Nitroglycerin 0.4 mg SL for chest pain',
    filler('Give oxygen'),
    'NOTES\n\nDo not give nitroglycerin below 100 mmHg.',
  ]);

  it.each(['can i give nitro for chest pain', 'is nitro ok for chest pain', 'should we give nitro'])(
    'begins with the prohibition: %s',
    (question) => {
      const { answer } = ask(question, chestPain);
      const forbids = answer.indexOf('- Do not give nitroglycerin below 100 mmHg. [1]');
      expect(forbids).toBeGreaterThanOrEqual(0);
      expect(forbids).toBeLessThan(answer.indexOf('0.4 mg'));
    },
  );

  it('leaves the prohibition to the warnings when an amount is asked', () => {
    const { answer, warnings } = ask('how much nitro for chest pain', chestPain);
    expect(answer).not.toContain('- Do not give');
    expect(warnings).toEqual(['Do not give nitroglycerin below 100 mmHg. [1]']);
  });

  it('quotes with an indication the prohibition from elsewhere in the document', () => {
    expect(excerpt('nitro for chest pain', chestPain)).toContain('Do not give nitroglycerin below 100 mmHg.');
  });

  it('also covers procedures and devices', () => {
    const { answer } = ask(
      'can i use cpap',
      documentOf([
        `8. CPAP for respiratory distress\n\n${filler('Give oxygen')}`,
        'NOTES\n\nHold CPAP for patients with hypotension.',
      ]),
    );
    expect(answer).toContain('- Hold CPAP for patients with hypotension. [1]');
  });
});

describe('text read by OCR', () => {
  const scan = documentOf(
    [
      '1. Epinephrine 0.5 mg IM\n\n2. Do not give epinephrine twice.\n\n3. Hold epinephrine if cocaine was used.',
    ],
    { ocrConfidence: 0.226 },
  );

  it('is marked next to every dose, with a confidence that promises nothing beyond it', () => {
    expect(ask('epinephrine dose', scan).answer).toContain(
      '[1] Sample, page 1 (read by OCR, confidence 0.22: check the page):\n1. Epinephrine 0.5 mg IM',
    );
  });

  it('is marked in warnings', () => {
    const { warnings } = ask('epinephrine dose', scan);
    expect(warnings).toContain(
      '2. Do not give epinephrine twice. (read by OCR, confidence 0.22: check the page) [1]',
    );
  });

  it('is marked in the known facts about the patient', () => {
    const [passage] = scan;
    if (!passage) throw new Error('no passage');
    const { answer } = composeExtractiveAnswer(
      interpretQuery('epinephrine dose', emptyVocabulary),
      [{ passage, score: 0.9 }],
      { wholeDocument: () => scan, context: { currentMedications: ['cocaine'] } },
    );
    expect(answer).toMatch(/^Known medication cocaine: .*confidence 0\.22/);
  });

  it('is not marked on other pages', () => {
    expect(ask('epinephrine dose', documentOf(['1. Epinephrine 0.5 mg IM'])).answer).not.toContain('OCR');
  });
});

describe('nested headings', () => {
  const formulary = documentOf(
    [
      '# Formulary\n\n## KETOROLAC\n\n### Contraindications\n\n- Bleeding\n- Pregnancy',
      '### Dose\n\nGive 15 mg IV once.',
      '## ADENOSINE\n\n### Contraindications\n\n- Asthma\n- Heart transplant',
      '### Dose\n\nGive 12 mg IV fast.',
    ],
    { title: 'Formulary' },
  );
  const sections = (question: string): readonly string[] =>
    ask(question, formulary).citations.flatMap(({ parts }) => parts.map(({ section }) => section));

  it('are named with their parents, so that each identifies its drug', () => {
    expect(sections('adenosine dose')).toContain('ADENOSINE > Dose');
    for (const section of sections('contraindications of adenosine'))
      expect(section).toMatch(/KETOROLAC|ADENOSINE/);
  });
});

describe('the length of an answer', () => {
  const of = (docKey: string, texts: readonly string[]) =>
    documentOf(texts, { docKey, chunkId: `${docKey}@1#0`, title: docKey });
  const note =
    'NOTES\n\n❶ Fentanyl may lower the pressure of patients who have lost much blood; watch them closely.';

  it('does not repeat the note of a counterpart section, but repeats its step', () => {
    const { citations } = ask(
      'fentanyl dose trauma',
      of('one', [`4. Fentanyl 50 mcg IV for trauma ❶\n\n${filler('Give oxygen')}`, note]),
      of('two', [`4. Fentanyl 1 mcg/kg IV for trauma ❶\n\n${filler('Give oxygen')}`, note]),
    );
    expect(citations[0]?.excerpt).toContain('❶ Fentanyl may lower');
    expect(citations[1]?.excerpt).toContain('Fentanyl 1 mcg/kg');
    expect(citations[1]?.excerpt).not.toContain('❶ Fentanyl may lower');
  });

  it('omits a further document that contributes little', () => {
    const { citations } = ask(
      'tourniquet pressure bleeding thigh',
      of('one', ['Tourniquet on the thigh for bleeding that pressure does not stop.']),
      of('two', ['Tourniquet for bleeding of the thigh, above the pressure bandage.']),
      of('three', ['A thigh splint is applied with traction.']),
    );
    expect(citations.map(({ passage }) => passage.docKey)).toEqual(['one', 'two']);
  });

  it('names a section once for all quotations from it', () => {
    const { answer } = ask(
      'fentanyl',
      of('one', [
        `PAIN\n\n1. Fentanyl 50 mcg IV\n\n${filler('Give oxygen')}\n\n80. Repeat fentanyl once after 10 min`,
      ]),
    );
    expect(answer.match(/PAIN/g)).toHaveLength(1);
  });
});

describe('a document of endless lists', () => {
  it.each([
    ['sections with prohibitions', (at: number) => `Contraindications:\n- epinephrine in ${at}\n\n`, 4_000],
    ['lines without an end', () => 'epinephrine if SBP >\n', 15_000],
  ])('is answered from in time proportional to it: %s', (_name, line, lines) => {
    const text = Array.from({ length: lines }, (_, at) => line(at)).join('');
    const took = cpuTimeOf(() =>
      ask('Can I give epinephrine in anaphylaxis?', documentOf([`Epinephrine in anaphylaxis\n\n${text}`])),
    );
    // Searching all blocks for each of them would take more than ten seconds.
    expect(took).toBeLessThan(7_000);
  });
});

describe('a document of one endless line', () => {
  it('full of doses is answered from in time proportional to it', () => {
    const line = `Epinephrine in anaphylaxis: ${'normal saline 1 L and epinephrine 0.3 mg IM '.repeat(4000)}`;
    const took = cpuTimeOf(() => ask('epinephrine dose in anaphylaxis', documentOf([line])));
    // Searching the whole line once for each dose in it would take half a minute and more.
    expect(took).toBeLessThan(10_000);
  });
});
