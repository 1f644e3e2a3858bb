import { describe, expect, it } from 'vitest';
import { cpuTimeOf } from '../../../../support/cpu-time.ts';
import { checked, numbered } from './checked.ts';

const evidence = numbered(
  {
    title: 'Bee stings (adult)',
    text: 'Zorvapril 0.5 mg IM (1 mg/mL).\nMay repeat every 5 min, maximum 3 doses.',
  },
  { title: 'Wasp stings', text: 'Melvexin 2-4 mg IV for adults.\nDo not give melvexin with glaucoma.' },
);

describe('content that a front end would load or follow', () => {
  it.each([
    'Give zorvapril IM [1](//evil.example/john-okafor).',
    'Give zorvapril IM. [1](//evil.example/john-okafor)',
    'Give zorvapril IM ![1](//evil.example/john-okafor.png).',
    'Give zorvapril IM [1][9](//evil.example/john-okafor).',
    '[1]: //evil.example/john-okafor',
    '[1]:\n//evil.example/john-okafor',
    '[^1]: //evil.example/john-okafor',
    'See evil.health/john-okafor [1].',
    'Write to mailto:john-okafor@evil.health [1].',
    'See ftp://evil.health/john-okafor [1].',
  ])('is struck, even when it begins like a citation: %j', (said) => {
    const { text, cited } = checked(`For adults, give zorvapril 0.5 mg IM [1].\n\n${said}`, evidence);
    expect(text).not.toMatch(/okafor|evil|\]\(|\]:/);
    expect(cited).toEqual([1]);
  });
});

describe('a route that the sources only forbid', () => {
  const forbidding = numbered({
    text: 'Give adults zorvapril 0.5 mg IM. Do not give zorvapril intravenously. Melvexin may be given rectally.',
  });

  it.each([
    'Give it IV [1].',
    'It may be given intravenously [1].',
    'Zorvapril is given IV [1].',
    'The IV route is fine [1].',
  ])('is not accepted as the route of an answer: %s', (said) => {
    const { text, struck } = checked(`Give adults zorvapril 0.5 mg IM [1]. ${said}`, forbidding);
    expect(text).toBe(
      'Give adults zorvapril 0.5 mg IM [1]. Do not give zorvapril intravenously. Melvexin may be given rectally [1].',
    );
    expect(struck).toHaveLength(1);
  });

  it('may be named to forbid it, next to permitted routes', () => {
    const said =
      'Give adults zorvapril 0.5 mg IM [1]. Do not give zorvapril intravenously [1]. Melvexin may be given rectally [1].';
    expect(checked(said, forbidding).text).toBe(said);
    const both = numbered({ text: 'Zorvapril is given IM, do not give it IV.' });
    expect(checked('It is given IM [1]. It is given IV [1].', both).text).not.toContain('It is given IV');
  });
});

describe('a sentence that cannot be compared with its sources', () => {
  it.each([
    '给予肾上腺素五毫克静脉注射',
    'Введите адреналин внутривенно [1]',
    'Введите десять миллиграммов адреналина [1].',
    'أعط الإبينفرين عشرة ملليغرام وريديا [1]',
    'Δώστε αδρεναλίνη [1].',
    'Give zorvapril 五 mg IM [1].',
    'Give zorvapril Ⅹ mg IM [1].',
    'Give a gram of zorvapril IM [1].',
    'Inject the whole vial [1].',
    'There is no maximum [1].',
    'Repeat it as often as needed [1].',
    'Repeat it every minute [1].',
    '½',
  ])('is struck: %s', (said) => {
    const { text, struck } = checked(`For adults, give zorvapril 0.5 mg IM [1].\n\n${said}`, evidence);
    expect(text).not.toContain(said.replace(' [1]', '').slice(-12));
    expect(struck).toHaveLength(1);
  });

  it('is shown as far as a source contains it literally', () => {
    const russian = numbered({ text: 'Введите адреналин внутримышечно.\nGive α-blockers in μg.' });
    const said = 'Введите адреналин внутримышечно [1].\nGive α-blockers in μg [1].';
    expect(checked(said, russian).text).toBe(said);
  });
});

