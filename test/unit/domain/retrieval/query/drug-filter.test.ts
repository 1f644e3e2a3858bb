import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drugsNamed } from '../../../../../domain/language/drugs-named.ts';
import { drugs } from '../../../../../domain/language/terminology/concepts.ts';
import { drugNames } from '../../../../../domain/language/terminology/drug-names.ts';
import { createLexicalIndex } from '../../../../../domain/retrieval/lexical/lexical-index.ts';
import { namesOneOf } from '../../../../../domain/retrieval/matches-filters.ts';
import { nearDrugNames, readDrugName } from '../../../../../domain/retrieval/query/read-drug-name.ts';
import {
  dependsOnDocuments,
  resolveDrugFilter,
} from '../../../../../domain/retrieval/query/resolve-drug-filter.ts';
import { lookAlikes } from '../../language/look-alikes.ts';
import { givenPassage } from '../given-passages.ts';

const namedIn = (text: string) => drugsNamed({ title: '', sectionPath: [], text });

/**
 * True when a passage with the text passes a filter for the drug; undefined when the filter is not
 * understood.
 */
const finds = (asked: string, text: string): boolean | undefined => {
  const name = readDrugName(asked);
  return name.kind === 'listed' ? namesOneOf(name.names, { drugs: namedIn(text) }) : undefined;
};

describe('the drugs of a passage', () => {
  it.each([
    ['Give 1 mg of adrenaline IV.', 'epinephrine'],
    ['EpiPen Jr for smaller children', 'epinephrine'],
    ['EPI 0.3 mg IM', 'epinephrine'],
    ['two puffs of Ventolin', 'albuterol'],
    ['DuoNeb once', 'ipratropium'],
    ['a DuoDote kit', 'atropine'],
    ['Morphine 4 mg', 'opioid'],
    ['signs of beta-blocker overdose', 'beta blocker'],
    ['Stop Zantac.', 'zantac'],
    ['midaz 5 mg', 'midazolam'],
    ['Penthrox for pain', 'methoxyflurane'],
    ['isoprenaline infusion', 'isoproterenol'],
    ['Piriton 10 mg', 'chlorphenamine'],
    ['syntometrine 1 mL', 'ergometrine'],
    ['Precedex drip', 'dexmedetomidine'],
    ['Kcentra', 'prothrombin complex concentrate'],
    ['give FFP', 'fresh frozen plasma'],
    ['phenobarb load', 'phenobarbital'],
  ])('%s names %s', (text, drug) => {
    expect(namedIn(text)).toContain(drug);
  });

  it.each([
    ['Levophed drip', 'epinephrine'],
    ['digoxin immune fab', 'digoxin'],
    ['isopropyl alcohol wipe', 'ethanol'],
    ['calcium chloride 1 g', 'calcium gluconate'],
    ['tenecteplase 40 mg', 'alteplase'],
    ['Levalbuterol 1.25 mg', 'albuterol'],
    ['MS 4 mg', 'morphine'],
    ['the ROC curve', 'rocuronium'],
    ['a VEC of length 3', 'vecuronium'],
    ['phenobarb load', 'pentobarbital'],
    ['prednisolone 40 mg', 'prednisone'],
    ['methylergonovine 0.2 mg', 'ergometrine'],
    ['dig a hole', 'digoxin'],
  ])('%s does not name %s', (text, drug) => {
    expect(namedIn(text)).not.toContain(drug);
  });

  it('include those of the title and the headings, each once and in order', () => {
    expect(
      drugsNamed({ title: 'Naloxone (Narcan)', sectionPath: ['Fentanyl'], text: 'Narcan 2 mg; fentanyl.' }),
    ).toEqual(['fentanyl', 'naloxone', 'opioid']);
  });
});

describe('a drug filter', () => {
  it.each(['epinephrine', 'Adrenaline', 'EpiPen', 'epi', ' EPI PEN ', 'epinephrin'])(
    'accepts %s and matches each of its names',
    (asked) => {
      for (const text of ['epinephrine 1 mg', 'an EpiPen', 'epi IM', 'adrenaline'])
        expect(finds(asked, text)).toBe(true);
      expect(finds(asked, 'norepinephrine 4 mcg/min')).toBe(false);
    },
  );

  it.each([
    ['midaz', 'Midazolam 5 mg'],
    ['roc', 'rocuronium 1 mg/kg'],
    ['vec', 'Norcuron'],
    ['dilt', 'Cardizem'],
    ['morph', 'morphine sulfate'],
    ['methylpred', 'Solu-Medrol 125 mg'],
    ['phenobarb', 'phenobarbital'],
    ['GTN', 'nitroglycerin'],
    ['TXA', 'tranexamic acid 1 g'],
    ['GlucaGen', 'glucagon 1 mg'],
    ['Entonox', 'nitrous oxide'],
    ['salbutamol', 'albuterol'],
    ['paracetamol', 'Tylenol'],
    ['Cleviprex', 'clevidipine'],
  ])('for %s, in everyday language, matches %s', (asked, text) => {
    expect(finds(asked, text)).toBe(true);
  });

  it.each(lookAlikes)('for %s never matches %s', (asked, other) => {
    expect(finds(asked, `Give ${other} 10 mg now.`)).not.toBe(true);
  });

  it('matches every drug by the suggested name', () => {
    const names = [...drugs.map(({ name }) => name), ...drugNames];
    expect(names.filter((name) => finds(name, `Give ${name}.`) !== true)).toEqual([]);
  });

  it('never matches a passage by one misspelling of a drug name', () => {
    const names = [...drugNames].filter((name) => name.length >= 6);
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.nat(),
        fc.constantFrom(...'aeioubcdlnrst'),
        (name, at, letter) => {
          const place = 1 + (at % (name.length - 1));
          const slipped = `${name.slice(0, place)}${letter}${name.slice(place + 1)}`;
          // A misspelling that is itself a listed name or misspelling has its listed meaning.
          if (slipped === name || readDrugName(slipped).kind === 'listed') return;
          expect(finds(slipped, `Give ${name}.`)).toBeUndefined();
        },
      ),
      { numRuns: 300 },
    );
  });

  it('has each drug once, with its class', () => {
    expect(new Set(drugs.map(({ name }) => name)).size).toBe(drugs.length);
    expect(finds('tenecteplase', 'tPA')).toBe(false);
    expect(finds('thrombolytic', 'TNKase')).toBe(true);
    expect(finds('nortriptyline', 'Elavil')).toBe(false);
    expect(finds('TCA', 'Elavil')).toBe(true);
  });

  it('matches all members of a class', () => {
    expect(finds('opioids', 'Fentanyl 50 mcg')).toBe(true);
    expect(finds('beta blocker', 'Lopressor')).toBe(true);
    expect(finds('fentanyl', 'opioids')).toBe(false);
  });
});

