import { describe, expect, it } from 'vitest';
import { titleWords } from '../../../../domain/retrieval/lexical/title-words.ts';
import {
  protocolFamily,
  protocolNumbersOf,
  sectionNumbersOf,
} from '../../../../domain/retrieval/protocol-numbers.ts';

describe('the numbers of a document', () => {
  it.each([
    [{ title: 'Allergy', fileName: '1219-P-Allergy.pdf' }, ['1219-p']],
    [{ title: 'Allergy', fileName: '1219-Allergy.pdf' }, ['1219']],
    [{ title: 'Destination', fileName: 'Ref502-PatientDestination.pdf' }, ['502']],
    [{ title: 'Definitions', fileName: '822.2a-Definitions.pdf' }, ['822.2a']],
    [{ title: 'DIABETIC EMERGENCIES Ref. No. 1203', fileName: 'x.pdf' }, ['1203']],
    [{ title: 'Protocols 2024', fileName: '2024-protocols.pdf' }, []],
    [{ title: 'Anything', fileName: 'scan.pdf', protocolNumber: 'S-122' }, ['s-122']],
    [{ title: 'Anything', fileName: 'scan.pdf' }, []],
  ])('of %j are %j', (document, numbers) => {
    expect(protocolNumbersOf(document)).toEqual(numbers);
  });

  it('are also found in the headings of a collection bound in one file', () => {
    expect(sectionNumbersOf(['Section 3.11 Bronchospasm', '12. Give oxygen', 'S-122 Allergy'])).toEqual([
      '3.11',
      's-122',
    ]);
  });

  it.each([
    ['1219-p', '1219'],
    ['834.1', '834'],
    ['822.2a', '822'],
    ['814', '814'],
    ['s-122', 's-122'],
  ])('%s belongs to %s', (number, family) => {
    expect(protocolFamily(number)).toBe(family);
  });
});

describe('the words that name a document', () => {
  it('splits run-together file names', () => {
    expect(titleWords({ title: 'T', fileName: 'Ref502-PatientDestination.pdf' })).toBe(
      'T Ref502 Patient Destination',
    );
    expect(titleWords({ title: 'T', fileName: '834.1-AMA-QuickReference.pdf' })).toContain(
      'AMA Quick Reference',
    );
  });
});
