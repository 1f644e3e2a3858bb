import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { lexicalQuery } from '../../../../../domain/retrieval/lexical/lexical-query.ts';
import type { Passage } from '../../../../../domain/retrieval/passage.ts';
import { explainMissingNumbers } from '../../../../../domain/retrieval/query/explain-missing-numbers.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { rankPassages } from '../../../../../domain/retrieval/ranking/rank-passages.ts';
import { givenPassage } from '../given-passages.ts';

const subjects = ['Stroke', 'Seizure', 'Burns', 'Allergy', 'Fever', 'Trauma', 'Poisoning', 'Childbirth'];
const subjectAt = (at: number): string => subjects[at % subjects.length] ?? '';
const textAbout = (at: number): string =>
  `Assess the patient and give oxygen for ${subjectAt(at)}. Transport within ${(at * 7) % 40} minutes, repeat after ${at % 12}.`;

const indexOf = (passages: readonly Passage[]) => {
  const index = createLexicalIndex();
  for (const [docKey, own] of Map.groupBy(passages, (passage) => passage.docKey))
    index.putDocument(docKey, own);
  return index;
};

/** Documents with a number in the title and nowhere else. */
const titled = (titles: readonly string[]) =>
  indexOf(
    titles.map((title, at) =>
      givenPassage({
        docKey: `document-${at}`,
        title,
        fileName: `scan-of-page${at}x.pdf`,
        text: textAbout(at),
      }),
    ),
  );

const firstFound = (index: ReturnType<typeof indexOf>, query: string): Passage | undefined => {
  const interpretation = interpretQuery(query, index.vocabulary);
  const terms = lexicalQuery(interpretation);
  return rankPassages({
    interpretation,
    terms,
    dense: [],
    lexical: index.search({ ...interpretation, terms }, 60, {}),
    passageOf: index.passage,
    fieldsOf: index.fieldsOf,
    limit: 5,
  })[0]?.passage;
};

/** The number of times that the document of each number ranks first. */
const hits = (titleOf: (at: number) => string, queryOf: (at: number) => string): number => {
  const index = titled(Array.from({ length: 20 }, (_, at) => `${titleOf(at)} ${subjectAt(at)}`));
  return Array.from({ length: 20 }, (_, at) => at).filter(
    (at) => firstFound(index, queryOf(at))?.docKey === `document-${at}`,
  ).length;
};

