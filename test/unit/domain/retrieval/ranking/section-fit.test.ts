import { describe, expect, it } from 'vitest';
import type { SectionRole } from '../../../../../domain/knowledge/sections/section-role.ts';
import { interpretQuery } from '../../../../../domain/retrieval/query/interpret-query.ts';
import { vocabularyWithoutCorpus } from '../../../../../domain/retrieval/query/query-vocabulary.ts';
import { type QuestionKind, questionKindOf } from '../../../../../domain/retrieval/query/question-kind.ts';
import { sectionAside, sectionFit } from '../../../../../domain/retrieval/ranking/section-fit.ts';

const kindOf = (question: string): QuestionKind =>
  questionKindOf(interpretQuery(question, vocabularyWithoutCorpus()));

describe('the kind of answer that a question needs', () => {
  it.each([
    ['starting dose of omeprazole', 'dose'],
    ['apixaban AF 83 yo 55 kg', 'dose'],
    ['apixaban CrCl 22 not on HD', 'dose'],
    ['does amiodarone interact with digoxin', 'interaction'],
    ['how often should I check potassium', 'monitoring'],
    ['side effects of tofacitinib', 'harm'],
    ['when not to give aspirin', 'contraindication'],
    ['which protocol covers burns', 'lookup'],
    ['half-life of methadone', 'pharmacology'],
    ['evidence for tranexamic acid', 'evidence'],
    ['how to insert an iGel', 'procedure'],
    ['paraquat SpO2 target', 'threshold'],
    ['hypertension threshold', 'threshold'],
    ['treatment of status epilepticus', 'treatment'],
    ['burns', 'general'],
  ] as const)('is recognized from %j', (question, kind) => {
    expect(kindOf(question)).toBe(kind);
  });
});

describe('the section fit', () => {
  it.each<[QuestionKind, SectionRole, SectionRole]>([
    ['dose', 'dosage', 'studies'],
    ['contraindication', 'contraindications', 'pharmacology'],
    ['interaction', 'interactions', 'studies'],
    ['threshold', 'recommendations', 'rationale'],
    ['monitoring', 'monitoring', 'pharmacology'],
    ['procedure', 'procedure', 'rationale'],
    ['pharmacology', 'pharmacology', 'contents'],
    ['evidence', 'studies', 'leaflet'],
  ])('prefers, for %s, %s to %s', (kind, better, worse) => {
    const worth = (role: SectionRole): number => sectionFit(kind, role) - sectionAside(kind, role);
    expect(worth(better)).toBeGreaterThan(worth(worse));
    expect(sectionAside(kind, better)).toBe(0);
  });

  it('lowers tables of contents for every kind of answer but a look-up, and ignores unknown roles', () => {
    expect(sectionAside('general', 'contents')).toBe(1);
    expect(sectionAside('lookup', 'contents')).toBe(0);
    expect(sectionAside('dose', undefined)).toBe(0);
    expect(sectionFit('dose', undefined)).toBe(0);
  });
});
