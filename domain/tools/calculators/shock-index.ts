import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { childYears, mmHg, perMinute } from './parameters/units.ts';
import { roundedTo } from './rounded-to.ts';

/** The value above which the index is raised: by age for children (Acker 2015), 0.9 for adults (Rady 1994). */
const limitOf = (age: number) => {
  if (age < 4) return undefined;
  if (age < 7) return { above: 1.22, population: '4 to 6 years (Acker 2015)' };
  if (age < 13) return { above: 1, population: '7 to 12 years (Acker 2015)' };
  if (age < 17) return { above: 0.9, population: '13 to 16 years (Acker 2015)' };
  return { above: 0.9, population: 'adults (Rady 1994)' };
};

/** Heart rate in relation to blood pressure. */
export const shockIndex = defineCalculator({
  name: 'shock_index',
  title: 'Shock index, for children by age (SIPA)',
  purpose: 'Whether heart rate and blood pressure together point to shock before either does alone.',
  parameters: {
    age: amount('Age', { units: childYears, minimum: 0, maximum: 120 }),
    heart_rate: amount('Heart rate', { units: perMinute, minimum: 10, maximum: 350 }),
    systolic_pressure: amount('Systolic blood pressure', { units: mmHg, minimum: 20, maximum: 300 }),
  },
  example: { age: { value: 8, unit: 'years' }, heart_rate: 128, systolic_pressure: 98 },
  sources: [
    {
      citation: 'Allgöwer M, Burri C. "Schockindex". Dtsch Med Wochenschr 1967;92:1947-1950.',
      doi: '10.1055/s-0028-1106070',
      pmid: '5299769',
    },
    {
      citation:
        'Rady MY, Smithline HA, Blake H, Nowak R, Rivers E. A comparison of the shock index and conventional vital signs to identify acute, critical illness in the emergency department. Ann Emerg Med 1994;24:685-690.',
      doi: '10.1016/S0196-0644(94)70279-9',
      pmid: '8092595',
    },
    {
      citation:
        'Acker SN, Ross JT, Partrick DA, Tong S, Bensard DD. Pediatric specific shock index accurately identifies severely injured children. J Pediatr Surg 2015;50:331-334.',
      doi: '10.1016/j.jpedsurg.2014.08.009',
      pmid: '25638631',
    },
  ],
  limits: [
    'The limits for children are from blunt trauma at 4 to 16 years: there is none below 4.',
    'Beta blockers, pacemakers, fever, pain and pregnancy change it. A normal index rules nothing out.',
  ],
  calculate: ({ age, heart_rate, systolic_pressure }) => {
    const score = roundedTo(heart_rate / systolic_pressure, 2);
    const limit = limitOf(age);
    if (limit === undefined)
      return {
        score,
        interpretation: `Shock index ${score}. There is no reference limit below 4 years of age.`,
        riskCategory: 'no_bound_for_age',
      };
    const isRaised = score > limit.above;
    return {
      score,
      interpretation: `Shock index ${score}: ${isRaised ? 'raised' : 'not raised'}; the upper limit is ${limit.above} for ${limit.population}.${age >= 17 ? ' Healthy adults have 0.5 to 0.7.' : ''}`,
      riskCategory: isRaised ? 'raised' : 'not_raised',
      details: { bound: limit.above },
    };
  },
});
