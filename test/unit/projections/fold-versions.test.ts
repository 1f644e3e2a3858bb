import { expect, it } from 'vitest';
import { keyedProjections } from '../../../projections/all-projections.ts';

/**
 * A program that does not know an event type passes over it, so a projection that begins to fold a further type must be
 * built anew: its version is raised together with this list.
 */
it('raises the version of a projection with the event types that it folds', () => {
  const folded = keyedProjections.map((some) =>
    some(
      ({ name, version, folds }) => `${name} version ${version}: ${Object.keys(folds).length} event types`,
    ),
  );
  expect(folded).toMatchInlineSnapshot(`
    [
      "documents version 6: 8 event types",
      "document-versions version 6: 9 event types",
      "indexing-jobs version 6: 13 event types",
      "queries version 3: 6 event types",
      "feedback version 3: 1 event types",
      "document-feedback version 1: 1 event types",
      "query-log version 5: 5 event types",
      "conversations version 5: 6 event types",
      "conversation-shares version 1: 2 event types",
      "break-glass version 1: 2 event types",
      "audit-entries version 9: 63 event types",
      "parked-events version 2: 3 event types",
      "timers version 1: 3 event types",
      "tokens version 1: 3 event types",
      "erasures version 1: 4 event types",
    ]
  `);
});
