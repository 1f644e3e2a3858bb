import { compliance, erasureId, holdId, second } from './ids.ts';
import type { RouteExample } from './route-example.ts';

const subject = 'person:patient-4711';
const streamId = 'subject-01a20349-c7aa-7d31-8b0e-5a5d0c0f9f63';
const stream = { streamId, erasureId, subject };
const requestedBy = 'c.okafor';
const reason = 'The patient asked for it by letter.';

const certified = {
  basis: 'gdpr_art_17',
  requestedBy,
  confirmedBy: compliance,
  keyId: 'd1cf8a52d3a2f1a4a30f0f1c5f7d0f0a9c4f6f0e7f3d9b1e2a5c8d7f6e4b3a21',
  effects: [
    { place: 'subject_key', count: 1, effect: 'removed' },
    { place: 'events', count: 12, effect: 'unreadable' },
    { place: 'read_models', count: 4, effect: 'unreadable' },
  ],
  notReached: ['backups_taken_before', 'exports', 'pseudonym_in_metadata'],
};

const erasure = {
  erasureId,
  subject,
  streamId,
  basis: 'gdpr_art_17',
  state: 'erased',
  requestedBy,
  requestedAt: second(600),
  confirmedBy: compliance,
  confirmedAt: second(900),
  closedAt: second(901),
};

const hold = {
  holdId,
  reason: 'A claim is being heard.',
  until: '2099-12-31T23:59:59.999Z',
  placedBy: compliance,
  placedAt: second(300),
  releasedAt: second(500),
};

const metadata = { position: 95, generation: 1 };

/** Example calls for erasing data subjects. */
export const erasureExamples = {
  EraseSubject: {
    body: { subject: 'patient-4711', reason, basis: 'gdpr_art_17' },
    answers: { 200: { ...stream, revision: 0, position: 90 } },
  },
  ConfirmErasure: {
    body: { subject: 'patient-4711', erasureId },
    answers: {
      200: { ...stream, revision: 2, position: 93, outcome: 'erased' },
      202: { ...stream, revision: 1, position: 92 },
    },
  },
  DeclineErasure: {
    body: { subject: 'patient-4711', erasureId, reason: 'Another patient was meant.' },
    answers: { 200: { ...stream, revision: 1, position: 92 } },
  },
  PlaceHold: {
    body: { subject: 'patient-4711', reason: hold.reason, until: '2099-12-31' },
    answers: { 200: { streamId, revision: 0, position: 80, holdId, subject } },
  },
  ReleaseHold: {
    body: { subject: 'patient-4711', holdId, reason: 'The claim is settled.' },
    answers: { 200: { streamId, revision: 1, position: 85, holdId, subject } },
  },
  getSubject: {
    body: { subject: 'patient-4711' },
    answers: {
      200: { subject, streamId, state: 'erased', holds: [hold], erasures: [{ ...erasure, reason }] },
    },
    metadata: { position: 93 },
  },
  listErasures: {
    query: { state: 'erased' },
    answers: { 200: [{ ...erasure, certificate: certified }] },
    metadata,
  },
  getErasure: {
    params: { id: erasureId },
    answers: { 200: { ...erasure, certificate: certified } },
    metadata,
  },
  planErasure: {
    body: { subject: 'patient-4711' },
    answers: {
      200: {
        subject,
        state: 'kept',
        holds: [],
        effects: [
          { place: 'subject_key', count: 1, effect: 'removed' },
          { place: 'events', count: 12, effect: 'unreadable' },
          { place: 'read_models', count: 4, effect: 'unreadable' },
        ],
        streams: { conversation: 1, query: 2, access: 3 },
        notReached: [...certified.notReached],
        text: `Erasure of ${subject}, planned\n…`,
      },
    },
  },
  getErasureCertificate: {
    params: { id: erasureId },
    answers: {
      200: {
        erasureId,
        subject,
        requestedAt: erasure.requestedAt,
        confirmedAt: erasure.confirmedAt,
        erasedAt: erasure.closedAt,
        ...certified,
        positions: [90, 92, 93],
        sealed: {
          size: 120,
          verifierKey: 'hospital.example/anamnesis+9a1ef7f9+AQR7tRoUlJdZTXYqFcDYxfVvvmfMnnlBHr0jUUN8Jt+N',
        },
        text: `Certificate of erasure ${erasureId}\n\nData subject: ${subject}\n…`,
      },
    },
    metadata,
  },
  getSealedErasureCertificate: { params: { id: erasureId } },
} as const satisfies Readonly<Record<string, RouteExample>>;
