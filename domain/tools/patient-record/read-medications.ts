import { externalText } from '../../consultation/sources/external-text.ts';
import { LONGEST_TEXT, nameOf } from './fhir-concepts.ts';
import { referenceKey } from './fhir-references.ts';
import type { Concept, PatientRecord } from './fhir-resources.ts';
import type { LeftOut } from './left-out.ts';

type Entry = {
  readonly medicationCodeableConcept?: Concept | undefined;
  readonly medicationReference?:
    | { readonly reference?: string | undefined; readonly display?: string | undefined }
    | undefined;
  readonly contained: readonly { readonly id?: string | undefined; readonly code?: Concept | undefined }[];
};

/** What an entry of whichever type calls its drug. */
const drugNames = (medications: PatientRecord['medications']) => {
  const byKey = new Map(
    medications.flatMap(({ id, fullUrl, code }) =>
      [`Medication/${id}`, ...(fullUrl === undefined ? [] : [referenceKey(fullUrl)])].map(
        (key) => [key, code] as const,
      ),
    ),
  );
  return ({ medicationCodeableConcept, medicationReference, contained }: Entry): string | undefined => {
    const key = referenceKey(medicationReference?.reference ?? '');
    const inside = contained.find(({ id }) => key === `#${id}`)?.code;
    const display = externalText(medicationReference?.display ?? '', LONGEST_TEXT);
    return (
      nameOf(medicationCodeableConcept) ??
      nameOf(inside ?? byKey.get(key)) ??
      (display === '' ? undefined : display)
    );
  };
};

/** Intents of a request that is no order yet. */
const isNoOrder = new Set(['proposal', 'plan', 'option']);

/** Of statements, which say what a patient takes by anyone's account: `recorded` is the status of R5. */
const isTaken = new Set(['active', 'recorded']);

/** What is taken now, by orders and by statements, and what must not be given. */
export const readMedications = (
  { medicationRequests, medicationStatements, medications }: PatientRecord,
  { leave }: LeftOut,
): { readonly taken: readonly string[]; readonly forbidden: readonly string[] } => {
  const nameOfDrug = drugNames(medications);
  const taken: string[] = [];
  const forbidden: string[] = [];
  for (const request of medicationRequests) {
    const { status, intent, dosageInstruction } = request;
    const name = nameOfDrug(request);
    if (status !== 'active') leave(status ?? 'without a status');
    else if (intent !== undefined && isNoOrder.has(intent)) leave(intent);
    else if (name === undefined) leave('without a name');
    else if (request.doNotPerform === true) forbidden.push(name);
    else taken.push(externalText(`${name} ${dosageInstruction[0]?.text ?? ''}`, LONGEST_TEXT));
  }
  for (const statement of medicationStatements) {
    const { status = 'without a status', dosage } = statement;
    const name = nameOfDrug(statement);
    // Whether it is taken is not known: that it may be is.
    const mark = status === 'unknown' ? ' (whether it is taken is unknown)' : '';
    if (!isTaken.has(status) && mark === '') leave(status);
    else if (name === undefined) leave('without a name');
    else taken.push(externalText(`${name}${mark} ${dosage[0]?.text ?? ''}`, LONGEST_TEXT));
  }
  return { taken, forbidden };
};
