import type { Passage } from '../../../../domain/retrieval/passage.ts';
import { chunkIdOf } from '../../../../domain/retrieval/passage.ts';

/** A passage with plausible values for all members that a test does not set. */
export const givenPassage = (overrides: Partial<Passage> = {}): Passage => {
  const docKey = overrides.docKey ?? 'protocol-sample';
  const version = overrides.version ?? 1;
  const index = overrides.index ?? 0;
  return {
    chunkId: chunkIdOf(docKey, version, index),
    docKey,
    version,
    index,
    title: 'Sample',
    fileName: 'sample.pdf',
    sectionPath: [],
    text: 'Some text.',
    contentType: 'general',
    isTable: false,
    firstPage: 1,
    lastPage: 1,
    sourceType: 'protocol',
    phi: false,
    specialty: [],
    drugs: [],
    ...overrides,
  };
};

/** A handful of made-up protocols, each of one or two passages. */
export const samplePassages: readonly Passage[] = [
  givenPassage({
    docKey: 'protocol-901',
    title: '901 Allergic Reaction',
    fileName: '901-AllergicReaction.pdf',
    sectionPath: ['TREATMENT'],
    contentType: 'medication',
    text: 'For anaphylaxis:\nEpinephrine 0.5 mg IM in the lateral thigh, may repeat in 10 min.\nDiphenhydramine 50 mg IV for itching.',
  }),
  givenPassage({
    docKey: 'protocol-901-p',
    title: '901-P Allergic Reaction (Pediatric)',
    fileName: '901-P-AllergicReaction.pdf',
    sectionPath: ['TREATMENT'],
    contentType: 'medication',
    text: 'For anaphylaxis in a child:\nEpinephrine 0.01 mg/kg IM, maximum 0.3 mg.',
  }),
  givenPassage({
    docKey: 'protocol-905',
    title: '905 Chest Pain',
    fileName: '905-ChestPain.pdf',
    sectionPath: ['TREATMENT'],
    contentType: 'medication',
    text: 'For suspected STEMI:\nAspirin 325 mg PO chewed.\nNitroglycerin 0.4 mg SL every 5 min.\nDo not give nitroglycerin if SBP is below 100 mmHg or after sildenafil within 48 hours.',
  }),
  givenPassage({
    docKey: 'protocol-910',
    title: '910 Seizure',
    fileName: '910-Seizure.pdf',
    sectionPath: ['TREATMENT'],
    contentType: 'medication',
    text: 'For active seizure:\nMidazolam 10 mg IM once.\nCheck blood glucose.',
  }),
  givenPassage({
    docKey: 'policy-720',
    title: 'Patient Refusal of Care',
    fileName: 'Ref720-RefusalOfCare.pdf',
    sectionPath: ['POLICY'],
    sourceType: 'policy',
    text: 'An adult with capacity may refuse treatment and transport against medical advice. Have the patient sign the form.',
  }),
  givenPassage({
    docKey: 'policy-720',
    index: 1,
    title: 'Patient Refusal of Care',
    fileName: 'Ref720-RefusalOfCare.pdf',
    sectionPath: ['DOCUMENTATION'],
    sourceType: 'policy',
    text: 'Document the assessment, the risks explained and the witness.',
  }),
];
