import { foldText } from "../../platform/lib/text.ts";

/** Parameters that tell how a reader came to a page, not which page it is. */
const TRACKING =
  /^(?:utm_.*|(?:fb|g|dcl|yclid|mscl|tt|tw|li_fat_|wick|srs)clid|fbclid|gclid|dclid|yclid|msclkid|gbraid|wbraid|mc_[ce]id|mkt_tok|_hs(?:enc|mi)|hsctatracking|igshid|igsh|vero_(?:id|conv)|oly_(?:anon|enc)_id|_openstat|wt_(?:mc|zmc)|cmpid|s_cid|ncid|ref_src|ref_url|gad_source|__twitter_impression|guccounter|at_(?:medium|campaign)|pk_(?:campaign|kwd|source|medium)|piwik_.*|matomo_.*|mtm_.*)$/i;

/** Names that many different objects carry and that say nothing of them, folded. */
const GENERIC_NAMES = new Set(
  "indicator|indicators|indicators of compromise|malware|campaign|report|threat report|untitled|untitled report|no title|new report|weekly report|daily report|monthly report|security advisory|security update|security bulletin|security updates|advisory|event|misp event|grouping|observed data|observed-data|intrusion set|intrusion-set|threat actor|threat-actor|note|daily digest|weekly digest|newsletter|weekly newsletter|weekly roundup|weekly recap|week in review|threat intelligence|threat intelligence report|threat advisory|press release|new post|new blog post|latest news".split(
    "|",
  ),
);

/**
 * The part of a URL that two links to one article share: host in lower case, path and query, without
 * scheme, default port, fragment, tracking parameters and trailing slash. Null for no http(s) URL.
 */
export function canonicalUrl(url: string | null): string | null {
  if (url === null || url.length > MAX_URL_CHARS || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol)) return null;
  // Cut out of the text as it is: whoever takes a query apart writes it anew, in other letters.
  const kept = parsed.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !TRACKING.test(part.split("=")[0] ?? ""));
  const path = withoutSlashes(parsed.pathname);
  const query = kept.length === 0 ? "" : `?${kept.join("&")}`;
  const key = `${parsed.host}${path}${query}`.replace(/%[0-9a-f]{2}/gi, (code) =>
    code.toUpperCase(),
  );
  return key.length > MAX_KEY_CHARS ? null : key;
}

/** Longer keys are no use to an index; such a report is told apart by its title. */
const MAX_KEY_CHARS = 4_000;
/** Longer links are kept of no report. */
export const MAX_URL_CHARS = 2_048;

/** A path without the slashes at its end; a pattern would try each slash of a long row. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** The form in which titles are compared; null for one that shows nothing. */
export function titleKey(title: string): string | null {
  const folded = foldTitle(title);
  return folded === "" ? null : folded.slice(0, MAX_KEY_CHARS);
}

/** Whether an object's own name says so little that it cannot tell reports apart. */
export function isGenericName(name: string): boolean {
  const folded = foldTitle(name);
  return folded === "" || GENERIC_NAMES.has(folded);
}

function foldTitle(title: string): string {
  // Upper case first: what has no lower-case twin, as the German sharp s, is folded by it.
  return foldText(title.replace(/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, "").toUpperCase());
}
