import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areContraries } from '../../../../../domain/language/contraries.ts';
import { damerauLevenshtein } from '../../../../../domain/language/damerau-levenshtein.ts';
import { drugs } from '../../../../../domain/language/terminology/concepts.ts';
import { drugNames } from '../../../../../domain/language/terminology/drug-names.ts';
import { tokenize } from '../../../../../domain/language/tokenize.ts';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import type { QueryVocabulary } from '../../../../../domain/retrieval/query/query-vocabulary.ts';
import { isDrugWord, readSpelling } from '../../../../../domain/retrieval/query/spelling.ts';
import { createEnglishDictionary } from '../../../../../infra/reading/language/english-dictionary.ts';
import { emptyVocabulary } from '../../../../support/vocabulary.ts';
import { clinicalProse } from '../../language/clinical-prose.ts';
import { lookAlikes } from '../../language/look-alikes.ts';
import { givenPassage } from '../given-passages.ts';

const correctWords = (...given: Parameters<typeof readSpelling>): ReadonlyMap<string, string> =>
  readSpelling(...given).corrections;

/** The correction of a single lower-case word. */
const correctSpelling = (word: string, vocabulary: QueryVocabulary): string | undefined =>
  correctWords([{ text: word, capitals: false }], vocabulary, false).get(word);

const withBoth = (pair: readonly string[]) => {
  const index = createLexicalIndex(createEnglishDictionary());
  index.putDocument(
    'd',
    [0, 1, 2].map((at) => givenPassage({ docKey: 'd', index: at, text: pair.join(' ') })),
  );
  return index.vocabulary;
};

const names = [...new Set([...drugNames, ...drugs.flatMap(({ name, also }) => [name, ...also])])].filter(
  (name) => /^[a-z]{5,}$/.test(name),
);

/** The drugs that a word names, fully or in part. */
const drugsByWord = new Map<string, Set<string>>();
for (const { name, also } of drugs) {
  for (const word of [name, ...also].flatMap((one) => one.split(/[ -]/))) {
    drugsByWord.set(word, (drugsByWord.get(word) ?? new Set()).add(name));
  }
}
const drugsOf = (word: string): ReadonlySet<string> => drugsByWord.get(word) ?? new Set([word]);
const sameDrug = (one: string, other: string): boolean => !drugsOf(one).isDisjointFrom(drugsOf(other));

/** Every result of one misspelling at any place of a word. */
const slipsAt = (word: string, at: number): readonly string[] => {
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const others = [...'abcdefghijklmnopqrstuvwxyz'];
  const all = [
    ...others.map((other) => `${before}${other}${after}`),
    ...others.map((other) => `${before}${other}${letter}${after}`),
    `${before}${after}`,
    `${before}${after.charAt(0)}${letter}${after.slice(1)}`,
  ];
  return all.filter((slipped) => slipped !== word);
};

