import type { z } from 'zod';
import type { documentInputSchema } from '../../domain/knowledge/document-input.ts';

/** What the command IngestDocument takes beside the file. */
export type IngestInput = z.input<typeof documentInputSchema>;

/** A file that is to be sent. */
export type PlannedFile = {
  /** As it can be opened. */
  readonly path: string;
  /** As it is shown: below the folder that was named. */
  readonly label: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly input: IngestInput;
  /** What must still be at the path when it is sent, where others may write to the folder. */
  readonly found?: { readonly dev: number; readonly ino: number };
};

/** A file that cannot be sent, and why. */
export type RejectedFile = { readonly path: string; readonly label: string; readonly reason: string };
