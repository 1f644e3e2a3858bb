import { type Concept, conceptsOf } from './concept.ts';

/** Routes of administration, after the FDA's list of routes. */
export const routes: readonly Concept[] = conceptsOf('route', [
  ['intravenous', 'iv, i.v., ivp, iv push, ivpb'],
  ['intraosseous', 'io, i.o.'],
  ['intramuscular', 'im, i.m., into the muscle'],
  ['intranasal', '^IN, nasal spray, nasally, up the nose, mad device, mucosal atomization device'],
  ['subcutaneous', 'sq, subq, sub q, sc injection'],
  ['sublingual', 'sl, s.l., under the tongue'],
  ['by mouth', 'po, p.o., orally, oral'],
  ['orally disintegrating', 'odt'],
  ['per rectum', 'rectal, rectally'],
  ['endotracheal', 'via ett, down the tube'],
  ['nebulized', 'neb, nebs, nebulizer, svn, hand held nebulizer, hhn, nebulised'],
  ['metered dose inhaler', 'mdi, inhaler, puffer'],
  ['transdermal', 'topical, td patch, patch'],
  ['intradermal', ''],
  ['buccal', ''],
]);
