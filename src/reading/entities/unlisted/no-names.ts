import { COUNTRIES } from "../country-names.ts";

const words = (list: string) => list.trim().split(/\s+/u);

/**
 * Capitalized words next to "group", "malware" and the like that are not names: platforms, languages, vendors and
 * products, and the first words of headings and sentences.
 */
const OTHER_WORDS = words(`
  a about according additionally after against all also although among an and another any are as associated at
  attack attacker attackers attacks based because before both but by can common commodity confirmed custom
  destructive different during each early example existing featured first following for from further general
  given has have here how however i if in infamous initial is it its itself known later latest like
  linked main major many modular more most multiple my new newly no nor not notorious novel now of old on once one
  only or original other others our over popular possible potential previous previously prolific reported
  same second several similar since so some sophisticated specific such suspected that the their them then
  there these they this those three through thus to two typical typically under unique unknown unlike until
  unnamed upon used using various via was we well what when where which while who why with within without you your
  does do did don't key key. note source figure table section part chapter step stage phase appendix recent high low

  activity adversary advanced analysis anti antivirus anti-malware apt automated backdoor backdoors banking bot
  botnet botnets bots bulletproof c2 campaign cluster command control credential crimeware cryptocurrency crypto
  custom-built cyber cybercrime cybercriminal cybersecurity dark data ddos defense deep delivery detection double
  downloader dropper e-crime ecrime email encryption endpoint espionage evasion exfiltration exploit extortion
  family fileless final financial fraud full generic global group groups hacker hackers hacking hacktivist
  human-operated identified implant incident infection information infostealer infrastructure intelligence
  intrusion kit lateral live loader local macro malicious malspam malware memory mobile modern module
  multi-stage nation-state network offensive open open-source operator overview payload payloads persistence persistent phishing
  point-of-sale pos powerful private proxy public raas ransomware rat rats real remote research response reverse
  rootkit sample samples scam secondary security shell simple spam spear-phishing spearphishing spyware
  stage-1 stage-2 state state-sponsored stealer stealthy strategic supply supply-chain swift system targeted team technical threat threats
  tool toolkit tools top trojan trojanized trojans underground unattributed unidentified unit update variant virus
  web webshell wiper worm zero zero-day campaigns operation operations actor actors gang crew additional analyzed
  stolen administrator administrators admin admins domain user users working task force special interest account
  active directory enterprise local privileged job age ethnic focus peer minority

  hostile widespread nation miner offline red blue purple disrupts disrupted joint computer emergency desktop
  protocol logger increased recently hiring verify lolbins mach-o i2p md5 sha1 sha-1 sha256 sha-256 sha512 sha-512 rpc oem go-lang vmprotect
  combat standard classic ms-isac cofense themida upx kaseya solarwinds argument ncc

  windows linux macos mac osx ios iphone ipad android unix solaris esxi vmware hyper-v iot ics scada ot vpn
  win32 win64 x86 x64 arm mips elf pe dll exe usb bios uefi mbr atm sql iis exchange sharepoint office outlook word
  excel powerpoint onenote python perl php java javascript jscript vbscript vba visual basic powershell go golang
  rust delphi c c++ c# .net net nim lua ruby bash autoit autohotkey node.js nodejs npm pypi html xml json asp
  asp.net aspx jsp tor telegram discord slack twitter x facebook instagram linkedin whatsapp youtube reddit signal
  viber skype zoom teams github gitlab google gmail chrome chromium firefox safari edge microsoft apple amazon aws
  azure gcp oracle ibm intel amd cisco juniper fortinet fortigate palo alto citrix ivanti sonicwall f5 vpn adobe
  dropbox onedrive cloudflare akamai docker kubernetes wordpress drupal joomla magento apache nginx tomcat
  log4j mysql redis mongodb steam minecraft bitcoin monero ethereum xmrig http https dns smtp ftp ssh rdp smb icmp
  tcp udp udp. tls ssl api com bits wmi uac cve cves ioc iocs ttp ttps id url urls pdf zip rar iso lnk

  kaspersky symantec broadcom mandiant fireeye crowdstrike eset sophos trellix mcafee talos unit proofpoint
  secureworks sentinelone sentinellabs checkpoint check bitdefender avast avg malwarebytes zscaler fortiguard
  trendmicro trend micro group-ib recorded future insikt volexity dragos rapid7 huntress cybereason elastic
  positive technologies harmony qihoo qianxin tencent baidu alibaba jpcert cert cert-ua cisa fbi nsa ncsc doj interpol europol
  mitre att&ck att virustotal securelist netlab eclecticiq intel471 intezer deepinstinct cyble sekoia cyfirma
  resecurity threatlabz zscaler etpro et msp msps vbs winhttp techniques technique procedure title id
  sub-techniques sub-technique living next project policy managed guide summary mitigations advisory best
  practices understanding people resecurity secret service department justice treasury ministry government military army police

  january february march april may june july august september october november december monday tuesday wednesday
  thursday friday saturday sunday european western eastern northern southern asian african american middle east
  arabic persian farsi korean mandarin english latin north south west korea

  der die das den dem des ein eine einer eines einem einen und oder mit bei von vom zum zur im am nach seit wie
  auch diese dieser dieses hacker cyber sicherheit
  le la les l' un une des du de et ou avec par pour dans sur ce cette ces plusieurs autre nouveau nouvelle
  el los las una unos unas del y o con por para en su este esta estos nuevo nueva según
  в на по и из от для это эта этот новый новая как что при
`);

