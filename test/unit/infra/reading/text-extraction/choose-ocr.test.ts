import { describe, expect, it } from 'vitest';
import { chooseOcr, type OcrFinder } from '../../../../../infra/reading/text-extraction/ocr/choose-ocr.ts';

const finder = (program: string | undefined, builtIn: boolean): OcrFinder => ({
  findProgram: () => Promise.resolve(program),
  isBuiltInThere: () => builtIn,
});

describe('the OCR engine', () => {
  it('is the installed program first, else the bundled engine', async () => {
    expect(await chooseOcr('search', finder('/usr/bin/tesseract', true))).toEqual({
      kind: 'program',
      path: '/usr/bin/tesseract',
    });
    expect(await chooseOcr('search', finder(undefined, true))).toEqual({ kind: 'built-in' });
  });

  it('is absent when that optional package is missing', async () => {
    expect(await chooseOcr('search', finder(undefined, false))).toEqual({ kind: 'none' });
  });

  it('is the configured one, whatever is available', async () => {
    const everything = finder('/usr/bin/tesseract', true);
    expect(await chooseOcr('none', everything)).toEqual({ kind: 'none' });
    expect(await chooseOcr('built-in', everything)).toEqual({ kind: 'built-in' });
    expect(await chooseOcr('/opt/tesseract', everything)).toEqual({
      kind: 'program',
      path: '/opt/tesseract',
    });
  });
});