describe('spelling correction', () => {
  it.each([
    'olecranon',
    'cricoid',
    'whipple',
    'perc',
    'trephine',
    'calcaneus',
    'triquetrum',
    'canthotomy',
    'escharotomy',
    'gastrotomy',
    'lisfranc',
    'sialadenitis',
    'choledochotomy',
  ])('does not treat a rare word of anatomy or surgery as a misspelling: %s', (word) => {
    const corpus = [
      'tracheostomy',
      'cricothyrotomy',
      'clavicle',
      'whiplash',
      'calcium',
      'gastrostomy',
      'cannot',
    ];
    expect(correctSpelling(word, withBoth(corpus))).toBeUndefined();
  });

  it.each(lookAlikes)('keeps %s despite its similarity to %s', (asked, other) => {
    expect(correctSpelling(asked, emptyVocabulary)).toBeUndefined();
    expect(correctSpelling(asked, withBoth([other, other]))).toBeUndefined();
  });

  it('keeps every known drug', () => {
    expect([...drugNames].filter((name) => correctSpelling(name, emptyVocabulary) !== undefined)).toEqual([]);
  });

  it('does not choose between two drugs that a misspelling is near to', () => {
    // One letter from either.
    expect(damerauLevenshtein('quinixine', 'quinidine', 2)).toBeLessThanOrEqual(2);
    expect(correctSpelling('vinbristine', emptyVocabulary)).toBeUndefined();
    expect(correctSpelling('prednisolne', emptyVocabulary)).toBeUndefined();
  });

  it('searches for the intended drug under every first letter', () => {
    const wrong: string[] = [];
    for (const name of names) {
      for (const slipped of slipsAt(name, 0)) {
        const corrected = correctSpelling(slipped, emptyVocabulary);
        if (corrected !== undefined && isDrugWord(corrected) && !sameDrug(name, corrected))
          wrong.push(`${slipped} for ${name}: ${corrected}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('never turns one or two slips in a drug name into another drug', () => {
    const slip = fc.tuple(fc.nat(), fc.nat());
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.array(slip, { minLength: 1, maxLength: 2 }),
        (name, slips) => {
          const slipped = slips.reduce((word, [at, which]) => {
            const all = slipsAt(word, at % (word.length + 1));
            return all[which % all.length] ?? word;
          }, name);
          fc.pre(damerauLevenshtein(name, slipped, 2) <= 2);
          const corrected = correctSpelling(slipped, emptyVocabulary);
          if (corrected !== undefined && isDrugWord(corrected))
            expect(`${slipped}: ${corrected}, ${sameDrug(name, corrected)}`).toBe(
              `${slipped}: ${corrected}, true`,
            );
        },
      ),
      { numRuns: 4_000 },
    );
  });

  it.each(['lorazepate', 'enazepril', 'quidine'])(
    'does not guess at %s, which is near to two drugs',
    (typed) => {
      expect(correctSpelling(typed, emptyVocabulary)).toBeUndefined();
    },
  );

  it.each([
    'clonazolam',
    'nalorphine',
    'betamethasone',
    'alfentanil',
    'digitoxin',
    'flurazepam',
    'famciclovir',
    'streptozocin',
    'metamizole',
    'nitrazepam',
    'precedex',
    'sular',
    'lopid',
    'covera',
  ])('keeps %s, a drug missing from the terminology', (drug) => {
    expect(correctSpelling(drug, withBoth(['preceded cover sugar lipid']))).toBeUndefined();
  });

  it.each([
    ['nitroglycrin', 'nitroglycerin'],
    ['adrenalne', 'adrenaline'],
    ['atropne', 'atropine'],
    ['glucagn', 'glucagon'],
    ['hydroxcobalamin', 'hydroxocobalamin'],
    ['versd', 'versed'],
  ])('corrects %s to %s although other names of the drug are equally near', (typed, meant) => {
    expect(correctSpelling(typed, withBoth(['versa']))).toBe(meant);
  });

  it.each([
    ['hyperpituitarosm', 'hypopituitarism'],
    ['intraatrium', 'interatrium'],
    ['gastrectomy', 'gastrostomy'],
  ])('does not read %s as its opposite %s', (typed, contrary) => {
    expect(damerauLevenshtein(typed, contrary, 3)).toBeLessThanOrEqual(3);
    expect(areContraries(typed, contrary)).toBe(true);
    expect(correctSpelling(typed, withBoth([contrary]))).toBeUndefined();
  });

  it.each([
    ['epinephrin', 'epinephrine'],
    ['siezure', 'seizure'],
    ['anaphylaxsis', 'anaphylaxis'],
    ['defibralation', 'defibrillation'],
    ['midazolm', 'midazolam'],
    ['hydroxocobalmin', 'hydroxocobalamin'],
    ['hypoglycimia', 'hypoglycemia'],
    ['tourniqut', 'tourniquet'],
    ['hyperthyroidosm', 'hyperthyroidism'],
  ])('corrects %s to %s', (typed, meant) => {
    expect(correctSpelling(typed, emptyVocabulary)).toBe(meant);
  });

  it('corrects to a word of the corpus that is on no list', () => {
    const vocabulary = withBoth(['zebrafish quokkas']);
    expect(correctSpelling('zebrafesh', vocabulary)).toBe('zebrafish');
    expect(correctSpelling('zebrafesh', emptyVocabulary)).toBeUndefined();
  });

  it('keeps ordinary and clinical English unchanged, in US and UK spelling', () => {
    const words = tokenize(clinicalProse).map(({ text }) => text);
    const near = words.map((word) => `${word.slice(0, 2)}${word.charAt(1)}${word.slice(2)}`);
    for (const vocabulary of [
      emptyVocabulary,
      withBoth(['grown poison stings suction beach later most pads scald']),
    ]) {
      expect(words.filter((word) => correctSpelling(word, vocabulary) !== undefined)).toEqual([]);
    }
    // There are many words, and most would have near words if they were not known.
    const all = withBoth([words.join(' ')]);
    expect(near.filter((word) => correctSpelling(word, all) !== undefined).length).toBeGreaterThan(100);
  });

  it('keeps inflections of words in the corpus', () => {
    const vocabulary = withBoth(['quokka zebrafish', 'zebrafishs']);
    expect(correctSpelling('quokkas', vocabulary)).toBeUndefined();
  });

  it('corrects to no word of a single passage, which may itself be a misspelling', () => {
    const index = createLexicalIndex(createEnglishDictionary());
    index.putDocument('d', [givenPassage({ docKey: 'd', text: 'zebrafish' })]);
    expect(correctSpelling('zebrafesh', index.vocabulary)).toBeUndefined();
  });

  it('keeps words in capitals, unless everything is in capitals or the misspelling is listed', () => {
    const correct = (query: string) => [...correctWords(tokenize(query), withBoth(['most']), false)];
    expect(correct('MOLST form')).toEqual([]);
    expect(correct('MIDAZOLAMM dose')).toEqual([]);
    expect(correct('midazolamm dose')).toEqual([['midazolamm', 'midazolam']]);
    expect(correct('ASPRIN dose')).toEqual([['asprin', 'aspirin']]);
    expect([...correctWords(tokenize('MIDAZOLAMM'), emptyVocabulary, true)]).toEqual([
      ['midazolamm', 'midazolam'],
    ]);
  });

  it('looks up a word of a question once, and at most twelve words', () => {
    const asked: string[] = [];
    const vocabulary = {
      ...emptyVocabulary,
      wordsNear: (word: string) => {
        asked.push(word);
        return [];
      },
    };
    const nonsense = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `xqz${letter}xqzj`);
    correctWords(tokenize([...nonsense, ...nonsense].join(' ')), vocabulary, false);
    expect(asked).toEqual(nonsense.slice(0, 12));
  });

  it.each(['grandma', 'kitchen', 'the', 'dose', 'swallowed', 'iv', '0.3mg', 'x'.repeat(5000)])(
    'keeps %s',
    (word) => {
      expect(correctSpelling(word, emptyVocabulary)).toBeUndefined();
    },
  );

  it('counts a swap of neighbours as one edit', () => {
    expect(damerauLevenshtein('siezure', 'seizure', 2)).toBe(1);
    expect(damerauLevenshtein('abc', 'abc', 2)).toBe(0);
    expect(damerauLevenshtein('abcdef', 'ghijkl', 2)).toBeGreaterThan(2);
  });
});

describe('spelling suggestions', () => {
  const read = (query: string) => readSpelling(tokenize(query), emptyVocabulary, false);

  it('are offered for a word near several drug names, without a correction', () => {
    const { corrections, suggestions } = read('hydroxazine dose');
    expect(corrections.size + suggestions.size).toBe(1);
    const both = read('hydralyzine dose');
    expect(both.corrections.get('hydralyzine')).toBeUndefined();
    expect(both.suggestions.get('hydralyzine')).toEqual(expect.arrayContaining(['hydralazine']));
  });

  it('are absent when the correction is certain, or the word is correct', () => {
    expect(read('midazolamm dose')).toEqual({
      corrections: new Map([['midazolamm', 'midazolam']]),
      suggestions: new Map(),
    });
    expect(read('hydroxyzine dose for the patient').suggestions.size).toBe(0);
  });
});

describe('a truncated drug name', () => {
  it('is answered with all drugs that begin with it', () => {
    const { corrections, suggestions } = readSpelling(tokenize('predniso dose'), emptyVocabulary, false);
    expect(corrections.size).toBe(0);
    expect(suggestions.get('predniso')).toEqual(expect.arrayContaining(['prednisone', 'prednisolone']));
  });
});

describe('a phonetic match', () => {
  const read = (query: string) => readSpelling(tokenize(query), emptyVocabulary, false);

  it.each([
    ['epinefrin dose', 'epinefrin', 'epinephrine'],
    ['anafilaxia treatment', 'anafilaxia', 'anaphylaxis'],
    ['hart attack', 'hart attack', 'heart attack'],
    ['chest pane in an adult', 'chest pane', 'chest pain'],
  ])('is suggested and not searched: %s', (query, from, meant) => {
    const { corrections, suggestions } = read(query);
    expect(corrections.size).toBe(0);
    expect(suggestions.get(from)).toContain(meant);
  });

  it.each([
    'heart attack',
    'chest pain',
    'chest tube placement',
    'heart rate',
    'back pain after a fall',
    'stroke scale',
    'burn center criteria',
    'blood pressure in the left arm',
  ])('is not suggested for a correct spelling: %s', (query) => {
    expect([...read(query).suggestions]).toEqual([]);
  });

  it('is unaffected by accents: the word is the same', () => {
    expect(read('ibuprof\u00e9n dose').corrections.get('ibuprof\u00e9n')).toBe('ibuprofen');
    expect(read('caf\u00e9 \u00e9pin\u00e9phr\u00e9').corrections.size).toBe(0);
  });
});

describe('a word in mixed scripts', () => {
  const read = (query: string) => readSpelling(tokenize(query), emptyVocabulary, false).corrections;

  it('is read in its Latin form', () => {
    expect(read('\u0430spirin dose').get('\u0430spirin')).toBe('aspirin');
    expect(read('mid\u0430zolamm').get('mid\u0430zolamm')).toBe('midazolam');
  });

  it('is kept when a character has no Latin look-alike, as is a word of one script', () => {
    expect([...read('aspir\u0436n \u0430\u0441\u043f\u0438\u0440\u0438\u043d caf\u00e9')]).toEqual([]);
  });
});
