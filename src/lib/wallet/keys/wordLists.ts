// Two English word lists in one text, both protocol data: the 2048 words of BIP39 and the 1626 of the Monero seed
// standard, which legacy phrases use. Packed, because plain lists would be a quarter of the wallet's code: each word is
// prefixed with a mark for its list and the number of letters shared with the previous word. A test packs the lists
// again and compares them with their published checksums.

/** Marks for 0 to 9 shared letters: of a word in both lists, only in BIP39, only in the legacy list. */
export const WORD_MARKS = { both: 'ABCDEFGHIJ', bip39: '0123456789', legacy: '!#%&*+-/:;' } as const;

export const PACKED_WORDS = `
  0abandon%bey%ductsCility%laze3e%normal%ort3ut3ve%rasive2sentDorb3tract3urd2use%yss#cademy2cess3ident3ount3use%es2hiev
  e*ng2id*icCousticCquireCross2t3ion3orDress3ual%umenBdapt2d3ict-ed3ress%ept%hesiveCjust2mit%opt%renalinCult2vance&entu
  re3ice#erial3obic#farCfair3ord%ield%loat%ootCraid%ter1gain+st2e&nda4t%gravate%ile%low%nostic%ony2ree+dBhead#ided%lmen
  ts2m&less2rDportCsle#jar#kin1larm+sCbum%chemy3ohol2ert+s%gebra2ien%kaline2lDey3owCmost2one&of2pha&ineCreadyCso2ter&it
  ude%umniCways1mateur&ze4ing%bush%ended%idst%mo%nestyCong3unt%plyCused1nalystCchor3ient%droid%ecdote2ger3le+d3ry2imalC
  kle2nounce*yed3ual2other2swer-s2tenna&ics4que%vilCxiety2y&bodyBpart%ex%hid%lombCology2pear3le*y3rove%ricot4l%titude#q
  uarium#rbitrary2ch*er3tic%dent2eaDnaCgue%ises2m3ed3orDyCound2range3est3iveDow%senic2t3efact3ist-ic3work#scend%htray%i
  de2k&ed%leep2pect&ire2sault3et3ist&orted3ume2thma%ylumBthlete%lasCom%rium2tack3end&ire4tude3ract#uburn2ction/s%dio4tC
  gustCnt%stere2thor3oDumn#vatar2erage%idly2ocadoDid1wake+ned3re3yCesomeCfulCkward%ning%oken#xesCis%le#ztec%ureAbaby2ch
  elorDonCdge%ffles2g&pipe%iled%kery2lance3cony&ding3lCmboo2nana&jo3ner%ptism2r3ely3gain3rel2se3ic*n3ket%tch3tle%wled%y
  s1each3n3utyCcause3ome2ef&r%fit3ore2gin&un2haveDind%ing2lieveDow3t%mused2nch+es3efit%rries2st*ed2tray3ter*ing3ween%ve
  l%wareCyond#iasCcycle2d&s%focals%ggest2ke&ini%monthly2nd&ocularCology%plane2rdDth%scuit%te3ter%weekly1lack3de3me3nket
  3st2eak&nder3ss2ind&p2ood3ssom3use2ue&ntly3r3sh1oardDt%bsled%dies3y%geysCil%ldlyCmb2ne3us2ok3stCrder3ing3rowCss%th3to
  m2unce-d%vine%wling2x&es2y&friend1racket3in3nd3ss3ve2ead3eze2ick3dge3ef3ght3ng3sk2occoliDken3nze3om3ther3wn%unt3shBub
  ble%ckets2ddyDget2ffalo*et%gs2ild+ingClb3k3let%mper%nch3dle3ker2rden3ger3st2sDiness3yCtter2yer&ing2zz*er#ygones%line%
  pass0cabbageDin3leCctus%dets%feCge%junCke%lamity3l3m2meraDp2n3al3celDdy3non3oe3vas3yon2pable3ital3tain2r3bon3d3go3pet
  3ry3t2se3h3ino&ket3tle3ual2t3alogDch3egory3tle2ughtDse3tion2ve*rnous#ease%darCiling2lery&lCment2nsus&t4ury2realDtain1
  hair3lk3mpion3nge3os3pter3rge3se3t2eap3ck3ese3f3rry3st2icken3ef3ld3mney%lorine2oice3ose%rome4nic2uckle3nk3rn#iderCgar
  %nema3namonCrcle%stern%tadel3izen3y2vil+ianBlaim3p3rify3w3y2ean3rk3verCick3ent3ff3mb3nic3p2ock3g3se3th3ud3wn2ub&e3mp3
  ster3tch1oach&l3st%bra%coa4nutCde%existCffee%gs%hesive2il*s3n2llect&ony4r3umn%mb4ine3e3fort3ic3mon3pany2ncert3duct3fi
  rm3gress3nect3sider3trol3vince2okDl2pperDy2ral3e3n3rect*ode2st*ume%ttage4on2uch3ntry3ple3rseDsin2ver%wl2yote1rack3dle
  3ft3m3ne3sh3ter3wl3zy2eam3dit3ek3w2icket3me*inal3sp3tic2op3ss3uch3wd2ucial3el3ise3mble3nch3sh2y3stalBube%cumber%ddled
  %ffs%isine2lture%nning2p3board&cake2rious3rent3tain3ve2shionDtom2te1ycle*ing%linder%nical!dabbing2d&s%ft%gger%ily2mag
  eDp2nce3ger-ous%pper2ring&tedCsh%ting2ughter&ntlessCwn2y&time%zed1eal2bate3ris&ut2cade*y3ember3ide3line3orate3rease%d
  icated%epest3r2fense3ine&tly3y2gree-s%hydrate%ity%jected2lay+ed3iver2mand3ise&onstrate2nial&ted4ist3y%odorant2part3en
  d3ositDth3uty2rive2scribe3ert3ignDk3pair3troy2tail3ect2velop3ice&oid4te%wdrop%xterity1iagram3l*ect3mond3ryCce2eselDt2
  ffer-ent%git5al3nity2lemma&ute%meCnner3osaur%ode%plomat2rect-ed3t2sagree3cover3ease3h3miss3order3playDtance%tch%vers5
  t3ide3orceCzzyBoctor3ument%dge%es2g&s%ing2llDphin2main&estic2nate3key3or&uts2or*way%rmant%sage3e%ttedCubleCve%wn%zen1
  raft3gon3ma3stic3w2eam+s3ss2ift3ll3nk+s3p3ve2op&wning2um&nk2y&ing#ual%bbed2ck*ling%de%ets%ke%llness2mb&my2ne*s%plex%r
  ation3ing2st*ed2tch&ies3yBwarf%elt%indling#ying2namic-te%slexic!each2gerDle2rly3nDth2sily3tDy%ting%vesdrop#ccentricCh
  o%lipse2ology&nomics6y%static#den2ge&y2it*ed2ucate/d#els#fficient3ort1gg&s%otisticBightCther#ject#lapseCbow2der*st2ec
  tric3gant3ment3phant3vator*enCite%opeCse%uded#mails2bark&er3ody3raceCerge%itCotion2ploy3owerDty%ulate1nable3ct2d3less
  3orse2emyDrgyCforce2gage3ine2hance/d%igmaCjoyClist%mityCough%raged3ich3oll%sign3ure2ter3ire&rance4y2velope&y1pisode%o
  xy1qualDip1raDse%ected2odeDsionCror2upt1scape%kimos%pionage2say3ence+tialCtate#tchedCernalChics%iquette#valuate%ening
  s%icted3dence3l2oke3lve-d1xact&mine4pleCcess3hange3ite3lude3use2ecute3rcise%hale4ust3ibit2ile3stDtCotic2pand3ect3ire3
  lain3ose3ress%quisite2tendDra%ult1ye3brow0fabric-s2ce&tual3ulty2de&ing2int+ed3th%kedCll3se2meDily3ous2nDcy3tasy2rm*in
  g2shion2tDal3her3igue2ult+y2vorite%wns%xed%zed#east3tureCbruaryCderal2e3dDl%line2male-s2nce+s%rryCstival2tch+esCver2w
  &est#iat2ber&ula2ction/al%dget2eld&rce%fteen%ght3ure2le3m*s3ter2nal3d3e3ger3ish2reDm3st2scal3h*ing2t3ness&ting%ve2x&a
  te%zzle1lag3me3sh3t3vor2ee*t2ight3p*pant2oat3ck3or3wer2uid3sh2y&ing1oam*yCcus%es2g&gy2il*ed2ld*ing3low%nts2od&lish3t2
  rce3est3get3k3tune3um3wardCssil3ter2und*tain%wls2x&es%yer1ragile3me+d2equent3sh2iend-ly3nge2og3nt3stDwn3zenCuit%ying#
  udgeCel%gitive%lly%ming2n&gal3ny2rnace*ished3y%selageCture%zzy!gablesCdget%gs2in*edClaxy3lery%mbit3e%ng2p2rage3bage3d
  en3lic3ment2sDp2teDher2uge&ze%ve%wkCze#earbox%cko%ek%ls%mstoneCneral3ius3re3tle3uine%ometry%rmsCsture%tting%yser#hett
  oCostBiant%ddy2ft*s%gantic3gle%lls%mmickCnger2raffe3l&th2ve&ing1lad3nce3reDss%eefulCide3mpse2obe3om3ry3ve3w2ue#naw%om
  eBoat%blet2ddess&father%es%ggles%ing2ld*fish%ne2od*bye3se%pherCrilla2spelDsip%tten%urmet2vern-ingCwn1rab3ce3in3nt3pe3
  ss3vity2eat+er3en2id3ef3t2ocery3up3wCunt1uard+ed2ess*tCide3lt3tar%lp%mball2n%ru%sts%tter%ys1ym&nast%psy%rate0habit+at
  %cksaw%ggled2ir*y2lf%mburger3mer3ster2nd%ppens4y2rbor3d3sh3vest%shing2t&chet%unted2ve&ingCwk%ystackCzard1ead3lth3rt3v
  y%ctareCdgehog%els%ftyCight2llo3met3p%mlock2n&ce2ro*n%sitate%xagon#ickory2dden&ing2gh*way%jack%ker2ll*s%mself%nder3t2
  p&poCreCstory%tched%ve#oaxCbbyCckey%istingCld3e3iday3low2me2ney&ked2od&kupCpe2rn*et3ror3seCspital3tCtel%unded3rCver%w
  ls1ub&caps%ddleCge%ll2man3ble&id3or2ndred3gry3t*er2rdle&ried4y3tCsband%tsBybrid%drogen%per0ice&berg%ingCon1dea3ntify-
  ty%iom2le*d%ols#glooCnore%uana1ll3egalDness1mage*ine%balanceCitate2mense3une2pact&el3ose3rove3ulse#nactive%bound2ch3l
  ude3ome3rease&ur2dex3icate3oor&ustrial7y%exact2fant&lamed4ict3orm%gested2hale3erit2itial-te2jectDury%kling%lineCmate2
  nerDocent%organicCput%quest4iry%roads2sane3ect3ide3pire3tall&ult2tact&ended4rest3o%undate2vest3ite&oke4lve%wardly#oni
  c#rate%is2on*y%ritateBsland2olate/d2sue+d#talics%ches2em*s%inerary%selfBvory!jabbed2cket-s%ded%gged3uar%iled%mming%nu
  ary2r&gon%unt%velin%wsCzz1ealousDns%ers2lly+fish%opardy%rseys%ster%tting2wel+s#igsaw%ngle%ttery%ve1ob&s%ckey%gger2in*
  ing2ke&ing%lted%stle%urnal5ey2y&ous#ubileeCdge%ggled2ice*y%kebox%lyCmp2ngle3iorDk%ry2st*ice%venileAkangaroo%rate1eenD
  p%nnel%pt%rnels2tchup&tle2y&board1ick*off2d3ney-s2nd&g4dom%osk2ss*es2t3chen/s3e3tenCwi#napsackCeeCife2ock3w*ledge%uck
  le#oala0lab3el3or+atoryCdder3y%goon%ir2ke*s%mb3pCnguageCptopCrge%stCter3in2ugh&nching4dryCva2w3nDsuit2yer&outCzy1eade
  r3f3rn3ve2cture/s%dge%echCft2g3al3end&ionCisureCmon2nd*ing3gth3sCopardCsson2tter*uce2vel%xiconBiar2bertyDrary2cense&k
  s%ds%ed2fe*style3tCght2ke*wise%lac2mb3it+s%nen3kCon%pstickCquid2st*en2ttle2ve*ly2zard1oad*ed3nCbster2cal3k*er%dge%fty
  Cgic%incloth2nelyDg%oking3p%pped%rdship%singCttery2ud*ly3ngeCve%werCyalBuckyCggage%kewarm%llabyCmberCnar3ch%rk%shCxur
  y#ymph%nxCrics0machine&ro2d&ness2gic+ally3net2id3l*ed3nCjor2ke*up%ladyCmmal2n3age3date3go3sion3ual2ple&s2rble3ch3gin3
  ine3ket3riage2sk3s3ter-fulCtch3erial3h3rix3ter%ul%verickCximum%yorCze1eadow3n*t3sure3tCchanic2dal3ia*cate%eting%gabyt
  e2lody3t*ing2mber&oir4ry2ntionDu2rcy3ge+r3it3ryCsh3sage2tal3hod&ro%ws#ice2ddle3night&st%ghty2lk3lion%me3ic2nd3imum3or
  3ute2racleDrorCsery3s3take%ttens2x3edDture#oatCbile%cked2del3ify%hawk%isture%lten2mDent%ney3itor3key3ster3thCon%ps2ra
  l3e3ning&sel2squito&tly2ther-ly3ion3or2untain3se&th2ve*ment3ie%wingBuch%ddyCffin%gged2le&let3tiply%mble%ndane%ppet%ra
  l2scle3eum3hroom3ic+al3t2tual%zzle#yriad2selfDteryCth!nabbing%gged%il3ve2me*s%nnyCpkin%rrate4owCsty2tion&ural5e%utica
  l%vy1ear*by2ck*lace2ed*edCgative3lectCither%onCphew2rve+s2st*le2tDworkCutralCver2ws&t2xt&us#ibs2ce&he%ece%fty2ght+ly%
  mbly%neteen%rvana%trogen1oble&ody%cturnal%des2ise+s%mad3inee2odle-s2rmal3th+ern2se&tril2table3e*d3hing3ice%uns2vel+ty
  2w&here%zzle#uance2clear+us%dged%gget%isance%llCmber%nsCrse2t&shell#ylon0oak&s%rs%sis%tmeal#bedient3yCject2lige-d%nox
  ious2scure&ervant6e2tain-sCviousBccurCeanCtober#dds%ometer3r1ff&end4r3iceCten1il&field%ntmentBkay1ld&erCive2ympic/s#m
  ega%ission3t%nibus#nboard2ce&oming2e&self%goingCionCline3y%slaught%to%ward#ozed#pacity2en*ed3ra2inion2pose+ite%tical4
  on%usBrangeCbit2chard*id2der+s3inary2gan+s2ient&gin6al%nament2phan-s#scarCtrich1ther+wise%ter#uch%ght%nce%rselves%st%
  tbreak3door3er3put3sideBvalCen3r#wed%ls2nDer#xidantCygenBysterBzoneApact2ddle-s2ge*r2ir*ingClace3m%mphlet%ncakes3da3e
  l3ic3therCper2rade+ise3ent3k3rot3ty2ss&try2tch3h3ient*o3rol3ternCuse2ve*ments%wnshopCyment1eace*hes3nut3r3sant%bbles%
  culiar%dantic%eled%gsClican2n3altyDcilCopleCpperCrfect3mit3son%sts2t&als#hase%easantsCone3to2rase-s2ysical-sBiano%cke
  d3nic3ture2ece&rce2g3eon&ment2ll3ot+ed%mple%nched3kConeer2pe*line%rate2stol+ns2tch+ed%vot%xelsCzza1lace3net3stic3te3y
  *ful2easeDdge%iers%otting2uck3g3nge&s%ywood#oaching%ckets%dcast2em3t*ryCint%kerClar3e3ice2nd&ies3yColCpular%rtents4io
  n2sitionDsible3tCtato3tery%uchCvertyCwder3er1ractice3ise&m2edict3fer3pareDsent3tty3vent2iceDde3mary3nt3ority3son3vate
  3ze2oblem/s3cess3duce3fit3gram3ject3mote3of3perty3sper3tect3ud3vide%uned%ying#sychicBublic%ck2dding*le%ffin2llDp3se2m
  pkin/sCnch2pilDpy2rchase&ged3ity3pose3seCsh2t&ty2zzle-d#ylonsCramid%thon0quality3ntum3rter%een3stionCick3t3zCote0rabb
  it-s2ccoon3e*track3kCdar3io%fts%ge2il*way3n3se%kingClly2mp*ed2nch3dom-ly3geCpid2re*st%sh2te*d3her2ven&ine2w%ysCzor#ea
  ct3dy3l3sonCbel3uild2call3eiveDipe3ord3ycleCduce%ef%fer3lect3orm3use2gion3retDular%heat%invest2ject&oices%kindle2lax3
  ease&ic4ef3y2main&edy4mber3ind3ove2nder3ew3t*ing2open&rder2pair3eat*nt3lace3ort%quest4ire%runs2scue3emble3ist3ource3p
  onse&t3ult2tire3reatDurnCunion%vamp3eal3iew2ward&ind#hinoCythm1ibDbon2ce3h*ly2de3ge+s2fle&t2ghtDid%ms2ng*ing2ot*s%ppe
  d4le%sing3kCtual2valDer1oad&red3stCbot3ust2cket-s%dent%gue%lesCmance2of3kie3m*y%ped2se&terCtate2ugh3nd+ed3te%ver%wboa
  tCyal1ubber&y2de*ly%ffled2g&ged%ined2le&ing%mble2nDwayCral%stled%thless!sabotage%ck2d3dleDness2fe*ty%ga2il*or%ke2lad+
  s3mon3on3t3ute2meDple2nd&ity%pling%rcasm%sh%tin4sfy3oshi2uce+pan3sage2ve*d%wmill%xophone2y&ings1cale&mper3n3re3tter2e
  ne*ic2hemeDoolCience3ssors%oop3rpion3ut2rap3een3iptDub%uba1ea3rch3son-s3tCcond3ret3tion3urity%dan2ed*ed3k2gment/s%ism
  ic2lect&fish3l%mifinal4nar2nior3se*ible3tence%ptember%quence2ries3vice+ngCssion2ttleDup2ven+th%wage#hackles3dow3ft3ll
  ow3re2ed3ll*ter3riff2ield3ft3ne3p*ped3ver2ock+ing3e3ot3p3rt3ulder3ve2rimp3ug+ged2uffle/d2y&ness1ibling/s2ck*ness2de*k
  ick2ege&ve%fting2ght+ing3n2lentDk3ly3ver2milar3ple-st2nce+rely3g%ppedCren2ster2tuate/d2x&teen2ze*s1kate+r2etch&w2i3ll
  3n3rt+ing2ull+s%ydive1lab&ckens3m2eep+less3nder2ice&d4e3ght3m2ogan3t3w*er%ug3sh1mall3rt&sh%elting%idgen3le%og3ke3oth%
  uggled1nackDke3p%eezeCiff%out3w%ug1oap*y%berCccer3ial3kCda2ft*ware%ggy%il2lar3dier3id3ution3ve+d2meone*where2ng&ic2on
  &the%pranoCrry3t2ul3nd3p3rce3th+ern%vereign%wed%yaBpace3re3tial3wn2eak3cial3ed+y3ll3ndChere2ice3der-s3ke3n3rit%lendid
  3it2oil3nsor3on3rt3t&ut2ray3ead&ig4ng%ud2y&ingBquare3eeze3irrel1table&cking3dium3ff3ge3irs3mp3nd3rt3te3y2eak3el&llar3
  m3p3reoCick3ll3ng2ock+pile3mach3ne3ol3ry3ve%rained4tegy3eet3ike3ong3uggle2udent3ff3mble&nning2yle*ishly1ubject3mit&tl
  y3way%cceed5ss3h2dden-ly%ede2ffer*iceCgar3gest2it*case%lking2mmer*on2n&ken3ny3set2per+ior3ply3reme2re3face*er3ge3pris
  e3round3vey%shi3pect3tain%ture#wagger3llow3mp3p3rm2ear3et&pt2ift+ly3m3ng3tchCord%ung#yllabus2mbol3ptom/s%ndrome%ringe
  3upCstem0table&oo%cit3kle%dpoles2g&gedCil%kenClent3k%mper2nk*s2pe*stry2rget&nished2sk*ed3teCttoo%unts%vern%wnyCxi1eac
  h3m&rdrop%chnical%dious%emingCll%mplate2n3ant&der3nis3t%pid%quila2rm*inal2st*ing%ther2xt*book1hank3t&w%eatrics3me3n3o
  ry3re3y2ing&rsty3s%orn3ught%reaten4e3ive3ow2umb+s3nder%wartBicket2de&y%ersCgerCltCmber3e%nted3y2p&sy%rade3edCssue%tan
  s3le1oast+erCbaccoCday3dler2e&nail%ffeeCgetherCiletCken%lerant2matoDorrow2ne3gue&ic4ght2ol*box3th2pDic3pleCrch3nado3t
  oise2ss*edCtal%uchy3rist2ward&el4r3n%xic2y&ed1rack3de3ffic3gic3in3nsfer3pDsh3vel3y2eat3e3nd+y2ial&bal4e3ck3gger3m3p%o
  lling3phy3uble2uck3e3ly3mpet3stDth2y&ing#sunami1ube*s%cks%dor%esday%fts%gsCition%lips2mble+ing2naDnel2rkey3n*ip3tle%s
  ks%tor%xedo#wang%eezers3lve3ntyCice3n3st2o&fold#ycoon2pe3ical*st%rantAugly#lcers%timateBmbrella%pire1nable&fraid3ware
  %bendingCcle3overCder3o%even2fair&it3old%gainlyChappy2iform&on3que3t3verse%justlyCknown%likely3ock%mask%noticed%opene
  d%plugs%quoted%rest%safeCtilCusualCveil%wind%zip#pbeat%comingCdateCgrade%hill3old%keep%loadConCper%right2set&tairs%ti
  ght%wardsBrban%chins2ge*ntBsage2e3dDful3less%her%ingCual#tensilsCility%most%opia%tered0vacant*tion3uumCgue%in2lid3ley
  &ue3ve%mpire2n&e3ish%pidly3or2rious&y2st*ness%ts2ult+s#ector%ered%ganChicle%inClvet2ndor&omous3ture3ue2rb&ification5y
  3sion3yCsselCteran%xed1iable&ls2brant+te2cious&tim4oryCdeo2ew*point%gilant%kingCllage%negar3tageColin%persCrtual3us2s
  a3it+ed3ual2tal+sCvid%xenBocal%gueCice3dClcano3ume%rtex2te*d%ucher%welsCyage#ulture!wade%ffle2ge3on&tail%ist3t%king2l
  k3l*ets3nut2nt*ed2rfare3m&ped3rior2sh*ing3p3teCter2ve*form%xing2y&side1ealth3pon3r3sel3ther&vers2b&site2dding&ge%ekda
  y4endCird2lcome&ders%nt%pt%re2st*ern2t&suitBhale3t2eat3elDn3re2ip*ped3sper%ole#ickets2deDth%eldCfe%ggle2ld*ly3l2n3dow
  3e3g3k3nerDter%peout2re&ing2sdomDe3h%thdrawn3ness%ves%zard#obbly%es%kenClf2man+ly2nder-s2od3l&zy2rd3k3ldDry3th%unded%
  venBrap2eck3stleCist3teCong!yacht%hoo%nksCrd%wning1ear*bookCllow%sterday%ti#ields#odel%ga2u3ng+er3th%yo!zapped#ealCbr
  aCro%sty#igzags%nger%ppers#odiac%mbie2ne*s2o&m
`;

const WORD = /([^a-z])([a-z]*)/g;

function unpack(): { bip39: string[]; legacy: string[] } {
  const bip39: string[] = [];
  const legacy: string[] = [];
  let word = '';
  for (const [, mark = '', rest = ''] of PACKED_WORDS.replace(/\s/g, '').matchAll(WORD)) {
    const { both, ...alone } = WORD_MARKS;
    const shared = Math.max(both.indexOf(mark), alone.bip39.indexOf(mark), alone.legacy.indexOf(mark));
    word = word.slice(0, shared) + rest;
    if (!alone.legacy.includes(mark)) bip39.push(word);
    if (!alone.bip39.includes(mark)) legacy.push(word);
  }
  return { bip39, legacy };
}

const lists = unpack();

/** The BIP39 English list, by 11-bit index. */
export const BIP39_WORDS: readonly string[] = lists.bip39;

/** The legacy list, by digit, 0 to 1625; unique in the first three letters. */
export const LEGACY_WORDS: readonly string[] = lists.legacy;
