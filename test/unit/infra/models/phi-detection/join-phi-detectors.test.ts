import { describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { joinPhiDetectors } from '../../../../../infra/models/phi-detection/join-phi-detectors.ts';
import { patternDetector } from '../../../../../infra/models/phi-detection/pattern-detector.ts';
import { type LogFields, silentLogger } from '../../../../../ports/logger.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import type { PhiDetector } from '../../../../../ports/phi-detector.ts';

const findsWord = (word: string): PhiDetector => ({
  kind: 'model',
  name: `finds-${word}`,
  screen: async (text) => {
    const start = text.indexOf(word);
    const findings =
      start < 0 ? [] : [{ kind: 'name' as const, start, end: start + word.length, confidence: 0.8 }];
    return { detected: findings.length > 0, findings, failed: [] };
  },
});
const failing: PhiDetector = {
  kind: 'presidio',
  name: 'presidio-en',
  screen: () => Promise.reject(new Failure(failure('external_api_error', 'It is away.'))),
};
const silent: PhiDetector = { kind: 'presidio', name: 'presidio-en', screen: () => new Promise(() => {}) };

const joined = (detectors: readonly PhiDetector[], timeout = 60_000) => {
  const warnings: LogFields[] = [];
  const counted: unknown[] = [];
  const detector = joinPhiDetectors(detectors, {
    logger: { ...silentLogger, warn: (fields) => warnings.push(fields) },
    metrics: { ...silentMetrics, count: (...call: readonly unknown[]) => void counted.push(call) },
    timeout,
  });
  return { detector, warnings, counted };
};

describe('several PHI detectors combined', () => {
  it('find what any of them finds', async () => {
    const { detector } = joined([patternDetector, findsWord('Okonkwo')]);
    const text = 'Okonkwo, ssn 123-45-6789, needs naloxone';
    const { detected, findings, failed } = await detector.screen(text);
    expect(detected).toBe(true);
    expect(findings.map(({ start, end }) => text.slice(start, end))).toEqual(['Okonkwo', '123-45-6789']);
    expect(failed).toEqual([]);
  });

  it('find nothing when none of them does', async () => {
    const { detector } = joined([patternDetector, findsWord('Okonkwo')]);
    expect(await detector.screen('naloxone dose')).toEqual({ detected: false, findings: [], failed: [] });
  });

  it('assume PHI when a detector fails, and name it', async () => {
    const { detector, warnings, counted } = joined([patternDetector, failing]);
    expect(await detector.screen('naloxone dose for my patient')).toEqual({
      detected: true,
      findings: [],
      failed: ['presidio-en'],
    });
    expect(counted).toEqual([['anamnesis_phi_detector_failures_total', { detector: 'presidio' }]]);
    expect(JSON.stringify(warnings)).not.toContain('naloxone');
    expect(Object.keys(warnings[0] ?? {})).toEqual(['detector', 'reason', 'error']);
  });

  it('assume PHI when a detector does not answer in time', async () => {
    const { detector } = joined([patternDetector, silent], 1);
    expect(await detector.screen('naloxone dose')).toMatchObject({ detected: true, failed: ['presidio-en'] });
  });

  it('are all named in the log', () => {
    expect(joined([patternDetector, failing]).detector.name).toBe(`${patternDetector.name}+presidio-en`);
  });

  it('stop immediately when the caller has left', async () => {
    const { detector } = joined([silent]);
    await expect(detector.screen('naloxone', { signal: AbortSignal.abort() })).rejects.toThrow();
  });
});
