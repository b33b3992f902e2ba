import type { KnownKind } from "../vocabulary.ts";
import { lineStart } from "./characters.ts";
import { lengthNamed } from "./hash-lengths.ts";
import type { Findings } from "./findings.ts";
import { headingAbove, type ListHeading } from "./list-heading.ts";

/** The meaning a label gives to a run of hexadecimal digits. A null `kind` is not an observable. */
export interface HashLabel {
  label: string;
  kind: KnownKind | "hash" | null;
  /** Digits of the hash function that the label names. Absent if it names none or several. */
  digits?: number | null;
  /** The label of the next value, if a label names a pair: `JA3/JA3S`. */
  next?: HashLabel;
}

/** The last list and the labels of headings, cached so that each is analyzed once. */
export interface HashLists extends ListHeading {
  labels: Map<string, HashLabel | null>;
}

/** Cache limit: a text with more headings has few values below each. */
const REMEMBERED = 1_000;

const NAMES: readonly (readonly [RegExp, HashLabel["kind"]])[] = [
  [/^(?:imp[-_ ]?hash|import hash|импх)/, "imphash"],
  [/^authenti(?:[-_ ]?hash|code)/, "authentihash"],
  [/^ja3-?s/, "ja3s"],
  [/^ja3/, "ja3"],
  [/^(?:sha|md5)/, "hash"],
  [/^(?:cert|thumb|x\.?509|zert|серт|отпеч|证书|証明書|fingerprint)/, "certificate_hash"],
];
const LABEL =
  /imp[-_ ]?hash|import hash|импх[еэ]ш|authenti[-_ ]?hash|authenticode(?: hash)?|(?<![a-z])ja3(?:-?s)?(?![a-z])(?:[-_ ](?:hash|fingerprint|digest))?|sha-?(?:1|2|224|256|384|512)(?:sum)?(?!\d)|md5(?:sum)?|certificate|(?<![a-z])certs?(?![a-z])|thumbprint|x\.?509|fingerprint|zertifikats?|сертификат\p{L}*|отпечат\p{L}*|证书|証明書|serial(?: ?number)?|seriennummer|серийн\p{L}+|序列号|シリアル|(?<![a-z])commits?(?![a-z])|git (?:checkout|show|reset|revert|cherry-pick|blob|object|tree)|revision|(?<![a-z])rich[-_ ]?(?:p[ev]|(?:pe[-_ ]?)?header|hash)(?:[-_ ]?hash)?(?![a-z])|vhash|telfhash|hassh|tlsh|(?:nt|lm|ntlm)[-_ ]?hash|(?:session|bot|build|campaign|client|container|machine|trace|request|tracking|tenant|user|app|image|module|debug)[-_ ]?id|guid|uuid|(?:api|aes|rc4|xor|encryption|decryption|session|private|public|secret|license|access)[-_ ]?keys?|token|secret|password|passphrase|salt|nonce|(?<![a-z])iv(?![a-z])|etag|(?:icon|favicon)[-_ ]?hash|(?:gpg|pgp)(?: key)?/giu;
