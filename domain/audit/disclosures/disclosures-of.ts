import type { z } from 'zod';
import { modelCalled, phiScreened, queryAsked, sourcesSearched } from '../../consultation/query-events.ts';
import { isExternalSource } from '../../consultation/sources/source-name.ts';
import { voiceSessionStarted } from '../../consultation/voice/voice-events.ts';
import type { RecordedEvent } from '../../kernel/event.ts';
import type { EventDefinition } from '../../kernel/event-definition.ts';
import { responsibleUserId } from '../../kernel/responsible-user-id.ts';
import { toolCallRequested, toolConfirmed, toolStarted } from '../../tools/tool-call-events.ts';
import { auditTrailRead, feedbackRead } from '../access-events.ts';
import { backupTaken } from '../backup-events.ts';
import type { Disclosure } from './disclosure.ts';
import { fieldPaths } from './field-paths.ts';
import { recipientOfSource, recipientOfTool } from './recipients.ts';

/** The events that can state a disclosure. */
export const disclosingEvents = [
  modelCalled,
  sourcesSearched,
  toolStarted,
  voiceSessionStarted,
  auditTrailRead,
  feedbackRead,
  backupTaken,
] as const;

/** An event that states disclosures, and the earlier events of its stream. */
export type Stated = { readonly event: RecordedEvent; readonly before: readonly RecordedEvent[] };

/** The data of an event, if it is of this type. */
const dataOf = <Schema extends z.ZodType>(
  { type, schema }: EventDefinition<string, Schema>,
  event: RecordedEvent | undefined,
): z.output<Schema> | undefined => (event?.type === type ? schema.parse(event.data) : undefined);

const lastOf = <Schema extends z.ZodType>(
  definition: EventDefinition<string, Schema>,
  { before }: Stated,
): z.output<Schema> | undefined =>
  dataOf(
    definition,
    before.findLast(({ type }) => type === definition.type),
  );

const ERASED = 'The content is erased and cannot be checked any more.';

/** How the question was screened before anything else was done with it. */
const screeningOfQuestion = (stated: Stated): string => {
  const screened = lastOf(phiScreened, stated);
  if (!screened) return 'Not screened: questions of this version were not.';
  const { detected, kinds, detector, mode, failed = [] } = screened;
  if (mode === 'off') return 'Not screened: the detection of PHI was switched off.';
  return [
    detected
      ? `PHI was found in the question (${kinds.join(', ') || 'of an unknown kind'})`
      : 'No PHI was found in the question',
    ` by ${detector}${mode === undefined ? '' : ` (${mode})`}.`,
    failed.length === 0 ? '' : ` Detectors that did not answer: ${failed.join(', ')}.`,
  ].join('');
};

const ANSWERING = 'To answer a question.';

const modelDisclosures = (stated: Stated): readonly Disclosure[] => {
  const called = dataOf(modelCalled, stated.event);
  if (called?.where !== 'cloud') return [];
  const asked = lastOf(queryAsked, stated);
  const { prompt, evidence, tools = [] } = called;
  const context = Object.keys(asked?.clinicalContext ?? {});
  const counts = [
    `${prompt.length} messages of a prompt`,
    `${evidence.length} passages of documents`,
    ...(tools.length === 0 ? [] : [`${tools.length} descriptions of tools`]),
  ];
  return [
    {
      kind: 'model',
      recipient: called.model,
      address: null,
      content: stated.event.erased ? ERASED : `A question with what was found for it: ${counts.join(', ')}.`,
      fields: [
        'question',
        ...context.map((name) => `clinicalContext.${name}`),
        ...(asked?.questionsBefore?.length ? ['questionsBefore'] : []),
        ...(evidence.length === 0 ? [] : ['passages']),
        ...(prompt.some(({ role }) => role === 'tool') ? ['toolResults'] : []),
      ],
      screening: screeningOfQuestion(stated),
      purpose: ANSWERING,
      exemption: 'treatment',
    },
  ];
};

/** The outcomes of a source that was asked. */
const asked: ReadonlySet<string> = new Set(['ok', 'failed', 'timeout']);

const sourceDisclosures = (stated: Stated): readonly Disclosure[] => {
  const sources = dataOf(sourcesSearched, stated.event)?.sources ?? [];
  return sources.flatMap(({ source, outcome, cached, redacted }): readonly Disclosure[] => {
    if (!isExternalSource(source) || cached || !asked.has(outcome)) return [];
    return [
      {
        kind: 'source',
        ...recipientOfSource(source),
        content: 'The search terms of a question.',
        fields: ['searchTerms'],
        screening: `${screeningOfQuestion(stated)} ${redacted ? 'Identifying text was removed.' : 'Nothing had to be removed.'}`,
        purpose: ANSWERING,
        exemption: 'treatment',
      },
    ];
  });
};

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

