import { type Concept, conceptsOf } from './concept.ts';

/** What is done to a patient, and the equipment it is done with. */
export const procedures: readonly Concept[] = [
  ...conceptsOf('procedure', [
    [
      'cardiopulmonary resuscitation',
      'cpr, chest compressions, chest compression, =compressions, hp-cpr, high performance cpr, mechanical compression, lucas device, compression to ventilation',
      'cardiac arrest',
    ],
    [
      'defibrillation',
      'defib, defibrillate, defibrillator, shock at 200 j, aed, automated external defibrillator, dual sequential defibrillation, dsed, double sequential, pad position, vector change',
      'cardiac arrest',
    ],
    [
      'synchronized cardioversion',
      'cardioversion, cardiovert, sync cardioversion, synchronized shock',
      'tachycardia',
    ],
    [
      'transcutaneous pacing',
      'tcp, pacing, external pacing, pace, paced, pacer, mechanical capture, electrical capture',
      'bradycardia',
    ],
    [
      'endotracheal intubation',
      'intubate, intubation, intubated, ett, ett placement, endotracheal tube, et tube, rsi, rapid sequence intubation, laryngoscopy, video laryngoscopy',
      'advanced airway',
    ],
    [
      'supraglottic airway',
      'king airway, igel, i-gel, lma, laryngeal mask, king lt, sga, supraglottic',
      'advanced airway',
    ],
    ['advanced airway', 'airway management, definitive airway, advanced airway management'],
    [
      'cricothyrotomy',
      'cric, cricothyroidotomy, surgical airway, needle cric, needle cricothyrotomy',
      'advanced airway',
    ],
    [
      'bag valve mask ventilation',
      'bvm, bag valve mask, bag-valve-mask, bagging, ambu bag, assist ventilations, positive pressure ventilation, ppv, bag mask',
    ],
    [
      'basic airway',
      'opa, npa, oropharyngeal airway, nasopharyngeal airway, head tilt, jaw thrust, basic airway maneuvers',
    ],
    [
      'continuous positive airway pressure',
      'cpap, bipap, bilevel, nippv, noninvasive ventilation, niv, peep, positive end expiratory pressure',
      'respiratory distress',
    ],
    ['suction', 'suctioning, meconium suction, bulb syringe'],
    ['abdominal thrusts', 'heimlich maneuver, back blows, back slaps, chest thrusts', 'airway obstruction'],
    [
      'needle thoracostomy',
      'needle decompression, needle t, chest decompression, pleural decompression, decompress chest, needle thoracotomy, dart chest',
      'pneumothorax',
    ],
    [
      'chest seal',
      'occlusive dressing, vented chest seal, three sided dressing, 3-sided dressing',
      'open chest wound',
    ],
    ['tourniquet', 'tourniquets, cat tourniquet, tq', 'hemorrhage'],
    [
      'hemostatic dressing',
      'hemostatic gauze, quikclot, combat gauze, wound packing, pack the wound, direct pressure',
      'hemorrhage',
    ],
    ['pelvic binder', 'pelvic sling, pelvic stabilization', 'pelvic fracture'],
    ['splinting', 'splint, traction splint, sager, hare traction, immobilize', 'fracture'],
    [
      'spinal motion restriction',
      'smr, spinal immobilization, c-collar, cervical collar, backboard, spine board, c-spine precautions, c-spine, ?lsb, long spine board, longboard',
      'spinal injury',
    ],
    [
      'vascular access',
      'venous access, iv access, iv start, intraosseous access, io access, io placement, io insertion, ez-io, io flush, establish iv, saline lock, iv cannula, cannulate, cannulation, kvo, tko, keep vein open, to keep open',
    ],
    [
      'medication administration',
      'administer medication, med administration, assist with medication, own medication, patient assisted medication',
    ],
    [
      'physical restraint',
      'restraint, restraints, restrained, restrain, hard restraints, soft restraints, handcuffs, handcuffed, 4 point restraint, four point restraint',
      'behavioral emergency',
    ],
    [
      'sedation',
      'sedate, sedated, chemical restraint, chemical sedation, pharmacologic sedation, calm down, sedative',
    ],
    [
      'analgesia',
      'pain management, pain control, pain relief, pain medication, pain med, pain meds, analgesic, painkiller, pain killer',
    ],
    [
      'vagal maneuvers',
      'valsalva, vagal maneuver, modified valsalva, bear down',
      'supraventricular tachycardia',
    ],
    [
      'cooling',
      'cool the patient, ice packs, ice bath, cold water immersion, active cooling',
      'hyperthermia',
    ],
    ['rewarming', 'warming, warm the patient, passive rewarming, active rewarming, =blankets', 'hypothermia'],
    ['targeted temperature management', 'ttm, therapeutic hypothermia', 'return of spontaneous circulation'],
    ['irrigation', 'irrigate, flush eyes, eye irrigation, morgan lens, rinse'],
    ['hot water immersion', 'soak in hot water, hot water', 'marine envenomation'],
    ['permissive hypotension', 'hypotensive resuscitation', 'hemorrhage'],
    [
      'extracorporeal membrane oxygenation',
      'ecmo, ecpr, extracorporeal, extracorporeal cardiopulmonary resuscitation',
      'cardiac arrest',
    ],
    [
      'percutaneous coronary intervention',
      'pci, ppci, cath lab, catheterization, angioplasty',
      'myocardial infarction',
    ],
    ['coronary artery bypass graft', 'cabg, bypass surgery, heart bypass', 'coronary artery disease'],
    ['thrombectomy', 'endovascular therapy', 'stroke'],
    ['triage', ''],
    ['blood draw', 'phlebotomy, venipuncture'],
    [
      'field amputation team',
      'hospital emergency response team, hert, regional mobile response team, surgical team on scene, emergency surgical team',
      'amputation',
    ],
    ['cord clamping', 'clamp the cord, cut the cord, clamp and cut', 'childbirth'],
    ['fundal massage', 'uterine massage, massage the uterus', 'postpartum hemorrhage'],
    ['skin to skin', 'kangaroo care'],
    ['wound care', 'wound cleaning, bandage, bandaging, =dressing, =dressings'],
    ['tracheostomy care', 'trach, tracheostomy, stoma'],
    ['nasogastric tube', 'ng tube, ngt, orogastric, og tube'],
    ['urinary catheter', 'foley'],
    ['central line', 'cvc, picc, picc line, peripherally inserted central catheter, central venous catheter'],
    [
      'hyperbaric oxygen',
      'hyperbaric, hyperbaric chamber, hbo, hbot, recompression',
      'decompression illness, carbon monoxide poisoning',
    ],
  ]),
  ...conceptsOf('equipment', [
    ['non-rebreather mask', 'nrb, non rebreather, nonrebreather, nrm'],
    ['nasal cannula', 'cannula, hfnc, high flow nasal cannula'],
    [
      'length-based tape',
      'broselow, broselow tape, length based resuscitation tape, color code drug doses, length based tape, handtevy',
      'pediatric',
    ],
    [
      'conducted energy device',
      'taser, tased, conducted electrical weapon, taser barb, taser probe',
      'behavioral emergency',
    ],
    ['personal protective equipment', 'ppe, n95, gown and gloves'],
    ['pacemaker', 'implanted pacemaker'],
    ['helmet', 'helmet removal'],
  ]),
];
