import { z } from 'zod';
import type { CommandServices } from '../../../commands/runtime/command-definition.ts';
import { contextOf } from '../../../commands/runtime/context-of.ts';
import { loadState } from '../../../commands/runtime/execute-decider.ts';
import { setClinicalContext } from '../../../commands/set-clinical-context.ts';
import type { ClinicalContext } from '../../../domain/consultation/clinical-context.ts';
import { conversationDecider } from '../../../domain/consultation/conversation-decider.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { streamIdOf } from '../../../domain/kernel/identifiers.ts';
import { confirmationText } from '../../../domain/tools/confirmation-text.ts';
import { contextOfRecord, isAnotherPatient } from '../../../domain/tools/patient-record/context-of-record.ts';
import { readPatientRecord as readRecord } from '../../../domain/tools/patient-record/read-patient-record.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { PatientRecords } from '../../../ports/patient-records.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';

const NO_RECORDS =
  'No patient record server is configured: set FHIR_URL to a FHIR R4 server on the premises.';

/** The prefix of the data subject of a conversation about a person whom the hospital has named. */
const PERSON = 'person:';

const resultSchema = z.strictObject({
  patient_id: z.string(),
  patient_age: z.number().nullable(),
  patient_sex: z.enum(['female', 'male', 'other', 'unknown']).nullable(),
  patient_weight_kg: z.number().nullable(),
  pregnant: z.boolean().nullable(),
  conditions: z.array(z.string()),
  medications: z.array(z.string()),
  allergies: z.array(z.string()),
  labs: z.array(
    z.strictObject({
      name: z.string(),
      loinc: z.string().nullable(),
      value: z.string(),
      unit: z.string().nullable(),
      date: z.string().nullable(),
      preliminary: z.boolean(),
    }),
  ),
  left_out: z.array(z.strictObject({ reason: z.string(), count: z.int().min(1) })),
  notes: z.array(z.string()),
  conversation_updated: z.boolean(),
});

type Services = {
  readonly commandServices: CommandServices;
  readonly clock: Pick<Clock, 'now'>;
  /** Absent where no server is configured. */
  readonly records?: PatientRecords | undefined;
};

const refused = (reason: string, message: string): Failure =>
  new Failure(failure('rule_violated', message, { details: { reason } }));

/** Returns the conversation that the record is read for. Throws when it does not exist or concerns another person. */
const openConversation = async (
  conversationId: string | undefined,
  patientId: string,
  { commandServices }: Services,
): Promise<{ readonly conversationId: string; readonly known: ClinicalContext }> => {
  if (conversationId === undefined)
    throw refused(
      'no_conversation',
      'A patient record is read for a conversation, and its patient becomes the patient of that conversation. Call the tool with conversationId.',
    );
  const { state, first } = await loadState(
    commandServices,
    conversationDecider,
    streamIdOf('conversation', conversationId),
  );
  if (state.status === 'unknown') throw new Failure(failure('not_found', 'There is no such conversation.'));
  const subject = first?.metadata.subject ?? '';
  if (subject.startsWith(PERSON) && subject !== `${PERSON}${patientId}`)
    throw refused(
      'another_patient',
      'The conversation is about a different person from the requested record. Start another conversation for that record.',
    );
  return { conversationId, known: state.clinicalContext };
};

/** Reads a patient from a server of patient records into the clinical context of a conversation. */
export const readPatientRecord = (services: Services): RegisteredTool => {
  const { records, commandServices, clock } = services;
  const { identity } = commandServices;
  return defineTool({
    name: 'read_patient_record',
    category: 'record',
    description:
      'Reads one patient from the record system (FHIR): age, sex, weight, pregnancy, active conditions, medications, allergies and laboratory results with units, and sets them as the clinical context of the conversation. A person must confirm it. Never guess a patient id: ask for it.',
    arguments: z.strictObject({
      patient_id: z
        .string()
        .regex(/^[A-Za-z0-9\-.]{1,64}$/, 'must be a logical id: letters, digits, - and . only')
        .describe('The logical id of the patient on the FHIR server, exactly as the user gave it'),
    }),
    result: resultSchema,
    requiresPhi: true,
    requiresConfirmation: true,
    riskLevel: 'high',
    rateLimit: 10,
    timeoutSeconds: 30,
    permission: 'tools:call',
    sends: 'on-premises',
    // The command that sets the context has a separate id for each call: repeating it changes nothing.
    afterCrash: 'repeat',
    unavailable: records === undefined ? NO_RECORDS : undefined,
    confirmationPrompt: ({ patient_id: patientId }) =>
      confirmationText("I'd like to read a patient record into this conversation:", {
        'Patient id': patientId,
        Server: records?.server,
        Reads: 'Patient, Condition, MedicationRequest, MedicationStatement, Observation, AllergyIntolerance',
        Sets: 'the clinical context of the conversation, for everybody with whom it is shared',
      }),
    handler: async ({ patient_id: patientId }, context) => {
      context.phi();
      if (records === undefined) throw new Failure(failure('unavailable', NO_RECORDS));
      // Checked before any request: the owner of the conversation decides what may be read.
      const { conversationId, known } = await openConversation(context.conversationId, patientId, services);
      const recorded = readRecord(await records.read(patientId, context.signal), clock.now());
      if (isAnotherPatient(known, recorded))
        throw refused(
          'another_patient',
          'The record has a different age or sex from the patient of the conversation. Nothing was set: check the patient id.',
        );
      context.signal.throwIfAborted();
      const commandId = identity.derivedId(context.idempotencyKey, 'clinical context');
      const actor = { id: 'system:tool-executor', role: 'service', onBehalfOf: context.user } as const;
      await setClinicalContext.handle(
        { conversationId, clinicalContext: contextOfRecord(recorded, known) },
        contextOf({ actor, requestId: commandId }, { commandId }),
        commandServices,
        undefined,
      );
      const { age, sex, weightKg, pregnant, conditions, medications, allergies, labs } = recorded;
      return {
        patient_id: patientId,
        patient_age: age ?? null,
        patient_sex: sex ?? null,
        patient_weight_kg: weightKg ?? null,
        pregnant: pregnant ?? null,
        conditions: [...conditions],
        medications: [...medications],
        allergies: [...allergies],
        labs: labs.map(({ name, loinc, value, unit, date, isPreliminary }) => ({
          name,
          loinc: loinc ?? null,
          value,
          unit: unit ?? null,
          date: date ?? null,
          preliminary: isPreliminary,
        })),
        left_out: Object.entries(recorded.leftOut).map(([reason, count]) => ({
          reason: reason.slice(0, 60),
          count,
        })),
        notes: [...recorded.notes],
        conversation_updated: true,
      };
    },
  });
};
