import { describe, expect, it } from 'vitest';
import { matchConcepts, withoutNested } from '../../../../domain/language/concept-matcher.ts';
import { stem } from '../../../../domain/language/stem.ts';
import { stopWords } from '../../../../domain/language/stop-words.ts';
import { abbreviations } from '../../../../domain/language/terminology/abbreviations.ts';
import { commonWords } from '../../../../domain/language/terminology/common-words.ts';
import { conceptByName, concepts } from '../../../../domain/language/terminology/concepts.ts';
import { tokenize } from '../../../../domain/language/tokenize.ts';
import { cpuTimeOf } from '../../../support/cpu-time.ts';

const matchesIn = (text: string, inQuestion = true) => {
  const tokens = tokenize(text);
  return matchConcepts(
    tokens,
    tokens.map((token) => stem(token.text)),
    inQuestion,
  );
};

const namesIn = (text: string, inQuestion = true): readonly string[] => [
  ...new Set(matchesIn(text, inQuestion).map(({ concept }) => concept.name)),
];

/** The concepts that a text names, except those within a longer name. */
const resolveSpelling = (text: string): ReadonlySet<string> => {
  const matches = matchesIn(text);
  return new Set(withoutNested(matches).map(({ concept }) => concept.name));
};

describe('the concepts of everyday words', () => {
  /** The intended meaning of an everyday word. */
  const meant: ReadonlyMap<string, string> = new Map([
    ['im', 'intramuscular'],
    ['child', 'pediatric'],
    ['hurt', 'pain'],
    ['hurts', 'pain'],
    ['pain', 'pain'],
    ['pinned', 'crush injury'],
    ['police', 'law enforcement'],
    ['weight', 'weight'],
  ]);

  it('are none, except for the listed words', () => {
    const found = [...stopWords, ...commonWords].flatMap((word) => namesIn(word).map((name) => [word, name]));
    expect(new Map(found.map(([word = '', name = '']) => [word, name]))).toEqual(meant);
  });

  it.each([
    ['pain on the left side', 'sudden infant death'],
    ['what does the protocol say', 'respiratory distress'],
    ['HIV exposure', 'allergic reaction'],
    ['hives all over', 'communicable disease'],
    ['PACs on the monitor', 'transcutaneous pacing'],
    ['HHN with albuterol', 'hyperglycemia'],
    ['HHNS with coma', 'nebulized'],
    ['difficulty swallowing', 'poisoning'],
    ['pain radiating to the arm', 'radiation exposure'],
    ['he contracted an infection', 'labor'],
    ['premature ventricular contractions', 'labor'],
    ['atrial contraction is lost', 'labor'],
    ['a muscle contraction', 'labor'],
    ['labored breathing', 'labor'],
    ['deliver 2 J/kg', 'childbirth'],
    ['ALT 40', 'brief resolved unexplained event'],
    ['cool, pale skin', 'cooling'],
    ['date of birth', 'childbirth'],
    ['no known drug allergies', 'allergic reaction'],
    ['nothing by mouth', 'by mouth'],
    ['cerebrospinal fluid', 'intravenous fluid'],
    ['do not intubate', 'endotracheal intubation'],
    ['prolonged PR interval', 'per rectum'],
  ])('%j does not name %s', (text, concept) => {
    expect(namesIn(text)).not.toContain(concept);
    expect(namesIn(text, false)).not.toContain(concept);
  });

  it.each([
    ['SIDS', 'sudden infant death'],
    ['DOE since yesterday', 'respiratory distress'],
    ['HIV exposure', 'hiv'],
    ['hives all over', 'urticaria'],
    ['two AEDs', 'defibrillation'],
    ['pacing at 70', 'transcutaneous pacing'],
    ['swallowed bleach', 'poisoning'],
    ['contractions two minutes apart', 'labor'],
    ['labour pains', 'labor'],
    ['uterine contraction', 'labor'],
    ['deliver the placenta', 'childbirth'],
    ['PVC', 'premature ventricular contraction'],
    ['obstructive sleep apnoea', 'sleep apnea'],
    ['MAP of 65', 'mean arterial pressure'],
    ['narcan IN', 'intranasal'],
    ['diazepam PR', 'per rectum'],
    ['adrenaline via ETT', 'endotracheal'],
    ['GTN s/l', 'sublingual'],
    ['nebulised salbutamol', 'nebulized'],
    ['intra-osseous access', 'intraosseous'],
    ['fentanyl intra nasal', 'intranasal'],
    ['into each of the nares', 'intranasal'],
    ['topical lidocaine', 'topical'],
  ])('%j names %s', (text, concept) => {
    expect(namesIn(text)).toContain(concept);
  });
});

