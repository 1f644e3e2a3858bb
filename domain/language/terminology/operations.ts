import { type Concept, conceptsOf } from './concept.ts';

/** Populations of patients, and what the work around the patient is called: destinations, consent, contact, staff. */
export const operations: readonly Concept[] = [
  ...conceptsOf('population', [
    [
      'pediatric',
      'peds, pedi, ped, paediatric, child, children, kid, kids, infant, infants, baby, babies, toddler, adolescent, teen, teenager, school age, pediatrics, pt peds, little boy, little girl',
    ],
    ['neonate', 'newborn, neonatal, neonates, newborns, newly born infant', 'pediatric'],
    ['adult', 'adults, grown up'],
    ['geriatric', 'elderly, older adult, older adults'],
    ['bariatric', 'obese, morbidly obese'],
  ]),
  ...conceptsOf('operations', [
    [
      'base hospital contact',
      'base contact, contact base, call base, base hospital, base station, online medical control, medical control, olmc, base physician, base doctor, base order, mobile intensive care nurse, micn',
    ],
    [
      'patient destination',
      'destination, where to transport, transport destination, which hospital, where to take, where do i take, hospital destination, take patient to, most accessible receiving facility',
    ],
    [
      'refusal of care',
      'refusal, refuse, refuses, refusing, refused, ama, against medical advice, against medical advise, wants to refuse, sign ama, patient refusal, refusal of transport, declines transport, treat and release, release at scene',
    ],
    [
      'do not resuscitate',
      'dnr, dnar, dnacpr, do not attempt cardiopulmonary resuscitation, dni, do not intubate, polst, physician orders for life sustaining treatment, molst, medical orders for life sustaining treatment, most form, medical orders for scope of treatment, post form, physician orders for scope of treatment, respect form, respect document, recommended summary plan for emergency care and treatment, advance directive, advance health care directive, ahcd, living will, prehospital dnr, comfort care order',
      'end of life',
    ],
    ['trauma center', 'trauma centers, trauma hospital', 'patient destination'],
    [
      'stemi receiving center',
      'src, stemi center, cardiac center',
      'patient destination, myocardial infarction',
    ],
    [
      'stroke center',
      'primary stroke center, comprehensive stroke center, psc, csc',
      'patient destination, stroke',
    ],
    ['burn center', 'burn unit', 'patient destination, burn'],
    [
      'pediatric medical center',
      'pediatric trauma center, edap, emergency department approved for pediatrics, ptc',
      'patient destination, pediatric',
    ],
    ['perinatal center', 'nicu, neonatal intensive care unit', 'patient destination, pregnancy'],
    [
      'scope of practice',
      'allowed to give, within scope, can an emt, can emts, can a medic, can paramedics, field reference',
    ],
    ['emergency medical technician', 'emt, emts, emt-b, basic life support, bls, emt-1'],
    ['paramedic', 'medic, paramedics, medics, advanced life support, als, emt-p'],
    [
      'physician on scene',
      'physician at scene, doctor on scene, doctor at scene, dr on scene, md on scene, bystander physician, doctor wants to take over',
    ],
    [
      'treatment of minors',
      '?=minor, =minors, emancipated minor, parental consent, underage, consent for minor, without parents, parents not present',
    ],
    ['consent', 'implied consent, informed consent, capacity, decision making capacity'],
    ['mandated reporting', 'mandated reporter, mandatory report, mandatory reporting, report abuse, hotline'],
    ['poison control', 'poison control center, poison center, poison hotline', 'poisoning'],
    ['hazmat team', 'hazardous materials response', 'hazardous materials'],
    [
      'mass gathering',
      'mass gatherings, special event, event medical, concert, stadium event, event staffing, medical action plan',
    ],
    ['tactical medicine', 'tactical, swat, tems, tactical operations, tactical paramedic'],
    [
      'fireline medic',
      'fireline, fire line, fire line medic, fireline paramedic, femp, wildland fire, fireline emergency medical',
    ],
    ['organ donor', 'organ donation, organ donor card, donor card, tissue donation'],
    ['pilot study', 'pilot program, trial study, pilot studies'],
    ['provider impression', 'provider impressions, impression code, pi code, pi codes, primary impression'],
    ['ems report', 'patient care report, pcr, epcr, documentation, run report'],
    ['interfacility transfer', 'ift, interfacility'],
    [
      'table of contents',
      'which reference, which protocol, which policy, reference number, list of protocols, index of protocols',
    ],
    ['air transport', 'helicopter, medevac, ems aircraft, air ambulance'],
    ['law enforcement', 'police, cops, officer'],
    ['diversion', 'ed diversion, hospital diversion'],
    ['hospital standards', 'designation standards, center standards, receiving center standards'],
  ]),
];
