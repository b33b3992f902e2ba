/** Common words of sentences, table headings and table cells that appear next to values. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `approx fig max min sec a about above accessed account accounts active activity actor actors address addresses after again
  all also an analysis and any are around as ask asked at attack attacker attackers author authors
  available back backdoor based be beacon because been before began being benign best between block
  blocked botnet both but by bypass call called callback came campaign can check cleaned click cloud
  code command commands comment comments common compromised config connect connected contact control
  could created credentials critical cve data date day days decoy delivery description details did
  distribution dns do document does domain domains done down download downloader downloads drop
  dropper during each email emails encrypted end even event every evil example exe execute executed
  exfiltration exploit external fake family file filename files final find first five follow following
  for found four from full further gateway get give go good got group had hash hashes has have he help
  her here high him his home host hosted hosting hosts how however i if impact in including indicator
  indicators info infostealer infrastructure initial install installed installer internal into ip ips
  is it its just keep key kit know known last later leak legitimate less let like line link links list
  live load loaded loader local log login long look low made main make malicious malware man many may
  me medium message method mobile more most much must my name named names near need network new news
  next no node none not note nothing now number observed of off offline old on once one only open or
  other others our out over own page panel part passive password path payload people phishing place
  please point port possible post protocol proxy public ransom ransomware rat read received records
  redirect redirector redirects registered related relay remote removed report reported reports
  request resolve response restored result run said same saw say scanner search second section see
  seen sender sent sentence server servers service set several she should show shown sign since sinkhole
  site sites so some source spam spyware stage staging start started state stealer step still stop
  stopped stored subdomain subject such suspicious system systems table target targeted targets team
  test text than that the their them then there these they thing think third this those threat three
  through time times to today told took tool top tracked traffic trojan true try tunnel two type
  types unknown until up update updated updates upload url urls us use used user users using value
  values version via victim victims view visit was way we web webshell website websites week well went
  were what when where whether which while who whole why will with within without word work worked
  worm would year years yes yet you your`.split(/\s+/),
);

/** Top-level domains that are also ordinary words. After another word they need proof. */
export const WORD_SUFFIXES: ReadonlySet<string> = new Set(
  `am are as at be best by call can click code date day do download fit free go help here host how id
  in is it like live look love man me media mobi my name network new news next no not now of on one
  online open page pm post pro read report run safe sale save security see select show site so store
  support systems team this to today tools top us watch web win work works you zip`.split(/\s+/),
);
