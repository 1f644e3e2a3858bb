import { UNREADABLE } from './finding-confidence.ts';
import { identifierOf, type PhiRule } from './phi-rule.ts';

/** Letters of Greek stand for themselves in clinical texts, and one letter of another alphabet is a mark. */
const isForeignWord = (word: string): boolean =>
  /\p{Script=Han}/u.test(word) || word.length >= (/^\p{Script=Greek}+$/u.test(word) ? 4 : 2);

/** Names in alphabets that are in no list; those in Latin letters are found by `findNames`. */
export const phiNameRules: readonly PhiRule[] = [
  {
    // Words in letters that neither the lists nor the rules know: what may be either is taken for a name.
    kind: 'name',
    pattern: /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]{1,60}/dgu,
    confidence: UNREADABLE,
    accepts: (hit) => isForeignWord(identifierOf(hit)),
  },
  {
    // As HL7 messages write a person (v2, data type XPN): SMITH^JOHN^A
    kind: 'name',
    confidence: 0.95,
    pattern:
      /(?<![\p{L}\d])\p{L}[\p{L}'’-]{1,30}\^\p{L}[\p{L}'’-]{0,30}(?:\^[\p{L}'’.-]{0,30}){0,4}(?![\p{L}\d])/dgu,
  },
];
