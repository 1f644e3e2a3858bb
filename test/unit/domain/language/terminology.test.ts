import { describe, expect, it } from 'vitest';
import { abbreviations } from '../../../../domain/language/terminology/abbreviations.ts';
import { ambiguousAbbreviations } from '../../../../domain/language/terminology/ambiguous-abbreviations.ts';
import { conceptByName, concepts } from '../../../../domain/language/terminology/concepts.ts';
import { drugRows, drugsKeptApartRows } from '../../../../domain/language/terminology/tables.generated.ts';
import { typos } from '../../../../domain/language/terminology/typos.ts';
import { isDrugWord } from '../../../../domain/retrieval/query/spelling.ts';

describe('the terminology', () => {
  it('knows at least 150 abbreviations and 80 groups of synonyms', () => {
    expect(abbreviations.size).toBeGreaterThanOrEqual(150);
    expect(concepts.filter((concept) => concept.also.length > 0).length).toBeGreaterThanOrEqual(80);
  });

  it('names every concept once, and every broader concept exists', () => {
    expect(conceptByName.size).toBe(concepts.length);
    const unknown = concepts.flatMap((concept) => concept.broader.filter((name) => !conceptByName.has(name)));
    expect(unknown).toEqual([]);
  });

  it('lets no concept be broader than itself', () => {
    expect(concepts.filter((concept) => concept.broader.includes(concept.name))).toEqual([]);
  });

  it('gives no code to two concepts', () => {
    const codes = [...concepts, ...drugsKeptApartRows].flatMap(({ code }) =>
      code === undefined ? [] : [`${code.system} ${code.code}`],
    );
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
    expect(codes.length).toBeGreaterThan(300);
  });

  it('codes a drug where it is kept apart, not where it also stands for its class', () => {
    const apart = new Set(drugsKeptApartRows.map(({ name }) => name));
    expect(drugRows.filter(({ name, code }) => apart.has(name) && code !== undefined)).toEqual([]);
  });

  it('gives no expansion to an abbreviation that is ambiguous, unless both agree', () => {
    for (const [abbreviation, { usual }] of ambiguousAbbreviations) {
      const expansion = abbreviations.get(abbreviation);
      if (expansion !== undefined) expect(expansion).toBe(usual);
    }
  });

  it('never corrects the name of a drug away', () => {
    expect([...typos.keys()].filter(isDrugWord)).toEqual([]);
  });

  it('corrects every listed misspelling to something that is not itself a misspelling', () => {
    expect([...typos.values()].filter((word) => typos.has(word))).toEqual([]);
  });
});
