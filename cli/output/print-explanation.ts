import type { Explanation } from '../../client/api.generated.ts';
import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { counted } from '../../domain/kernel/counted.ts';
import { plainLine, plainText } from '../plain-text.ts';
import { describeInstant } from './describe-instant.ts';
import { describeReason } from './describe-reason.ts';
import type { Terminal } from './terminal.ts';

type Round = Explanation['rounds'][number];
type Call = Round['calls'][number];
type By = Explanation['asked']['by'];
type Say = (
  head: string,
  step: { readonly milliseconds: number } | undefined,
  ...details: readonly string[]
) => void;

const MAX_WIDTH = 100;
/** The widths of the columns before the text of a step: its name and its time. */
const NAME = 11;
const WHEN = 11;

const whoOf = ({ id, role, onBehalfOf }: By): string =>
  onBehalfOf === undefined
    ? `${plainLine(id)} (${role})`
    : `${plainLine(onBehalfOf)}, through ${plainLine(id)} (${role})`;

const listOf = (words: readonly string[]): string =>
  words.map((word) => word.replaceAll('_', ' ')).join(', ');

const timeOf = (milliseconds: number): string =>
  milliseconds < 10_000 ? `+${Math.round(milliseconds)} ms` : `+${(milliseconds / 1000).toFixed(1)} s`;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const sayScreened = ({ screened }: Round, say: Say): void => {
  if (!screened) return;
  const { detected, kinds, detector, mode, confidence, failed = [] } = screened;
  const found = detected ? `PHI: ${listOf(kinds)}` : 'no PHI';
  const sure = confidence === undefined ? '' : `, confidence ${percent(confidence)}`;
  say(
    'screened',
    screened,
    `${found}${sure} (${[mode, plainLine(detector)].filter((part) => part !== undefined).join(', ')})`,
    ...(failed.length > 0
      ? [`PHI was assumed because these did not answer: ${failed.map(plainLine).join(', ')}`]
      : []),
  );
};

const reasoned = ({ source, because }: { readonly source: string; readonly because: string }): string =>
  `${source} (${describeReason(because)})`;

const sayRouted = ({ routed }: Round, say: Say): void => {
  if (!routed) return;
  const { intent, confidence, classifiedBy, sources, leftOut, routing, model, because } = routed;
  say(
    'routed',
    routed,
    `${intent.replaceAll('_', ' ')}, confidence ${percent(confidence)} (${describeReason(classifiedBy)})`,
    `model: ${model} (${routing}): ${describeReason(because)}`,
    `sources: ${listOf(sources.map(reasoned)) || 'none'}`,
    ...(leftOut.length > 0 ? [`left out: ${listOf(leftOut.map(reasoned))}`] : []),
  );
};

const saySearched = ({ searched }: Round, say: Say): void => {
  if (!searched) return;
  const { interpretation, sources, stages, found, index, cached } = searched;
  const changes = [...interpretation.corrections, ...interpretation.expansions].map(plainLine);
  say(
    'searched',
    searched,
    `for: ${plainLine(interpretation.readAs ?? interpretation.searchedFor)}`,
    ...(changes.length > 0 ? [`changed: ${changes.join(', ')}`] : []),
    ...sources.map((one) => {
      const notes = [one.cached ? 'cached' : '', one.redacted ? 'redacted' : '', one.reason ?? ''];
      const remarks = notes.filter((note) => note !== '').map(plainLine);
      return `${one.source.replaceAll('_', ' ')}: ${one.outcome.replaceAll('_', ' ')}, ${one.found} found${remarks.length > 0 ? ` (${remarks.join('; ')})` : ''}`;
    }),
    index.generation === 0
      ? 'the loaded documents were not searched'
      : `${counted(found.length, 'passage')} by ${listOf(stages.map((stage) => (stage.outcome === 'ok' ? stage.source : `${stage.source} (${stage.outcome})`)))}, index ${index.generation} at ${index.position}${cached === true ? ', cached' : ''}`,
  );
};

const charactersOf = ({ prompt }: Call): number =>
  prompt.reduce((sum, { content }) => sum + content.length, 0);

const promptOf = (call: Call): string =>
  call.erased
    ? 'prompt erased'
    : `prompt of ${counted(call.prompt.length, 'message')}, ${charactersOf(call).toLocaleString('en-US')} characters`;

const sayCall = (call: Call, say: Say): void => {
  const parameters = Object.entries(call.parameters).map(([name, value]) => `${name} ${value}`);
  say(
    'called',
    call,
    `${plainLine(call.model)} (${call.where}), call ${call.attempt}${parameters.length > 0 ? `: ${plainLine(parameters.join(', '))}` : ''}`,
    `${promptOf(call)}, ${counted(call.evidence.length, 'source')}`,
  );
  const { ended } = call;
  if (!ended) {
    say('', undefined, 'no outcome is recorded: the call is in progress, or its server crashed');
    return;
  }
  const tokens =
    ended.promptTokens === undefined && ended.completionTokens === undefined
      ? ''
      : `, ${ended.promptTokens ?? 0} + ${counted(ended.completionTokens ?? 0, 'token')}`;
  const cost = ended.costUsd === undefined ? '' : `, ${ended.costUsd.toFixed(4)} USD`;
  const reason = ended.reason === undefined ? '' : `: ${plainLine(ended.reason)}`;
  say('ended', ended, `${ended.outcome}${tokens}${cost}${reason}`);
};

