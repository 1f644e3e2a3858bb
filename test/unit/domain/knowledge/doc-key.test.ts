import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { docKeySchema } from '../../../../domain/kernel/identifiers.ts';
import { docKeyOf, formerDocKeyOf } from '../../../../domain/knowledge/doc-key.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

describe('the key of a document without a key from its uploader', () => {
  it.each([
    ['1219 Allergy.pdf', 'protocol-1219-allergy'],
    ['Chest_Pain v2.docx', 'protocol-chest_pain-v2'],
    ['834.1-AMA.pdf', 'protocol-834.1-ama'],
  ])('consists of the plain letters of %s', (fileName, key) => {
    expect(docKeyOf('protocol', fileName)).toBe(key);
  });

  it('distinguishes names by punctuation, accents or endings that a key cannot contain', () => {
    const long = 'x'.repeat(300);
    const names = [
      ['≤10 kg', '≥10 kg', '10 kg', '<10 kg', '>10 kg', '10+ kg', '10 kg?'],
      ['résumé', 'resume', 'rèsumé'],
      ['Dose (2)', 'Dose 2', 'Dose [2]', 'Dose ½', 'Dose 1/2'],
      ['---', '___', '!!!'],
      [long, `${long}y`],
    ];
    for (const alike of names) {
      const keys = alike.map((name) => docKeyOf('protocol', `${name}.pdf`));
      expect(new Set(keys).size, alike.join()).toBe(alike.length);
      for (const key of keys) expect(docKeySchema.safeParse(key).success).toBe(true);
    }
  });

  it('follows the older scheme for documents ingested under it', () => {
    expect(formerDocKeyOf('protocol', 'Chest_Pain (v2).docx')).toBe('protocol-chest_pain-v2');
    expect(formerDocKeyOf('protocol', 'Réanimation pédiatrique.pdf')).toBe(
      'protocol-reanimation-pediatrique',
    );
    expect(formerDocKeyOf('protocol', '½ dose ™.txt')).toBe('protocol-1-2-dose-tm');
    expect(formerDocKeyOf('protocol', '---.pdf')).toBe('protocol-unnamed');
    expect(formerDocKeyOf('protocol', '心停止.pdf')).toBe(docKeyOf('protocol', '心停止.pdf'));
  });

  it('distinguishes names in other scripts, however little of them a key can contain', () => {
    const names = [
      '心停止',
      '脳卒中',
      'Протокол',
      'Протокол 2',
      'حساسية',
      'τραύμα',
      'Anaphylaxie für Säuglinge ß',
      '第１章',
      '第２章',
    ];
    const keys = names.map((name) => docKeyOf('guideline', `${name}.pdf`));
    expect(new Set(keys).size).toBe(names.length);
    for (const key of keys) {
      expect(key).toMatch(/^guideline-.*[0-9a-f]{8}$/);
      expect(docKeySchema.safeParse(key).success).toBe(true);
    }
  });

  it('is independent of Unicode composition, case and extension', () => {
    const composed = 'Й протокол';
    expect(docKeyOf('note', `${composed.normalize('NFD')}.pdf`)).toBe(docKeyOf('note', `${composed}.docx`));
    expect(docKeyOf('note', 'ПРОТОКОЛ.pdf')).toBe(docKeyOf('note', 'Протокол.pdf'));
  });

  it('equals a plain name, and keeps the distinguishing part of long names', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 60 }), (name) => {
        expect(docKeyOf('note', `${name}.pdf`)).toBe(`note-${name.toLowerCase()}`);
      }),
    );
    const long = 'x'.repeat(250);
    const [one, other] = [docKeyOf('note', `${long}心.pdf`), docKeyOf('note', `${long}脳.pdf`)];
    expect(one).not.toBe(other);
    for (const key of [one, other]) expect(docKeySchema.safeParse(key).success).toBe(true);
  });

  it('is a valid key for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), (name) => {
        expect(docKeySchema.safeParse(docKeyOf('guideline', name)).success).toBe(true);
      }),
    );
  });
});
