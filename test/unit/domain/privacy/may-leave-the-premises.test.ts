import { expect, it } from 'vitest';
import { PATIENT_SCREEN } from '../../../../domain/privacy/find-patient-identifiers.ts';
import { mayLeaveThePremises } from '../../../../domain/privacy/may-leave-the-premises.ts';

const passage = (text: string, more: { phi?: boolean; clearBy?: string } = {}) => ({
  title: 'Airway',
  sectionPath: [],
  text,
  sourceType: 'protocol',
  phi: false,
  ...more,
});
const naming = 'Patient name: John Okafor, MRN 4471902, was intubated.';

it('keeps what names a patient, however it was screened before', () => {
  expect(mayLeaveThePremises(passage(naming))).toBe(false);
  expect(mayLeaveThePremises(passage(naming, { clearBy: 'patients-1' }))).toBe(false);
});

it('keeps a document that is known to hold PHI, whatever a screen says', () => {
  expect(mayLeaveThePremises(passage('Give oxygen.', { phi: true, clearBy: PATIENT_SCREEN }))).toBe(false);
});

it('does not read again what the rules of today have cleared when it was indexed', () => {
  const once = passage('', { clearBy: PATIENT_SCREEN });
  const unread = Object.defineProperty(once, 'text', {
    get: (): string => {
      throw new Error('The passage was read again.');
    },
  });
  expect(mayLeaveThePremises(unread)).toBe(true);
  expect(mayLeaveThePremises(passage('Give oxygen.'))).toBe(true);
});
