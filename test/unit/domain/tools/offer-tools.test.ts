import { describe, expect, it } from 'vitest';
import type { Role } from '../../../../domain/kernel/actor.ts';
import { offerTools } from '../../../../domain/tools/offer-tools.ts';
import { mayCallTool } from '../../../../domain/tools/tool-access.ts';
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
const as =
  (role: Role) =>
  ({ facts }: { readonly facts: ToolFacts }): boolean =>
    mayCallTool(facts, { person: 'ada', roles: [role] }, []);
const asked = {
  question: 'calculate a score, see PubMed, my agenda, e-mails, files and the chart',
  phi: false,
  isPermitted: as('clinician'),
  place: 'local',
  hasLocal: true,
  allowed: 'all',
  includesOthersWords: false,
} as const;
const namesFor = (more: Partial<Parameters<typeof offerTools>[1]>): readonly string[] =>
  offerTools(tools, { ...asked, ...more }).map(({ facts }) => facts.name);

describe('the tools offered to a model', () => {
  it.each<[string, Partial<Parameters<typeof offerTools>[1]>, readonly string[]]>([
    [
      'are locally all configured ones that the caller may use',
      {},
      ['agenda', 'appointment', 'chart', 'score', 'literature', 'evidence'],
    ],
    [
      "are none with access to the caller's own data when others contributed text",
      { includesOthersWords: true },
      ['score', 'literature', 'evidence'],
    ],
    [
      'are the same in the cloud while a local model could take over',
      { place: 'cloud' },
      ['agenda', 'appointment', 'chart', 'score', 'literature', 'evidence'],
    ],
    [
      'exclude in the cloud those about patients when no local model could take over',
      { place: 'cloud', hasLocal: false },
      ['score', 'literature', 'evidence'],
    ],
    [
      'exclude those that refuse PHI when there is some',
      { phi: true },
      ['agenda', 'appointment', 'chart', 'score', 'literature'],
    ],
    ['are none for callers without permission', { isPermitted: as('compliance') }, []],
    [
      'include, for an admin, those that need further permissions',
      { isPermitted: as('admin') },
      ['agenda', 'appointment', 'rebuild', 'chart', 'score', 'literature', 'evidence'],
    ],
    [
      'need no confirmation when questions may only read',
      { allowed: 'read_only' },
      ['agenda', 'score', 'literature', 'evidence'],
    ],
    ['are none when tools are disabled', { allowed: 'off' }, []],
    ['are none when the question asks for nothing that they do', { question: 'dose of epinephrine' }, []],
    [
      'are only those that do what the question asks for',
      { question: 'put the next dose into my calendar' },
      ['agenda', 'appointment'],
    ],
  ])('%s', (_, more, names) => {
    expect(namesFor(more)).toEqual(names);
  });

  it('appear once each, however many words match them', () => {
    const names = namesFor({ question: 'calculate the risk score in my calendar for the meeting' });
    expect(new Set(names).size).toBe(names.length);
  });
});

it.each([
  ['When is my next appointment?', 'agenda'],
  ['What is her GCS?', 'score'],
  ['Are there studies on it?', 'literature'],
  ['What else could it be?', 'literature'],
])('"%s" asks for a tool', (question, name) => {
  expect(namesFor({ question })).toContain(name);
});

it.each(['dose of epinephrine in anaphylaxis', 'What does the guideline say?', 'Who activates code blue?'])(
  '"%s" asks for none',
  (question) => {
    expect(namesFor({ question })).toEqual([]);
  },
);
