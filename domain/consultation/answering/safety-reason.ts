/** The reasons for not showing an answer, in the words shown to people. */
export const safetyReasons = {
  injection_obeyed: 'it follows instructions that are not part of the question',
  nothing_supported: 'no source supports any of it',
  harm_encouraged: 'it encourages harm',
  prompt_leaked: 'it reveals the instructions of the model',
  check_failed: 'it could not be checked',
} as const;

export type SafetyReason = keyof typeof safetyReasons;
