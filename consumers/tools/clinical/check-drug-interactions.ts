import { z } from 'zod';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import {
  findMentions,
  type InteractionPartner,
  interactionPartner,
  type LabelMention,
} from '../../../domain/tools/interactions/find-mentions.ts';
import { readMedications } from '../../../domain/tools/interactions/read-medications.ts';
import type { DrugLabel, DrugLabels } from '../../../ports/drug-labels.ts';
import { beginTimeSlice } from '../../../ports/time-slice.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';

/** The most drugs compared with each other: 190 pairs, and as many requests as openFDA accepts in five seconds. */
const MOST_DRUGS = 20;
/** The most mentions shown of one pair. */
const MOST_MENTIONS = 6;

const NO_LABELS = 'Drug labels are not looked up here: set ENABLE_OPENFDA=true to allow it.';

const outcomes = ['found', 'not_mentioned', 'label_not_available'] as const;

const mentionSchema = z.strictObject({
  label_of: z.string(),
  names: z.string(),
  by: z.enum(['name', 'class']),
  section: z.string(),
  text: z.string(),
  set_id: z.string(),
  title: z.string(),
  url: z.string(),
  effective: z.string().nullable(),
});

const resultSchema = z.strictObject({
  pairs: z.array(
    z.strictObject({
      drugs: z.array(z.string()),
      outcome: z.enum(outcomes),
      statement: z.string(),
      mentions: z.array(mentionSchema),
      labels_looked_at: z.array(z.string()),
    }),
  ),
  found_count: z.int().min(0),
  checked: z.array(
    z.strictObject({ written: z.array(z.string()), drug: z.string(), labels: z.int().min(0) }),
  ),
  not_checked: z.array(z.strictObject({ written: z.string(), reason: z.string() })),
  notes: z.array(z.string()),
});
type Pair = z.output<typeof resultSchema>['pairs'][number];

const notes = [
  'Only FDA labels were searched. That a label does not mention a drug does not mean that the two do not interact.',
  'No interaction database was searched: the RxNav interaction API of the National Library of Medicine ended in January 2024.',
];

type Looked = {
  readonly partner: InteractionPartner;
  readonly labels: readonly DrugLabel[];
  /** The mentions in its labels, by the name of the other drug. */
  readonly said: readonly ReadonlyMap<string, readonly LabelMention[]>[];
};

/** The mentions of one drug in the labels of another, gravest section first. */
const saidOf = ({ partner, labels, said }: Looked, other: string): Pair['mentions'] =>
  labels.flatMap((label, at) =>
    (said[at]?.get(other) ?? []).map((mention) => ({
      label_of: partner.name,
      names: mention.by,
      by: mention.isByName ? ('name' as const) : ('class' as const),
      section: mention.section,
      text: mention.text,
      set_id: label.setId,
      title: label.title,
      url: label.url,
      effective: label.effective ?? null,
    })),
  );

const gravity = ['boxed_warning', 'contraindications', 'do_not_use', 'drug_interactions'];
const gravityOf = (section: string): number =>
  gravity.includes(section) ? gravity.indexOf(section) : gravity.length;

const statementOf = (
  one: string,
  other: string,
  outcome: Pair['outcome'],
  missing: readonly string[],
): string => {
  if (outcome === 'found') return `The label says something of ${one} with ${other}: read it.`;
  if (outcome === 'not_mentioned')
    return `The labels looked at do not mention ${one} with ${other}. Whether they interact is not known from that.`;
  return `No label of ${missing.join(' and ')} could be looked at, so that nothing can be said of ${one} with ${other}.`;
};

const pairOf = (one: Looked, other: Looked): Pair => {
  const all = [...saidOf(one, other.partner.name), ...saidOf(other, one.partner.name)];
  // The labels of one drug repeat each other.
  const distinct = [
    ...new Map(all.map((mention) => [`${mention.label_of}|${mention.text}`, mention])).values(),
  ];
  const mentions = distinct
    .toSorted(
      (a, b) =>
        gravityOf(a.section) - gravityOf(b.section) || Number(a.by === 'class') - Number(b.by === 'class'),
    )
    .slice(0, MOST_MENTIONS);
  const missing = [one, other].filter(({ labels }) => labels.length === 0).map(({ partner }) => partner.name);
  const outcome =
    mentions.length > 0 ? 'found' : missing.length > 0 ? 'label_not_available' : 'not_mentioned';
  return {
    drugs: [one.partner.name, other.partner.name],
    outcome,
    statement: statementOf(one.partner.name, other.partner.name, outcome, missing),
    mentions,
    labels_looked_at: [...one.labels, ...other.labels].map(({ setId }) => setId),
  };
};

/** Known interactions come first, and unavailable labels before pairs that are not mentioned. */
const rankOf = ({ outcome }: Pair): number =>
  ['found', 'label_not_available', 'not_mentioned'].indexOf(outcome);

type Asked = {
  readonly drug: string;
  /** Absent when its labels could not be fetched. */
  readonly labels?: readonly DrugLabel[];
};