/** Vulnerabilities known by a name. */
const FLAWS =
  words(`printnightmare hivenightmare log4shell log4jshell spring4shell text4shell proxyshell proxylogon
  proxynotshell zerologon eternalblue eternalromance bluekeep heartbleed shellshock petitpotam pwnkit dirtycow
  dirtypipe follina citrixbleed meltdown spectre nopac smbghost sigred regresshion toolshell`);

const COUNTRY_WORDS: ReadonlySet<string> = new Set(
  [...COUNTRIES.keys()].flatMap((name) => name.toLowerCase().split(" ")),
);
const NO_NAMES: ReadonlySet<string> = new Set([...OTHER_WORDS, ...FLAWS, ...COUNTRY_WORDS]);

/** Returns whether a word is never the name of a group or software. */
export function isNoName(word: string): boolean {
  return NO_NAMES.has(word.toLowerCase()) || word.length < 2 || OTHER_SHAPE.test(word);
}

/** Words of these that may begin a longer name: "Dark Umbra". */
const BEGINNINGS: ReadonlySet<string> = new Set(
  words(`dark deep red blue purple secret cyber double zero global`),
);

/** Returns whether a word that is not a name may begin a longer one. */
export function mayBeginName(word: string): boolean {
  return BEGINNINGS.has(word.toLowerCase());
}

/** Returns whether a word that is not a name may end a longer one: a country, as in "Umbra Sudan". */
export function mayEndName(word: string): boolean {
  return COUNTRY_WORDS.has(word.toLowerCase());
}

/** ATT&CK ids, CVEs and the like, files, hashes and descriptive words: "Russian-speaking". */
const OTHER_SHAPE =
  /^(?:Non-.*|TA?\d{4}.*|.*T\d{4}(?:\D.*)?|[SGMC]\d{4}|0x.*|.*\p{Ll}The|.*\..*\..*|(?:CVE|KB|MS)-?\d.*|.*-\p{Ll}{2,}|.*_.*|.*\.\p{Ll}.*|.*Win(?:32|64).*|[\da-f]{8,})$/u;

/** Words that end like malware names but are part of a system or program. */
export const OTHER_GLUED: ReadonlySet<string> = new Set(
  words(`bitlocker applocker devicelocker classloader urlclassloader bootloader googlebot chatbot telegrambot
    discordbot bingbot dllloader peloader assemblyloader imageloader filedownloader webdownloader antimalware
    antiransomware minifilterloader stopransomware reflectiveloader dataloader scriptloader shellcodeloader downloader folderlocker`),
);
