import { describe, expect, it } from 'vitest';
import { abbreviations } from '../../../../domain/language/terminology/abbreviations.ts';
import { ambiguousAbbreviations } from '../../../../domain/language/terminology/ambiguous-abbreviations.ts';
import { conceptByName, concepts, withImplied } from '../../../../domain/language/terminology/concepts.ts';
import { typos } from '../../../../domain/language/terminology/typos.ts';
import { isDrugWord } from '../../../../domain/retrieval/query/spelling.ts';

describe('the terminology', () => {
  it('has at least 150 abbreviations and 80 groups of synonyms', () => {
    expect(abbreviations.size).toBeGreaterThanOrEqual(150);
    expect(concepts.filter((concept) => concept.also.length > 0).length).toBeGreaterThanOrEqual(80);
  });

  it('names every concept once, and every broader concept exists', () => {
    expect(conceptByName.size).toBe(concepts.length);
    const unknown = concepts.flatMap((concept) => concept.broader.filter((name) => !conceptByName.has(name)));
    expect(unknown).toEqual([]);
  });

  it('has no cycle of broader concepts', () => {
    expect(concepts.filter((concept) => concept.broader.includes(concept.name))).toEqual([]);
  });

  it('assigns no code to two concepts', () => {
    const codes = concepts.flatMap(({ code }) => (code === undefined ? [] : [`${code.system} ${code.code}`]));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.length).toBeGreaterThan(300);
  });

  it('makes a sort, strength or product imply its substance, never the reverse', () => {
    expect(withImplied(['dextrose 50%'])).toEqual(['dextrose 50%', 'dextrose']);
    expect(withImplied(['oxycodone and acetaminophen'])).toContain('acetaminophen');
    expect(withImplied(['dextrose'])).toEqual(['dextrose']);
    const unknown = concepts.flatMap((concept) => concept.sortOf.filter((name) => !conceptByName.has(name)));
    expect(unknown).toEqual([]);
  });

  it.each([
    ['tenecteplase', 'alteplase'],
    ['whole blood', 'packed red blood cells'],
    ['sodium nitrite', 'amyl nitrite'],
    ['proparacaine', 'tetracaine'],
    ['percocet', 'oxycodone'],
    ['norco', 'hydrocodone'],
    ['preeclampsia', 'eclampsia'],
    ['tia', 'stroke'],
    ['rales', 'pulmonary edema'],
    ['stridor', 'croup'],
    ['house fire', 'cyanide poisoning'],
    ['priapism', 'testicular torsion'],
    ['urinary retention', 'urinary tract infection'],
    ['d50', 'dextrose'],
    ['lantus', 'insulin'],
    ['racemic epi', 'epinephrine'],
    ['suboxone', 'buprenorphine'],
    ['hypertonic saline', 'normal saline'],
    ['pinpoint pupils', 'mydriasis'],
    ['back blows', 'abdominal thrusts'],
    ['needle cric', 'surgical cricothyrotomy'],
    ['igel', 'king airway'],
    ['asystole', 'ventricular fibrillation'],
    ['t2dm', 'diabetic emergency'],
    ['t1dm', 'type 2 diabetes'],
    ['diabetes insipidus', 'diabetes mellitus'],
    ['thyroid storm', 'myxedema coma'],
    ['ephedrine', 'epinephrine'],
    ['pseudoephedrine', 'ephedrine'],
  ])('does not take %s for another name of %s', (name, other) => {
    const named = concepts.filter((concept) => [concept.name, ...concept.also].includes(name));
    expect(named.length).toBeGreaterThan(0);
    expect(named.map((concept) => concept.name)).not.toContain(other);
  });

  it('has one meaning for each name, except where one word is used for several drugs', () => {
    const owners = Map.groupBy(
      concepts.flatMap(({ name, also }) => [name, ...also].map((one) => ({ one, name }))),
      ({ one }) => one,
    );
    const shared = [...owners].filter(([, rows]) => rows.length > 1).map(([one]) => one);
    expect(shared.sort()).toEqual(['calcium', 'endotracheal tube', 'ett']);
  });

  it('expands no ambiguous abbreviation, unless both meanings agree', () => {
    for (const [abbreviation, { usual }] of ambiguousAbbreviations) {
      const expansion = abbreviations.get(abbreviation);
      if (expansion !== undefined) expect(expansion).toBe(usual);
    }
  });

  it('never corrects the name of a drug to something else', () => {
    expect([...typos.keys()].filter(isDrugWord)).toEqual([]);
  });

  it('corrects every listed misspelling to something that is not itself a misspelling', () => {
    expect([...typos.values()].filter((word) => typos.has(word))).toEqual([]);
  });
});
