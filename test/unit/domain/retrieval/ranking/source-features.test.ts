import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../../../../../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { bodiesNamedIn } from '../../../../../domain/retrieval/ranking/issued-by.ts';
import { rankPassages } from '../../../../../domain/retrieval/ranking/rank-passages.ts';
import { givenPassage } from '../given-passages.ts';

const rank = (query: string, passages: readonly Passage[], statedSpecialties?: readonly string[]) => {
  const index = createLexicalIndex();
  for (const passage of passages) index.putDocument(passage.docKey, [passage]);
  const interpretation = {
    ...interpretQuery(query, index.vocabulary),
    ...(statedSpecialties === undefined ? {} : { statedSpecialties }),
  };
  const terms = lexicalQuery(interpretation);
  return rankPassages({
    interpretation,
    terms,
    dense: [],
    lexical: index.search({ ...interpretation, terms }, 60, {}),
    passageOf: index.passage,
    vocabulary: index.vocabulary,
    limit: 10,
    debug: true,
  });
};
const order = (query: string, passages: readonly Passage[]) =>
  rank(query, passages).map(({ passage }) => passage.docKey);
const stagesOf = (query: string, passages: readonly Passage[], docKey: string) =>
  rank(query, passages).find(({ passage }) => passage.docKey === docKey)?.stages;

/** Identical in all but their last word, so that only their source distinguishes them. */
const alike = (docKey: string, more: Partial<Passage>) =>
  givenPassage({
    docKey,
    title: 'Acute heart failure',
    text: `In acute heart failure give furosemide early and judge the urine. Said by ${docKey}.`,
    ...more,
  });

describe('the specialty of the asker', () => {
  const passages = [
    alike('a-nephrology', { specialty: ['nephrology'] }),
    alike('b-cardiology', { specialty: ['cardiology', 'emergency_medicine'] }),
    alike('c-none', {}),
  ];

  it('promotes its documents, and hides no others', () => {
    const ranked = rank('acute heart failure', passages, ['cardiology']);
    expect(ranked[0]?.passage.docKey).toBe('b-cardiology');
    expect(ranked).toHaveLength(3);
    expect(ranked[0]?.stages?.specialty).toBeGreaterThan(0);
  });

  it('changes nothing when it is not named, or has no documents', () => {
    expect(rank('acute heart failure', passages)).toEqual(rank('acute heart failure', passages, []));
    expect(order('acute heart failure', passages)[0]).toBe('a-nephrology');
    expect(rank('acute heart failure', passages, ['obstetrics'])).toEqual(
      rank('acute heart failure', passages),
    );
  });
});

describe('the issuer of a document', () => {
  const passages = [
    alike('a-book', { sourceType: 'textbook', publisher: 'Ashgrove' }),
    alike('b-esc', { sourceType: 'guideline', organization: 'European Society of Cardiology' }),
    alike('c-aha', { sourceType: 'guideline', organization: 'AHA/ACC' }),
    alike('d-harrow', { sourceType: 'protocol', agency: 'Harrow County EMS' }),
    alike('e-marlow', { sourceType: 'protocol', agency: 'Marlow County EMS' }),
  ];

  it.each([
    ['AHA on acute heart failure', 'c-aha'],
    ['esc acute heart failure', 'b-esc'],
    ['American College of Cardiology acute heart failure', 'c-aha'],
    ['acute heart failure in Harrow', 'd-harrow'],
    ['Marlow County acute heart failure', 'e-marlow'],
  ])('ranks first when it is named: %s', (query, first) => {
    expect(order(query, passages)[0]).toBe(first);
    expect(stagesOf(query, passages, first)?.named_issuer).toBeGreaterThan(0);
  });

  it('ranks a guideline before a textbook when a guideline is requested, and the local protocol when that is', () => {
    expect(order('guideline for acute heart failure', passages).at(-1)).toBe('a-book');
    const national = passages.filter(({ sourceType }) => sourceType !== 'textbook');
    expect(order('protocol for acute heart failure', national).slice(0, 2).sort()).toEqual([
      'd-harrow',
      'e-marlow',
    ]);
  });

  it('has no effect when no issuer is named and no guideline requested, or when all share one', () => {
    expect(stagesOf('furosemide in acute heart failure', passages, 'c-aha')).not.toHaveProperty(
      'issuing_body',
    );
    const own = passages.filter(({ agency }) => agency !== undefined);
    expect(stagesOf('protocol for acute heart failure', own, 'd-harrow')).not.toHaveProperty('issuing_body');
    expect(stagesOf('protocol for acute heart failure', own, 'd-harrow')).not.toHaveProperty('source_order');
  });

  it.each([
    ['2023 AHA/ACC/HFSA Guideline', ['AHA', 'ACC', 'HFSA']],
    ['WHO guidance on measles', ['WHO']],
    ['who treats measles', []],
    ['WHO TREATS MEASLES NOW', []],
    ['a nice patient', []],
    ['NICE on sepsis', ['NICE']],
    ['Centers for Disease Control and Prevention', ['CDC']],
  ])('%s names %j', (text, keys) => {
    expect([...bodiesNamedIn(text)].sort()).toEqual([...keys].sort());
  });

  it('does not rank a poorly matching guideline over a matching textbook', () => {
    const found = order('guideline on heart failure with digoxin toxicity and yellow vision', [
      alike('aha', { sourceType: 'guideline', organization: 'AHA' }),
      alike('book', {
        sourceType: 'textbook',
        text: 'Heart failure with digoxin toxicity: yellow vision, nausea, slow pulse.',
      }),
    ]);
    expect(found[0]).toBe('book');
  });
});

