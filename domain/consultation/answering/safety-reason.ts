/** Why an answer is not shown, each as it is said to people. */
export const safetyReasons = {
  injection_obeyed: 'it follows orders that are no part of the question',
  nothing_supported: 'nothing of it is supported by its sources',
  harm_encouraged: 'it encourages harm',
  prompt_leaked: 'it repeats the rules of the program',
  check_failed: 'it could not be checked',
} as const;

export type SafetyReason = keyof typeof safetyReasons;
