/** Words by which sites call what stands around an article. */
const FURNITURE: ReadonlySet<string> = new Set([
  "ad",
  "ads",
  "advert",
  "advertisement",
  "banner",
  "breadcrumb",
  "breadcrumbs",
  "comment",
  "commentlist",
  "comments",
  "consent",
  "cookie",
  "cookiebot",
  "cookies",
  "copyright",
  "disqus",
  "footer",
  "gdpr",
  "masthead",
  "menu",
  "modal",
  "nav",
  "navbar",
  "navigation",
  "newsletter",
  "onetrust",
  "pager",
  "pagination",
  "popular",
  "popup",
  "promo",
  "promoted",
  "related",
  "respond",
  "share",
  "sharedaddy",
  "sharing",
  "sidebar",
  "signup",
  "skip",
  "social",
  "sponsored",
  "subscribe",
  "subscription",
  "teaser",
  "teasers",
  "trending",
]);

/** Words that say nothing of what an element holds and may stand beside one that does. */
const NEUTRAL: ReadonlySet<string> = new Set(
  [
    ["area", "article", "articles", "bar", "block", "bottom", "box", "button", "buttons", "c"],
    ["card", "cards", "container", "content", "form", "global", "grid", "group", "header"],
    ["icons", "id", "inner", "js", "l", "left", "link", "links", "list", "media", "message"],
    ["notice", "outer", "overlay", "page", "panel", "policy", "post", "posts", "primary"],
    ["region", "right", "row", "sdk", "secondary", "section", "site", "stories", "text", "to"],
    ["top", "u", "widget", "wp", "wrap", "wrapper"],
  ].flat(),
);

const COMMENTS =
  /^(?:comments?|commentlist|comment-?(?:list|section|area|form)s?|disqus.*|respond)$/i;
const INVISIBLE = /(?:^|\s)(?:sr-only|visually-hidden|screen-reader-text|hidden)(?:\s|$)/i;
const ROLES: ReadonlySet<string> = new Set([
  "alertdialog",
  "banner",
  "complementary",
  "contentinfo",
  "dialog",
  "menu",
  "menubar",
  "navigation",
  "search",
]);

/**
 * How surely something is furniture: `no`, `likely` unless the article is in it, `surely` whatever
 * is in it.
 */
export type Furniture = "no" | "likely" | "surely";

const BY_NAME: ReadonlyMap<string, Furniture> = new Map([
  ["aside", "likely"],
  ["button", "likely"],
  ["dialog", "surely"],
  ["footer", "likely"],
  ["header", "likely"],
  ["select", "likely"],
]);

/** What the name of an element says. */
export function hintOfName(name: string): Furniture {
  return BY_NAME.get(name) ?? "no";
}

/** What an attribute says. Names made of other words than furniture's say nothing: `cookie-theft`. */
export function hintOfAttribute(name: string, value: string): Furniture {
  if (name === "hidden") return "likely";
  if (name === "aria-hidden") return value === "true" ? "likely" : "no";
  if (name === "style") return /display\s*:\s*none/i.test(value.slice(0, 500)) ? "likely" : "no";
  if (name === "role") return ROLES.has(value.toLowerCase()) ? "likely" : "no";
  if (name !== "class" && name !== "id") return "no";
  // Nobody writes longer ones, and each is looked through.
  const given = value.slice(0, 500);
  if (name === "class" && INVISIBLE.test(given)) return "likely";
  const tokens = given.split(/\s+/);
  if (tokens.some((token) => COMMENTS.test(token))) return "surely";
  return tokens.some(isFurniture) ? "likely" : "no";
}

function isFurniture(token: string): boolean {
  const words = token
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
  return words.some((word) => FURNITURE.has(word)) && words.every(isKnown);
}

function isKnown(word: string): boolean {
  return FURNITURE.has(word) || NEUTRAL.has(word);
}

const HEADINGS =
  /^(?:(?:you (?:may|might) (?:also )?(?:like|enjoy)|related|recommended (?:articles|posts|reading|for you)|read (?:next|more|also)|more (?:from|articles|stories|posts|news)|latest (?:news|posts|articles|stories)|popular (?:posts|articles|stories)|trending|share this|subscribe|newsletter|leave a (?:reply|comment)|about the author|post navigation)\b|(?:\d{1,5} )?(?:comments?|responses|replies|thoughts on\b.{0,200})(?: ?\(\d{1,5}\))?:?$)/i;
const RELATED_MATTER =
  /^related (?:work|malware|activity|techniques|campaigns?|groups?|tools?|threats?|incidents?|samples?|infrastructure|indicators?)/i;

/** Whether a heading begins what does not belong to the article. */
export function isFurnitureHeading(heading: string): boolean {
  return heading.length < 250 && HEADINGS.test(heading) && !RELATED_MATTER.test(heading);
}
