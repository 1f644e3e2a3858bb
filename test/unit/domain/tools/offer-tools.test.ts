import { describe, expect, it } from 'vitest';
import { asksForTool, offerTools } from '../../../../domain/tools/offer-tools.ts';
import type { ToolFacts } from '../../../../domain/tools/tool-definition.ts';

const tool = (name: string, category: ToolFacts['category'], more: Partial<ToolFacts> = {}) => ({
  facts: {
    name,
    category,
    description: '',
    requiresPhi: false,
    requiresConfirmation: false,
    riskLevel: 'low',
    rateLimit: 30,
    timeoutSeconds: 30,
    permission: 'tools:call',
    sends: 'nothing',
    afterCrash: 'repeat',
    ...more,
  } satisfies ToolFacts,
});
const tools = [
  tool('score', 'calculation'),
  tool('literature', 'medical', { sends: 'outside', phiOutside: 'redact' }),
  tool('evidence', 'medical', { sends: 'outside', phiOutside: 'refuse' }),
  tool('agenda', 'calendar', { requiresPhi: true }),
  tool('appointment', 'calendar', { requiresPhi: true, requiresConfirmation: true }),
  tool('chart', 'record', { requiresPhi: true, requiresConfirmation: true }),
  tool('rebuild', 'file', { permission: 'settings:change' }),
  { ...tool('mailbox', 'email'), unavailable: 'Set IMAP_URL to search e-mails.' },
];
const asked = {
  question: 'what else could it be',
  intent: 'general',
  phi: false,
  role: 'clinician',
  place: 'local',
  hasLocal: true,
  allowed: 'all',
  includesOthersWords: false,
} as const;
const namesFor = (more: Partial<Parameters<typeof offerTools>[1]>): readonly string[] =>
  offerTools(tools, { ...asked, ...more }).map(({ facts }) => facts.name);

describe('the tools that a model is offered', () => {
  it.each<[string, Partial<Parameters<typeof offerTools>[1]>, readonly string[]]>([
    [
      'on the premises are all that the asker may call and that are configured',
      {},
      ['score', 'literature', 'evidence', 'agenda', 'appointment', 'chart'],
    ],
    [
      'are none that reach what is their own where others have put words in as well',
      { includesOthersWords: true },
      ['score', 'literature', 'evidence'],
    ],
    [
      'in the cloud are the same while a local model could take over',
      { place: 'cloud' },
      ['score', 'literature', 'evidence', 'agenda', 'appointment', 'chart'],
    ],
    [
      'in the cloud are without those about patients where none could',
      { place: 'cloud', hasLocal: false },
      ['score', 'literature', 'evidence'],
    ],
    [
      'are without what refuses PHI where there is some',
      { phi: true },
      ['score', 'literature', 'agenda', 'appointment', 'chart'],
    ],
    ['are none for those who may not call any', { role: 'compliance' }, []],
    [
      'are, for an admin, also those that need more than calling tools',
      { role: 'admin' },
      ['score', 'literature', 'evidence', 'agenda', 'appointment', 'rebuild', 'chart'],
    ],
    [
      'need no confirmation where questions may only read',
      { allowed: 'read_only' },
      ['score', 'literature', 'evidence', 'agenda'],
    ],
    ['are none where that is switched off', { allowed: 'off' }, []],
    ['suit what the question is after', { intent: 'drug_info' }, ['literature', 'evidence', 'score']],
    [
      'come in the order of its words first',
      { intent: 'drug_info', question: 'put the next dose into my calendar' },
      ['agenda', 'appointment', 'literature', 'evidence', 'score'],
    ],
  ])('%s', (_, more, names) => {
    expect(namesFor(more)).toEqual(names);
  });

  it('are each offered once, however many words ask for it', () => {
    const names = namesFor({ question: 'calculate the risk score in my calendar for the meeting' });
    expect(new Set(names).size).toBe(names.length);
  });
});

it('the words of a question ask for a tool, or not', () => {
  expect(asksForTool('When is my next appointment?')).toBe(true);
  expect(asksForTool('dose of epinephrine in anaphylaxis')).toBe(false);
});
