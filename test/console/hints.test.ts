import { expect, it } from "vitest";
import { findBarriers, useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const REPORT = [
  "The actors exploited CVE-2023-0386 on the servers.",
  "Then Mimikatz was run to dump the memory of LSASS (T1003.001).",
].join("\n");

it("entities offer what software and vulnerabilities lead to", async () => {
  const { body } = await analyse(tests.service.url, { text: REPORT, name: "Leads" });
  const page = await tests.open(`/sessions/${body.session_id}?tab=entities`);
  await page.getByText("known exploited", { exact: true }).waitFor();
  const [software, cve] = await page.locator("details > summary", { hasText: "found" }).all();
  await software?.click();
  await cve?.click();
  const row = (id: string) => page.locator("li li", { hasText: id });
  expect(await row("T1003.001").innerText()).toMatch(/LSASS Memory\s+found$/);
  expect(await row("T1003.006").innerText()).toMatch(/DCSync\s+not found$/);
  expect(await row("T1548.001").innerText()).toMatch(/how it is exploited, not found$/);
  expect(await findBarriers(page)).toEqual([]);
  // What was found can be chosen, a lead cannot.
  expect(await row("T1003.006").getByRole("button").count()).toBe(0);
  await row("T1003.001").getByRole("button").click();
  await page.waitForURL((url) => url.searchParams.get("technique") === "T1003.001");
});
