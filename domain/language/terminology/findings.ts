import { type Concept, conceptsOf } from './concept.ts';

/** Signs, measurements and scores. */
export const findings: readonly Concept[] = conceptsOf('finding', [
  [
    'blood pressure',
    'bp, b/p, systolic, sbp, dbp, diastolic, systolic blood pressure, diastolic blood pressure, ^MAP, ?=map, mean arterial pressure',
  ],
  ['heart rate', 'hr, pulse rate, pulse, heartbeat'],
  ['respiratory rate', 'rr, respirations, breathing rate'],
  ['oxygen saturation', 'spo2, sao2, o2 sat, pulse ox, pulse oximetry, o2 saturation, sats, sat'],
  [
    'end-tidal carbon dioxide',
    'etco2, end tidal co2, eto2, capnography, capnometry, waveform capnography, end-tidal co2, capno',
  ],
  [
    'blood glucose',
    'bgl, bg, glucose, blood sugar, fsbs, cbg, accucheck, glucometer, dextrostick, poct glucose, bm stix, bm reading, capillary blood glucose',
  ],
  ['glasgow coma scale', 'gcs, glasgow coma score'],
  ['temperature', 'temp, body temperature'],
  ['weight', 'body weight, kg weight'],
  ['level of consciousness', 'loc, avpu, alert and oriented, aox4, a&ox4, mental status'],
  [
    'electrocardiogram',
    'ecg, ekg, 12-lead, 12-lead ecg, twelve lead, 15-lead, rhythm strip, cardiac monitor, cardiac monitoring, 4-lead',
  ],
  ['st elevation', 'ste, st-elevation, st segment elevation'],
  [
    'stroke scale',
    'mlapss, lapss, lams, cincinnati, cpss, fast-ed, nihss, be-fast, los angeles motor scale, prehospital stroke screen, stroke screen, stroke screening, nih stroke scale',
    'stroke',
  ],
  [
    'last known well',
    'last known well time, lkw, lkwt, time of onset, onset time, last seen normal',
    'stroke',
  ],
  ['total body surface area', 'tbsa, bsa, body surface area, rule of nines, percent burn', 'burn'],
  [
    'trauma criteria',
    'trauma center criteria, trauma triage, trauma guidelines, trauma activation, mechanism of injury, moi',
    'trauma',
  ],
  ['vital signs', '=vitals, vs stable, vital sign, ?=obs'],
  ['perfusion', 'capillary refill, cap refill, skin signs'],
  [
    'return of spontaneous circulation',
    'rosc, got pulses back, pulses back, post arrest, post-arrest, post cardiac arrest care',
    'cardiac arrest',
  ],
  ['pupils', 'pinpoint pupils, pupil, dilated pupils, miosis, mydriasis'],
  ['contraindication', 'contraindicated, contraindications'],
  ['side effect', 'side effects, adverse effect, adverse effects, adverse reaction'],
  ['cha2ds2-vasc', 'chads vasc, chads2, chadsvasc', 'atrial fibrillation'],
  ['wells score', 'wells criteria, perc rule', 'pulmonary embolism'],
  ['qsofa', 'sofa score, sirs criteria', 'sepsis'],
  ['curb-65', '', 'pneumonia'],
  ['heart score', 'timi score', 'chest pain'],
  ['ejection fraction', 'lvef'],
]);
