import { expect, it } from 'vitest';
import { PATIENT_SCREEN } from '../../../../domain/privacy/find-patient-identifiers.ts';
import { mayLeavePremises } from '../../../../domain/privacy/may-leave-premises.ts';

const passage = (text: string, more: { phi?: boolean; clearBy?: string } = {}) => ({
  title: 'Airway',
  sectionPath: [],
  text,
  sourceType: 'protocol',
  phi: false,
  ...more,
});
const naming = 'Patient name: John Okafor, MRN 4471902, was intubated.';

it('a passage that names a patient stays, whatever an earlier screen found', () => {
  expect(mayLeavePremises(passage(naming))).toBe(false);
  expect(mayLeavePremises(passage(naming, { clearBy: 'patients-1' }))).toBe(false);
});

it('a document that is known to hold PHI stays, whatever a screen found', () => {
  expect(mayLeavePremises(passage('Give oxygen.', { phi: true, clearBy: PATIENT_SCREEN }))).toBe(false);
});

it('a passage cleared by the current rules when it was indexed is not read again', () => {
  const once = passage('', { clearBy: PATIENT_SCREEN });
  const unread = Object.defineProperty(once, 'text', {
    get: (): string => {
      throw new Error('The passage was read again.');
    },
  });
  expect(mayLeavePremises(unread)).toBe(true);
  expect(mayLeavePremises(passage('Give oxygen.'))).toBe(true);
});
