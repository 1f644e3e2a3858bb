import { defineCalculator } from './define-calculator.ts';
import { amount } from './parameters/amount.ts';
import { hours, kilograms, percent } from './parameters/units.ts';

/** Millilitres per kilogram and percent of burned surface in the first 24 hours (Baxter 1968). */
const ML_PER_KG_AND_PERCENT = 4;
/** Half of it is given within these hours from the burn, not from arrival. */
const FIRST_HOURS = 8;
/**
 * With less than half of these hours left, the first half of the fluid is not divided by the time left: minutes before
 * hour 8 that would be litres an hour. Missed fluid is made up for by urine output, without boluses (Pham 2008).
 */
const LATE = FIRST_HOURS / 2;

/** Fluid in the first day after a burn. */
export const parkland = defineCalculator({
  name: 'parkland',
  title: 'Parkland formula',
  purpose: 'The crystalloid to begin with in the first 24 hours after a large burn.',
  parameters: {
    weight: amount('Body weight', { units: kilograms, minimum: 2, maximum: 300 }),
    burned_surface: amount('Burned surface of partial and full thickness, without erythema', {
      units: percent,
      minimum: 1,
      maximum: 100,
    }),
    hours_since_burn: amount('Hours since the burn', { units: hours, minimum: 0, maximum: 24 }),
  },
  example: { weight: { value: 70, unit: 'kg' }, burned_surface: 30, hours_since_burn: 2 },
  sources: [
    {
      citation:
        'Baxter CR, Shires T. Physiological response to crystalloid resuscitation of severe burns. Ann N Y Acad Sci 1968;150:874-894.',
      doi: '10.1111/j.1749-6632.1968.tb14738.x',
      pmid: '4973463',
    },
    {
      citation:
        'Pham TN, Cancio LC, Gibran NS. American Burn Association practice guidelines burn shock resuscitation. J Burn Care Res 2008;29:257-266.',
      doi: '10.1097/BCR.0b013e31815f3876',
      pmid: '18182930',
    },
  ],
  limits: [
    'A starting point: adjust the rate to urine output (0.5 mL/kg/h in adults, 1 mL/kg/h in children).',
    'For burns from about 20% of the surface in adults, 10 to 15% in children; small children also need maintenance fluid with glucose.',
    'Subtract fluid already given, including before hospital. Electrical and inhalation injuries need more; many begin with 2 mL.',
  ],
  calculate: ({ weight, burned_surface, hours_since_burn }) => {
    const total = ML_PER_KG_AND_PERCENT * weight * burned_surface;
    const half = total / 2;
    const left = FIRST_HOURS - hours_since_burn;
    const isLate = left > 0 && left < LATE;
    const even = half / FIRST_HOURS;
    const now = left > 0 ? (isLate ? even : half / left) : half / (24 - FIRST_HOURS);
    const score = Math.round(total);
    return {
      score,
      unit: 'mL',
      interpretation: `${score} mL in the first 24 hours from the burn: ${Math.round(half)} mL until hour 8, the same until hour 24. ${
        isLate
          ? `Hour 8 is near: begin with ${Math.round(now)} mL/h, the rate as from the burn on, and make up for missed fluid gradually, by urine output and judgement; from hour 8 ${Math.round(half / 16)} mL/h.`
          : left > 0
            ? `From now, with nothing given yet: ${Math.round(now)} mL/h until hour 8, then ${Math.round(half / 16)} mL/h.`
            : `Hour 8 is over: ${Math.round(now)} mL/h; make up by judgement for what was not given of the first half.`
      }`,
      recommendations: [
        'ABA 2008: 2 to 4 mL/kg per percent burned; 2 mL begins with less fluid, and urine output decides.',
        'Lactated Ringer’s or another balanced solution.',
      ],
      details: {
        first_8_hours_ml: Math.round(half),
        next_16_hours_ml: Math.round(half),
        rate_now_ml_per_hour: Math.round(now),
        total_with_2_ml: Math.round(total / 2),
      },
    };
  },
});
