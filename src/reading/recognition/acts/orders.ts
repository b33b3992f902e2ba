import { ORDER_WORDS, type OrderWords } from "./order-words.ts";

/** Text before an order: markers, quotes and a role name like `SYSTEM:`. */
const START = String.raw`(?:^|["“«‘„「『（(]|[:：]\s?)[^\p{L}]*`;
const ID = String.raw`t\d{4}(?:\.\d{3})?(?!\d)`;
/** Excludes colons, because "Report: T1059.001 PowerShell" is a label. */
const GAP = String.raw`[\s,]*`;

function ordersOf(words: OrderWords): RegExp {
  const { openers, verbs, fillers, manners, overrides } = words;
  const verb = String.raw`${START}(?:(?:${openers})${GAP}){0,4}(?:${verbs})`;
  const end = String.raw`(?![\p{Script=Latin}\p{Script=Cyrillic}])`;
  const toId = String.raw`${verb}${end}${GAP}(?:(?:${fillers})${end}${GAP}){0,5}${ID}`;
  const inManner = String.raw`${verb}${end}[^.;。；]{2,160}?(?:${manners})`;
  const sources = [toId, inManner, String.raw`(?<!\p{L})(?:${overrides})`];
  return new RegExp(sources.join("|").replaceAll(" ", String.raw`\s`), "iu");
}

const ORDERS = ORDER_WORDS.map(ordersOf);
const SIGNS = new RegExp(`t\\d{4}|${ORDER_WORDS.map(({ signs }) => signs).join("|")}`, "i");

/**
 * Returns whether a sentence orders its reader what to report. Nobody observed what an order names, so no name in it is
 * evidence. An id without a name needs no such words, because nothing describes it.
 */
export function isOrder(words: string): boolean {
  return SIGNS.test(words) && ORDERS.some((order) => order.test(words));
}
