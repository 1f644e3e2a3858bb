/**
 * Names of drugs beyond those in `drugs.ts`: mainly both sides of the pairs on the ISMP List of Confused Drug Names
 * and the FDA and ISMP lists of look-alike names with tall-man letters. A word on this list is a drug, so it is never
 * "corrected" into another.
 */
export const drugNames: ReadonlySet<string> = new Set(
  `acetazolamide acetohexamide acyclovir adderall advair aldactone allegra allopurinol alprostadil amantadine
  aminophylline amitriptyline amlodipine amoxapine amphotericin ampicillin anakinra anastrozole apresoline aranesp
  aricept aripiprazole armodafinil asacol atazanavir atomoxetine avandia avastin avinza azacitidine azathioprine
  azactam baclofen benazepril benicar bisacodyl bisoprolol bivalirudin bumetanide bupivacaine buprenorphine bupropion
  buspirone busulfan butalbital cabergoline calcitonin calcitriol capecitabine captopril carbamazepine carboplatin
  cardura carisoprodol cefaclor cefdinir cefepime cefotaxime cefotetan cefoxitin cefprozil ceftazidime ceftin
  cefuroxime celebrex celecoxib celexa cephalexin cephradine cerebyx cetuximab chlorambucil chlordiazepoxide
  chlorhexidine chloroprocaine chlorothiazide chlorpheniramine chlorpromazine chlorpropamide chlorthalidone
  cidofovir cilostazol cimetidine ciprofloxacin cisatracurium cisplatin citalopram clarithromycin clindamycin
  clobazam clofazimine clomiphene clomipramine clonidine clorazepate clotrimazole clozapine clozaril codeine
  colchicine colestipol cyclobenzaprine cyclophosphamide cycloserine cyclosporine cymbalta cytarabine dacarbazine
  dactinomycin dalteparin danazol dantrolene dapsone daptomycin daunorubicin deferoxamine desipramine desmopressin
  desvenlafaxine detemir dexmedetomidine dexmethylphenidate dextroamphetamine diamox diclofenac dicyclomine
  dimenhydrinate dipyridamole disopyramide docetaxel dolasetron donepezil doxazosin doxepin doxorubicin doxycycline
  dronabinol dronedarone dulcolax duloxetine effexor efavirenz eletriptan ephedrine epirubicin epoetin eplerenone
  epoprostenol eribulin ertapenem erythromycin escitalopram esomeprazole estradiol eszopiclone ethambutol
  ethionamide etidronate etodolac etoposide exenatide ezetimibe felodipine fenofibrate finasteride flecainide
  fluconazole fludarabine flumazenil flunisolide fluorouracil fluphenazine flutamide fluticasone fluvastatin
  fluvoxamine folic fosinopril gabapentin galantamine ganciclovir gemcitabine gemfibrozil gentamicin glimepiride
  glatiramer guaifenesin guanfacine haloperidol humalog humulin hydrochlorothiazide hydroxychloroquine
  hydroxyurea hydroxyprogesterone ibutilide idarubicin ifosfamide imatinib imipenem imipramine indapamide
  indomethacin infliximab irbesartan irinotecan isavuconazonium isoniazid isoproterenol isosorbide isotretinoin
  isradipine itraconazole ivermectin ketoconazole ketotifen lamictal lamisil lamivudine lamotrigine lansoprazole
  latanoprost leflunomide letrozole leucovorin leuprolide levocetirizine levofloxacin levoleucovorin levomilnacipran
  linagliptin linezolid liraglutide lovastatin loxapine lubiprostone lurasidone mannitol medroxyprogesterone mefloquine
  meloxicam melphalan memantine mepivacaine mercaptopurine meropenem mesalamine metaproterenol metaxalone methazolamide
  methimazole methocarbamol methotrexate methyldopa methylergonovine methylphenidate methyltestosterone metolazone
  metronidazole mexiletine micafungin miconazole midodrine mifepristone mirabegron mirtazapine mitomycin mitoxantrone
  modafinil moexipril montelukast moxifloxacin mycophenolate nabumetone nadolol nafcillin nalbuphine naltrexone
  naratriptan nebivolol nefazodone neomycin nesiritide nevirapine niacin nicotine nilotinib nimodipine nisoldipine
  nitrofurantoin nitroprusside nizatidine norfloxacin novolin novolog nystatin octreotide ofloxacin olmesartan
  omeprazole oxaliplatin oxaprozin oxazepam oxcarbazepine oxybutynin oxymorphone paclitaxel paliperidone pancuronium
  pantoprazole paroxetine pegfilgrastim penicillamine penicillin pentamidine pentazocine pentobarbital pentostatin
  pentoxifylline perphenazine phenelzine phenoxybenzamine phentermine phentolamine phenylbutazone pilocarpine pimozide
  pindolol pioglitazone piroxicam pramipexole pravastatin praziquantel prazosin prednisolone pregabalin primidone
  probenecid procarbazine progesterone propafenone propylthiouracil protamine pseudoephedrine pyrazinamide
  pyridostigmine pyrimethamine quinapril quinidine quinine rabeprazole raloxifene raltegravir ramipril ranitidine
  ranolazine rasburicase regadenoson remifentanil repaglinide reteplase ribavirin rifabutin rifampin rifapentine
  rifaximin risedronate ritonavir rituximab rivastigmine rizatriptan ropinirole ropivacaine rosiglitazone rosuvastatin
  salmeterol saxagliptin scopolamine selegiline sevelamer simvastatin sirolimus sitagliptin solifenacin sorafenib
  sotalol spironolactone streptokinase streptomycin sucralfate sufentanil sulfadiazine sulfamethoxazole sulfasalazine
  sulfisoxazole sulindac sumatriptan sunitinib tacrolimus tamoxifen tamsulosin telmisartan temazepam temozolomide
  tenofovir terazosin terbinafine teriflunomide testosterone tetracycline thalidomide theophylline thioguanine
  thioridazine thiotepa thiothixene tiagabine ticlopidine tigecycline timolol tinidazole tiotropium tirofiban tizanidine
  tobramycin tolazamide tolbutamide tolcapone tolterodine tolvaptan topiramate topotecan torsemide trabectedin
  tramazoline trandolapril trazodone tretinoin triamcinolone triamterene triazolam trifluoperazine trihexyphenidyl
  trimethoprim trospium valacyclovir valganciclovir valsartan varenicline vedolizumab venlafaxine vilazodone vinblastine
  vincristine vinorelbine voriconazole vortioxetine warfarin zafirlukast zaleplon zidovudine zileuton zolmitriptan
  zolpidem zonisamide zantac zebeta zetia zyrtec zyprexa zestril zocor zofran zosyn xeloda xarelto wellbutrin
  tobrex tegretol toradol trexall tequin serzone sinequan singulair sarafem salagen rozerem rapamune
  quinine prozac prilosec plavix plendil pitocin pitressin pepcid paxil pamelor oxycontin omacor novolog norflex neumega
  neulasta neupogen naprelan murine mucomyst mucinex micronase mirapex miralax metadate lunesta lovenox lotronex
  lodine lexapro leukeran lanoxin keppra kapidex januvia jantoven isordil inderal hespan glucotrol flomax floxin fioricet
  femara evista durasal diovan diprivan diflucan desyrel depakote denavir cozaar coumadin comvax clinoril claritin
  cipro cialis cefzil cedax catapres cardene cardizem carafate brintellix brilinta brevibloc betaseron benadryl
  avandamet atrovent ativan aldara alkeran actonel actos accupril accutane abelcet`
    .split(/\s+/)
    .filter((name) => name !== ''),
);
