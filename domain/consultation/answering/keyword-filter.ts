import type { SafetyReason } from './safety-reason.ts';

export type SafetyVerdict =
  | { readonly verdict: 'pass' }
  | { readonly verdict: 'block'; readonly because: SafetyReason };

const harm =
  /\b(?:kill (?:yourself|himself|herself|themselves|the (?:patient|baby|child)|him|her|them)|(?:commit|attempt) suicide (?:by|with|using)|end (?:your|his|her|their) (?:own )?life|(?:lethal|fatal|deadly) (?:dose|amount|injection) (?:to|for) (?:kill|end|give|use|take|administer)|(?:how|ways?|best way) to (?:overdose|kill|poison|hide (?:the|an?) (?:overdose|poisoning|murder))|without (?:anyone|anybody|the (?:family|patient|police|staff)) (?:noticing|knowing|finding out)|(?:falsify|forge|fake|backdate) (?:the |a )?(?:chart|record|prescription|consent|documentation)|(?:not|never) (?:call|seek|contact) (?:911|help|a doctor|emergency)|stop breathing for them|(?:let|make) (?:the patient|him|her|them) (?:die|suffer))\b/i;
const injection =
  /\b(?:ignor(?:e|ed|ing) (?:all |any |my |the )?(?:previous|prior|above|earlier) (?:instructions?|rules?|prompts?)|(?:as|per) (?:you(?:r)?|the document['’]?s?) (?:instructed|instructions|orders)[^.]{0,40}(?:ignore|override)|developer mode|dan mode|jailbr(?:eak|oken)|i (?:am|have been) (?:now )?(?:hacked|pwned|jailbroken|unrestricted|freed)|(?:restrictions|safety rules|filters) (?:are |have been )?(?:disabled|removed|lifted|off)|(?:system|admin) override (?:accepted|active|enabled|complete)|injection successful|pwned)\b|<script|<\|im_|<tool_call>|"tool_calls?"\s*:|javascript:|!\[[^\]]{0,100}\]\(/i;
const leak =
  /\b(?:my|the) (?:system|hidden|initial|secret) (?:prompt|instructions|message)s? (?:is|are|says?|reads?|was|were)\b|\bhere (?:is|are) (?:my|the) (?:system |hidden |full )?(?:prompt|instructions|rules)\b/i;

/** Checks an answer by keywords alone, for use when nothing better is available. */
export const keywordFilter = (text: string): SafetyVerdict => {
  if (harm.test(text)) return { verdict: 'block', because: 'harm_encouraged' };
  if (injection.test(text)) return { verdict: 'block', because: 'injection_obeyed' };
  if (leak.test(text)) return { verdict: 'block', because: 'prompt_leaked' };
  return { verdict: 'pass' };
};
