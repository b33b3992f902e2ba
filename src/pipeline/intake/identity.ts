import { foldText } from "../../platform/lib/text.ts";

/** Lowercase query parameters that show how a reader reached a page, not which page it is. */
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

/** Lowercase prefixes of such parameters. */
const TRACKING_PREFIXES = ["utm_", "piwik_", "matomo_", "mtm_"];

/** Folded names that many different objects share and that do not describe them. */
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

/** Longer keys are too long for an index. Such a report is identified by its title. */
const MAX_KEY_CHARS = 4_000;

/** Longer links of reports are not stored. */
export const MAX_URL_CHARS = 2_048;

/**
 * Returns the part of a URL that two links to one article share: lowercase host, path and query, without scheme,
 * default port, fragment, tracking parameters and trailing slash. Returns null if it is not an http(s) URL.
 */
export function canonicalUrl(url: string | null): string | null {
  if (url === null || url.length > MAX_URL_CHARS || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  if (!/^https?:$/.test(parsed.protocol)) return null;
  // Cut from the text unchanged, because parsing and serializing a query changes its escapes.
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

/** Removes trailing slashes. A regular expression would try each slash of a long run. */
function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}

/** Returns the form in which titles are compared, or null if nothing is visible. */
export function titleKey(title: string): string | null {
  const folded = foldTitle(title);
  return folded === "" ? null : folded.slice(0, MAX_KEY_CHARS);
}

/** Returns whether an object's name is too generic to identify a report. */
export function isGenericName(name: string): boolean {
  const folded = foldTitle(name);
  return folded === "" || GENERIC_NAMES.has(folded);
}

function foldTitle(title: string): string {
  // Uppercase first, which also folds letters that have no simple counterpart, such as the German sharp s.
  return foldText(title.replace(/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, "").toUpperCase());
}
