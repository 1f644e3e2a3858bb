import { encode } from 'uqr';
import { describe, expect, it } from 'vitest';
import { checkpointPaper } from '../../../../cli/output/checkpoint-paper.ts';

const note = `hospital.example/anamnesis\n123456789\n${'A'.repeat(43)}=\n\n\u2014 hospital.example/anamnesis ${'B'.repeat(90)}==\n`;
const verifierKey = 'hospital.example/anamnesis+9a1ef7f9+AQR7tRoUlJdZTXYqFcDYxfVvvmfMnnlBHr0jUUN8Jt+N';
const paper = checkpointPaper(
  { size: 123_456_789, root: `${'A'.repeat(43)}=`, note, verifierKey },
  '2026-11-30T20:00:00.000Z',
);

/** The dark modules, as ink on paper, of a QR code that is printed with half blocks. */
const modulesOf = (text: string): readonly boolean[][] =>
  text
    .split('\n')
    .filter((line) => /^[█▀▄ ]{20,}$/.test(line))
    .flatMap((line) => [
      Array.from(line, (block) => block === '█' || block === '▀'),
      Array.from(line, (block) => block === '█' || block === '▄'),
    ]);

describe('a checkpoint on paper', () => {
  it('has the note and the key to the letter', () => {
    expect(paper).toContain(`\n${note.trimEnd()}\n`);
    expect(paper).toContain(`\n${verifierKey}\n`);
    expect(paper).toContain('consistency?from=123456789');
  });

  it('has the note as a QR code that fits a page of 80 columns', () => {
    const { data, size } = encode(note, { ecc: 'M', border: 4 });
    expect(modulesOf(paper).slice(0, size)).toEqual(data);
    expect(size).toBeLessThanOrEqual(80);
  });
});
