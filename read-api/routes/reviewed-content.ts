import type { z } from 'zod';
import {
  modelCallEnded,
  phiScreened,
  queryAnswered,
  queryAsked,
  queryFailed,
} from '../../domain/consultation/query-events.ts';
import {
  phiDetectionDisputed,
  type ReviewKind,
  reviewResolved,
} from '../../domain/consultation/review/review-events.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { ERASED_TEXT } from '../../domain/privacy/sensitive.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { reviewDetailsRepresentation } from '../representations/review-representation.ts';

type Content = Pick<
  z.input<typeof reviewDetailsRepresentation>,
  | 'question'
  | 'detector'
  | 'kinds'
  | 'findings'
  | 'comment'
  | 'answer'
  | 'drafts'
  | 'struck'
  | 'failure'
  | 'reason'
>;

const nothing: Content = {
  question: '',
  detector: null,
  kinds: [],
  findings: [],
  comment: null,
  answer: null,
  drafts: [],
  struck: [],
  failure: null,
  reason: null,
};

/** An erased question has no content left to refer to. */
const findingsIn = (
  question: string,
  findings: NonNullable<z.output<typeof phiScreened.schema>['findings']>,
): Content['findings'] =>
  question === ERASED_TEXT
    ? []
    : findings.map(({ kind, start, end, confidence }) => ({
        kind,
        text: question.slice(start, end),
        confidence,
      }));

/**
 * The content of a review, from the sealed stream of its question: the question, the findings, the answer, and the
 * remarks of the asker and the reviewer, each in its latest form.
 */
export const reviewedContent = async (
  kind: ReviewKind,
  queryId: string,
  eventStore: Pick<EventStore, 'readStream'>,
): Promise<Content> => {
  let content = nothing;
  for await (const { type, data } of eventStore.readStream(streamIdOf('query', queryId))) {
    if (type === queryAsked.type) content = { ...content, question: queryAsked.schema.parse(data).question };
    if (type === phiScreened.type) {
      const { detector, kinds, findings = [] } = phiScreened.schema.parse(data);
      content = { ...content, detector, kinds, findings: findingsIn(content.question, findings) };
    }
    if (type === modelCallEnded.type) {
      const { text } = modelCallEnded.schema.parse(data);
      if (text !== undefined) content = { ...content, drafts: [...content.drafts, text] };
    }
    if (type === queryAnswered.type) {
      const { answer, checks } = queryAnswered.schema.parse(data);
      content = { ...content, answer, struck: checks?.struck ?? [] };
    }
    if (type === queryFailed.type) content = { ...content, failure: queryFailed.schema.parse(data).message };
    if (type === phiDetectionDisputed.type)
      content = { ...content, comment: phiDetectionDisputed.schema.parse(data).comment ?? null };
    if (type === reviewResolved.type) {
      const resolved = reviewResolved.schema.parse(data);
      if (resolved.kind === kind) content = { ...content, reason: resolved.reason };
    }
  }
  return content;
};
