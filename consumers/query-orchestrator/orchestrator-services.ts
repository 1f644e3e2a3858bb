import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import type { verifyAnswer } from '../../domain/consultation/answering/verify-answer.ts';
import type { Fingerprint } from '../../domain/consultation/counted-question.ts';
import type { classifyIntent } from '../../domain/consultation/intent/classify-intent.ts';
import type { ExternalSource } from '../../domain/consultation/sources/source-name.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';
import type { AnswerComposer } from '../../ports/answer-composer.ts';
import type { AnswerFeed } from '../../ports/answer-feed.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { ConversationHistory } from '../../ports/conversation-history.ts';
import type { CostLedger } from '../../ports/cost-ledger.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { KnowledgeSearch } from '../../ports/knowledge-search.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { SettingsReader } from '../../ports/settings-reader.ts';
import type { SourceSearch } from '../source-search/search-sources.ts';
import type { QuestionTools } from './question-tools.ts';

/** The services of answering. */
export type OrchestratorServices = Pick<CommandServices, 'eventStore' | 'identity' | 'phiDetector'> & {
  readonly search: KnowledgeSearch;
  /** Whether the search of the knowledge base never sends text outside, whatever model is in use. */
  readonly searchStaysInside?: boolean;
  /** Searches the external sources; absent when none is configured. */
  readonly sourceSearch?: SourceSearch;
  /** The tools that questions may call; absent when there are none. */
  readonly tools?: QuestionTools;
  /** The configured external sources. */
  readonly externalSources: readonly ExternalSource[];
  /** Classifies the intent of a question. Part of this program, but may throw like any other part. */
  readonly classify: typeof classifyIntent;
  /** Judges a model's text before it is shown. */
  readonly judge: typeof verifyAnswer;
  readonly health: Pick<ComponentMonitor, 'report' | 'degraded'>;
  readonly composer: AnswerComposer;
  readonly costs: CostLedger;
  /** Counts tokens when a model reports no usage. */
  readonly countTokens: (text: string) => number;
  readonly languageModels: LanguageModels;
  readonly settings: SettingsReader;
  readonly answerFeed: Pick<AnswerFeed, 'open'>;
  readonly history: Pick<ConversationHistory, 'lastExchanges'>;
  readonly hasher: Hasher;
  readonly fingerprint: Fingerprint;
  /** Reads a question without an index. */
  readonly vocabulary: QueryVocabulary;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Milliseconds from the question, or from the reply to a clarifying question, to its end. */
  readonly queryDeadline: number;
};
