import { externalText } from '../../consultation/sources/external-text.ts';
import { MAX_TEXT_LENGTH, nameOf } from './fhir-concepts.ts';
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

/** Returns a lookup of an entry's drug name, for entries of any type. */
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
    const display = externalText(medicationReference?.display ?? '', MAX_TEXT_LENGTH);
    return (
      nameOf(medicationCodeableConcept) ??
      nameOf(inside ?? byKey.get(key)) ??
      (display === '' ? undefined : display)
    );
  };
};

/** Intents of requests that are not orders yet. */
const isNoOrder = new Set(['proposal', 'plan', 'option']);

/** Statuses of statements that a patient takes the drug; `recorded` is the status of R5. */
const isTaken = new Set(['active', 'recorded']);

/** The drugs taken now, by orders and statements, and the drugs that must not be given. */
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
    else taken.push(externalText(`${name} ${dosageInstruction[0]?.text ?? ''}`, MAX_TEXT_LENGTH));
  }
  for (const statement of medicationStatements) {
    const { status = 'without a status', dosage } = statement;
    const name = nameOfDrug(statement);
    // Unknown whether it is taken: the possibility is shown.
    const mark = status === 'unknown' ? ' (whether it is taken is unknown)' : '';
    if (!isTaken.has(status) && mark === '') leave(status);
    else if (name === undefined) leave('without a name');
    else taken.push(externalText(`${name}${mark} ${dosage[0]?.text ?? ''}`, MAX_TEXT_LENGTH));
  }
  return { taken, forbidden };
};
