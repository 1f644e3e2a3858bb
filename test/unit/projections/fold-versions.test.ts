import { expect, it } from 'vitest';
import { keyedProjections } from '../../../projections/all-projections.ts';

/**
 * A program ignores unknown event types, so a projection that starts to fold a further type must be rebuilt:
 * its version is raised together with this list.
 */
it('the version of a projection is raised with the event types that it folds', () => {
  const folded = keyedProjections.map((some) =>
    some(
      ({ name, version, folds }) => `${name} version ${version}: ${Object.keys(folds).length} event types`,
    ),
  );
  expect(folded).toMatchInlineSnapshot(`
    [
      "documents version 11: 9 event types",
      "document-versions version 9: 10 event types",
      "indexing-jobs version 7: 13 event types",
      "queries version 7: 15 event types",
      "feedback version 3: 1 event types",
      "document-feedback version 1: 1 event types",
      "query-log version 7: 8 event types",
      "reviews version 1: 5 event types",
      "conversations version 5: 6 event types",
      "conversation-shares version 1: 2 event types",
      "break-glass version 3: 4 event types",
      "audit-entries version 29: 117 event types",
      "audit-reviews version 1: 1 event types",
      "parked-events version 2: 3 event types",
      "timers version 1: 3 event types",
      "tokens version 2: 3 event types",
      "erasures version 1: 4 event types",
      "model-calls version 1: 2 event types",
      "tool-calls version 2: 12 event types",
    ]
  `);
});