describe('a protocol requested by its number', () => {
  it.each<[string, (at: number) => string, (at: number) => string]>([
    ['Protocol 4.12 by its full name', (at) => `Protocol 4.${at}`, (at) => `protocol 4.${at}`],
    ['Protocol 4.12 by its number alone', (at) => `Protocol 4.${at}`, (at) => `4.${at}`],
    ['1203-P without its hyphen', (at) => `${1200 + at}-P`, (at) => `${1200 + at}P`],
    ['1203-P with a blank', (at) => `${1200 + at}-P`, (at) => `protocol ${1200 + at} p`],
    ['M-13 without its hyphen', (at) => `M-${at + 1}`, (at) => `M${at + 1}`],
    ['M4 with a hyphen', (at) => `M${at + 1}`, (at) => `m-${at + 1}`],
    ['AMB-206 with a blank', (at) => `AMB-${200 + at}`, (at) => `AMB ${200 + at}`],
    ['AMB 206 with a hyphen', (at) => `AMB ${200 + at}`, (at) => `AMB-${200 + at}`],
    ['SOP 4 in one word', (at) => `SOP ${at + 1}`, (at) => `SOP${at + 1}`],
    ['SOP-4 in two words', (at) => `SOP-${at + 1}`, (at) => `what does SOP ${at + 1} say`],
    ['Protocol 7', (at) => `Protocol ${at + 1}`, (at) => `protocol ${at + 1}`],
    [
      'CPG A0407',
      (at) => `CPG A${`${400 + at}`.padStart(4, '0')}`,
      (at) => `CPG A${`${400 + at}`.padStart(4, '0')}`,
    ],
    ['3.2.1', (at) => `3.2.${at + 1}`, (at) => `3.2.${at + 1}`],
    ['7A', (at) => `Protocol 7${String.fromCharCode(65 + at)}`, (at) => `7${String.fromCharCode(65 + at)}`],
    ['10-14', (at) => `10-${at + 10}`, (at) => `10-${at + 10}`],
    ['Medical Directive 12', (at) => `Medical Directive ${at + 1}`, (at) => `directive ${at + 1}`],
    ['Standing Order 12', (at) => `Standing Order ${at + 1}`, (at) => `standing order no. ${at + 1}`],
  ])('is found first: %s', (_, titleOf, queryOf) => {
    expect(hits(titleOf, queryOf)).toBe(20);
  });

  it('is found by its heading in a book that binds many protocols', () => {
    const book = indexOf(
      Array.from({ length: 20 }, (_, at) =>
        givenPassage({
          docKey: 'book',
          index: at,
          sectionPath: [`Protocol ${at + 1}`, 'Section 3', 'Treatment'],
          text: textAbout(at),
        }),
      ),
    );
    for (let number = 1; number <= 20; number += 1) {
      expect(firstFound(book, `protocol ${number}`)?.index).toBe(number - 1);
    }
    expect(book.vocabulary.hasProtocolNumber('7')).toBe(true);
    book.removeDocument('book');
    expect(book.vocabulary.hasProtocolNumber('7')).toBe(false);
  });

  it('is never confused with one whose digits are grouped differently', () => {
    const index = titled(['10-14 Burns', 'Policy 1014 Burns', 'Policy 10.14 Burns']);
    expect(firstFound(index, '10-14')?.title).toBe('10-14 Burns');
    expect(firstFound(index, '1014')?.title).toBe('Policy 1014 Burns');
    expect(firstFound(index, '10.14')?.title).toBe('Policy 10.14 Burns');
  });

  const collection = titled(
    [
      ...[
        'Ref. 502',
        'Ref. 503',
        'Policy 510',
        'Policy 512',
        '150',
        '325',
        '814',
        '4.12',
        '6.5',
        'M-13',
        'D-10',
      ],
      ...['10-14', '12', '65', '120', 'Policy 2023', '2-3', 'Protocol 3'],
    ].map((number) => `${number} Stroke`),
  );

  it.each([
    ['policies 510 and 512', ['510', '512']],
    ['Ref 502/503', ['502', '503']],
    ['ref 502, 503 and 814', ['502', '503', '814']],
    ['policy 510 and 120 mg', ['510']],
    ['policy 2023', []],
    ['M13 seizure', ['m-13']],
    ['protocol 3', ['3']],
  ])('finds all numbers of %j', (query, numbers) => {
    expect(interpretQuery(query, collection.vocabulary).protocolNumbers).toEqual(numbers);
  });

  it.each([
    'amiodarone 150',
    'amiodarone iv push 150',
    '12-lead',
    '12 lead ecg',
    'epi 1:10,000',
    '2-3 mg',
    'protocol for a 65 year old',
    '65 male chest pain',
    'bp 120/65',
    'potassium 6.5',
    'ph 6.5',
    'in 2023',
    'D10 for hypoglycemia',
    '10-14 days',
    'section 3 hours ago',
    'fentanyl 50 mcg 3 times',
    'weighs 65',
  ])('is not read from a dose, age, vital sign or year in %j', (query) => {
    expect(interpretQuery(query, collection.vocabulary).protocolNumbers).toEqual([]);
  });

  it('is not read from a measurement in a title or heading', () => {
    const index = titled(['12-Lead ECG', '5 mg Vials', '65 Year Old Patients', '2024 Update']);
    for (const number of ['12', '5', '65', '2024'])
      expect(index.vocabulary.filedNumber(number)).toBeUndefined();
  });
});

