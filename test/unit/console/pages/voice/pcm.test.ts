import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createResampler,
  decodePcm,
  encodePcm,
  SPEECH_RATE,
} from '../../../../../console/src/pages/voice/pcm.ts';

const sine = (frequency: number, rate: number, seconds: number): Float32Array =>
  Float32Array.from({ length: rate * seconds }, (_, at) => Math.sin((2 * Math.PI * frequency * at) / rate));

const crossingsOf = (samples: Float32Array): number =>
  samples.reduce(
    (count, sample, at) => count + (at > 0 && sample >= 0 !== (samples[at - 1] ?? 0) >= 0 ? 1 : 0),
    0,
  );

describe('speech as PCM', () => {
  it('keeps each sample to within one step of 16 bits', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true })), (samples) => {
        const back = decodePcm(encodePcm(Float32Array.from(samples)));
        expect(back).toHaveLength(samples.length);
        samples.forEach((sample, at) => {
          expect(Math.abs((back[at] ?? 9) - sample)).toBeLessThan(1 / 0x7fff);
        });
      }),
    );
  });

  it('is silence if it is not base64', () => {
    for (const text of ['???', 'A', '<script>', '\u202e']) expect(decodePcm(text)).toHaveLength(0);
  });

  it('limits samples that are too loud', () => {
    expect([...decodePcm(encodePcm(Float32Array.of(3, -3)))]).toEqual([1, -1]);
  });

  it.each([8_000, 16_000, 24_000, 44_100, 48_000, 96_000])(
    'keeps the pitch of a microphone with %i samples a second, however its samples are cut into pieces',
    (rate) => {
      const tone = sine(440, rate, 1);
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 1, max: rate / 10 }), { minLength: 1, maxLength: 20 }),
          (cuts) => {
            const resample = createResampler(rate);
            const pieces: number[] = [];
            let from = 0;
            for (const cut of cuts) {
              pieces.push(...resample(tone.slice(from, from + cut)));
              from += cut;
            }
            pieces.push(...resample(tone.slice(from)));
            expect(Math.abs(pieces.length - SPEECH_RATE)).toBeLessThanOrEqual(4);
            // Two crossings a wave.
            expect(Math.abs(crossingsOf(Float32Array.from(pieces)) - 880)).toBeLessThanOrEqual(4);
          },
        ),
        { numRuns: 10 },
      );
    },
  );
});