/** Fetches the labels of each drug. Rejects when none could be fetched. */
const askForLabels = async (
  { labelsOf }: DrugLabels,
  drugs: readonly string[],
  signal: AbortSignal,
): Promise<readonly Asked[]> => {
  const answers = await Promise.allSettled(drugs.map((drug) => labelsOf(drug, signal)));
  signal.throwIfAborted();
  const refused = answers.find(({ status }) => status === 'rejected');
  if (refused?.status === 'rejected' && answers.every(({ status }) => status === 'rejected'))
    throw refused.reason;
  return drugs.map((drug, at) => {
    const answer = answers[at];
    return answer?.status === 'fulfilled' ? { drug, labels: answer.value } : { drug };
  });
};

/** Collects the mentions of the other drugs in each drug's labels. Labels are long, so the event loop runs in between. */
const readLabelsOf = async (asked: readonly Asked[], signal: AbortSignal): Promise<readonly Looked[]> => {
  const partners = asked.map(({ drug, labels = [] }) =>
    interactionPartner(
      drug,
      labels.flatMap(({ classes }) => classes),
    ),
  );
  const slice = beginTimeSlice();
  const looked: Looked[] = [];
  for (const [at, partner] of partners.entries()) {
    const labels = asked[at]?.labels ?? [];
    const others = partners.filter((one) => one !== partner);
    const said: Looked['said'][number][] = [];
    for (const { sections } of labels) {
      said.push(findMentions(sections, others));
      if (slice.isOver()) await slice.yield();
      signal.throwIfAborted();
    }
    looked.push({ partner, labels, said });
  }
  return looked;
};

type InteractionServices = {
  /** Absent when labels are not looked up. */
  readonly labels?: DrugLabels | undefined;
};

/** Compares drugs with each other by their FDA labels, which it cites. */
export const checkDrugInteractions = ({ labels }: InteractionServices): RegisteredTool =>
  defineTool({
    name: 'check_drug_interactions',
    category: 'medical',
    description:
      'Looks up what FDA drug labels (openFDA) say about each pair of drugs, by name or by class, quoting label and section. Includes the medications of the conversation. A pair has one of three outcomes: found, not_mentioned (which is not "no interaction"), label_not_available. Never say that there is no interaction.',
    arguments: z.strictObject({
      medications: z
        .array(z.string().trim().min(1).max(200))
        .min(1)
        .max(MOST_DRUGS)
        .describe('Drug names, generic or brand'),
      include_current_medications: z
        .boolean()
        .default(true)
        .describe('Whether to include the known medications of the patient'),
    }),
    result: resultSchema,
    requiresPhi: true,
    requiresConfirmation: false,
    riskLevel: 'medium',
    rateLimit: 30,
    timeoutSeconds: 30,
    // The permission of the guideline search, which can replace it.
    permission: 'search:run',
    // Only drug names from the terminology are sent.
    sends: 'outside',
    phiOutside: 'redact',
    afterCrash: 'repeat',
    unavailable: labels === undefined ? NO_LABELS : undefined,
    citations: ({ pairs }) =>
      pairs.flatMap(({ drugs, mentions }) =>
        mentions.map(({ text, title, url, section, set_id: setId, effective }) => ({
          text,
          sourceType: 'openfda',
          sourceTitle: title,
          sourceUrl: url,
          metadata: {
            set_id: setId,
            section,
            drugs: drugs.join(', '),
            ...(effective === null ? {} : { effective }),
          },
        })),
      ),
    fallback: ({ medications }) => ({
      tool: 'search_medical_guidelines',
      arguments: { query: `drug interactions ${medications.slice(0, 5).join(' ')}`.slice(0, 500) },
    }),
    handler: async ({ medications, include_current_medications: withCurrent }, context) => {
      if (labels === undefined) throw new Failure(failure('unavailable', NO_LABELS));
      const current = withCurrent ? (context.clinicalContext?.currentMedications ?? []) : [];
      if (current.length > 0) context.phi();
      const { drugs: all, unread } = readMedications([...medications, ...current]);
      const drugs = all.slice(0, MOST_DRUGS);
      if (drugs.length < 2 && unread.length === 0)
        throw new Failure(
          failure('validation_error', 'At least two different drugs are needed for a comparison.', {
            details: {
              issues: [{ path: 'medications', message: 'must name at least two different drugs' }],
            },
          }),
        );
      const asked = await askForLabels(
        labels,
        drugs.map(({ drug }) => drug),
        context.signal,
      );
      const looked = await readLabelsOf(asked, context.signal);
      const pairs = looked.flatMap((one, at) => looked.slice(at + 1).map((other) => pairOf(one, other)));
      return {
        pairs: pairs.toSorted((one, other) => rankOf(one) - rankOf(other)),
        found_count: pairs.filter(({ outcome }) => outcome === 'found').length,
        checked: drugs.map(({ drug, written }, at) => ({
          written: [...written],
          drug,
          labels: looked[at]?.labels.length ?? 0,
        })),
        not_checked: [
          ...unread,
          ...all.slice(MOST_DRUGS).map(({ written }) => ({
            written: written.join(', '),
            reason: `At most ${MOST_DRUGS} drugs are compared at once.`,
          })),
          ...drugs.flatMap(({ written }, at) =>
            asked[at]?.labels === undefined
              ? [{ written: written.join(', '), reason: 'openFDA could not be asked for its label.' }]
              : [],
          ),
        ],
        notes: [...notes],
      };
    },
  });
