import type { PgliteDatabase } from '../infra/storage/database/pglite-database.ts';
import type { Embedder } from '../ports/embedder.ts';
import type { LanguageModels } from '../ports/language-model.ts';
import type { SeenEvent } from '../ports/log-continuity.ts';
import type { Logger } from '../ports/logger.ts';
import type { PhiDetector } from '../ports/phi-detector.ts';
import type { RegisteredTool } from '../ports/tool.ts';
import type { Configuration } from './configuration/configuration.ts';

/** Replacements for configured parts, for tests that break them. */
export type Replacements = {
  /** Opens the embedded database, instead of that of the data directory. */
  readonly openEmbedded?: () => Promise<PgliteDatabase>;
  readonly embedder?: Embedder;
  /** Further embedders that can be chosen. */
  readonly otherEmbedders?: readonly Embedder[];
  readonly logger?: Logger;
  /** Which version of the reader the files count as read by. */
  readonly reader?: number;
  readonly phiDetector?: PhiDetector;
  readonly languageModels?: LanguageModels;
  /** Further tools. */
  readonly tools?: readonly RegisteredTool[];
  /** Milliseconds that a person has to confirm the call of a tool. */
  readonly confirmationTime?: number;
};

export type FormerApplication = {
  /** What it had read of the log last. */
  readonly events: readonly SeenEvent[];
  /** What its leases were owned under. */
  readonly node: string;
  /** What was logged for the person who started it, and need not be repeated. */
  readonly notes: readonly { readonly text: string }[];
};

export type ApplicationOptions = {
  readonly configuration: Configuration;
  readonly version: string;
  readonly replace?: Replacements;
  /** The application that ran in this process before its database turned out not to continue the log. */
  readonly former?: FormerApplication;
};
