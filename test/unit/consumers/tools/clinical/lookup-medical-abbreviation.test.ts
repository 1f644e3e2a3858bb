import { describe, expect, it } from 'vitest';
import { lookupMedicalAbbreviation } from '../../../../../consumers/tools/clinical/lookup-medical-abbreviation.ts';
import { callTool } from '../../../../support/call-tool.ts';

const tool = lookupMedicalAbbreviation();
const lookUp = async (abbreviation: string, context?: string) => {
  const { result, citations } = await callTool(tool, {
    abbreviation,
    ...(context === undefined ? {} : { context }),
  });
  const meanings = Array.isArray(result.meanings) ? result.meanings : [];
  return { ...result, names: meanings.map(({ meaning }) => meaning), meanings, citations };
};

describe('lookup_medical_abbreviation', () => {
  it('lists all meanings and chooses none', async () => {
    const found = await lookUp('MS');
    expect(found.names).toEqual(
      expect.arrayContaining([
        'morphine sulfate',
        'magnesium sulfate',
        'mitral stenosis',
        'multiple sclerosis',
      ]),
    );
    expect(found).toMatchObject({ ambiguous: true, note: expect.stringContaining('several meanings') });
  });

  it('marks the meaning that the context supports, and keeps the others', async () => {
    const { meanings } = await lookUp('MS', 'diastolic murmur, echo shows a narrow mitral valve, MS');
    expect(meanings.filter(({ supported_by_context: isSupported }) => isSupported)).toMatchObject([
      { meaning: 'mitral stenosis' },
    ]);
    expect(meanings.length).toBeGreaterThan(3);
  });

  it('marks none when the context supports none', async () => {
    const { meanings } = await lookUp('PE', 'seen today');
    expect(meanings.length).toBeGreaterThan(1);
    expect(meanings.some(({ supported_by_context: isSupported }) => isSupported)).toBe(false);
  });

  it.each(['MS', 'q.d.', 'QOD', 'U', 'IU', 'MSO₄', 'MgSO4'])(
    'states that %s must not be written, and cites the list of the Joint Commission',
    async (abbreviation) => {
      const found = await lookUp(abbreviation);
      expect(found).toMatchObject({ do_not_use: true });
      expect(found.citations.map(({ sourceTitle }) => sourceTitle)).toEqual([
        expect.stringContaining('Joint Commission'),
        expect.stringContaining('ISMP'),
      ]);
    },
  );

  it('warns of abbreviations that only ISMP lists, without calling them forbidden by the Joint Commission', async () => {
    expect(await lookUp('µg')).toMatchObject({
      names: ['microgram'],
      do_not_use: false,
      warnings: [{ mistaken_for: 'mg', write_instead: 'mcg', lists: ['ismp'] }],
    });
  });

  it('knows both readings of an abbreviation that has been misread for another drug', async () => {
    const { names } = await lookUp('HCT');
    expect(names).toEqual(expect.arrayContaining(['hydrocortisone', 'hydrochlorothiazide', 'hematocrit']));
  });

  it('returns the code of its expansion when the terminology has one', async () => {
    const { meanings } = await lookUp('epi');
    expect(meanings).toMatchObject([
      { meaning: 'epinephrine', kind: 'drug', code_system: 'RxNorm', code: '3992' },
    ]);
  });

  it('warns that other meanings may be in use when it lists one', async () => {
    expect(await lookUp('sob')).toMatchObject({
      total_count: 1,
      ambiguous: false,
      note: expect.stringContaining('Others may be in use'),
    });
  });

  it('invents nothing for an unlisted abbreviation', async () => {
    expect(await lookUp('QZX')).toMatchObject({
      meanings: [],
      total_count: 0,
      note: expect.stringContaining('ask the author'),
    });
  });
});
