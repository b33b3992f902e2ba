import type { Page } from "playwright-core";

/** What people hover or focus; rows of tables change their colors under the mouse too. */
const TARGETS = "button:not(:disabled), a, label, summary, tr, [role=option], input, select";

/** Texts of a page that read at less than 4.5 to 1 against what is behind them, each in a line. */
export async function findFaintTexts(page: Page): Promise<string[]> {
  return await page.evaluate(measure);
}

/** Shows every control in a state, as though the mouse or the focus were on all of them. */
export async function force(page: Page, state: "hover" | "focus-visible"): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument", { depth: 1 });
  const found = { nodeId: root.nodeId, selector: TARGETS };
  const { nodeIds } = await devtools.send("DOM.querySelectorAll", found);
  const forcedPseudoClasses = state === "focus-visible" ? ["focus", state] : [state];
  const sent = nodeIds.map((nodeId) =>
    devtools.send("CSS.forcePseudoState", { nodeId, forcedPseudoClasses }),
  );
  // What the page has drawn anew since is no longer shown; what it shows instead is like the others.
  await Promise.allSettled(sent);
}

/** Runs in the page. */
function measure(): string[] {
  const LEAST = 4.5;
  type Color = readonly [red: number, green: number, blue: number, alpha: number];
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1;
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map<string, Color>();
  const read = (text: string): Color => {
    const before = known.get(text);
    if (before !== undefined || brush === null) return before ?? [0, 0, 0, 0];
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = text;
    brush.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = brush.getImageData(0, 0, 1, 1).data;
    const color = [red, green, blue, alpha / 255] as const;
    known.set(text, color);
    return color;
  };
  const over = (top: Color, below: Color): Color => {
    const mix = (a: number, b: number) => a * top[3] + b * (1 - top[3]);
    return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1];
  };
  const backgroundOf = (element: Element | null): Color => {
    if (element === null) return read("Canvas");
    const own = read(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, backgroundOf(element.parentElement));
  };
  const linear = (part: number) =>
    part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const brightness = ([red, green, blue]: Color) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  const ratio = (element: Element) => {
    const background = backgroundOf(element);
    const text = over(read(getComputedStyle(element).color), background);
    const [low = 0, high = 0] = [brightness(text), brightness(background)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const faint = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { currentNode: node } = texts;
    const element = node.parentElement;
    const text = node.textContent?.trim() ?? "";
    if (element === null || text === "" || !element.checkVisibility()) continue;
    // Words for screen readers alone are a pixel wide; what is disabled may be faint.
    if (element.clientWidth === 1 || element.closest(":disabled, script, style") !== null) continue;
    const found = ratio(element);
    if (found >= LEAST) continue;
    const control = element.closest("button, a, label, summary, tr") ?? element;
    faint.add(`${found.toFixed(2)} ${control.tagName}.${control.className}: ${text.slice(0, 40)}`);
  }
  return [...faint];
}