describe('agencies with other numbering schemes', () => {
  const index = titled([
    ...[
      'C-4 Chest Pain',
      'C-10 Bradycardia',
      'RES-02 Asthma',
      'RES-03 Croup',
      'TP-07 Stroke',
      'SOP 4.2.1 Restraint',
    ],
    ...[
      'Protocol IV: Seizure',
      'Protocol XII: Poisoning',
      'Section 3, Protocol 9: Heat',
      'Palpitations – 5.3',
    ],
  ]);
  const numbersIn = (query: string) => interpretQuery(query, index.vocabulary).protocolNumbers;

  it.each([
    ['c4', 'C-4 Chest Pain'],
    ['C 10', 'C-10 Bradycardia'],
    ['res 2', 'RES-02 Asthma'],
    ['RES3', 'RES-03 Croup'],
    ['tp 7', 'TP-07 Stroke'],
    ['sop4.2.1', 'SOP 4.2.1 Restraint'],
    ['protocol iv', 'Protocol IV: Seizure'],
    ['protocol 4', 'Protocol IV: Seizure'],
    ['protocol XII dose', 'Protocol XII: Poisoning'],
    ['section 3 protocol 9', 'Section 3, Protocol 9: Heat'],
    ['sec. 3 prot. 9', 'Section 3, Protocol 9: Heat'],
    ['3.9', 'Section 3, Protocol 9: Heat'],
    ['5.3', 'Palpitations – 5.3'],
  ])('%j finds %s first', (query, title) => {
    expect(firstFound(index, query)?.title).toBe(title);
  });

  it.each([
    ['RES-09', ['res-09']],
    ['RES-09 asthma', ['res-09']],
    ['C-9', ['c-9']],
    ['SOP 4.2.7', ['4.2.7']],
    ['protocol XV', ['15']],
    ['section 9 protocol 2', ['9.2']],
  ])('%j asks for a number that does not exist', (query, numbers) => {
    expect(numbersIn(query)).toEqual(numbers);
    expect(explainMissingNumbers({ protocolNumbers: numbers }, [...index.passages()])).toEqual([
      `No document that was found has the number ${numbers.join().toUpperCase()}.`,
    ]);
  });

  it.each([
    'protocol iv fluids',
    'which protocol i should use',
    'morphine 4 mg iv',
    'c-5 fracture',
    'at c 5 and below',
    'pulse 48',
    'seizure 12 year old',
    'atropine 0.8',
    'pain 5/10',
    'section of the cord',
  ])('%j asks for no number', (query) => {
    expect(numbersIn(query)).toEqual([]);
  });

  it('a neighbour is no strong match when nothing has the number, and not reported when the number exists', () => {
    const interpretation = interpretQuery('RES-09 asthma', index.vocabulary);
    const terms = lexicalQuery(interpretation);
    const found = rankPassages({
      interpretation,
      terms,
      dense: [],
      lexical: index.search({ ...interpretation, terms }, 60, {}),
      passageOf: index.passage,
      limit: 5,
    });
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ weak }) => weak)).toBe(true);
    expect(explainMissingNumbers({ protocolNumbers: ['res-2', 'c-4'] }, [...index.passages()])).toEqual([]);
  });
});

describe('any numbering scheme of an agency', () => {
  const scheme = fc.record({
    prefix: fc.constantFrom('', 'M', 'S', 'PD', 'AMB', 'TRX'),
    join: fc.constantFrom('', '-', ' '),
    digits: fc.integer({ min: 1, max: 4 }),
    parts: fc.integer({ min: 0, max: 2 }),
    point: fc.constantFrom('.', '-'),
    suffix: fc.constantFrom('', 'A', '-P'),
    announcer: fc.constantFrom(
      'Protocol',
      'Policy No.',
      'SOP',
      'Directive',
      'Guideline',
      'Ref.',
      'Standing Order',
    ),
    seed: fc.integer({ min: 0, max: 10_000 }),
  });
  type Scheme = typeof scheme extends fc.Arbitrary<infer One> ? One : never;

  const numberAt = ({ prefix, join, digits, parts, point, suffix, seed }: Scheme, at: number): string => {
    const least = 10 ** (digits - 1);
    const room = Math.min(9 * least, 900);
    const head = parts === 0 ? least + ((seed + at) % room) : least + (seed % room);
    const tail = [Math.floor((at + seed) / 7) % 90, (at + seed) % 90]
      .slice(2 - parts)
      .map((part) => `${point}${part + 1}`);
    return `${prefix}${prefix === '' ? '' : join}${head}${tail.join('')}${suffix}`;
  };

  it('ranks a document titled with its number before 50 neighbours, in every plausible spelling', () => {
    fc.assert(
      fc.property(scheme, fc.integer({ min: 0, max: 50 }), (given, wanted) => {
        const numbers = [...new Set(Array.from({ length: 51 }, (_, at) => numberAt(given, at)))].filter(
          (number) => !/^(?:19|20)\d\d/.test(number),
        );
        const number = numbers[wanted % numbers.length] ?? '';
        if (number === '') return;
        const index = titled(numbers.map((one, at) => `${given.announcer} ${one} ${subjectAt(at)}`));
        const joined = number.replace(/(?<=[A-Z])[- ](?=\d)|(?<=\d)-(?=[A-Z])/g, '');
        const apart = joined.replace(/(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z]$)/g, ' ');
        const hyphened = joined.replace(/(?<=[A-Z])(?=\d)|(?<=\d)(?=[A-Z]$)/g, '-');
        const ways = [number, joined, hyphened, apart].flatMap((way) => [
          `${given.announcer} ${way}`,
          `${given.announcer.toLowerCase()} ${way.toLowerCase()}`,
          `protocol ${way}`,
          way,
        ]);
        for (const way of new Set(ways)) {
          const found = firstFound(index, way)?.title ?? '';
          expect({ way, found }).toEqual({
            way,
            found: `${given.announcer} ${number} ${subjectAt(numbers.indexOf(number))}`,
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});