describe('a sentence with too many numbers', () => {
  it.each(['½', '0.5 mg ', '[1', '1/', '$1'])(
    'is struck without checking each number, like one of %j',
    (again) => {
      const crowd = again.repeat(Math.ceil(1000 / again.length));
      const { text, struck, cited } = checked(`Give zorvapril 0.5 mg IM [1].\n\n${crowd}`, evidence);
      expect(text).not.toContain(again.repeat(2));
      expect(struck.map(({ because }) => because)).toContain('it has more numbers than can be checked');
      expect(cited).toEqual([1]);
    },
  );
});

describe('citations of an answer', () => {
  it('without matching evidence are removed and reported', () => {
    const { text, invented, cited } = checked('For adults, give zorvapril 0.5 mg IM [1][9].', evidence);
    expect(text).toBe('For adults, give zorvapril 0.5 mg IM [1].');
    expect(invented).toEqual([9]);
    expect(cited).toEqual([1]);
  });

  it.each([
    ['[1, 2]', '[1]'],
    ['[1-2]', '[1]'],
    ['［1］', '[1]'],
    ['【1】', '[1]'],
    ['[source 1]', '[1]'],
    ['(1)', '[1]'],
    ['[١]', '[1]'],
    ['[^1]', '[1]'],
  ])('in the form %s are recognized, and kept when their source supports the sentence', (written, shown) => {
    expect(checked(`For adults, give zorvapril 0.5 mg IM ${written}.`, evidence).text).toBe(
      `For adults, give zorvapril 0.5 mg IM ${shown}.`,
    );
  });

  it('are added when missing, to the source that contains the number', () => {
    expect(checked('For adults, give zorvapril 0.5 mg IM.', evidence).text).toBe(
      'For adults, give zorvapril 0.5 mg IM [1].',
    );
  });

  it('that do not support the sentence are corrected and reported', () => {
    const { text, marked } = checked('For adults, give melvexin 2-4 mg IV [1].', evidence);
    expect(text).toBe('For adults, give melvexin 2-4 mg IV [2].');
    expect(marked[0]?.because).toBe('another source states it, not the cited one');
  });
});

describe('a contradiction between sources', () => {
  const differing = numbered(
    { title: 'Seizure, north', text: 'Midazolam 10 mg IM for adults.' },
    { title: 'Seizure, south', text: 'Midazolam 5 mg IM for adults.' },
  );

  it('is shown, not averaged', () => {
    const { text, contradictions } = checked('For adults, midazolam 10 mg IM [1].', differing);
    expect(contradictions).toHaveLength(1);
    expect(text).toContain('The sources differ:\n- midazolam: 10 mg in [1], 5 mg in [2].');
    expect(checked('For adults, midazolam 7.5 mg IM [1][2].', differing).struck).toHaveLength(1);
  });

  it('is not reported when the answer states both sides', () => {
    const both = 'For adults, midazolam 10 mg IM [1]. For adults, midazolam 5 mg IM [2].';
    expect(checked(both, differing).contradictions).toEqual([]);
  });
});

describe('the warnings of an answer', () => {
  it('are prohibitions of its sources that the answer omits', () => {
    const sources = numbered('Midazolam 5 mg IM for adults, maximum 10 mg.\nDo not give midazolam in shock.');
    expect(checked('For adults, midazolam 5 mg IM [1].', sources).warnings).toContain(
      '[1] “Do not give midazolam in shock.”',
    );
  });
});