const sayWait = (wait: Round['waits'][number], toolCalls: Explanation['toolCalls'], say: Say): void => {
  const by = wait.attempt === undefined ? 'the words of the question' : `call ${wait.attempt}`;
  say('tools', wait, `${counted(wait.toolCallIds.length, 'tool')}, requested by ${by}`);
  for (const { toolCallId, tool, status, result, prompt } of toolCalls) {
    if (!wait.toolCallIds.includes(toolCallId)) continue;
    const asked = prompt === null ? '' : ', with confirmation';
    const error = result?.error ? `: ${plainLine(result.error)}` : '';
    say('', undefined, `${plainLine(tool)}: ${status.replaceAll('_', ' ')}${asked}${error} (${toolCallId})`);
  }
};

const sayRound = (round: Round, toolCalls: Explanation['toolCalls'], say: Say): void => {
  sayScreened(round, say);
  sayRouted(round, say);
  saySearched(round, say);
  const steps = [
    ...round.calls.map((call) => ({ position: call.position, print: () => sayCall(call, say) })),
    ...round.waits.map((wait) => ({ position: wait.position, print: () => sayWait(wait, toolCalls, say) })),
  ];
  for (const { print } of steps.toSorted((one, other) => one.position - other.position)) print();
  if (round.askedBack)
    say(
      'asked back',
      round.askedBack,
      plainLine(round.askedBack.question),
      ...round.askedBack.options.map(({ id, label }) => `${plainLine(id)}: ${plainLine(label)}`),
    );
  if (round.reply) say('reply', round.reply, `meant: ${plainLine(round.reply.readAs)}`);
};

const sayEnding = (ending: NonNullable<Explanation['ending']>, say: Say): void => {
  if (ending.status === 'cancelled') say('cancelled', ending, `by ${plainLine(ending.by.id)}`);
  else if (ending.status === 'failed')
    say('failed', ending, `${plainLine(ending.component)}: ${plainLine(ending.message)}`);
  else
    say(
      'answered',
      ending,
      `${plainLine(ending.model)}${ending.degraded ? ', degraded by failed components' : ''}, ${ending.erased ? 'citations erased' : counted(ending.citations.length, 'citation')}`,
    );
};

/** Stands for what depended on erased content. */
const ERASED = 'erased, cannot be checked';

const sayChecks = ({ ending }: Explanation, { print, style }: Terminal, fit: number): void => {
  if (ending?.status !== 'answered' || !ending.checks) return;
  if (ending.erased) {
    print();
    print(style('bold', 'Checked'));
    print(`  ${ERASED}`);
    return;
  }
  const { struck, marked, invented, contradictions } = ending.checks;
  const lines = [
    ...struck.map(({ sentence, because }) => `struck: ${plainLine(sentence)} (${plainLine(because)})`),
    ...marked.map(({ sentence, because }) => `marked: ${plainLine(sentence)} (${plainLine(because)})`),
    ...(invented.length > 0
      ? [`cited but not among the sources: ${invented.map((n) => `[${n}]`).join(' ')}`]
      : []),
    ...contradictions.map((text) => `contradiction: ${plainLine(text)}`),
  ];
  print();
  print(style('bold', 'Checked'));
  for (const line of lines.length > 0 ? lines : ['every sentence is supported by its citations'])
    print(wrapText(line, fit, '  '));
};

const evidenceWords = {
  same: 'is unchanged',
  changed: 'has changed since',
  gone: 'is no longer in any index',
  outside: 'is from an external source',
} as const;

const sayEvidence = ({ evidence, ending }: Explanation, { print, style }: Terminal, fit: number): void => {
  if (evidence?.length === 0) return;
  print();
  print(style('bold', 'Evidence'));
  if (evidence === null)
    print(ending?.status === 'answered' && ending.erased ? `  ${ERASED}` : '  cannot be looked up right now');
  for (const { n, chunkId, state, live } of evidence ?? [])
    print(
      wrapText(
        `[${n}] ${chunkId} ${evidenceWords[state]}${state === 'same' && !live ? ', in a version that is no longer searched' : ''}`,
        fit,
        '  ',
      ),
    );
};

const sayReadings = (query: Explanation, { print, style }: Terminal, fit: number): void => {
  print();
  print(style('bold', 'Read by'));
  if (query.readings.length === 0) print('  no one');
  for (const { at, by, of, basis, reason } of query.readings) {
    const grounds = [basis ?? undefined, reason === null ? undefined : `"${plainLine(reason)}"`];
    const given = grounds.filter((part) => part !== undefined);
    print(
      wrapText(
        `${describeInstant(at)} ${whoOf(by)}${of === 'conversation' ? ', with its conversation' : ''}${given.length > 0 ? `: ${given.join(', ')}` : ''}`,
        fit,
        '  ',
      ),
    );
  }
  if (query.moreReadings) print('  … and others: npx anamnesis audit list --stream access-query-<id>');
};

