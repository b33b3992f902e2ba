import { expect, it } from "vitest";
import type { Analysis } from "../../src/reading/sessions/schema.ts";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const REPORT = [
  "The intruders read credentials out of the memory of LSASS with ProcDump.",
  "A scheduled task ran the loader every twenty minutes.",
  "They sent a mail with a malicious Word attachment that held macros.",
  "The loader was started by regsvr32.exe from a scriptlet on a remote server.",
].join("\n");

it("a technique names the nearest procedure, and leads to its group, campaign or software", async () => {
  const { url } = tests.service;
  const { body } = await analyse(url, { text: REPORT, name: "Near" });
  const answer = await fetch(`${url}/api/analyze/${body.session_id}?explain=true`);
  const { techniques } = (await answer.json()) as Analysis;
  const near = techniques.flatMap(({ attack_id, explanation }) =>
    explanation?.nearest_procedure ? [{ attack_id, ...explanation.nearest_procedure }] : [],
  );
  expect(near.length).toBeGreaterThan(0);
  for (const { attack_id, source_id, name, words } of near) {
    const page = await tests.open(`/sessions/${body.session_id}?technique=${attack_id}`);
    const told = page.locator('dt:text-is("Nearest procedure") + dd');
    const said = await told.textContent();
    for (const part of [source_id, name, ...words]) expect(said).toContain(part);
    expect(await findBarriers(page)).toEqual([]);
    await told.getByRole("link").click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
  }
});
