import { foldText } from "../../platform/lib/text.ts";

/** Parameters that say how a reader came to a page, not which page it is; in lower case. */
const TRACKING: ReadonlySet<string> = new Set([
  "__twitter_impression",
  "_hsenc",
  "_hsmi",
  "_openstat",
  "at_campaign",
  "at_medium",
  "cmpid",
  "dclid",
  "fbclid",
  "gad_source",
  "gbraid",
  "gclid",
  "guccounter",
  "hsctatracking",
  "igsh",
  "igshid",
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "msclkid",
  "ncid",
  "oly_anon_id",
  "oly_enc_id",
  "pk_campaign",
  "pk_kwd",
  "pk_medium",
  "pk_source",
  "ref_src",
  "ref_url",
  "s_cid",
  "ttclid",
  "twclid",
  "vero_conv",
  "vero_id",
  "wbraid",
  "wt_mc",
  "wt_zmc",
  "yclid",
]);

/** Beginnings of such parameters, in lower case. */
const TRACKING_PREFIXES = ["utm_", "piwik_", "matomo_", "mtm_"];

/** Names that many different objects carry and that say nothing of them, folded. */
const GENERIC_NAMES: ReadonlySet<string> = new Set([
  "advisory",
  "campaign",
  "daily digest",
  "daily report",
  "event",
  "grouping",
  "indicator",
  "indicators",
  "indicators of compromise",
  "intrusion set",
  "intrusion-set",
  "latest news",
  "malware",
  "misp event",
  "monthly report",
  "new blog post",
  "new post",
  "new report",
  "newsletter",
  "no title",
  "note",
  "observed data",
  "observed-data",
  "press release",
  "report",
  "security advisory",
  "security bulletin",
  "security update",
  "security updates",
  "threat actor",
  "threat advisory",
  "threat intelligence",
  "threat intelligence report",
  "threat report",
  "threat-actor",
  "untitled",
  "untitled report",
  "week in review",
  "weekly digest",
  "weekly newsletter",
  "weekly recap",
  "weekly report",
  "weekly roundup",
]);

/** Longer keys are no use to an index; such a report is identified by its title. */
const MAX_KEY_CHARS = 4_000;

/** Longer links of reports are not kept. */
export const MAX_URL_CHARS = 2_048;

/**
 * The part of a URL that two links to one article share: host in lower case, path and query, without
 * scheme, default port, fragment, tracking parameters and trailing slash. Null for no http(s) URL.
 */
export function canonicalUrl(url: string | null): string | null {
  if (url === null || url.length > MAX_URL_CHARS || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol)) return null;
  // Cut out of the text as it is: to parse a query and to write it again changes its escapes.
  const kept = parsed.search
    .slice(1)
    .split("&")
    .filter((part) => part !== "" && !isTracking(part.split("=")[0] ?? ""));
  const path = withoutSlashes(parsed.pathname);
  const query = kept.length === 0 ? "" : `?${kept.join("&")}`;
  const key = `${parsed.host}${path}${query}`.replace(/%[0-9a-f]{2}/gi, (code) =>
    code.toUpperCase(),
  );
  return key.length > MAX_KEY_CHARS ? null : key;
}

function isTracking(parameter: string): boolean {
  const name = parameter.toLowerCase();
  return TRACKING.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix));
}

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

/** Whether an object's own name says so little that it does not identify a report. */
export function isGenericName(name: string): boolean {
  const folded = foldTitle(name);
  return folded === "" || GENERIC_NAMES.has(folded);
}

function foldTitle(title: string): string {
  // Upper case first: what has no lower-case twin, as the German sharp s, is folded by it.
  return foldText(title.replace(/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, "").toUpperCase());
}
