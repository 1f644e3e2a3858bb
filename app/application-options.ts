import type { PgliteDatabase } from '../infra/storage/database/pglite-database.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { LanguageModels } from '../ports/language-model.ts';
import type { SeenEvent } from '../ports/log-continuity.ts';
import type { Logger } from '../ports/logger.ts';
import type { PhiDetector } from '../ports/phi-detector.ts';
import type { TextExtractor } from '../ports/text-extractor.ts';
import type { TextProcessor } from '../ports/text-processor.ts';
import type { RegisteredTool } from '../ports/tool.ts';
import type { Configuration } from './configuration/configuration.ts';

/** What reads documents and processes their texts. */
export type DocumentReading = {
  readonly extractor: TextExtractor;
  readonly textProcessor: TextProcessor;
  /** Ends its work for this application. */
  readonly close: () => Promise<void>;
};

/** Replacements for configured parts, for tests that break or share them. */
export type Replacements = {
  /** Opens the embedded database, instead of the one in the data directory. */
  readonly openEmbedded?: () => Promise<PgliteDatabase>;
  readonly embedder?: Embedder;
  /** Additional embedders to choose from. */
  readonly otherEmbedders?: readonly Embedder[];
  readonly logger?: Logger;
  /** The reader version to record for files. */
  readonly reader?: number;
  /** Opens what reads documents, instead of worker processes of this application alone. */
  readonly openDocumentReading?: () => DocumentReading;
  readonly phiDetector?: PhiDetector;
  readonly languageModels?: LanguageModels;
  /** Additional tools. */
  readonly tools?: readonly RegisteredTool[];
  /** How long a person has to confirm a tool call, in milliseconds. */
  readonly confirmationTime?: number;
};

export type PreviousApplication = {
  /** The last events that it had read from the log. */
  readonly events: readonly SeenEvent[];
  /** The node id that owned its leases. */
  readonly node: string;
  /** Notes already logged for the person who started it, which need not be repeated. */
  readonly notes: readonly { readonly text: string }[];
};

export type ApplicationOptions = {
  readonly configuration: Configuration;
  readonly version: string;
  readonly replace?: Replacements;
  /** The application that ran in this process before its database turned out not to continue the log. */
  readonly former?: PreviousApplication;
};
