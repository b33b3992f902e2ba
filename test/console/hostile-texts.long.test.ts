import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { HOSTILE } from "../support/node/hostile-texts.ts";
import { analyse } from "../support/node/service.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole();

const NAMED = 12;

/** A report whose evidence holds them all. */
const report = (texts: readonly string[]) =>
  texts.map((text) => `The actor used PowerShell (T1059.001) with ${text} to run it.`).join("\n");

async function change(path: string, body: unknown): Promise<number> {
  const response = await fetch(`${tests.service.url}/api/analyze/sessions/${path}`, {
    method: "PATCH",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return response.status;
}

it("none of 300 hostile texts runs, wherever the pages show it", async () => {
  expect(HOSTILE.length).toBe(300);
  const each = HOSTILE.length / NAMED;
  const ids: string[] = [];
  for (let at = 0; at < HOSTILE.length; at += each) {
    const texts = HOSTILE.slice(at, at + each);
    const name = texts[at / each] ?? "";
    const { status, body } = await analyse(tests.service.url, { text: report(texts), name });
    expect(status).toBe(200);
    const note = texts.join(" ");
    expect(await change(body.session_id, { note })).toBe(200);
    const [technique] = body.techniques;
    expect(technique).toBeDefined();
    const path = `${body.session_id}/techniques/${technique?.attack_id}`;
    expect(await change(path, { note: note.slice(0, 1_000) })).toBe(200);
    ids.push(body.session_id);
  }
  const paths = [
    "/sessions",
    `/sessions?search=${encodeURIComponent(HOSTILE[1] ?? "")}`,
    ...ids.map((id) => `/sessions/${id}?technique=T1059.001`),
    ...HOSTILE.slice(0, 3).map((text) => `/groups?search=${encodeURIComponent(text)}`),
    `/compare?from=session&set=${ids[0]}`,
    `/compare?set=${encodeURIComponent(report(HOSTILE.slice(0, 20)))}`,
  ];
  // What the browser complains of, a broken policy among it, fails the test too.
  for (const path of paths) {
    const page = await tests.open(path);
    await untilQuiet(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("option").first().waitFor();
    expect([path, await page.evaluate(() => "ran" in globalThis)]).toEqual([path, false]);
    await page.context().close();
  }
});
