import { describe, expect, it } from 'vitest';
import { sectionRoleReader } from '../../../../../domain/knowledge/sections/section-role.ts';

type Given = { readonly path?: readonly string[]; readonly text?: string };

const rolesOf = (passages: readonly Given[]): readonly (string | undefined)[] => {
  const given = passages.map(({ path = [], text = 'Text.' }) => ({ sectionPath: path, text }));
  return given.map(sectionRoleReader(given));
};
const roleOf = (given: Given): string | undefined => rolesOf([given])[0];

describe('the role of a section', () => {
  it.each([
    ['Recommendations', 'recommendations'],
    ['1.1.2 Dosage of gentamicin', 'dosage'],
    ['## CONTRAINDICATIONS'.slice(3), 'contraindications'],
    ['SPECIAL CONSIDERATIONS', 'warnings'],
    ['Rationale and impact', 'rationale'],
    ['Table of contents', 'contents'],
    ['12 References', 'references'],
    ['Acknowledgements', 'people'],
    ['Audit criteria', 'quality_indicators'],
    ['Daily checklist', 'form'],
    ['Base Hospital Orders', 'orders'],
    ['IV. PROCEDURE', 'procedure'],
    ['Adult treatment', 'treatment'],
    ['Signs and symptoms', 'assessment'],
    ['Follow-up', 'monitoring'],
    ['Drug interactions', 'interactions'],
    ['Glossary', 'background'],
  ])('is given by its heading %j', (heading, role) => {
    expect(roleOf({ path: [heading] })).toBe(role);
  });

  it('comes from the innermost heading that has one', () => {
    expect(roleOf({ path: ['Treatment', 'Contraindications', 'Group B'] })).toBe('contraindications');
    expect(roleOf({ path: ['Chest pain'] })).toBeUndefined();
  });

  it('is recognized in contents, references and blank forms, under any heading', () => {
    const contents = [
      'Introduction ........ 3',
      'Dosage ........ 5',
      'Monitoring ..... 8',
      'Index ..... 9',
    ].join('\n');
    expect(roleOf({ path: ['Treatment'], text: contents })).toBe('contents');
    const literature = 'Lee A, et al. 2011;3:4. Roe B, et al. 2012;5:6.';
    expect(roleOf({ path: ['Treatment'], text: literature })).toBe('references');
    expect(roleOf({ path: ['Treatment'], text: 'Name: ______ Date: ______ ☐ ☐ ☐ ☐' })).toBe('form');
  });

  it('is inferred from the text when no heading gives it', () => {
    const trial = 'Adults were randomized to placebo in a double-blind trial.';
    expect(roleOf({ path: ['ARISTOTLE'], text: trial })).toBe('studies');
    expect(roleOf({ path: ['Dosage'], text: trial })).toBe('dosage');
  });

  it('lasts in a drug label until the next section, across any text in between', () => {
    const label: readonly Given[] = [
      { text: 'HIGHLIGHTS OF PRESCRIBING INFORMATION' },
      { text: 'FULL PRESCRIBING INFORMATION: CONTENTS* 1 INDICATIONS 2 DOSAGE' },
      {
        path: ['17 PATIENT COUNSELING INFORMATION'],
        text: '* Sections or subsections omitted are not listed.',
      },
      { path: ['2 DOSAGE AND ADMINISTRATION', '2.1 Recommended dose'] },
      { path: ['2 DOSAGE AND ADMINISTRATION', 'Treatment of pulmonary embolism'] },
      { path: ['5.2 Bleeding'] },
      { path: ['14 CLINICAL STUDIES'] },
      { path: ['Reduction of risk'] },
      { path: ['17 PATIENT COUNSELING INFORMATION'] },
      { path: ['What should I avoid?'], text: 'Medication Guide' },
      { path: ['5 Warnings'] },
    ];
    expect(rolesOf(label)).toEqual([
      'highlights',
      'contents',
      'contents',
      'dosage',
      'dosage',
      'warnings',
      'studies',
      'studies',
      'leaflet',
      'leaflet',
      'leaflet',
    ]);
  });
});
