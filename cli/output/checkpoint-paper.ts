import { renderUnicodeCompact } from 'uqr';
import type { CheckpointState } from '../../client/api.generated.ts';

type Checkpoint = NonNullable<CheckpointState['checkpoint']>;

/**
 * A checkpoint as a page to print: a log that was rewritten later cannot agree with it, and no one changes paper unseen.
 * The QR code holds the note to the letter, so that no one has to type it.
 */
export const checkpointPaper = ({ note, size, verifierKey }: Checkpoint, printedAt: string): string =>
  [
    'CHECKPOINT OF THE LOG',
    '',
    `Printed on ${printedAt}. It seals the events 1 to ${size}.`,
    'Signed by: ____________________    Kept at: ____________________',
    '',
    note.trimEnd(),
    '',
    'The key that verifies it:',
    verifierKey,
    '',
    'The lines from the name of the log to its signature, as a QR code:',
    '',
    // The package draws for dark screens; on paper the dark modules are the ink.
    renderUnicodeCompact(note, { ecc: 'M', border: 4, invert: true }),
    '',
    'To check the log against it later, save the note as checkpoint.txt and run',
    '  node verify.mjs export.zip --key "<the key above>" --known checkpoint.txt',
    'with a sealed export, or ask the server to prove that its log begins with it:',
    `  GET /api/audit/consistency?from=${size}`,
  ].join('\n');
