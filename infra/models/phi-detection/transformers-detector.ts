import pLimit from 'p-limit';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isRecord } from '../../../domain/kernel/is-record.ts';
import { mergeFindings, type PhiFinding } from '../../../domain/privacy/detect-phi.ts';
import { isClinicalName } from '../../../domain/privacy/is-clinical-name.ts';
import type { PhiDetector } from '../../../ports/phi-detector.ts';
import { textWindows } from '../../services/outside/text-windows.ts';
import { loadTransformers, TRANSFORMERS_PACKAGE, useModelFolder } from '../embedding/load-transformers.ts';
import { alignWordPieces, type PlacedPiece } from './align-word-pieces.ts';
import { kindOfEntity } from './entity-kinds.ts';

type TransformersDetectorOptions = {
  /** A model in the hub, or a subfolder of `folder`. */
  readonly model: string;
  /** The folder of models, each in a subfolder of its name. With it, nothing is downloaded. */
  readonly folder?: string;
  /** The variant of the weights; default: `q8`, quantised to eight bits. */
  readonly weights?: string;
  /** Loads the package; injectable for tests. */
  readonly load?: () => Promise<unknown>;
};

/** Models of the BERT family read 512 word pieces and ignore the rest; this many characters never exceed that. */
const WINDOW = 450;
const OVERLAP = 80;
/** Findings with a lower score are dropped. */
const MIN_SCORE = 0.6;

type Runtime = {
  readonly pipeline: (task: string, model: string, options: object) => Promise<unknown>;
  readonly env: Record<string, unknown>;
};
type Classify = (text: string, options: { readonly ignore_labels: readonly string[] }) => Promise<unknown>;
type Piece = { readonly word: string; readonly entity: string; readonly score: number };

const isRuntime = (value: unknown): value is Runtime =>
  isRecord(value) && typeof value.pipeline === 'function' && isRecord(value.env);
const isClassify = (value: unknown): value is Classify => typeof value === 'function';
const isPiece = (value: unknown): value is Piece =>
  isRecord(value) &&
  typeof value.word === 'string' &&
  typeof value.entity === 'string' &&
  typeof value.score === 'number';

const user = { component: 'phi-detection', setting: 'PHI_MODEL' };
const unavailable = (message: string, cause?: unknown): Failure =>
  new Failure(
    failure('unavailable', message, { component: 'phi-detection' }),
    cause === undefined ? undefined : { cause },
  );

/** The text between pieces of one name: nothing, a space, a hyphen, an apostrophe. */
const joint = /^[\s.,'’-]{0,2}$/u;

/** Merges adjacent pieces of one kind into findings, scored by the most certain piece. */
const findingsOf = (text: string, pieces: readonly PlacedPiece[]): readonly PhiFinding[] => {
  const found: PhiFinding[] = [];
  for (const { entity, score, start, end } of pieces) {
    const kind = kindOfEntity(entity);
    if (kind === undefined) continue;
    const last = found.at(-1);
    if (last?.kind === kind && joint.test(text.slice(last.end, start)))
      found[found.length - 1] = { ...last, end, confidence: Math.max(last.confidence, score) };
    else found.push({ kind, start, end, confidence: score });
  }
  return found
    .filter(({ confidence }) => confidence >= MIN_SCORE)
    .filter(
      ({ kind, start, end }) => (kind !== 'name' && kind !== 'address') || !isClinicalName(text, start, end),
    );
};

/**
 * Creates a detector that runs a token classification model in this process through transformers.js and finds names
 * beyond the lists. Texts never leave the premises. Loads the model before it resolves; rejects with `unavailable` when
 * the package or the model is missing.
 */
export const createTransformersDetector = async (
  options: TransformersDetectorOptions,
): Promise<PhiDetector> => {
  const { model, folder } = options;
  const { env, pipeline } = await loadTransformers(isRuntime, user, options.load);
  useModelFolder(env, folder);
  const classify = await pipeline('token-classification', model, {
    dtype: options.weights ?? 'q8',
  }).catch((error: unknown) => {
    throw unavailable(
      `The name-detection model ${model} cannot be loaded. Check PHI_MODEL, or install it: npx anamnesis models install names`,
      error,
    );
  });
  if (!isClassify(classify))
    throw unavailable(`The package ${TRANSFORMERS_PACKAGE} has an unsupported version.`);

  // One run at a time: each uses all processors.
  const limit = pLimit(1);
  const piecesOf = (text: string, signal: AbortSignal | undefined): Promise<readonly PlacedPiece[]> =>
    limit(async () => {
      signal?.throwIfAborted();
      // All pieces, including those without an entity: pieces can be located only in full sequence.
      const answer = await classify(text, { ignore_labels: [] });
      if (!Array.isArray(answer) || !answer.every(isPiece))
        throw unavailable(`The model ${model} does not return its word pieces. Check PHI_MODEL.`);
      return alignWordPieces(text, answer);
    });

  return {
    kind: 'model',
    name: `model-${model.split('/').at(-1)?.slice(0, 40) ?? ''}`,
    screen: async (text, { signal } = {}) => {
      const whole = text.toWellFormed();
      const findings: PhiFinding[] = [];
      for (const window of textWindows(whole, WINDOW, OVERLAP)) {
        if (window.text.trim() === '') continue;
        for (const finding of findingsOf(window.text, await piecesOf(window.text, signal)))
          findings.push({
            ...finding,
            start: window.start + finding.start,
            end: window.start + finding.end,
          });
      }
      const merged = mergeFindings(findings);
      return { detected: merged.length > 0, findings: merged, failed: [] };
    },
  };
};