const toolDisclosures = (stated: Stated): readonly Disclosure[] => {
  const started = dataOf(toolStarted, stated.event);
  const { tool, sends, redacted } = started ?? {};
  const place = tool === undefined ? undefined : recipientOfTool(tool, sends);
  if (!started || tool === undefined || place === undefined) return [];
  const requested = lastOf(toolCallRequested, stated);
  const sent = started.sent ?? requested?.arguments ?? {};
  const confirmed = lastOf(toolConfirmed, stated);
  const isMail = tool === 'send_email';
  const addresses = [...texts(sent.to), ...texts(sent.cc)];
  return [
    {
      kind: isMail ? 'mail' : 'tool',
      recipient: isMail && addresses.length > 0 ? addresses.join(', ') : place.recipient,
      address: isMail && addresses.length > 0 ? addresses.join(', ') : place.address,
      content: stated.event.erased ? ERASED : `The arguments of the tool ${tool}.`,
      fields: stated.event.erased ? [] : fieldPaths(sent),
      screening: [
        redacted
          ? 'Identifying text was removed from the arguments.'
          : 'The arguments were sent as requested.',
        ...(sends === undefined ? ['Whether the server is on the premises was not recorded then.'] : []),
        ...(confirmed ? [`${confirmed.by} confirmed exactly these arguments.`] : []),
      ].join(' '),
      purpose: requested?.queryId === undefined ? 'A tool that a person called.' : ANSWERING,
      // A message goes to people, for whatever purpose.
      exemption: isMail ? null : 'treatment',
    },
  ];
};

const voiceDisclosures = ({ event }: Stated): readonly Disclosure[] => {
  const started = dataOf(voiceSessionStarted, event);
  if (!started?.leavesThePremises) return [];
  return [
    {
      kind: 'voice',
      recipient: started.model,
      address: null,
      content: 'A voice session: everything that was said in it.',
      fields: ['speech', 'typedText', 'toolResults'],
      screening: 'Speech cannot be screened. Typed text and results of tools with PHI were not sent.',
      purpose: 'To answer spoken questions.',
      exemption: 'treatment',
    },
  ];
};

/** The recipient of a file: the person who fetched it, at the address from which they did. */
const fetchedBy = ({ metadata: { actor, client } }: RecordedEvent) => ({
  recipient: responsibleUserId(actor),
  address: client?.ip ?? null,
});

const NOT_SCREENED = 'Not screened: the recipient has the right to read it.';

const readingDisclosures = ({ event }: Stated): readonly Disclosure[] => {
  const read = dataOf(auditTrailRead, event);
  const feedback = dataOf(feedbackRead, event);
  const purpose = read?.reason ?? feedback?.reason ?? 'Not stated.';
  const common = { ...fetchedBy(event), screening: NOT_SCREENED, purpose, exemption: null };
  const { format, interface: door, certificate } = read?.parameters ?? {};
  if (read?.kind === 'export')
    return [
      {
        ...common,
        kind: 'export',
        content:
          format === 'sealed'
            ? 'Events of the log as stored, with personal content encrypted, and their proof.'
            : `The log with its content${format === undefined ? '' : `, as ${format}`}.`,
        fields: ['events'],
      },
    ];
  if (certificate !== undefined)
    return [
      {
        ...common,
        kind: 'export',
        content: 'The certificate of an erasure, with the pseudonym of the person.',
        fields: ['certificate'],
      },
    ];
  if (door === 'fhir')
    return [
      {
        ...common,
        kind: 'fhir',
        content: 'Entries of the audit trail as FHIR resources, without content.',
        fields: ['AuditEvent'],
        exemption: 'operations',
      },
    ];
  if (feedback?.kind === 'export')
    return [
      {
        ...common,
        kind: 'export',
        content: 'Feedback on answers, with the questions.',
        fields: ['question', 'answer', 'comment'],
      },
    ];
  return [];
};

const backupDisclosures = ({ event }: Stated): readonly Disclosure[] =>
  dataOf(backupTaken, event)
    ? [
        {
          kind: 'backup',
          ...fetchedBy(event),
          content: 'A backup of all data, encrypted.',
          fields: ['everything'],
          screening: 'Not screened: it is encrypted, and the keys are a separate file.',
          purpose: 'To restore the system after a loss.',
          exemption: 'operations',
        },
      ]
    : [];

/** The disclosures that an event states, from the log alone. */
export const disclosuresOf = (stated: Stated): readonly Disclosure[] => [
  ...modelDisclosures(stated),
  ...sourceDisclosures(stated),
  ...toolDisclosures(stated),
  ...voiceDisclosures(stated),
  ...readingDisclosures(stated),
  ...backupDisclosures(stated),
];
