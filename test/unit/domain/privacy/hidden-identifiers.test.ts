import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectPhi, redactPhi } from '../../../../domain/privacy/detect-phi.ts';
import { findPatientIdentifiers } from '../../../../domain/privacy/find-patient-identifiers.ts';

const redacted = (text: string): string => redactPhi(text, detectPhi(text).findings);
const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0));

describe('identifiers are found in every spelling', () => {
  it.each([
    // Full-width and other digits
    ['MRN １２３４５６７８ chest pain', 'MRN [mrn] chest pain'],
    [`patient ${fullWidth('John Smith')} has pain`, 'patient [name] has pain'],
    [`SSN ${fullWidth('123-45-6789')}`, 'SSN [ssn]'],
    ['call ３１０－５５５－０１４２', 'call [phone]'],
    ['MRN ١٢٣٤٥٦٧٨ pain', 'MRN [mrn] pain'],
    ['MRN १२३४५६७८ pain', 'MRN [mrn] pain'],
    ['MRN 𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖 pain', 'MRN [mrn] pain'],
    ['MRN ①②③④⑤⑥⑦⑧ pain', 'MRN [mrn] pain'],
    // Other kinds of dashes and spaces
    ['SSN 123−45−6789', 'SSN [ssn]'],
    ['his number is 123\u201145\u20116789', 'his number is [ssn]'],
    ['his number is 123—45—6789', 'his number is [ssn]'],
    ['pt\u2003John\u00a0Smith is ill', 'pt\u2003[name] is ill'],
    // Invisible characters
    ['patient Jo\u200bhn Sm\u200dith is ill', 'patient [name] is ill'],
    ['John\u200b Smith is ill', '[name] is ill'],
    ['John\u200bSmith is ill', '[name] is ill'],
    ['MRN 12\u00ad34\u20605678', 'MRN [mrn]'],
    ['SSN 123\u200b-45\ufeff-6789', 'SSN [ssn]'],
    ['J\u034fohn Smi\ufe0fth is ill', '[name] is ill'],
    ['john\u202e\u202c smith is ill', '[name] is ill'],
    ['m\u200bichael.garcia@exa\u200bmple.com wrote', '[email] wrote'],
    // Characters that prompts omit, as found in PDF files
    ['call (310) 55\u00085-0123 now', 'call [phone] now'],
    ['call (310) 55\ue0005-0123 now', 'call [phone] now'],
    ['jane.\u0000doe@exam\u001bple.org wrote', '[email] wrote'],
    ['J\u0336o\u0336h\u0336n\u0336 S\u0336m\u0336i\u0336t\u0336h\u0336 is ill', '[name] is ill'],
    ['call (310) 5\u20dd55-01\u033223 now', 'call [phone] now'],
    ['born 03\u204414\u20441952', 'born [date]'],
    // Look-alikes
    ['Jоhn Smіth is ill', '[name] is ill'],
    ['pаtient Mаria is ill', 'pаtient [name] is ill'],
    ['МRN 12345678', 'МRN [mrn]'],
    // Other alphabets
    ['patient Иван Петров has chest pain', 'patient [name] has chest pain'],
    ['Иван Петров has chest pain', '[name] has chest pain'],
    ['王小明 has chest pain', '[name] has chest pain'],
    ['patient 山田太郎 65 yo', 'patient [name] 65 yo'],
    ['김철수 needs atropine', '[name] needs atropine'],
    ['محمد علي has chest pain', '[name] [name] has chest pain'],
    ['Γιώργος Παπαδόπουλος is ill', '[name] is ill'],
    // The label after the number, in any digits
    ['４４５５６６７ MRN epinephrine?', '[mrn] MRN epinephrine?'],
    ['٤٤٥٥٦٦٧ MRN epinephrine?', '[mrn] MRN epinephrine?'],
    // Entities
    ['MRN&#58; 4455667 pain', 'MRN&#58; [mrn] pain'],
    ['MRN&#x3a;&nbsp;4455667 pain', 'MRN&#x3a;&nbsp;[mrn] pain'],
    ['&#77;RN 4455667 pain', '&#77;RN [mrn] pain'],
    ['patient J&#111;hn Smith is ill', 'patient [name] is ill'],
    ['MRN&colon;&Tab;4455667 pain', 'MRN&colon;&Tab;[mrn] pain'],
    ['&#0000000077;RN &#52&#52&#53&#53&#54&#54&#55 pain', '&#0000000077;RN [mrn] pain'],
    // The label with initials, and punctuation between it and the number
    ['M.R.N. 4455667 pain', 'M.R.N. [mrn] pain'],
    ['M R N 4455667 pain', 'M R N [mrn] pain'],
    ['**MRN:** **4455667** pain', '**MRN:** **[mrn]** pain'],
    ['| MRN | 4455667 | pain', '| MRN | [mrn] | pain'],
    ['MRN (4455667), pain', 'MRN ([mrn]), pain'],
    ['MRN "4455667", pain', 'MRN "[mrn]", pain'],
    ['MRN – 4455667 pain', 'MRN – [mrn] pain'],
    ['the MRN is “4455667”', 'the MRN is “[mrn]”'],
    ['“4455667” is the MRN', '“[mrn]” is the MRN'],
    // Suffixes that are not units
    ['MRN 4455667 h/o COPD', 'MRN [mrn] h/o COPD'],
    ['MRN 4455667 L leg pain', 'MRN [mrn] L leg pain'],
    ['MRN 4455667 g-tube', 'MRN [mrn] g-tube'],
    ['MRN: 4455667 dose of heparin?', 'MRN: [mrn] dose of heparin?'],
    ['CSN 12345678 L leg pain', 'CSN [identifier] L leg pain'],
    ['call (310) 555-0142 L leg pain', 'call [phone] L leg pain'],
    ['born 3/3/1962 h/o COPD', 'born [date] h/o COPD'],
    ['seen 5/10/24 h/o COPD', 'seen [date] h/o COPD'],
    ['seen 5/10/24 L leg pain', 'seen [date] L leg pain'],
    ['admitted May 5, 2024 h/o COPD', 'admitted [date] h/o COPD'],
    ['seen 12 May 2024 L leg pain', 'seen [date] L leg pain'],
    ['3/3/1962 dose of heparin?', '[date] dose of heparin?'],
    // Numbers without a word
    ['123456789 has chest pain', '[identifier] has chest pain'],
    ['chest pain in 123 45 6789', 'chest pain in [identifier]'],
    ['１２３４５６７８９ has chest pain', '[identifier] has chest pain'],
  ])('%j', (text, expected) => {
    expect(redacted(text)).toBe(expected);
  });

  it('include the invisible characters within a name, but not those around it', () => {
    for (const invisible of ['\u200b', '\u200d', '\u2060', '\u00ad', '\u{e0041}', '\u0007', '\uf0b7']) {
      const text = `Give ${invisible}1 mg to John${invisible} Smi${invisible}th${invisible} now`;
      const [finding] = detectPhi(text).findings;
      expect(text.slice(finding?.start, finding?.end)).toBe(`John${invisible} Smi${invisible}th`);
    }
  });

  it('even with something invisible between any two of their letters', () => {
    const written = 'pt John Smith DOB 4/12/1958 MRN 1234567';
    const open = redacted(written);
    fc.assert(
      fc.property(
        fc.array(fc.nat(written.length - 1), { maxLength: 6 }),
        fc.constantFrom(
          ...['\u200b', '\u200c', '\u2060', '\ufeff', '\u00ad', '\u061c', '\u{e0020}'],
          ...['\0', '\b', '\u001b', '\u009b', '\ue000', '\u{f0000}', '\u0378'],
        ),
        (places, invisible) => {
          const hidden = [...written].map((letter, at) =>
            places.includes(at) ? letter + invisible : letter,
          );
          const left = redacted(hidden.join('')).replaceAll(invisible, '');
          expect(left.replaceAll(/\[[a-z_]+\]/g, '')).toBe(open.replaceAll(/\[[a-z_]+\]/g, ''));
        },
      ),
    );
  });
});

