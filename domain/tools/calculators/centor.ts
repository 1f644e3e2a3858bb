import { bandOf } from './band-of.ts';
import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { years } from './parameters/units.ts';
import { yesNo } from './parameters/yes-no.ts';
import { pointsText } from './points-text.ts';

/** McIsaac 1998: age counts from 3 years. */
const pointsOfAge = (age: number): number => {
  if (age < 15) return 1;
  return age < 45 ? 0 : -1;
};

/**
 * Share of patients with group A streptococci: first pooled from the publications of 1998 and 2000 (Choby 2009), then among
 * 206,870 patients tested (Fine 2012).
 */
const risks = [
  { from: -1, risk: 'very_low', before: '1 to 2.5%', tested: '8%' },
  { from: 1, risk: 'low', before: '5 to 10%', tested: '14%' },
  { from: 2, risk: 'moderate', before: '11 to 17%', tested: '23%' },
  { from: 3, risk: 'high', before: '28 to 35%', tested: '37%' },
  { from: 4, risk: 'very_high', before: '51 to 53%', tested: '55%' },
] as const;

/** The probability that a sore throat is streptococcal. */
export const centor = defineCalculator({
  name: 'centor',
  title: 'Centor score as modified by McIsaac',
  purpose: 'The probability that group A streptococci cause a sore throat.',
  parameters: {
    age: amount('Age', { units: years, minimum: 3, maximum: 120 }),
    fever_over_38: yesNo('Temperature above 38 °C (100.4 °F), measured or by history'),
    cough: yesNo('Cough; its absence counts 1 point'),
    tender_anterior_nodes: yesNo('Tender anterior cervical lymph nodes'),
    tonsillar_swelling_or_exudate: yesNo('Tonsils swollen or with exudate'),
  },
  example: {
    age: 9,
    fever_over_38: true,
    cough: false,
    tender_anterior_nodes: true,
    tonsillar_swelling_or_exudate: false,
  },
  sources: [
    {
      citation:
        'McIsaac WJ, White D, Tannenbaum D, Low DE. A clinical score to reduce unnecessary antibiotic use in patients with sore throat. CMAJ 1998;158:75-83.',
      pmid: '9475915',
    },
    {
      citation:
        'McIsaac WJ, Goel V, To T, Low DE. The validity of a sore throat score in family practice. CMAJ 2000;163:811-815.',
      pmid: '11033707',
    },
    {
      citation:
        'Fine AM, Nizet V, Mandl KD. Large-scale validation of the Centor and McIsaac scores to predict group A streptococcal pharyngitis. Arch Intern Med 2012;172:847-852.',
      doi: '10.1001/archinternmed.2012.950',
      pmid: '22566485',
    },
    {
      citation:
        'Choby BA. Diagnosis and treatment of streptococcal pharyngitis. Am Fam Physician 2009;79:383-390.',
      pmid: '19275067',
    },
    {
      citation:
        'Shulman ST, Bisno AL, Clegg HW, et al. Clinical practice guideline for the diagnosis and management of group A streptococcal pharyngitis: 2012 update by the Infectious Diseases Society of America. Clin Infect Dis 2012;55:e86-e102.',
      doi: '10.1093/cid/cis629',
      pmid: '22965026',
    },
  ],
  limits: [
    'For a sore throat of a few days, from 3 years of age: in younger children, streptococci are rarely the cause.',
    'It does not distinguish disease from carriage, and is not for outbreaks or where rheumatic fever is common.',
  ],
  calculate: (given) => {
    const score =
      pointsOfAge(given.age) +
      [
        given.fever_over_38,
        !given.cough,
        given.tender_anterior_nodes,
        given.tonsillar_swelling_or_exudate,
      ].filter(Boolean).length;
    const { risk, before, tested } = bandOf(score, risks);
    return {
      score,
      unit: 'points',
      interpretation: `McIsaac ${pointsText(score)}, of -1 to 5: group A streptococci in ${before} (McIsaac 1998 and 2000), ${tested} of patients tested (Fine 2012).`,
      riskCategory: risk,
      recommendations: [
        score >= 2
          ? 'IDSA 2012: test (rapid antigen or culture) unless signs of a viral cause are clear, and give antibiotics only if the test is positive.'
          : 'No test and no antibiotics by this score.',
      ],
    };
  },
});
