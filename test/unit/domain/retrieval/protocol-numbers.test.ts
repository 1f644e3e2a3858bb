import { describe, expect, it } from 'vitest';
import { titleWords } from '../../../../domain/retrieval/lexical/title-words.ts';
import {
  protocolFamily,
  protocolNumberKey,
  protocolNumbersOf,
  protocolSeries,
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
    [{ title: 'RES-02 Asthma', fileName: 'x.pdf' }, ['res-02']],
    [{ title: 'EMS-PED-09 Newborn', fileName: 'x.pdf' }, ['ems-ped-09']],
    [{ title: 'Treatment Guideline 2.10 Anaphylaxis', fileName: 'x.pdf' }, ['2.10']],
    [{ title: 'Protocol IV: Seizures', fileName: 'x.pdf' }, ['4']],
    [{ title: 'PROTOCOL XIX', fileName: 'x.pdf' }, ['19']],
    [{ title: 'Section 3, Protocol 12: Heat Illness', fileName: 'x.pdf' }, ['3.12', '12']],
    [{ title: 'Adult Chest Pain – 5.1', fileName: 'x.pdf' }, ['5.1']],
    [{ title: 'Decompression Sickness (8.2)', fileName: 'x.pdf' }, ['8.2']],
    [{ title: 'Stroke', fileName: 'Stroke_6.4.pdf' }, ['6.4']],
    [{ title: 'BURNS', fileName: '7.03 Burns.pdf' }, ['7.03']],
    [{ title: 'Pump', fileName: 'pump.pdf', protocolNumber: 'NUR/44-b' }, ['nur/44-b']],
  ])('of %j are %j', (document, numbers) => {
    expect(protocolNumbersOf(document)).toEqual(numbers);
  });

  it.each([
    { title: 'Chest Pain / ACS (Adult)', fileName: 'ChestPain-ACS-Adult.pdf' },
    { title: 'COVID-19', fileName: 'covid-19.pdf' },
    { title: 'Ceilings of IL-6', fileName: 'x.pdf' },
    { title: 'Secretion (IL-6)', fileName: 'x.pdf' },
    { title: 'Manual – v2.1', fileName: 'Manual v2.1.pdf' },
    { title: 'Formulary (2024)', fileName: 'Formulary 2024.pdf' },
    { title: 'A page', fileName: 'Scan 0012.pdf' },
    { title: 'Giving drugs IV', fileName: 'x.pdf' },
    { title: 'Which policy I follow 3 times', fileName: 'x.pdf' },
    { title: 'Guideline v 2.0', fileName: 'x.pdf' },
    { title: 'Protocol IV Access', fileName: 'x.pdf' },
  ])('are none in $title, $fileName', (document) => {
    expect(protocolNumbersOf(document)).toEqual([]);
  });

  it.each([
    ['C-4', 'c 04'],
    ['TP-07', 'TP7'],
    ['1219-P', '1219p'],
    ['NUR/44-b', 'nur 44b'],
    ['7.03', '7.3'],
  ])('%s and %s are the same number', (one, other) => {
    expect(protocolNumberKey(one)).toBe(protocolNumberKey(other));
  });

  it.each([
    ['10-14', '10.14'],
    ['2.1', '2.10'],
    ['C-4', 'C-40'],
    ['1200.0', '1200'],
  ])('%s and %s are different numbers', (one, other) => {
    expect(protocolNumberKey(one)).not.toBe(protocolNumberKey(other));
  });

  it.each([
    ['RES-02', 'res'],
    ['AP-12.3', 'ap'],
    ['4.2.7', '4.2.'],
    ['3-25', '3-'],
    ['6010', undefined],
  ])('%s is of the series %s', (number, series) => {
    expect(protocolSeries(number)).toBe(series);
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
    ['4.12', '4.12'],
  ])('%s belongs to %s', (number, family) => {
    expect(protocolFamily(number)).toBe(family);
  });
});

describe('the words of a document name', () => {
  it('splits run-together file names', () => {
    expect(titleWords({ title: 'T', fileName: 'Ref502-PatientDestination.pdf' })).toBe(
      'T Ref502 Patient Destination',
    );
    expect(titleWords({ title: 'T', fileName: '834.1-AMA-QuickReference.pdf' })).toContain(
      'AMA Quick Reference',
    );
  });
});