const verdicts = {
  kept: { says: 'kept:', colour: 'green' },
  broken: { says: 'BROKEN:', colour: 'red' },
  erased: { says: 'erased, cannot be checked:', colour: 'yellow' },
} as const;

const sayFindings = ({ findings }: Explanation, { print, style }: Terminal, fit: number): void => {
  print();
  print(style('bold', 'Checked against the rules'));
  for (const { rule, holds, positions } of findings) {
    const { says, colour } = verdicts[holds === null ? 'erased' : holds ? 'kept' : 'broken'];
    print(style(colour, wrapText(`${says} ${rule} (position ${positions.join(', ')})`, fit, '  ')));
  }
};

const rerunWords = {
  excerpts: 'The excerpts were composed again from the same passages',
  checks: "The model's output was verified again against the same evidence",
  model: 'The model was called again with the same prompt',
} as const;

const changeMarks = { kept: ' ', gone: '-', new: '+' } as const;
const changeStyles = { kept: 'dim', gone: 'red', new: 'green' } as const;

const sayRerun = ({ rerun }: Explanation, { print, style }: Terminal, fit: number): void => {
  if (rerun === null) return;
  print();
  print(style('bold', 'Rerun'));
  print(
    wrapText(
      `${rerunWords[rerun.by]}: ${rerun.isSame ? 'the same answer' : 'a different answer'}.`,
      fit,
      '  ',
    ),
  );
  if (!rerun.isUnderstoodAlike) print('  The question is now interpreted differently.');
  if (rerun.lacking.length > 0)
    print(wrapText(`Passages that can no longer be read: ${rerun.lacking.join(', ')}`, fit, '  '));
  if (rerun.foundNow.length + rerun.notFoundNow.length > 0)
    print(
      wrapText(
        `The same search now finds ${counted(rerun.foundNow.length, 'other passage')}, and no longer finds ${rerun.notFoundNow.length} of the earlier ones.`,
        fit,
        '  ',
      ),
    );
  if (rerun.isSame) return;
  for (const { change, text } of rerun.difference)
    for (const line of plainText(text).split('\n'))
      print(style(changeStyles[change], wrapText(`${changeMarks[change]} ${line}`, fit, '  ')));
};

/** Prints step by step how an answer came about. Only `--json` has prompts and excerpts. */
export const printExplanation = (query: Explanation, terminal: Terminal): void => {
  const { print, style, width } = terminal;
  const fit = Math.min(width, MAX_WIDTH);
  const indent = ' '.repeat(NAME + WHEN);
  const say: Say = (name, step, ...details) => {
    const when = step === undefined ? '' : timeOf(step.milliseconds);
    const [first = '', ...rest] = details.flatMap((text) => wrapText(text, fit, indent).split('\n'));
    print(
      `${style('bold', name.padEnd(NAME))}${style('dim', when.padEnd(WHEN))}${first.slice(indent.length)}`,
    );
    for (const line of rest) print(line);
  };
  print(`Query ${query.queryId}: ${query.status}`);
  print(style('dim', `asked ${describeInstant(query.asked.at)} by ${whoOf(query.asked.by)}`));
  if (query.erased)
    print(style('yellow', wrapText('Content was erased: "[erased]" and empty lists stand for it.', fit, '')));
  print();
  say('asked', query.asked, plainLine(query.asked.question));
  const { clinicalContext, erased } = query.asked;
  if (clinicalContext)
    say('', undefined, `context: ${erased ? '[erased]' : plainLine(JSON.stringify(clinicalContext))}`);
  for (const round of query.rounds) sayRound(round, query.toolCalls, say);
  if (query.ending) sayEnding(query.ending, say);
  for (const review of query.reviews)
    say(
      review.what,
      review,
      review.what === 'disputed'
        ? `the PHI detection, by ${whoOf(review.by)}`
        : `${review.kind}: ${review.verdict.replaceAll('_', ' ')}, by ${whoOf(review.by)}`,
    );
  for (const judged of query.feedback)
    say('judged', judged, `${judged.kind}, by ${plainLine(judged.givenBy)}`);
  if (query.ending?.status === 'answered') {
    print();
    print(style('bold', 'Answer'));
    print(wrapText(plainText(query.ending.answer), fit, '  '));
    for (const warning of query.ending.warnings) print(wrapText(`! ${plainLine(warning)}`, fit, '  '));
  }
  sayChecks(query, terminal, fit);
  sayEvidence(query, terminal, fit);
  sayReadings(query, terminal, fit);
  sayFindings(query, terminal, fit);
  sayRerun(query, terminal, fit);
  if (query.unreadableEvents > 0) {
    print();
    print(style('red', `This version cannot read ${counted(query.unreadableEvents, 'event')} of the query.`));
  }
};
