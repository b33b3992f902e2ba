import axe from "axe-core";
import { build } from "esbuild";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BROWSER, BROWSER_ARGS, NO_BROWSER } from "../support/node/find-browser.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const APP = readFileSync(join(PROJECT, "assets", "mcp", "evidence.html"), "utf8");
const TEXT =
  "They sent mail.\nThe loader ran PowerShell <b>and</b> WMI.\nIt left a task. <script>document.title='owned'</script>";
const technique = (attack_id: string, name: string, evidence: string) => ({
  attack_id,
  name,
  tactic: "execution",
  confidence: 0.9,
  review_status: "suggested",
  evidence,
  evidence_start: TEXT.indexOf(evidence),
  evidence_end: TEXT.indexOf(evidence) + evidence.length,
  warnings: [],
});
const SESSION = {
  session_id: "00000000-0000-4000-8000-000000000001",
  title: "A report <img src=x onerror=alert(1)>",
  review_state: "in_review",
  total: 3,
  next_cursor: "more",
  techniques: [
    technique("T1059.001", "PowerShell", "The loader ran PowerShell <b>and</b> WMI."),
    technique("T1047", "Windows Management Instrumentation", "<b>and</b> WMI."),
  ],
};
const MORE = {
  ...SESSION,
  next_cursor: null,
  techniques: [technique("T1053", "Task", "It left a task.")],
};

/** The host of the package that clients embed such pages with. */
const HOST = `
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
window.calls = [];
window.show = async (html, session, more, text, theme) => {
  const frame = document.createElement("iframe");
  frame.sandbox = "allow-scripts";
  frame.style = "width:1000px;height:560px;border:0";
  document.body.append(frame);
  const bridge = new AppBridge(null, { name: "host", version: "1.0.0" }, { serverTools: {} }, {
    hostContext: { theme },
  });
  window.bridge = bridge;
  bridge.oncalltool = async ({ name, arguments: args }) => {
    window.calls.push(name);
    const half = text.length / 2 | 0;
    const page = args.cursor === undefined
      ? { text: text.slice(0, half), next_cursor: "half" }
      : { text: text.slice(half), next_cursor: null };
    const structuredContent = name === "read_session" ? more : page;
    return { content: [], structuredContent };
  };
  const ready = new Promise((resolve) => (bridge.oninitialized = resolve));
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.srcdoc = html;
  await ready;
  await bridge.sendToolResult({ content: [], structuredContent: session });
};
`;

let browser: Browser;
let host = "";
beforeAll(async () => {
  if (BROWSER === undefined) return;
  const built = await build({
    stdin: { contents: HOST, resolveDir: PROJECT },
    bundle: true,
    write: false,
    format: "iife",
    logLevel: "error",
  });
  host = built.outputFiles[0]?.text ?? "";
  browser = await chromium.launch({ executablePath: BROWSER, args: BROWSER_ARGS });
});
afterAll(async () => await browser?.close());
beforeEach(({ skip }) => skip(BROWSER === undefined, NO_BROWSER));

/** Shows the page in a host; what it asks of the network, and what the browser complains of, is listed. */
async function show(theme: "light" | "dark") {
  const page: Page = await browser.newPage();
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.setContent("<!doctype html><body></body>");
  await page.addScriptTag({ content: host });
  await page.evaluate(
    async (given) => {
      const { show: embed } = window as unknown as { show: (...all: unknown[]) => Promise<void> };
      await embed(...given);
    },
    [APP, SESSION, MORE, TEXT, theme],
  );
  const frame = page.frames().at(-1) as Frame;
  await frame.locator("li").nth(2).waitFor();
  await frame.getByText("It left a task.", { exact: true }).waitFor();
  return {
    page,
    frame,
    asked: () => asked.filter((url) => /^(?:https?|ws)/.test(url)),
    complaints,
  };
}

describe("the MCP App in the host of its package", () => {
  it("shows all techniques and the whole text, as text", async () => {
    const { page, frame, asked, complaints } = await show("light");
    expect(await frame.locator("li b").allTextContents()).toEqual(["T1059.001", "T1047", "T1053"]);
    expect(await frame.locator("#text").textContent()).toBe(TEXT);
    expect(await frame.locator("h1").textContent()).toBe(SESSION.title);
    expect(await frame.locator("#text b, #text script, h1 img").count()).toBe(0);
    expect(await frame.locator("mark.chosen").allTextContents()).toEqual([
      "The loader ran PowerShell ",
      "<b>and</b> WMI.",
    ]);
    expect(asked()).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it("is used by keyboard", async () => {
    const { page, frame } = await show("dark");
    await frame.locator("#techniques").focus();
    const chosen = () => frame.locator("li[aria-selected=true] b").textContent();
    await page.keyboard.press("ArrowDown");
    expect(await chosen()).toBe("T1047");
    expect(await frame.locator("mark.chosen").allTextContents()).toEqual(["<b>and</b> WMI."]);
    await page.keyboard.press("End");
    expect(await chosen()).toBe("T1053");
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe("text");
    await page.keyboard.press("Escape");
    expect(await frame.evaluate(() => document.activeElement?.id)).toBe("techniques");
    await page.close();
  });

  it.each(["light", "dark"] as const)("is readable in %s", async (theme) => {
    const { page, frame } = await show(theme);
    const scheme = await frame.evaluate(
      () => getComputedStyle(document.documentElement).colorScheme,
    );
    expect(scheme).toBe(theme);
    // The policy of the page keeps other scripts out, so that the checker runs where it has no say.
    const checked = await browser.newPage();
    await checked.emulateMedia({ colorScheme: theme });
    await checked.setContent(
      (await frame.content())
        .replace(/<meta http-equiv[^>]*>/, "")
        .replace(/<script[\s\S]*<\/script>/, ""),
    );
    await checked.addScriptTag({ content: axe.source });
    const { violations } = await checked.evaluate(
      async () => await (window as unknown as { axe: typeof axe }).axe.run(),
    );
    expect(violations.map(({ id }) => id)).toEqual([]);
    await page.close();
    await checked.close();
  });
});
