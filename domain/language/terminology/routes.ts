import { type Concept, conceptsOf } from './concept.ts';

/** Routes of administration, after the FDA's list of routes, with how they are written in notes. */
export const routes: readonly Concept[] = conceptsOf('route', [
  ['intravenous', 'iv, i.v., ivp, iv push, ivpb, ivi, intravenously, intravenous infusion'],
  ['intraosseous', 'io, i.o., intra-osseous, intraosseously'],
  ['intramuscular', 'im, i.m., ?imi, intra-muscular, intramuscularly, into the muscle'],
  [
    'intranasal',
    '^IN, intra-nasal, intranasally, =nares, nasal spray, nasally, up the nose, mad device, mucosal atomization device',
  ],
  [
    'subcutaneous',
    'sq, subq, sub q, subcut, sub cut, s/c, sc injection, sub-cutaneous, subcutaneously, under the skin',
  ],
  ['sublingual', 'sl, s.l., s/l, sub-lingual, sublingually, under the tongue'],
  ['by mouth', 'po, p.o., per os, orally, oral'],
  ['orally disintegrating', 'odt'],
  ['per rectum', '^PR, ?=pr, rectal, rectally, suppository'],
  [
    'endotracheal',
    'ett, endotracheal tube, endotracheally, via ett, down the ett, via endotracheal tube, down the tube',
  ],
  ['nebulized', 'neb, nebs, nebulizer, nebulize, nebulization, svn, hand held nebulizer, hhn'],
  ['metered dose inhaler', 'mdi, inhaler, puffer'],
  ['transdermal', 'td patch, patch'],
  ['topical', 'topically, to the skin'],
  ['intradermal', ''],
  ['buccal', 'buccally, buccal mucosa, inside the cheek, cheek and gum'],
]);
