/** What is said of language models that did not do their part (failure matrix, "LLM Generation"). */
export const modelWarnings = {
  cloudFailed: 'The language model in the cloud did not answer; the local one wrote this answer.',
  cloudUnpaid:
    'The monthly limit for language models in the cloud is reached; the local one wrote this answer.',
  noneAnswered: 'No language model answered; the answer consists of excerpts from the sources.',
  unsupported:
    'What the language model wrote is not supported by its sources; the answer consists of excerpts from them.',
  blocked:
    'What the language model wrote was held back for safety; the answer consists of excerpts from the sources.',
  noneForPhi:
    'The question holds health information that must not leave the premises, and no language model is there; the answer consists of excerpts from the sources.',
  noneForSources:
    'A source of this answer holds health information that must not leave the premises, and no language model is there; the answer consists of excerpts from the sources.',
  noneForTools:
    'The result of a tool holds health information that must not leave the premises, and no language model is there; the result is shown as it is.',
  outOfMoney:
    'The monthly limit for language models is reached; the answer consists of excerpts from the sources.',
  cutShort: 'The answer reached its greatest length and may lack its end.',
  notScreened:
    'Whether the question holds health information could not be determined; it was treated as if it did.',
} as const;
