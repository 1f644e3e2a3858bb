import { describe, expect, it } from 'vitest';
import { calculators } from '../../../domain/tools/calculators/calculators.ts';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import type { CliResult } from '../../support/run-cli.ts';

/** Needs neither a data directory nor a server: the inputs of a calculation never leave the terminal. */
const calc = (...words: string[]): Promise<CliResult> =>
  runCliInProcess(['calc', ...words], { DATA_DIR: '/no/such/data/directory', COLUMNS: '100' });

describe('calc', () => {
  it('lists all calculators in aligned columns', async () => {
    const { code, out } = await calc();
    expect(code).toBe(0);
    const lines = out.split('\n');
    for (const { name } of calculators)
      expect(
        lines.some((line) => line.startsWith(`${name} `)),
        name,
      ).toBe(true);
    expect(lines.every((line) => line.length <= 100)).toBe(true);
    expect(lines[1]?.indexOf('The pretest')).toBe(lines[0]?.indexOf('PURPOSE'));
  });

  it('lists the inputs of a calculator, with an example that can be typed as written', async () => {
    for (const { name } of calculators) {
      const { code, out } = await calc(name);
      expect(code, name).toBe(0);
      const typed = /\$ npx anamnesis calc (.*)/.exec(out)?.[1] ?? '';
      const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      expect(await calc(...words), typed).toMatchObject({ code: 0, err: '' });
    }
  });

  it('accepts values with their units in any spelling', async () => {
    const scores = await Promise.all(
      [
        'creatinine=1.5mg/dL',
        'creatinine=132.6 umol/L',
        'creatinine=132.6µmol/L',
        'creatinine=132.6 μMOL/l',
      ].map(async (creatinine) => {
        const { out } = await calc(
          'renal_dosing',
          'age=60 years',
          'sex=male',
          'weight=72kg',
          creatinine,
          'dialysis=no',
          '--json',
        );
        return JSON.parse(out).score;
      }),
    );
    expect(scores).toEqual([53.3, 53.3, 53.3, 53.3]);
  });

  it('explains each missing or wrong input in a sentence, and exits with 2', async () => {
    const { code, err } = await calc('bmi', 'weight=70', 'height=175 furlongs');
    expect(code).toBe(2);
    expect(err).toContain('age is missing: a number from 18 to 120 years');
    expect(err).toContain('weight needs its unit, kg or lb: 20 to 650 kg or 44.1 to 1433 lb\n');
    expect(err).toContain('height has an unknown unit; use m or cm or in');
    // A comma separates decimals or thousands: the command does not guess which.
    expect((await calc('renal_dosing', 'creatinine=1,500 µmol/L')).err).toContain(
      'creatinine must be a number with its unit',
    );
    expect((await calc('bmi', 'age=40 months', 'weight=70kg', 'height=1.75m')).err).toContain(
      'age must be a number',
    );
  });

  it.each([
    [['meldd'], 'There is no calculator "meldd". Did you mean meld?'],
    [['bmi', 'wieght=70kg'], '"wieght" is not a parameter of bmi. Did you mean weight?'],
    [['bmi', '70kg'], '"70kg" is not a valid parameter.'],
    [['bmi', 'age=40', 'age=41'], '"age" is given twice.'],
  ])('refuses %j', async (words, sentence) => {
    const { code, err } = await calc(...words);
    expect(code).toBe(2);
    expect(err).toContain(sentence);
  });

  it('prints its details and its result as JSON', async () => {
    expect(JSON.parse((await calc('--json')).out)).toHaveLength(calculators.length);
    expect(JSON.parse((await calc('gcs', '--json')).out).parameters.verbal.choices).toMatchObject({
      T: expect.stringContaining('intubated'),
    });
    expect(JSON.parse((await calc('gcs', 'eye=3', 'verbal=T', 'motor=5', '--json')).out)).toMatchObject({
      score: '8T',
      parametersUsed: { eye: 3, verbal: 'T', motor: 5 },
    });
  });
});
