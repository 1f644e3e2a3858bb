import { describe, expect, it } from 'vitest';
import { screenQuestion } from '../../../../consumers/query-orchestrator/screen-question.ts';
import type { TimeLeft } from '../../../../consumers/query-orchestrator/time-left.ts';
import { patternDetector } from '../../../../infra/models/phi-detection/pattern-detector.ts';
import { screenForMode } from '../../../../infra/models/phi-detection/screen-for-mode.ts';
import { silentMetrics } from '../../../../ports/metrics.ts';
import type { PhiDetector } from '../../../../ports/phi-detector.ts';
import { uuidOf } from '../../../support/recorded-history.ts';

const time: TimeLeft = {
  forSlowWork: () => 1000,
  within: (_bounds, work) => work(new AbortController().signal),
  signal: new AbortController().signal,
};
const screened = (
  question: string,
  { before = [], detector = patternDetector }: { before?: readonly string[]; detector?: PhiDetector } = {},
) =>
  screenQuestion(
    {
      asked: { queryId: uuidOf(1), question, filters: {}, limit: 5 },
      texts: [...before, question],
    },
    { phiDetector: detector, metrics: silentMetrics },
    time,
  );

describe('the recorded screening of a question', () => {
  it('states the position and confidence of each finding, never its text', async () => {
    const question = 'croup dose, MRN 4471902';
    const { findings = [], ...screening } = await screened(question, { before: ['Mr. John Okafor wheezes'] });
    expect(findings.map(({ kind, start, end }) => [kind, question.slice(start, end)])).toEqual([
      ['mrn', '4471902'],
    ]);
    expect(screening).toMatchObject({ detected: true, kinds: ['name', 'mrn'], confidence: 0.95 });
    expect(JSON.stringify(screening)).not.toMatch(/4471902|Okafor/);
  });

  it('states its mode', async () => {
    const lenient = screenForMode(patternDetector, () => 'lenient');
    const screening = await screened('seen in Fresno with croup', { detector: lenient });
    expect(screening).toMatchObject({ detected: false, kinds: ['address'], mode: 'lenient' });
    const off = screenForMode(patternDetector, () => 'off');
    expect(await screened('croup', { detector: off })).toMatchObject({
      detected: true,
      kinds: [],
      mode: 'off',
    });
  });

  it('assumes PHI when the detector fails', async () => {
    const failing: PhiDetector = { ...patternDetector, screen: () => Promise.reject(new Error('away')) };
    expect(await screened('croup', { detector: failing })).toMatchObject({
      detected: true,
      kinds: ['not_screened'],
      failed: [patternDetector.name],
    });
  });
});