describe('the names of concepts', () => {
  /** Names deliberately shared by several concepts. */
  const shared: ReadonlyMap<string, readonly string[]> = new Map([
    ['calcium', ['calcium chloride', 'calcium gluconate']],
    ['ett', ['endotracheal', 'endotracheal intubation']],
    ['endotracheal tube', ['endotracheal', 'endotracheal intubation']],
  ]);

  it('lead to their concept each, and to no other unless it is listed', () => {
    const wrong: string[] = [];
    for (const concept of concepts)
      for (const name of [concept.name, ...concept.also, ...concept.onlyInQuestions]) {
        const written = concept.inCapitals.has(name) ? name.toUpperCase() : name;
        const { length } = tokenize(written);
        const whole = matchesIn(written)
          .filter((match) => match.start === 0 && match.length === length)
          .map((match) => match.concept.name);
        const expected = shared.get(name) ?? [concept.name];
        if (new Set([...whole, ...expected]).size !== expected.length || whole.length !== expected.length)
          wrong.push(`${name}: ${whole.join(', ')}`);
      }
    expect(wrong).toEqual([]);
  });

  it('are single words if they match only in capitals', () => {
    const names = concepts.flatMap(({ inCapitals }) => [...inCapitals]);
    expect(names.filter((name) => tokenize(name).length !== 1)).toEqual([]);
  });
});

describe('expanding an abbreviation', () => {
  /** Expansions of abbreviations that are not names of concepts themselves. */
  const meaning: ReadonlyMap<string, readonly string[]> = new Map([
    ['abx', ['antibiotic']],
    ['af', ['atrial fibrillation']],
    ['anaph', ['anaphylaxis']],
    ['ards', ['respiratory distress']],
    ['fio2', ['oxygen']],
    ['lbp', ['back pain']],
    ['lzp', ['lorazepam']],
    ['nc', ['nasal cannula']],
    ['nsvt', ['ventricular tachycardia']],
    ['vanc', ['vancomycin']],
    ['vanco', ['vancomycin']],
    ['keta', ['ketamine']],
    ['etom', ['etomidate']],
    ['succs', ['succinylcholine']],
    ['rocu', ['rocuronium']],
    ['vecu', ['vecuronium']],
    ['adeno', ['adenosine']],
    ['glucag', ['glucagon']],
    ['cagluc', ['calcium gluconate']],
    ['dobuta', ['dobutamine']],
    ['metop', ['metoprolol']],
    ['hydral', ['hydralazine']],
    ['procain', ['procainamide']],
    ['bzd', ['benzodiazepine']],
    ['hts', ['hypertonic saline']],
    ['nibp', ['blood pressure']],
    ['dsi', ['endotracheal intubation']],
    ['crich', ['cricothyrotomy']],
    ['piv', ['intravenous']],
    ['cvl', ['central line']],
    ['nvd', ['nausea and vomiting', 'gastrointestinal emergency']],
    ['perrl', ['pupils']],
    ['perl', ['pupils']],
    ['ltkw', ['last known well']],
    ['ugib', ['gastrointestinal bleeding']],
    ['lgib', ['gastrointestinal bleeding']],
    ['pnd', ['respiratory distress']],
    ['bka', ['amputation']],
    ['gtc', ['seizure']],
    ['picu', ['pediatric']],
    ['ivf', ['intravenous fluid']],
    ['crt', ['perfusion']],
    ['ncd', ['needle thoracostomy']],
    ['avb', ['heart block']],
    ['cvad', ['vascular access']],
  ]);

  const broader = (name: string): readonly string[] =>
    (conceptByName.get(name)?.broader ?? []).flatMap((one) => [one, ...broader(one)]);
  const areRelated = (one: string, other: string): boolean =>
    one === other || broader(one).includes(other) || broader(other).includes(one);

  it('keeps every concept that it may mean', () => {
    const lost = [...abbreviations].filter(([abbreviation, expansion]) => {
      const kept = new Set(namesIn(expansion));
      return namesIn(abbreviation).some((name) => !kept.has(name));
    });
    expect(lost).toEqual([]);
  });

  it('adds no concept that it does not stand for', () => {
    const added = [...abbreviations].flatMap(([abbreviation, expansion]) => {
      const own = [...namesIn(abbreviation), ...(meaning.get(abbreviation) ?? [])];
      return [...resolveSpelling(expansion)]
        .filter((name) => !own.some((one) => areRelated(one, name)))
        .map((name) => `${abbreviation}: ${name}`);
    });
    expect(added).toEqual([]);
  });

  it('maps each abbreviation to its expansion', () => {
    for (const [abbreviation, names] of meaning)
      for (const name of names)
        expect([...resolveSpelling(abbreviations.get(abbreviation) ?? '')]).toContain(name);
  });
});

describe('names within longer names', () => {
  it('are removed in time proportional to the text', () => {
    const matches = matchesIn('normal saline and beta blocker overdose with epinephrine '.repeat(20_000));
    expect(matches.length).toBeGreaterThan(50_000);
    const took = cpuTimeOf(() => {
      const names = new Set(withoutNested(matches).map(({ concept }) => concept.name));
      expect(names).toContain('beta blocker overdose');
      expect(names).not.toContain('overdose');
    });
    // Comparing each with each would take minutes.
    expect(took).toBeLessThan(5000);
  });
});