/** The name of a function after that of a certificate: `certificate SHA-1`, `thumbprint (SHA256)`. */
const CERTIFICATE_BEFORE =
  /(?:certificates?|cert|thumbprint|fingerprint|x\.?509|zertifikats?|сертификата?|证书|証明書)['’]?s?[\s(:_-]{0,3}(?:指纹|のフィンガープリント|フィンガープリント|fingerprint|thumbprint|hash|serial)?[\s(:_-]{0,3}$/iu;
/** The function in brackets after the name: `Authentihash (SHA-256)`, `imphash MD5`. */
const NAMED_BEFORE = /(authenti[-_ ]?hash|authenticode(?: hash)?|imp[-_ ]?hash)[\s(_-]{1,3}$/i;
const CERTIFICATES =
  /(?<!\p{L})(?:certificates?|certs?|thumbprints?|zertifikate?|сертификат\p{L}*)(?!\p{L})|证书|証明書/iu;
/** The header that Microsoft's linker writes. Its hash is not the hash of the file. */
const RICH_BEFORE =
  /(?<![a-z])rich[-_ ]?(?:p[ev]|(?:pe[-_ ]?)?header|hash)(?:[-_ ]?hash)?[^.,;|\t\n]{0,24}$/i;
/** The same after a comma, unless it is the file that is signed with the certificate. */
const CERTIFICATE_APART = /certificates?,\s(?:whose\s|with\s|the\s){0,3}$/i;
const CERTIFICATE_NEAR = /cert|x\.?509|tls|ssl|zert|серт|证书|証明書|signer|signing/iu;
/** A client fingerprint that precedes its server's. */
const CLIENT_BEFORE = /(?<![a-z])ja3\s?(?:[/,&+|]|and|und|et|y|и|和|与)\s?$/iu;
/** Maximum distance of a label before its value. */
const NEAR = 40;
/** Text allowed between such a word and its value: no other noun. */
const FILLED =
  /^(?:s|es|\(s\))?(?:[^\p{L}]{0,4}(?:is|was|are|values?|numbers?|no|hash(?:es)?|hex|ids?|ist|lautet|to|of|the|(?:thumb|finger)print|sha-?(?:1|256)|md5|为|是|指纹|フィンガープリント)?){0,4}[^\p{L}]{0,4}$/iu;

/** Returns the meaning of a hash from the words before it, its column or the heading of its list. */
export function labelOf(
  findings: Findings,
  from: number,
  previous: { to: number; label: HashLabel | null },
  lists: HashLists,
): HashLabel | null {
  const { text } = findings;
  const line = lineStart(text, from, 400);
  const before = text.slice(Math.max(line, from - 90, previous.to), from);
  const own = before === "" ? null : ownLabel(before);
  if (own !== null) return own;
  const isSame = previous.to > line && isEnumeration(text.slice(previous.to, from));
  if (isSame && previous.label?.next !== undefined) return previous.label.next;
  const column = findings.headAt(from);
  const heading = column === null ? null : headingLabel(column, lists);
  if (heading !== null) return heading;
  if (isSame && previous.label !== null) return previous.label;
  const above = headingAbove(text, from, line, lists);
  // A line that contains a hash is not a heading, unless its list continues.
  if (above === null || (/[0-9a-f]{32}/i.test(above) && !above.endsWith(","))) return null;
  return headingLabel(above.replaceAll(/[0-9a-f]{32,}[,\s]*/gi, ""), lists);
}

function headingLabel(heading: string, { labels }: HashLists): HashLabel | null {
  const known = labels.get(heading);
  if (known !== undefined) return known;
  const label = ownLabel(heading, Number.POSITIVE_INFINITY);
  if (labels.size < REMEMBERED) labels.set(heading, label);
  return label;
}

/** Suricata rules name the buffer first, and the value after a keyword. */
const CONTENT = /;\s?content:\s?"$/;
/** Heading words that make its hashes those of files, even if certificates are also named. */
const OF_FILES = /files?|samples?|malware|binar(?:y|ies)|executables?|signed|payloads?/i;

/** Returns whether the words before a function's name make its hashes those of certificates. */
function isOfCertificate(near: string, isHeading: boolean): boolean {
  const at = near.search(CERTIFICATES);
  // "Samples signed with certificates" are files.
  const isOfFiles = at >= 0 && OF_FILES.test(near.slice(0, at));
  if (isHeading) return at >= 0 ? !isOfFiles : CERTIFICATE_BEFORE.test(near);
  return CERTIFICATE_BEFORE.test(near) || (CERTIFICATE_APART.test(near) && !isOfFiles);
}

/** Returns the label nearest to the end of the text before a value. */
function ownLabel(given: string, reach = NEAR): HashLabel | null {
  const before = given.replace(CONTENT, " ");
  let last: RegExpExecArray | null = null;
  for (const match of before.matchAll(LABEL)) last = match;
  if (last === null) return null;
  const label = last[0].toLowerCase();
  const gap = before.slice(last.index + label.length);
  if (gap.length > reach || (reach === NEAR && /[.;!?]\s/.test(gap))) return null;
  const kind = NAMES.find(([name]) => name.test(label))?.[1] ?? null;
  const near = before.slice(0, last.index);
  if (kind === "hash" && RICH_BEFORE.test(near)) return { label, kind: null };
  if (kind === "hash" || label === "fingerprint") {
    if (isOfCertificate(near, reach !== NEAR))
      return { label: `certificate ${label}`, kind: "certificate_hash" };
    const named = NAMED_BEFORE.exec(near)?.[1]?.toLowerCase();
    if (named !== undefined) {
      return { label: named, kind: named.startsWith("i") ? "imphash" : "authentihash" };
    }
    if (label === "fingerprint" && !CERTIFICATE_NEAR.test(near)) return { label, kind: null };
    if (/^[\s(:]*(?:certificate |cert )?(?:thumb|finger)print/.test(gap)) {
      return { label, kind: "certificate_hash" };
    }
    if (kind === null) return { label, kind: "certificate_hash" };
    // "SHA1/SHA256" names both.
    return { label, kind, digits: lengthNamed(before.slice(-(gap.length + label.length + NEAR))) };
  }
  if (kind === "ja3s" && CLIENT_BEFORE.test(near)) {
    return { label: "ja3", kind: "ja3", next: { label, kind } };
  }
  if (kind !== null && kind !== "certificate_hash") return { label, kind };
  // Words that are not hash names count as labels only directly before a value, as in "token stealer".
  return FILLED.test(gap) ? { label, kind } : null;
}

/** Returns whether only commas, brackets or "and" separate two values of one list. */
function isEnumeration(between: string): boolean {
  return (
    between.length < 72 &&
    /^(?:\s?\([^()\n]{1,60}\)(?=[,;]))?[\s,;/"'`()\u3001\uFF0C\uFF1B]*(?:and|or|und|et|y|и|和|与|及)?[\s"'`(]*$/u.test(
      between,
    )
  );
}
