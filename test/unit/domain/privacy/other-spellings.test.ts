import { describe, expect, it } from 'vitest';
import { detectPhi, redactPhi } from '../../../../domain/privacy/detect-phi.ts';

const found = (text: string): readonly string[] =>
  detectPhi(text).findings.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
const redacted = (text: string): string => redactPhi(text, detectPhi(text).findings);

/** The labels of patient, case and identity card numbers in other countries. */
const labels =
  `MRN|Medical record number|Aktenzeichen|Patientennummer|Patienten-ID|Fallnummer|Fall-Nr.|Aufnahmenummer|Versichertennummer|
numéro de dossier|dossier n°|IPP|NHC|historia clínica|expediente|DNI|CURP|NSS|prontuário|CPF|cartella clinica|codice fiscale|PESEL|
nr pacjenta|numer historii choroby|patiëntnummer|BSN|personnummer|fødselsnummer|henkilötunnus|CPR-nummer|mã bệnh nhân|số hồ sơ|CCCD|aadhaar|UHID`
    .split('|')
    .map((label) => label.trim());

/** The same digits in different spellings. */
const numbers: readonly (readonly [script: string, digits: string])[] = [
  ['ASCII', '4455667'],
  ['Arabic', '٤٤٥٥٦٦٧'],
  ['Persian', '۴۴۵۵۶۶۷'],
  ['Devanagari', '४४५५६६७'],
  ['Bengali', '৪৪৫৫৬৬৭'],
  ['Thai', '๔๔๕๕๖๖๗'],
  ['full-width', '４４５５６６７'],
  ['mathematical', '𝟒𝟒𝟓𝟓𝟔𝟔𝟕'],
  ['entities', '&#52;&#52;&#53;&#53;&#54;&#54;&#55;'],
];

describe('a patient number', () => {
  it.each(labels)('is found after and before its label: %s', (label) => {
    const missed = [
      `${label} 4455667, epinephrine?`,
      `${label}: 4455667`,
      `${label} = A-4455667`,
      `${label.toLowerCase()} 4455667`,
      `4455667 ${label} epinephrine?`,
      `4455667 (${label}) epinephrine?`,
      `4455667, ${label}`,
    ].filter((text) => !redacted(text).includes('[mrn]') || /4455667/.test(redacted(text)));
    expect(missed).toEqual([]);
  });

  it.each(numbers)('is found in digits of each script: %s', (_, digits) => {
    expect(redacted(`MRN ${digits} epinephrine?`)).toBe('MRN [mrn] epinephrine?');
    expect(redacted(`MRN&#58; ${digits}`)).toBe('MRN&#58; [mrn]');
    expect(redacted(`${digits} MRN epinephrine?`)).toBe('[mrn] MRN epinephrine?');
  });

  it.each([
    'MRN four four five five six six seven, epinephrine?',
    'medical record number four-four-five-five-six-six-seven',
    'mrn double four double five double six seven',
    'MRN forty-four fifty-five sixty-six seven',
    'MRN is 4 four 5 five six 6 seven',
    'MRN vier vier fünf fünf sechs sechs sieben',
    'NHC cuatro cuatro cinco cinco seis seis siete',
    'IPP quatre quatre cinq cinq six six sept',
  ])('is found in words: %s', (text) => {
    expect(found(text)).toEqual([expect.stringMatching(/^mrn: /)]);
    expect(redacted(text)).not.toMatch(/five|six|fünf|cinco|cinq/i);
  });

  it.each([
    ['call five five five, one two three four', 'phone'],
    ['SSN one two three, four five, six seven eight nine', 'ssn'],
  ])('is found like any other number: %s', (text, kind) => {
    expect(detectPhi(text).findings.map((finding) => finding.kind)).toEqual([kind]);
  });

  it.each([
    'give one two or three doses',
    'count one two three four and push',
    'four to five compressions, two breaths, one to two minutes',
    'steps 1, 2, 3, 4, 5 and 6',
    'twenty thirty or forty milligrams of ketamine?',
    'CPR 30 to 2 in adults',
    'IPP 40 mg daily',
  ])('is not a mere count: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('a date of birth', () => {
  it.each([
    ['geboren am 03.05.1950', '03.05.1950'],
    ['geb. 3.5.50, Brustschmerz', '3.5.50'],
    ['Geburtsdatum: 03.05.1950', '03.05.1950'],
    ['né le 3 mai 1950', '3 mai 1950'],
    ['née le 03/05/1950', '03/05/1950'],
    ['date de naissance : 03/05/50', '03/05/50'],
    ['fecha de nacimiento: 3-5-1950', '3-5-1950'],
    ['nacida el 3 de mayo de 1950', '3 de mayo de 1950'],
    ['nato il 3 maggio 1950', '3 maggio 1950'],
    ['ur. 03.05.1950', '03.05.1950'],
    ['urodzona 3 maja 1950', '3 maja 1950'],
    ['sinh ngày 03/05/1950', '03/05/1950'],
    ['data de nascimento 03/05/1950', '03/05/1950'],
    ['3/5/50 DOB', '3/5/50'],
    ['born on the third of May nineteen fifty', 'the third of May nineteen fifty'],
    ['born March third nineteen eighty-four', 'March third nineteen eighty-four'],
    ['surgery on June twenty-first', 'June twenty-first'],
  ])('is found: %s', (text, day) => {
    expect(found(text)).toEqual([`date: ${day}`]);
  });

  it.each(['may second doses be given?', 'May first responders give naloxone?', 'march first, then rest'])(
    'is not read from %s',
    (text) => {
      expect(found(text)).toEqual([]);
    },
  );
});

describe('an address of any country', () => {
  it.each([
    'Hauptstraße 12, 80331 München',
    '12 rue de la Paix, 75002 Paris',
    '12 rue de la Paix\n75002 Paris\nFrance',
    'Calle Mayor 5, 28013 Madrid',
    'ul. Marszałkowska 10/5, 00-590 Warszawa',
    'Via Garibaldi 7, 20121 Milano',
    '1404 Søndergade 52\n Apt. 656\n Brønderslev\n Denmark 35018',
    'Kiannonkatu 98, Oulu, Finland',
    '25 Þorsteinsgata 63\nMoss, Norway 51971',
    'PSC 3294, Box 9168\nAPO AA 61487',
    '350 Fifth Ave, New York, NY 10118',
    '221 Baker Street\nLondon NW1 6XE',
    'P.O. Box 149, Nuuk, Greenland',
  ])('is one finding: %j', (address) => {
    expect(found(`Patient lives at ${address}.`)).toEqual([`address: ${address}`]);
  });

  it.each([
    'What is the capital of France?',
    'yellow fever vaccine for travel to Kenya and Brazil',
    'malaria prophylaxis in Chad, Jordan and Mali',
    'I live in the United Kingdom, are doses different?',
    'is the guideline of New Zealand the same as that of Australia',
    'lives in Germany, needs travel insurance?',
    'Ebola in Guinea: PPE',
    'TB resistance in South Africa 2019',
  ])('is not a mere country name: %s', (text) => {
    expect(found(text)).toEqual([]);
  });

  it.each([
    '12 lead ECG in 10 minutes',
    '2 patients from India with fever',
    'Give 5 mg, repeat at Step 3',
    '18 gauge IV, Unit 4 of blood',
    'Level 2 Trauma at 90 mmHg',
    'Section 4.2, Table 7, Figure 12',
  ])('is not a medical phrase: %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});
