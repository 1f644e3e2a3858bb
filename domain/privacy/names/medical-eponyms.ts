const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * People's names that medicine uses as words: signs, diseases, scores, procedures and devices, and makers of devices.
 * On its own such a name does not mean a person: "Foley is blocked". A title or a form field still shows a person:
 * "Mr Foley".
 */
export const medicalEponyms: ReadonlySet<string> = words(`
  abbott adams addenbrooke addison adie adson alaris aldrete allen allis alport alvarado alzheimer ambu angelman apert apfel apgar
  argyll arnold arthus asherman asperger austin auer babinski bair baker bakri balint ballard bankart bard barlow barr barre
  barrett bartholin barton bartter basedow battle baxter bazett beau beck becker beckwith behcet bell bence bennett berger bernard
  bernoulli berry betke biot bishop bivona blakemore blalock blatchford blount blumberg bochdalek boerhaave bohr bolin bouchard
  bourneville bowen bowman boyle braden bradford braxton briggs bristow brooke broselow broviac brown brucella brudzinski
  browder brugada buck budd buerger bunsen burkitt burton calot campbell cantor caprini carey castleman celsius centor chadwick chagas
  chance charcot charles cheyne chiari child christmas christian churg clark cobb cockcroft colles conn cook cooley coombs cooper
  cori cormack corrigan costen coude coxsackie creutzfeldt crohn cullen cushing dandy danlos darier dalton dercum descemet dewinter
  dickey dix dobhoff doppler down drager dravet dressler duane dubin duchenne duke dupuytren durkan duroziez eaton ebstein
  edwards ehlers einstein einthoven eisenmenger epley epstein erb erlenmeyer esmarch eustachian ewald ewart ewing fabry
  fahrenheit fallot fanconi fehling felty ferno fick finkelstein fisher fitz fleischner flint flint foley folstein forrester fournier fowler
  framingham frank freeman frei friedreich froment fuchs galant galeazzi gallavardin ganong ganser ganz gardner gasser gastaut
  gaucher gault gehrig geneva ghon giemsa gilbert gilles glasgow gleason golgi goodell goodpasture gordon gower gowers graham gram grave graves grey
  groshong guedel guerin guillain guthrie haldane halstead halsted halo hamilton hamman hampton hansen harbor hare harris hartmann hartnup hashimoto
  hasselbalch hawkins heberden hegar heimlich heister hellp hemovac henderson henle henoch herxheimer hess hickman hicks hill hippocrates hirschsprung
  hodgkin hoffmann holter homan homans hopkins horner howell huber hunt hunter huntington hurler hutchinson impella ivy
  jackson jacksonian jaeger jakob janeway janetta janus jarisch jeghers jendrassik jerome jod johnson jones jude kaiser kanavel kaposi kartagener kasai
  kawasaki kayser kehr keith kelly kelvin kendrick kennedy kerley kernig khorana killip killian king kirby kirschner kleihauer kleinfelter klinefelter
  klippel klumpke kocher koch kohler koplik korotkoff korsakoff krebs kugelberg kussmaul lachman laennec lambert landau langerhans larrey
  laplace lassa lasegue legg leede lehane lemierre lennox leopold leriche lesch levin levine lewy leydig lhermitte liddle light
  lille lisfranc listeria litten looser lou louis lown lucas luer ludwig lugano lund luschka lyme macburney macintosh maddrey maddox magill mahurkar maisonneuve
  malecot mallampati mallory malgaigne mantoux marburg marcus marfan marjolin marshall martin mauriceau may mayo mcburney mcgrath mcmurray mcroberts meckel
  medtronic meigs meissner meleney melker mendel mendelson meniere mifflin mikulicz miller mobitz mohs moll monro monteggia montgomery moro
  morgagni morison morrison morse morton muller munchausen murphy myerson nabothian nägele nassau neer negri nelson newton nile nissen norton
  norwalk oddi ogilvie ohm ollier olympus oppenheim orsi ortolani osborn osgood osler ottawa otis padua paget pancoast panner papanicolaou
  parkes parkinson parkland parks pasteurella passy patau patil patrick pel penrose perthes petri peutz peyer peyronie phalen philips phoenix pick
  pickwick pierre pierce plummer poiseuille pompe portex pott potter potts prader pratt prehn prinzmetal pringle pugh purkinje queckenstedt quincke quinton
  ramsay ramsey ranson rapoport rathke raynaud recklinghausen reed reeves reiter rankin rett reye reynolds richmond richter riedel ringer rinne
  robert robertson robin robinson robson rockall rolando romberg rorschach ross roth rotor rouleaux roux rovsing rubin rubinstein ruffini russell sachs sager
  salem salter sanger scarpa schamroth schatzki scheuermann schiller schilling schirmer schlatter schlemm schmorl schober schonlein schwann
  schwartz scribner seldinger semmelweis sengstaken sertoli sgarbossa sheehan shiley shy silver silvester simmonds sims sinai sjogren skene smith snellen sonnet
  spalding spigelian spitz sprengel spurling starling starr steell stein steinert stensen stevens stewart stickler still stokes strauss strumpell stryker sturge swan sweet sydenham syme
  tachdjian takayasu takotsubo tanner tay tenckhoff terry thoma thomas thompson thomsen tinel todd torricelli tourette trendelenburg trousseau turcot turner
  uhthoff valsalva valentine vater venturi verneuil vincent virchow volkmann vonwillebrand wada waldenstrom wallace wallenberg waller waterhouse waterlow watson weber
  wechsler wegener weil welch wellens wells wenckebach werner wernicke wertheim westermark wharton whipple wickham willebrand willi
  willis wilms wilson winter winters wiskott wolff wong wood wright yankauer yersinia yuzpe zavanelli zeis zellweger zenker ziehl zoll zollinger
  allegra ativan christus cincinnati cleveland columbia edinburgh henry ford kaiser loma medic miami vienna sam
  baird bolt carter cedars hilton hyatt marriott rotary sonosite welch allyn hillrom steris smiths mindray dräger siemens bosch pfizer moderna merck bayer lilly
  adam eve
  ketalar narcan evzio kloxxado precedex omnicell pyxis epic cerner meditech
`);

/** Names that are medical phrases, or that mean no person or an unknown one. */
export const eponymPhrases: readonly string[] = [
  'argyll robertson',
  'arnold chiari',
  'austin flint',
  'bair hugger',
  'blue cross',
  'blue shield',
  'carey coombs',
  'charles bonnet',
  'child pugh',
  'de winter',
  'dix hallpike',
  'frank starling',
  'graham steell',
  'guillain barre',
  'harris benedict',
  'hawkins kennedy',
  'henry ford',
  'hill rom',
  'john cunningham',
  'johns hopkins',
  'king lt',
  'le fort',
  'lou gehrig',
  'loma linda',
  'marcus gunn',
  'martin luther',
  'martin luther king',
  'mary jane',
  'mary joseph',
  'mifflin st jeor',
  'miller fisher',
  'prader willi',
  'ramsay hunt',
  'red cross',
  'robert jones',
  'russell silver',
  'sister mary joseph',
  'st jude',
  'stevens johnson',
  'swan ganz',
  'tay sachs',
  'wong baker',
  'wolff parkinson white',
];
