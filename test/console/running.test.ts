import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";
import { useLanguageModel } from "../support/node/use-language-model.ts";

const { ai, settings } = useLanguageModel();
const tests = useConsole(settings);

/** The service answers 409 about an analysis that failed. */
const expected = /Failed to load resource/u;

async function idOf(name: string): Promise<string | undefined> {
  const answer = await fetch(`${tests.service.url}/api/analyze/sessions?status=processing`);
  const sessions = (await answer.json()) as { session_id: string; name: string | null }[];
  return sessions.find((session) => session.name === name)?.session_id;
}

it("the page of a session shows a running analysis, and then that it failed", async () => {
  const { url } = tests.service;
  const name = "Two banks";
  ai.behave = () => ({ silence: true });
  const asked = analyse(url, { text: "APT29 ran PowerShell.", name, provider: "provider_b" });
  await expect.poll(() => idOf(name)).toBeDefined();
  const page = await tests.open(`/sessions/${await idOf(name)}`, { expected });
  const heading = (title: string) => page.getByRole("heading", { level: 1, name: title });
  await heading("Analyzing the report").waitFor();
  expect(await barriersOf(page)).toEqual([]);

  ai.close();
  expect((await asked).status).not.toBe(200);
  await heading("Analysis failed").waitFor();
  await page.getByRole("button", { name: "Analyze again" }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
});
