/** The warnings about language models that failed (failure matrix, "LLM Generation"). */
export const modelWarnings = {
  cloudFailed: 'The language model in the cloud did not answer; the local one wrote this answer.',
  cloudUnpaid:
    'The monthly limit for language models in the cloud is reached; the local one wrote this answer.',
  noneAnswered: 'No language model answered; the answer consists of excerpts from the sources.',
  unsupported:
    'What the language model wrote is not supported by its sources; the answer consists of excerpts from them.',
  // Reviews find past answers by this text, which is in their events: it must not change.
  blocked:
    'What the language model wrote was held back for safety; the answer consists of excerpts from the sources.',
  noneForPhi:
    'The question contains health information that must not leave the premises, and no local language model is available; the answer consists of excerpts from the sources.',
  noneForSources:
    'A source of this answer contains health information that must not leave the premises, and no local language model is available; the answer consists of excerpts from the sources.',
  noneForTools:
    'A tool result contains health information that must not leave the premises, and no local language model is available; the result is shown as it is.',
  noRoom:
    'The question leaves a language model no room for the sources; the answer consists of excerpts from them.',
  outOfMoney:
    'The monthly limit for language models is reached; the answer consists of excerpts from the sources.',
  cutShort: 'The answer reached its maximum length and may be incomplete.',
  notScreened: 'The check for health information failed; the question was treated as if it contained some.',
} as const;
