import pLimit from 'p-limit';
import { z } from 'zod';
import { type Evidence, evidenceSchema } from '../../domain/consultation/sources/evidence.ts';
import type { EvidenceQuery } from '../../domain/consultation/sources/evidence-query.ts';
import { evidenceQueryOf } from '../../domain/consultation/sources/evidence-query-of.ts';
import { mergeEvidence } from '../../domain/consultation/sources/merge-evidence.ts';
import {
  type ExternalSource,
  isExternalSource,
  type SourceName,
} from '../../domain/consultation/sources/source-name.ts';
import type { SourceOutcome } from '../../domain/consultation/sources/source-outcome.ts';
import { sourceWarnings } from '../../domain/consultation/sources/source-warnings.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Cache } from '../../ports/cache.ts';
import type { EvidenceSource } from '../../ports/evidence-source.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import { untilAborted } from '../../ports/until-aborted.ts';

type SourceSearchServices = {
  readonly sources: readonly EvidenceSource[];
  readonly phiDetector: Pick<PhiDetector, 'screen'>;
  /** Reads questions without a corpus. */
  readonly vocabulary: QueryVocabulary;
  readonly cache: Cache;
  /** A hash keyed by the installation, so that guesses of the question cannot be compared with it. */
  readonly keyOf: (text: string) => string;
  readonly metrics: Metrics;
  /** Sources asked at a time for one question. */
  readonly maxParallel: number;
  /** The most pieces of evidence from each source. */
  readonly limit: number;
};

type SourceSearchRequest = {
  /** The sources chosen for the question, in order; in-house ones are ignored. */
  readonly chosen: readonly SourceName[];
  /** The question in full, without anything from the clinical context. */
  readonly question: string;
  readonly intent: string;
  /** The time limit of each source in milliseconds. */
  readonly timeoutMs: number;
  /** The asker: findings are cached per person. */
  readonly askedBy: string;
  readonly signal: AbortSignal;
};

type SourceSearchResult = {
  /** Merged, strongest first, at most MAX_EVIDENCE. */
  readonly evidence: readonly Evidence[];
  /** One for each chosen external source, in their order. */
  readonly outcomes: readonly SourceOutcome[];
  /** Warnings for the reader of the answer, each a sentence. */
  readonly warnings: readonly string[];
};

/** Searches external sources. Never rejects. */
export type SourceSearch = (request: SourceSearchRequest) => Promise<SourceSearchResult>;

/** Evidence is cached for an hour (failure matrix, "External Tools"). */
const CACHED_MS = 3_600_000;
/** Increase it when entries of earlier versions must not be read. */
const FORMAT = 1;

const screeningFailed =
  'Whether the question identifies a person could not be determined, so nothing was sent.';
const nothingLeft = 'Nothing of the question is left to search for that may leave the premises.';

const cachedSchema = z.array(evidenceSchema).max(1000);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Asked = { readonly query: EvidenceQuery; readonly redacted: boolean };
type Found = { readonly evidence: readonly Evidence[]; readonly cached: boolean };
type SourceAnswer = { readonly outcome: SourceOutcome; readonly evidence: readonly Evidence[] };

/** Returns the query that may be sent for a question, or the reason why none may. */
const queryFor = async (
  { question, intent, signal }: SourceSearchRequest,
  { phiDetector, vocabulary }: SourceSearchServices,
): Promise<Asked | string> => {
  const screening = await untilAborted(phiDetector.screen(question, { signal }), signal).catch(
    () => undefined,
  );
  const isLookedAt = screening !== undefined && screening.failed.length === 0 && screening.mode !== 'off';
  if (!isLookedAt) return screeningFailed;
  const query = evidenceQueryOf(question, screening.findings, intent, vocabulary);
  return query === undefined ? nothingLeft : { query, redacted: screening.findings.length > 0 };
};

const reasonOf = (error: unknown): string =>
  error instanceof Failure ? error.reason.message : 'The search ended in an error of this program.';

