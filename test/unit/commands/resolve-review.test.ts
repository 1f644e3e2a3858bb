import { expect, it } from 'vitest';
import { disputePhiDetection } from '../../../commands/dispute-phi-detection.ts';
import { resolveReview } from '../../../commands/resolve-review.ts';
import { openCommandRuntime } from '../../support/command-runtime.ts';
import { uuidOf } from '../../support/recorded-history.ts';
import * as sample from '../../support/sample-events.ts';

const queryId = uuidOf(1);
const subject = 'person:patient-4711';

it.each([
  ['present', subject],
  // The destroyed key could seal nothing any more, and the review would stay open for ever.
  ['destroyed', `review:phi-${queryId}`],
] as const)('a review is closed when the key of its question is %s, under %s', async (key, sealedFor) => {
  const opened = openCommandRuntime();
  const { eventStore, identity, runtime, callerOf } = opened;
  for (const { streamId, event } of [sample.asked(queryId), sample.screened(queryId, ['name'])]) {
    const metadata = {
      correlationId: 'test',
      causationId: 'test',
      actor: { id: 'dora', role: 'clinician' as const },
      phi: true,
      subject,
    };
    await eventStore.append(streamId, [{ ...event, id: identity.newId(), metadata }], 'any');
  }
  await opened.run({ definition: disputePhiDetection, input: { queryId } });
  await opened.run(
    {
      definition: resolveReview,
      caller: callerOf('moreau', 'compliance'),
      input: { reviewId: `phi-${queryId}`, verdict: 'confirmed', reason: 'It is one.' },
    },
    { ...runtime, commandServices: { ...runtime.commandServices, subjectKeyState: async () => [key] } },
  );
  expect(eventStore.events.at(-1)).toMatchObject({
    type: 'ReviewResolved',
    metadata: { subject: sealedFor },
  });
});
