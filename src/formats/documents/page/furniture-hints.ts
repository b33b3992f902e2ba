/** Words in class names and ids that mark the parts around an article. */
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

/** Words that say nothing about the content and may appear next to a furniture word. */
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
 * How certainly an element is furniture: `perhaps` only outside articles, `likely` unless it contains the
 * article, `surely` in every case.
 */
export type Furniture = "no" | "perhaps" | "likely" | "surely";

const BY_NAME: ReadonlyMap<string, Furniture> = new Map([
  ["aside", "perhaps"],
  ["button", "likely"],
  ["dialog", "surely"],
  ["footer", "likely"],
  ["header", "perhaps"],
  ["select", "likely"],
]);

/** Returns the hint of an element name. */
export function hintOfName(name: string): Furniture {
  return BY_NAME.get(name) ?? "no";
}

/** Text that nobody can see, because of its size or color. */
const UNREADABLE =
  /(?:^|;)\s*font-size\s*:\s*(?:0?\.\d+|[12](?:\.\d+)?)px|(?:^|;)\s*color\s*:\s*(?:white|#fff(?:fff)?)\s*;[^]*background(?:-color)?\s*:\s*(?:white|#fff(?:fff)?)\s*(?:;|$)|background(?:-color)?\s*:\s*(?:white|#fff(?:fff)?)\s*;[^]*(?<![a-z-])color\s*:\s*(?:white|#fff(?:fff)?)\s*(?:;|$)/i;

function hintOfStyle(style: string): Furniture {
  if (UNREADABLE.test(style)) return "surely";
  return /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style) ? "perhaps" : "no";
}

/** Returns the hint of an attribute, for elements other than cells and headings. */
export function hintOfAttribute(name: string, value: string): Furniture {
  // In an article, hidden elements are tabs and accordions that unfold.
  if (name === "hidden") return "perhaps";
  if (name === "aria-hidden") return value === "true" ? "perhaps" : "no";
  if (name === "style") return hintOfStyle(value.slice(0, 500));
  if (name === "role") return ROLES.has(value.toLowerCase()) ? "likely" : "no";
  return name === "class" || name === "id" ? hintOfNames(value.slice(0, 500)) : "no";
}

/**
 * Returns the hint of class names or ids. Ignores names with words that are not furniture's, such as
 * `cookie-theft`. Longer names do not occur.
 */
function hintOfNames(given: string): Furniture {
  if (INVISIBLE.test(given)) return "perhaps";
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

const THINGS = "(?:articles?|posts?|stories|content|reading|news|links|reports?)";
/** Headings of sections after an article, matched whole: "Related malware" belongs to the article. */
const HEADINGS = new RegExp(
  [
    "you (?:may|might) (?:also )?(?:like|enjoy|be interested in)",
    `(?:related|recommended|popular|latest|recent|trending|more) ${THINGS}(?: for you)?`,
    "(?:related|recommended|recommended for you|trending|popular|tags|categories)",
    "read (?:next|more|also)",
    "more from (?:us|our .{1,40}|the blog|this (?:author|category|topic)|.{1,30} (?:blog|labs?|team|news))",
    "share this(?: (?:article|post|page|story|report))?",
    "subscribe.{0,60}",
    "(?:our |sign up for our )?newsletter",
    "leave a (?:reply|comment)",
    "about the authors?",
    "post navigation",
    "(?:\\d{1,5} )?(?:comments?|responses|replies)(?: ?\\(\\d{1,5}\\))?",
  ]
    .map((heading) => `^${heading}[:.!…]?$`)
    .join("|"),
  "i",
);

/** Returns whether a heading begins a section that does not belong to the article. */
export function isFurnitureHeading(heading: string): boolean {
  return heading.length < 100 && HEADINGS.test(heading);
}