const failedAs = (error: unknown, signal: AbortSignal): SourceOutcome['outcome'] =>
  signal.aborted || (error instanceof Failure && error.reason.code === 'timeout') ? 'timeout' : 'failed';

/**
 * Creates the search of external sources. It asks all chosen sources in parallel, each within its time limit, so that a
 * slow or unavailable one neither delays nor hides the others. The question is screened here for identifying data, and
 * only clinical terms are sent. Findings are cached for an hour.
 */
export const createSourceSearch = (services: SourceSearchServices): SourceSearch => {
  const { sources, cache, keyOf, limit, metrics } = services;
  const byName = new Map<ExternalSource, EvidenceSource>(sources.map((source) => [source.name, source]));

  const recall = async (key: string): Promise<readonly Evidence[] | undefined> => {
    const bytes = await cache.get(key);
    return bytes === undefined ? undefined : cachedSchema.parse(JSON.parse(decoder.decode(bytes)));
  };
  /** A cache that fails, or whose content cannot be read, is skipped. */
  const orNothing = <T>(work: Promise<T>): Promise<T | undefined> => work.catch(() => undefined);

  const find = async (
    source: EvidenceSource,
    query: EvidenceQuery,
    askedBy: string,
    signal: AbortSignal,
  ): Promise<Found> => {
    const key = `evidence:${keyOf(JSON.stringify([FORMAT, source.name, query, limit, askedBy]))}`;
    const known = await orNothing(recall(key));
    if (known !== undefined) return { evidence: known, cached: true };
    const evidence = (await source.search({ ...query, limit, signal })).slice(0, limit);
    await orNothing(cache.set(key, encoder.encode(JSON.stringify(evidence)), CACHED_MS));
    return { evidence, cached: false };
  };

  const ask = async (
    name: ExternalSource,
    asked: Asked | string,
    { askedBy, timeoutMs, signal }: SourceSearchRequest,
  ): Promise<SourceAnswer> => {
    const began = performance.now();
    const ended = (
      outcome: SourceOutcome['outcome'],
      more: { evidence?: readonly Evidence[]; cached?: boolean; reason?: string } = {},
    ): SourceAnswer => {
      const { evidence = [], cached = false, reason } = more;
      metrics.count('anamnesis_source_searches_total', { source: name, outcome });
      return {
        evidence,
        outcome: {
          source: name,
          outcome,
          found: evidence.length,
          milliseconds: Math.round(performance.now() - began),
          cached,
          redacted: typeof asked !== 'string' && asked.redacted,
          ...(reason === undefined ? {} : { reason: reason.slice(0, 500) }),
        },
      };
    };
    const source = byName.get(name);
    if (source === undefined) return ended('not_configured');
    if (typeof asked === 'string') return ended('skipped', { reason: asked });
    const unsuited = source.refuses(asked.query);
    if (unsuited !== undefined) return ended('skipped', { reason: unsuited });
    const within = anySignal([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      return ended('ok', await untilAborted(find(source, asked.query, askedBy, within), within));
    } catch (error) {
      const outcome = failedAs(error, within);
      return ended(outcome, {
        reason: outcome === 'timeout' ? 'It did not answer in time.' : reasonOf(error),
      });
    }
  };

  return async (request) => {
    const names = [...new Set(request.chosen.filter(isExternalSource))];
    if (names.length === 0) return { evidence: [], outcomes: [], warnings: [] };
    const asked = names.some((name) => byName.has(name)) ? await queryFor(request, services) : nothingLeft;
    const limited = pLimit(services.maxParallel);
    const answers = await Promise.all(names.map((name) => limited(() => ask(name, asked, request))));
    const outcomes = answers.map(({ outcome }) => outcome);
    return {
      evidence: mergeEvidence(answers.map(({ evidence }) => evidence)),
      outcomes,
      warnings: sourceWarnings(outcomes),
    };
  };
};