describe('medical symbols hide no identifier and are unchanged', () => {
  it.each([
    'dose of atropine in µg/kg for SpO₂ < 90 %',
    'platelets 150×10⁹/L and Ca²⁺ 1.2 mmol/L',
    '½ tablet of metoprolol ≤ 10 kg',
    'α-blocker or β-blocker for pheochromocytoma? Δ QTc',
    'GABAα agonists in status epilepticus',
    'café-au-lait spots and Ménière disease',
    'temperature 39 °C — give acetaminophen 15 mg/kg',
    'PMID 123456789 on ketamine',
    '123456789 units of penicillin?',
    'patient received 12000 mL, 5/10/15 mg and 2-4-24 h',
    'penicillin 1200000 units IM, patient 12000 units of heparin',
    'ω-3 fatty acids',
    '🙂 dose of naloxone',
    'give 250 10 1000 ml',
  ])('%s', (text) => {
    expect(redacted(text)).toBe(text);
  });
});

describe('in a document', () => {
  it.each([
    ['The patient Иван Петров was seen.', true],
    ['Ｍｒ． Ｓｍｉｔｈ, a 67-year-old man, was admitted on ３/４/2024.', true],
    ['Pa\u200btient name: Jo\u200bhn Smith', true],
    ['患者は王小明さん、四十五歳。胸痛で来院した。', true],
    ['The Greek word ἀναφύλαξις means without protection (anaphylaxis, 過敏症).', false],
    ['Form 123456789 is to be filled in by the paramedic.', false],
    ['Published in Анналы медицины, 2019, by the Agency.', false],
  ])('%j names a patient: %s', (text, expected) => {
    expect(findPatientIdentifiers(text, 'guideline').length > 0).toBe(expected);
  });
});
