/**
 * Words of clinical prose that are not on the list of general English: anatomy, findings, tests, care and its slang, in
 * US and UK spelling, forms ("MOLST"), and drugs and brands beside those of `drugs.ts` and `drug-names.ts` (after the
 * FDA's Orange Book and the British National Formulary). A word on this list is left as it was typed; it need not be a
 * concept of the terminology. Regular inflections are left out.
 */
export const clinicalWords = `abducens abruptio acephen acetabular acetabulum achalasia achilles acidemia acidotic acrocyanosis acromial
  acromioclavicular acromion actigraphy adductor adenoma adenopathy adipex adnexa adnexal aerosolised aerosolized
  afebrile afrezza agonal akathisia akinetic albuminuria alfentanil alkalosis alkalotic alopecia alveoli ambien ambu
  ampoule amrix anaphylactoid anasarca aneurysmal anginal angioedema angiogram angiography anhidrosis anisocoria
  ankylosing anosmia anoxia anoxic antecubital antepartum anterolateral anteroposterior antipyretic antral anuria
  anuric anzemet apgar apnea apneic apneustic apnoea apnoeic apraxia arachnoid areflexia arixtra arteritis arthralgia
  arthroplasty articaine asterixis asthenia asystolic atelectasis atheroma atonic atopic atraumatic atresia atripla
  avascular avulsed avulsion axilla axillae axillary azilect azotemia babinski bacteraemia bacteremia bactrim
  barotrauma basilar bathsalts beclomethasone bedbound belsomra benicar bentyl betamethasone betaxolol bezoar
  bifascicular bigeminal bigeminy biliary biot biphasic blepharitis bloodwork borborygmi botox bougie brachial
  bradyarrhythmia bradycardic bradykinesia bradypnea bradypneic brainstem bromazepam bronchiectasis bronchiolitis
  bronchoconstriction bronchoscopy brotizolam bulbar bulla bullae bullous bystolic cachectic cachexia caduet caecum
  caesarean calcaneal calcaneus cannula cannulae cannulate cannulation capnogram capnograph capnography capnometer
  capnometry carboxyhemoglobin cardiogenic cardiomegaly cardiothoracic cardiovert carditis carfentanil carina carinal
  catecholamine catheterisation catheterization cauda caverject cefalexin cefixime cefradine celiac cephalad chantix
  chemosis cheyne chiari cholangitis cholestasis cholinergic chorioamnionitis claudication clavicular clenbuterol
  cleviprex clobetasol clomethiazole clonazolam clonic clonus clorazolam coagulopathic coagulopathy coarctation
  coeliac comminuted comorbid comorbidity concerta condyle conjunctival consolability contracture contrave contrecoup
  corlanor corticospinal coryza costal costochondral costochondritis costovertebral counterpulsation countershock
  covera craniectomy craniotomy creatinine crepitant crepitus cribriform cricoid cricothyroid cruciate cryoprecipitate
  cubicin cubital cyanosed cyanosis cyanotic cyclizine cytokine dalvance daypro debride debridement decannulate
  decannulation decerebrate decompensate decompensation decorticate decubitus defib deglove dehisced dehiscence
  deltoid demadex demyelinating depacon dermatome desat desaturate desaturation desflurane dialysate dialysed dialyze
  diaphoresis diaphoretic diclazepam dicrotic diencephalon diflunisal dihydrocodeine dilantin diplegia ditropan
  diuresed diuresis diverticulum doppler dorsalis dorsiflexion dorsogluteal dostinex dramamine ductal ductus dura
  dural dysarthria dysarthric dyscrasia dysesthesia dyskinesia dysmenorrhea dysphasia dysphonia dysplasia dyspnea
  dyspneic dyspnoea dyspnoeic dysrhythmia dysrhythmic dystocia dystonic dystrophy dysuria ecchymoses ecchymosis
  ecchymotic echocardiogram echocardiography eclamptic ectopic ectopy edarbi edematous edluar eliquis embolectomy
  emboli embolic embolus emesis emphysematous empyema enbrel encephalopathic encephalopathy endotracheal enterocolitis
  entresto enucleation envenomate envenomation ependymal epicardial epicondyle epigastric epigastrium epiglottitis
  epileptiform episiotomy epistaxis epogen ergotamine erythema erythematous eschar escharotomy esophagitis estazolam
  estrace etizolam etomoxir euglycemic euthermic euvolemic evekeo exanthem exforge exophthalmos expiratory
  exsanguinate exsanguination extensor extravasate extravasation extubate extubation exudate exudative fanapt farxiga
  fascial fascicular fasciculation fasciitis fasciotomy fenoterol fetzima fibrinogen fibromyalgia fibrotic flexor
  flualprazolam flubromazolam fluctuance fluctuant fludrocortisone flunitrazepam fluoroscopy flurazepam foley foramen
  formoterol formulary fosamax frostnip frova fulminant fundal fundus gammagard gastroparesis gastroschisis
  gastrostomy geodon gilenya gingival glasgow gleevec glibenclamide glioma globus glomerular glossitis glottic
  glumetza gluteal gluteus glycaemic glycemic gravida guaiac guillain haematemesis haematoma haematuria haemodialysis
  haemodynamic haemolysis haemoptysis haemorrhagic haemostasis haemostatic haemothorax halazepam handoff harvoni
  heimlich hemangioma hematemesis hematochezia hematocrit hematoma hematuria hemianopia hemiparesis hemiparetic
  hemiplegia hemiplegic hemodialysis hemodynamic hemodynamically hemolysis hemolytic hemopericardium hemoptysis
  hemostasis hemostatic hemothorax hepatomegaly hepatorenal herceptin hiatal hilar hirsutism hospitalist humira
  hyaline hydrocele hydronephrosis hygroma hymenoptera hyoid hyoscine hyperbaric hyperbilirubinemia hypercalcemia
  hypercapnia hypercapnic hypercarbia hypercarbic hyperdynamic hyperemesis hyperextension hyperflexion hyperglycaemia
  hyperkalaemia hypermagnesemia hypernatremia hyperoxia hyperpnea hyperpyrexia hyperreflexia hyperresonance
  hyperresonant hyperthermic hypertonic hypertrophic hyphema hypocalcemia hypocapnia hypocarbia hypoglossal
  hypoglycaemia hypoglycaemic hypokalaemia hypokalemia hypomagnesemia hyponatraemia hyponatremia hypoperfused
  hypoperfusion hypopharynx hypoplastic hypopnea hypotensive hypothermic hypotonia hypotonic hypoventilate
  hypoventilation hypovolaemia hypovolaemic hypovolemia hypovolemic hypoxaemia hypoxemia hypoxemic hypoxia hypoxic
  hysterotomy hyzaar iatrogenic icteric icterus idioventricular ileostomy ileus iliac imdur imitrex immunocompetent
  immunocompromised immunosuppressed imodium impaction imperforate incisional indacaterol infraclavicular infraorbital
  infrarenal inhalational innominate inotropic inspiratory insulinoma intercostal interhospital interosseous
  intertrochanteric intraabdominal intraarticular intracerebral intranasally intraocular intraosseously intrapartum
  intrathecal intrathoracic introitus intubate intuniv intussusception invega invokana ipsilateral ischium isentress
  isoelectric isoetharine isoflurane isolette isoprenaline isotonic jardiance jejunostomy kawasaki kayexalate kcentra
  kenalog ketoacidosis ketonuria ketosis ketotic klonopin kratom krokodil kussmaul kyphosis kyphotic labyrinthitis
  lacosamide lacrimal lacrimation laryngectomy laryngoscope laryngoscopy laryngospasm laryngotracheitis latuda
  lercanidipine lescol letairis leukocytosis levaquin levemir levitra levobupivacaine librium lifepak livalo livedo
  lividity livor lobectomy loculated lodine lofexidine lopid loprazolam lopressor lordosis lormetazepam lotensin
  lotrel lucentis lumbosacral lymphadenopathy lymphedema lyrica macrobid macula macular maculopapular malar malleolar
  malleolus mallory malposition malrotation manubrium marfan mastoiditis maxalt maxillofacial maxzide mcburney meatus
  meconium medazepam medevac mediastinal mediastinitis mediastinum megacolon melaena melena menarche meningismus
  meningococcal mephenytoin mesenteric mesentery mestinon metamizole methaemoglobinaemia methemoglobin
  methemoglobinemia methohexital methoxyflurane methylene mevacor micardis microvascular micturition midaxillary
  midclavicular midface midline midshaft midsternal miosis miotic mobic molluscum molst monoamine monomorphic
  monophasic mucosa mucosal multifocal multigravida multiorgan multipara multiparous multisystem myalgia myasthenia
  myasthenic mycotic mydriasis mydriatic myelin myeloma myocarditis myoclonic myoclonus myoglobin myoglobinuria
  myopathy myositis myotonic myxedema myxoedema nalorphine naloxegol namenda nardil nares nasogastric nasonex
  nasopharyngeal nasopharynx nasotracheal nebulised nebuliser nebulize necrotizing nefopam neonatology nephrologist
  nephrotic neurogenic neurologic neuromuscular neurontin neuropathic neuropathy neurovascular neutropenia neutropenic
  nexium nicorandil nimbex nitazene nitrazepam nocturia nonambulatory nonbilious nonemergent nontender nonurgent
  nordazepam norpace nuchal nucynta nulliparous nuvigil nystagmus obtund obtundation occipital occiput odynophagia
  oedematous oesophageal olecranon oleptro oliguria oliguric omphalocele onfi opisthotonos orchitis orencia
  organomegaly organophosphate orogastric oropharyngeal oropharynx orotracheal orthopnea orthopnoea orthosis
  orthostasis orthostatic osmolality osmolar osseous osteomyelitis osteopenia ostomy otitis otorrhea oxazolam oximeter
  oximetry oxprenolol oxtellar ozempic paeds pamelor pancytopenia pannus papilledema papular paracentesis paramedicine
  paraparesis paraphimosis parasternal parenchyma parenchymal parenteral paresthesia parkinson parkinsonism parnate
  paronychia parturient patellar patency pathologic pectus pedialyte perampanel percodan percutaneous perfused
  perfusing perianal pericardiocentesis perimortem perineal periorbital peripartum peritonsillar peroneal petechia
  petechiae petechial petrous phalangeal phenazepam phenelzine pheochromocytoma phimosis phlebotomy pholcodine
  photophobia photosensitivity phrenic piloerection pivmecillinam pleural pleuritic pneumocystis pneumomediastinum
  pneumonitis pneumoperitoneum polst polycythemia polydipsia polyneuropathy polyphagia polypharmacy polytrauma
  polyuria popliteal postictal prazepam precedex precordial precordium preeclamptic preexcitation prehospital preload
  prematurity premedicate premedication preoxygenate preoxygenation presyncopal presyncope previa priapism prilocaine
  primigravida primip primipara pristiq procardia proctitis prodromal prodrome prolia pronated pronation
  proprioception prostatic prostatitis proteinuria protonix provigil pruritic pruritus pseudocyst pseudomonas
  pseudoseizure psoas psychomotor ptosis pulmicort pulmonic pulsatile pulseless pulsus pupillary purpura purpuric
  pyrexia pyrexial pyuria quazepam qvar radiculopathy radiograph radiolucent rales ranexa reflux regurgitant rehydrate
  rehydration reintubate reintubation relafen relpax remeron remicade renvela reperfusion repolarization requip
  restasis restoril resuscitative reticulocyte retinopathy retrobulbar retroperitoneal retropharyngeal retrosternal
  revascularization revatio rexulti rhabdo rhabdomyolysis rhinorrhea rhonchi rhonchorous rilmazafone risperdal ritalin
  robaxin ropinirole rostral rotator rythmol sabril sacral salbutamol salicylate sarcoid sarcoidosis savella scaphoid
  sclera sclerae scleral scleroderma semifowler sensipar sensorineural sensorium sequela sequelae seroquel
  serotonergic sevoflurane sigmoid simponi sinoatrial skelaxin soliris soma spasticity sphygmomanometer spiriva
  spirometer spirometry splenic splenomegaly spondylitis spondylosis stalevo steatosis stelara stenotic sternal
  sternoclavicular sternomastoid sternotomy stoma stomatitis strabismus strattera stridor stridorous stridulous stylet
  subacromial subacute subarachnoid subclavian subcostal subdural subglottic subluxation submandibular submental
  subphrenic substernal suicidality sular sulphonylurea supination supraclavicular supracondylar supraglottic
  supraorbital suprapubic suprasternal supraventricular surfactant sutent symbicort sympathomimetics symphysis
  symproic symptomatology synagis syncopal syndromic synovitis tachyarrhythmia tachycardic tachydysrhythmia tachypnea
  tachypneic tachypnoea tachypnoeic tamiflu tamponade tapentadol tekturna telehealth telemedicine temodar
  temporomandibular tendonitis tenesmus tenoretic tenosynovitis teratogenic terlipressin tetany tetraplegia tetrazepam
  thalassemia thenar thiopental thiopentone thoracentesis thoracolumbar thoracostomy thoracotomy thrombectomy thrombin
  thrombocytopenia thrombocytopenic thromboembolic thromboembolism thrombolysed thrombolyze thrombosed thyroidectomy
  thyroiditis thyrotoxicosis tianeptine tiapride tikosyn tindamax titrate titration tofranil tolazoline tonsillar
  topamax tophus torasemide torsade torticollis toujeo toxidrome tracheitis tracheostomies tracleer tragus trajenta
  tranq transabdominal transcutaneous transection transvenous trapezius travatan trendelenburg tribenzor tricor
  tricuspid trifascicular triflupromazine trigeminal trigeminy trileptal trimipramine trintellix trismus trocar
  trochanter trochanteric trophic troponin trulicity tuberosity tumefaction turbinate turgor tymlos tympany tysabri
  uceris ulcerative uloric ultracet ultrasonography uncal uniphyl unsynchronized untriaged upgoing ureteral urologic
  urosepsis uroxatral urticarial vagal valgus vallecula valsalva valtrex varicella varices varus vasculature
  vasculitis vaseretic vasoactive vasoconstrictor vasodilate vasodilation vasodilatory vasoplegia vasopressors
  vasospasm vasospastic vasotec vasovagal venipuncture ventilatory ventriculoperitoneal ventrogluteal venturi verelan
  vernakalant vesicant vesicare vestibular victoza videolaryngoscope videolaryngoscopy viibryd villous vimpat viremia
  virilization volaemia voltaren volvulus vulvar vyvanse welchol xanthochromia xeljanz xiphoid xolair xylazine
  yankauer yasmin zanaflex zaroxolyn zelnorm zemplar ziac zithromax zomig zonegran zopiclone zovirax zyban zygoma
  zygomatic zyloprim zyvox`;
