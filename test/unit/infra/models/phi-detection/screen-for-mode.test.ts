import { describe, expect, it } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import type { PhiMode } from '../../../../../domain/privacy/phi-mode.ts';
import { patternDetector } from '../../../../../infra/models/phi-detection/pattern-detector.ts';
import { screenForMode } from '../../../../../infra/models/phi-detection/screen-for-mode.ts';

const screened = (text: string, mode: PhiMode) => screenForMode(patternDetector, () => mode).screen(text);

/** Each contains a finding that does not count in lenient mode. */
const unsure = ['seen in Fresno with croup', 'last tetanus 3-9-24', 'a croup that sounds like Robert again'];
const sure = [
  'Mr. John Okafor, chest pain',
  'chest pain, MRN 4471902',
  'call back at 310-555-0142',
  'ssn 123-45-6789',
  'Card 4111 1111 1111 1111',
  'she lives at 1200 Maple Street',
];

describe('the screening mode', () => {
  it.each(sure)('strict and lenient both count %j', async (text) => {
    expect(await screened(text, 'strict')).toMatchObject({ detected: true, mode: 'strict' });
    expect(await screened(text, 'lenient')).toMatchObject({ detected: true, mode: 'lenient' });
  });

  it.each(unsure)('lenient does not count %j, but reports the finding', async (text) => {
    const { findings, detected } = await screened(text, 'lenient');
    expect(findings.length).toBeGreaterThan(0);
    expect(detected).toBe(false);
    expect((await screened(text, 'strict')).detected).toBe(true);
  });

  it('lenient counts unparsable text, and text that could not be screened', async () => {
    expect((await screened('患者は胸が痛い', 'lenient')).detected).toBe(true);
    const partly = screenForMode(
      { ...patternDetector, screen: async () => ({ detected: true, findings: [], failed: ['presidio-en'] }) },
      () => 'lenient',
    );
    expect(await partly.screen('croup')).toMatchObject({ detected: true, failed: ['presidio-en'] });
  });

  it('off screens nothing, and treats everything as PHI', async () => {
    const away = screenForMode(
      {
        ...patternDetector,
        screen: () => Promise.reject(new Failure(failure('unavailable', 'It must not be called.'))),
      },
      () => 'off',
    );
    expect(await away.screen('naloxone dose')).toEqual({
      detected: true,
      findings: [],
      failed: [],
      mode: 'off',
    });
  });

  it('is read for each call', async () => {
    let mode: PhiMode = 'strict';
    const detector = screenForMode(patternDetector, () => mode);
    expect((await detector.screen('naloxone dose')).detected).toBe(false);
    mode = 'off';
    expect((await detector.screen('naloxone dose')).detected).toBe(true);
  });
});

describe('the confidence of a finding', () => {
  const confidence = async (text: string) =>
    Math.max(...(await patternDetector.screen(text)).findings.map((finding) => finding.confidence));

  it('is highest for matching check digits, and lower for a bare name than for one in a field', async () => {
    const [card, field, bare] = await Promise.all(
      [
        'Card 4111 1111 1111 1111',
        'Patient name: Thelma Okafor',
        'a croup that sounds like Robert again',
      ].map(confidence),
    );
    expect(card).toBeGreaterThan(field ?? 1);
    expect(field).toBeGreaterThan(bare ?? 1);
    expect(bare).toBeGreaterThan(0);
  });
});
