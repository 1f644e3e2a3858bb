import type { Chunk } from '../../domain/knowledge/chunk.ts';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import { findInPassage, screenedTextOf } from '../../domain/privacy/find-in-passage.ts';
import { PATIENT_SCREEN } from '../../domain/privacy/find-patient-identifiers.ts';
import { phiKinds } from '../../domain/privacy/phi-kind.ts';
import type { PhiScreen } from '../../domain/privacy/phi-screen.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { PhiDetector, PhiScreening } from '../../ports/phi-detector.ts';
import { yieldToEventLoop } from '../../ports/time-slice.ts';

/** Texts screened before yielding to the event loop; each takes about half a millisecond. */
const YIELD_EVERY = 16;

/** The parts of a document that can hold PHI, passage by passage. */
type Screened = {
  readonly title: string;
  readonly sourceType: SourceType;
  readonly chunks: readonly Pick<Chunk, 'sectionPath' | 'text'>[];
};

type ScreenServices = { readonly metrics: Metrics; readonly phiDetector: PhiDetector };

/**
 * Whether all detectors screen a document: a note is always about a person. In a guideline the models would find the
 * names of authors and agencies, which only the rules distinguish from patients.
 */
const isForAllDetectors = (sourceType: SourceType, { kind }: PhiDetector): boolean =>
  sourceType === 'note' && kind !== 'patterns';

const rulesFor = (sourceType: SourceType, detector: PhiDetector): string =>
  isForAllDetectors(sourceType, detector) ? detector.name.slice(0, 64) : PATIENT_SCREEN;

/** Marks a screen that not all detectors answered: it is valid until the next request screens again. */
const UNFINISHED = 'not screened by all';

/** Screens all passages of a document, with its title, for data that identifies a patient. */
export const screenForPhi = async (
  { title, sourceType, chunks }: Screened,
  { metrics, phiDetector }: ScreenServices,
  signal: AbortSignal,
): Promise<PhiScreen> => {
  const byAll = isForAllDetectors(sourceType, phiDetector);
  const kinds = new Set<string>();
  let passagesWithPhi = 0;
  let isFinished = true;
  for (const [index, { sectionPath, text }] of chunks.entries()) {
    const passage = { title, sectionPath, text, sourceType };
    const { detected, findings, failed }: PhiScreening = byAll
      ? await phiDetector.screen(screenedTextOf(passage), { signal })
      : screeningBy(findInPassage(passage));
    if (detected) passagesWithPhi += 1;
    if (failed.length > 0) isFinished = false;
    for (const { kind } of findings) kinds.add(kind);
    if (index % YIELD_EVERY === YIELD_EVERY - 1) await yieldToEventLoop();
    signal.throwIfAborted();
  }
  const outcome = passagesWithPhi > 0 ? 'found' : 'clear';
  metrics.count('anamnesis_phi_screens_total', { of: 'document', outcome });
  return {
    rules: isFinished ? rulesFor(sourceType, phiDetector) : UNFINISHED,
    passages: chunks.length,
    passagesWithPhi,
    kinds: phiKinds.filter((kind) => kinds.has(kind)),
  };
};

const screeningBy = (findings: PhiScreening['findings']): PhiScreening => ({
  detected: findings.length > 0,
  findings,
  failed: [],
});

/** Returns the earlier screen if it was made by the current rules, or else screens again. */
export const currentScreen = async (
  before: PhiScreen | undefined,
  read: () => Promise<Screened>,
  services: ScreenServices,
  signal: AbortSignal,
): Promise<PhiScreen> => {
  if (before?.rules === PATIENT_SCREEN && services.phiDetector.kind === 'patterns') return before;
  const document = await read();
  return before?.rules === rulesFor(document.sourceType, services.phiDetector)
    ? before
    : screenForPhi(document, services, signal);
};
