import type { z } from 'zod';
import type { documentInputSchema } from '../../domain/knowledge/document-input.ts';

/** The input of the command IngestDocument, apart from the file. */
export type IngestInput = z.input<typeof documentInputSchema>;

/** A file to send. */
export type PlannedFile = {
  /** The path to open. */
  readonly path: string;
  /** The path to show, relative to the named folder. */
  readonly label: string;
  readonly fileName: string;
  /** Bytes. */
  readonly size: number;
  readonly input: IngestInput;
  /** The file that must still be at the path when it is sent; set when others may write to the folder. */
  readonly found?: { readonly dev: number; readonly ino: number };
};

/** A file that cannot be sent, and the reason. */
export type RejectedFile = { readonly path: string; readonly label: string; readonly reason: string };