describe('resolving a drug filter for an index', () => {
  const index = createLexicalIndex();
  index.putDocument('a', [
    givenPassage({ docKey: 'a', index: 0, text: 'Andexxa reverses apixaban.' }),
    givenPassage({ docKey: 'a', index: 1, text: 'Nothing to see.' }),
  ]);
  index.putDocument('b', [
    givenPassage({ docKey: 'b', text: 'Naloxone 2 mg.', drugs: namedIn('Naloxone 2 mg.') }),
  ]);
  const resolve = (...drug: string[]) => resolveDrugFilter({ drug, stateCode: ['CA'] }, index);

  it('changes nothing without a drug', () => {
    expect(resolveDrugFilter({ stateCode: ['CA'] }, index)).toEqual({
      ok: true,
      value: { filters: { stateCode: ['CA'] }, warnings: [] },
    });
  });

  it('uses the names under which passages are indexed, and keeps the other filters', () => {
    expect(resolve('Narcan', 'calcium')).toEqual({
      ok: true,
      value: {
        filters: { stateCode: ['CA'], drug: ['naloxone', 'calcium chloride', 'calcium gluconate'] },
        warnings: [],
      },
    });
  });

  it('searches the documents only for names unknown to the terminology', () => {
    const names = [
      'AndexXa',
      'Narcan',
      'calcium',
      'MS',
      'sepsis',
      'the',
      'naloxone',
      'unheardofine',
      '',
      '  ',
    ];
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...names), fc.string())), (drug) => {
        const asked: string[] = [];
        resolveDrugFilter(
          { drug },
          {
            passagesWith: (word) => {
              asked.push(word);
              return new Set(['a@1#0']);
            },
            passagesNaming: () => new Set(),
          },
        );
        // The refused name ends the resolution of those after it.
        if (!dependsOnDocuments({ drug })) expect(asked).toEqual([]);
        else expect(drug).toEqual(expect.arrayContaining(asked));
      }),
    );
    expect(dependsOnDocuments({})).toBe(false);
    expect(dependsOnDocuments({ drug: ['Narcan', 'calcium'] })).toBe(false);
    expect(dependsOnDocuments({ drug: ['Narcan', 'AndexXa'] })).toBe(true);
  });

  it('matches a drug known only to the documents by its word, and reports it', () => {
    const resolved = resolve('AndexXa', 'narcan');
    expect(resolved.ok && resolved.value.only).toEqual(new Set(['a@1#0', 'b@1#0']));
    expect(resolved.ok && resolved.value.filters.drug).toBeUndefined();
    expect(resolved.ok && resolved.value.warnings).toHaveLength(1);
  });

  it('suggests names near to a word that the documents contain but the terminology does not', () => {
    const slipped = createLexicalIndex();
    slipped.putDocument('c', [givenPassage({ docKey: 'c', text: 'Hydralzine 10 mg.' })]);
    const resolved = resolveDrugFilter({ drug: ['hydralzine'] }, slipped);
    expect(resolved.ok && resolved.value.warnings.join()).toMatch(
      /that word alone.* hydralazine, hydroxyzine/,
    );
  });

  it.each([
    ['hydralzine', 'hydralazine', 'hydroxyzine'],
    ['ketamine hydrochloride', 'ketamine', 'ketamine'],
    ['MS', 'morphine sulfate', 'magnesium sulfate'],
    ['pred', 'prednisone', 'prednisolone'],
  ])('refuses %s and suggests near names', (asked, one, other) => {
    const resolved = resolve('naloxone', asked);
    expect(!resolved.ok && resolved.error).toMatchObject({
      code: 'validation_error',
      message: expect.stringContaining(one),
      details: { issues: [{ path: 'filters.drug.1', message: expect.stringContaining(other) }] },
    });
  });

  it.each(['Zzyzxumab', 'asthma', 'nothing', 'to', '12', '💊', '   '])(
    'refuses %j, which is no drug, without repeating it',
    (asked) => {
      const resolved = resolve(asked);
      expect(!resolved.ok && resolved.error.code).toBe('validation_error');
      expect(!resolved.ok && resolved.error.message).toMatch(
        /by this name\. Write its generic or brand name/,
      );
    },
  );

  it('suggests few names, and none for very short input', () => {
    expect(nearDrugNames('me').length).toBe(0);
    expect(nearDrugNames('met').length).toBe(5);
    expect(nearDrugNames(`${'x'.repeat(99)}`)).toEqual([]);
  });
});