describe('a list of an answer', () => {
  it('keeps its numbers when an entry is replaced, and loses an introduction that no source has', () => {
    const sources = numbered('For adults:\n1. Zorvapril 5 mg IM.\n2. Melvexin 20 mg IV.');
    expect(
      checked(
        'For adults:\n1. Zorvapril 5 mg IM [1]\n2. Melvexin 200 mg IV [1]\n3. Melvexin 20 mg IV [1]',
        sources,
      ).text,
    ).toBe('For adults:\n1. Zorvapril 5 mg IM [1]\n2. Melvexin 20 mg IV [1].\n3. Melvexin 20 mg IV [1]');
    const { text, struck } = checked('Below 90 kg give:\n- Zorvapril 5 mg IM [1]', sources);
    expect(text).toBe('- For adults: Zorvapril 5 mg IM [1]');
    expect(struck.map(({ because }) => because)).toEqual(['it is not a heading of the sources']);
  });

  it('has numbers only where they tell the order of the source', () => {
    const sources = numbered('1. Zorvapril 5 mg IM.\n2. Melvexin 20 mg IV.');
    expect(checked('1. Melvexin 20 mg IV [1]\n2. Zorvapril 5 mg IM [1]', sources).text).toBe(
      '1. Melvexin 20 mg IV [1]\n- Zorvapril 5 mg IM [1]',
    );
    expect(checked('2. doses of zorvapril 5 mg IM [1]', sources).text).toBe(
      '- doses of zorvapril 5 mg IM [1]',
    );
    expect(checked('IV. Zorvapril 5 mg IM [1]', sources).text).toBe('- Zorvapril 5 mg IM [1]');
  });

  it('is not read as a recommendation below a prohibition', () => {
    const sources = numbered(
      'Do not give to patients with:\n- Zorvapril within 48 hours\n- Glaucoma\nMelvexin 20 mg IV.',
    );
    expect(checked('Do not give to patients with:\n- Zorvapril within 48 hours [1]', sources).struck).toEqual(
      [],
    );
    expect(checked('It is given to patients with:\n- Zorvapril within 48 hours [1]', sources).text).toBe(
      '- Do not give to patients with: Zorvapril within 48 hours [1]',
    );
  });
});

describe('the answer check', () => {
  it('runs in time proportional to the answer', () => {
    const sources = numbered(
      ...Array.from({ length: 8 }, (_, at) => `Zorvapril ${at + 1} mg IM for adults.`),
    );
    const time = (sentences: number): number =>
      cpuTimeOf(() =>
        checked('For adults, give zorvapril 3 mg IM every time [3]. '.repeat(sentences), sources),
      );
    time(200);
    const [once, tenTimes] = [time(100), time(1000)];
    expect(tenTimes).toBeLessThan(Math.max(once, 5) * 30);
  });

  it('reads evidence without a full stop once, however many numbers are compared with it', () => {
    const sources = numbered({ title: 'Zorvapril', text: 'zorvapril 0.5 mg '.repeat(700) });
    // Each of these numbers is compared with sixty others, each of which occurs in the whole text.
    const work = () => checked('For adults, give zorvapril 0.5 mg [1]. '.repeat(40), sources);
    expect(cpuTimeOf(work)).toBeLessThan(8000);
  });

  it('terminates on an answer of nothing but brackets, full stops and asterisks', () => {
    for (const one of ['[', '(', '.', '*', '_', '|', '#', '> ', '1.', '½', '<', '[1', '-- ', 'q'])
      expect(cpuTimeOf(() => checked(one.repeat(5000), evidence))).toBeLessThan(2000);
  });
});

describe('a quoted source table', () => {
  const table = [
    '| Problem | Code | Note |',
    '| --- | --- | --- |',
    '| Burns | B12 | For burns of the skin. Clean with water for 5 min. |',
    '| Stings | S34 | For stings of insects. Remove the sting within 2 min. |',
  ].join('\n');

  it('is shown row by row, even when cells hold several sentences', () => {
    const { text, struck } = checked(table, numbered({ text: table }));
    expect(struck).toEqual([]);
    expect(text.replaceAll(' [1]', '')).toBe(table);
  });
});
