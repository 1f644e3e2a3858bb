import { UNREADABLE } from './finding-confidence.ts';
import { identifierOf, type PhiRule } from './phi-rule.ts';

/** A Greek letter is a symbol in clinical texts, and a single letter of another alphabet is a mark. */
const isForeignWord = (word: string): boolean =>
  /\p{Script=Han}/u.test(word) || word.length >= (/^\p{Script=Greek}+$/u.test(word) ? 4 : 2);

/** Names in alphabets that no list covers; `findNames` finds those in Latin letters. */
export const phiNameRules: readonly PhiRule[] = [
  {
    // Words in scripts that neither lists nor rules cover are taken for names.
    kind: 'name',
    pattern: /[^\P{L}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]{1,60}/dgu,
    confidence: UNREADABLE,
    accepts: (hit) => isForeignWord(identifierOf(hit)),
  },
  {
    // A person in an HL7 message (v2, data type XPN): SMITH^JOHN^A
    kind: 'name',
    confidence: 0.95,
    pattern:
      /(?<![\p{L}\d])\p{L}[\p{L}'’-]{1,30}\^\p{L}[\p{L}'’-]{0,30}(?:\^[\p{L}'’.-]{0,30}){0,4}(?![\p{L}\d])/dgu,
  },
];