describe('the age of drug information', () => {
  const label = (docKey: string, more: Partial<Passage>) =>
    givenPassage({
      docKey,
      title: 'Metformin: Drug Information',
      sourceType: 'drug_formulary',
      text: `Metformin dose: start with 500 mg with the evening meal. Edition of ${docKey}.`,
      ...more,
    });

  it('promotes the newer label, by its update, its effective date or its year', () => {
    expect(
      order('metformin dose', [
        label('a-old', { publicationYear: 2009 }),
        label('b-new', { lastUpdated: '2024-01-10', publicationYear: 2005 }),
        label('c-middle', { effectiveDate: '2016-06-01' }),
      ]),
    ).toEqual(['b-new', 'c-middle', 'a-old']);
  });

  it('is independent of the time of the query, and ignores labels without a day or of another drug', () => {
    const passages = [
      label('a-undated', {}),
      label('b-new', { publicationYear: 2024 }),
      label('c-lithium', { title: 'Lithium: Drug Information', publicationYear: 1990 }),
    ];
    expect(stagesOf('metformin dose', passages, 'a-undated')).not.toHaveProperty('recency');
    expect(stagesOf('metformin dose', passages, 'c-lithium')).not.toHaveProperty('recency');
  });

  it('does not demote the only label with the answer', () => {
    const old = label('a-old', {
      publicationYear: 2009,
      text: 'Metformin while breastfeeding: small amounts pass into milk.',
    });
    const found = rank('metformin breastfeeding milk', [old, label('b-new', { publicationYear: 2024 })]);
    expect(found[0]?.passage.docKey).toBe('a-old');
    expect(found[0]?.stages).not.toHaveProperty('recency');
  });

  it('ignores the dates of protocols', () => {
    const passages = [
      label('a-old', { sourceType: 'protocol', publicationYear: 2009 }),
      label('b-new', { sourceType: 'protocol', publicationYear: 2024 }),
    ];
    expect(stagesOf('metformin dose', passages, 'a-old')).not.toHaveProperty('recency');
  });
});

describe('the equipment of a procedure', () => {
  const steps = 'Lumbar puncture.\n1. Curl the patient.\n2. Find the space.\n3. Advance the needle.';
  const passages = [
    givenPassage({ docKey: 'a-plain', title: 'Lumbar puncture', text: `${steps} Plain words.` }),
    givenPassage({
      docKey: 'b-listed',
      title: 'Lumbar puncture',
      text: `${steps}\nEquipment: needle, tubes.`,
    }),
  ];

  it('ranks the equipment list first only when the question is how to do it', () => {
    expect(order('how to perform a lumbar puncture', passages)[0]).toBe('b-listed');
    expect(stagesOf('lumbar puncture headache', passages, 'b-listed')).not.toHaveProperty('equipment');
  });

  it('does not mistake a mention for a list', () => {
    const mentions = givenPassage({
      docKey: 'c-mentions',
      title: 'Lumbar puncture',
      text: `${steps} Return the equipment.`,
    });
    expect(
      stagesOf('how to perform a lumbar puncture', [...passages, mentions], 'c-mentions'),
    ).not.toHaveProperty('equipment');
  });
});

describe('a title that matches the question exactly', () => {
  const titled = (docKey: string, title: string, text: string) =>
    givenPassage({ docKey, title, text, fileName: `${docKey}.pdf` });
  const passages = [
    titled('hygiene', 'Hand hygiene', 'Rub for 20 seconds.'),
    titled(
      'audit',
      'Audit of hand hygiene',
      'Hand hygiene is watched by two observers and reported to the ward.',
    ),
    titled(
      'dressing',
      'Central line dressing',
      'Hand hygiene before and after. Change the film every six days, and at once when wet.',
    ),
  ];

  it.each([
    ['hand hygiene policy', 'hygiene'],
    ['hand hygiene', 'hygiene'],
    ['policy on the audit of hand hygiene', 'audit'],
    ['policy for the central line dressing', 'dressing'],
  ])('ranks first: %s', (query, first) => {
    expect(order(query, passages)[0]).toBe(first);
  });

  it('has no effect when the question asks for more than one document', () => {
    expect(stagesOf('how long to rub hands before dressing', passages, 'hygiene')).not.toHaveProperty(
      'title_match',
    );
  });
});
