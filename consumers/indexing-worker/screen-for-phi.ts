import type { Chunk } from '../../domain/knowledge/chunk.ts';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import { findInPassage } from '../../domain/privacy/find-in-passage.ts';
import { PATIENT_SCREEN } from '../../domain/privacy/find-patient-identifiers.ts';
import { phiKinds } from '../../domain/privacy/phi-kind.ts';
import type { PhiScreen } from '../../domain/privacy/phi-screen.ts';
import type { Metrics } from '../../ports/metrics.ts';
import { yieldToEventLoop } from '../../ports/time-slice.ts';

/** Texts screened between two breaths of the event loop; one takes about half a millisecond. */
const AT_ONCE = 16;

/** What of a document can hold PHI, passage by passage. */
type Screened = {
  readonly title: string;
  readonly sourceType: SourceType;
  readonly chunks: readonly Pick<Chunk, 'sectionPath' | 'text'>[];
};

/** Screens all passages of a document, with its title, for what identifies a person who was treated. */
export const screenForPhi = async (
  { title, sourceType, chunks }: Screened,
  metrics: Metrics,
  signal: AbortSignal,
): Promise<PhiScreen> => {
  const kinds = new Set<string>();
  let passagesWithPhi = 0;
  for (const [index, { sectionPath, text }] of chunks.entries()) {
    const findings = findInPassage({ title, sectionPath, text, sourceType });
    if (findings.length > 0) passagesWithPhi += 1;
    for (const { kind } of findings) kinds.add(kind);
    if (index % AT_ONCE === AT_ONCE - 1) await yieldToEventLoop();
    signal.throwIfAborted();
  }
  const outcome = passagesWithPhi > 0 ? 'found' : 'clear';
  metrics.count('anamnesis_phi_screens_total', { of: 'document', outcome });
  return {
    rules: PATIENT_SCREEN,
    passages: chunks.length,
    passagesWithPhi,
    kinds: phiKinds.filter((kind) => kinds.has(kind)),
  };
};

/** The screen that was made before if it was made by today's rules, or else one made now. */
export const currentScreen = async (
  before: PhiScreen | undefined,
  read: () => Promise<Screened>,
  metrics: Metrics,
  signal: AbortSignal,
): Promise<PhiScreen> =>
  before?.rules === PATIENT_SCREEN ? before : screenForPhi(await read(), metrics, signal);
