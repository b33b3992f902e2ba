import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { untilListed } from "../support/node/review.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

const TEXT =
  "TLP:GREEN. APT29 sent a mail with a malicious attachment (T1566.001). The document ran PowerShell (T1059.001), kept itself by a scheduled task (T1053.005), dumped LSASS (T1003.001) and moved on by RDP (T1021.001).";

const send = async (path: string, method: string, body: object) => {
  const headers = { "Content-Type": "application/json" };
  const init = { method, headers, body: JSON.stringify(body) };
  expect((await fetch(`${tests.service.url}${path}`, init)).ok).toBe(true);
};

it(
  "a session shows markings, named techniques and leads as its exports do",
  { timeout: 60_000 },
  async () => {
    const { body } = await analyse(tests.service.url, { text: TEXT, name: "States" });
    const id = body.session_id;
    const path = `/api/analyze/sessions/${id}`;
    await send(`${path}/techniques/T1053.005`, "PATCH", { attack_id: "T1053.002" });
    await send(`${path}/techniques`, "POST", {
      attack_id: "T1204.002",
      evidence: "The document ran",
    });
    const page = await tests.open(`/sessions/${id}`);
    await untilListed(page);
    const undecided = "TLP:GREEN in the report";
    const marking = page.getByRole("combobox", { name: "Marking by the Traffic Light Protocol" });
    expect(await marking.locator("option:checked").textContent()).toBe(undecided);
    const added = page.getByRole("button", { name: /^T1204\.002/u });
    expect(await added.textContent()).toMatch(/Accepted.*Added by an analyst/u);
    expect(await added.textContent()).not.toContain("%");
    const changed = page.getByRole("button", { name: /^T1053\.002/u });
    expect(await changed.textContent()).toMatch(/Accepted.*Changed by an analyst/u);
    await page.getByRole("tab", { name: /Groups/u }).click();
    await page.getByText("Similarity of technique sets is a lead, never an attribution.").waitFor();
    const headings = page.getByRole("tabpanel").getByRole("heading", { level: 2 });
    expect(await headings.allTextContents()).toEqual([
      "Named in the report",
      "Most similar groups",
    ]);
    const measure = page.getByRole("combobox", { name: "Measure" });
    expect(await measure.inputValue()).toBe("mixed");
    await marking.selectOption("amber");
    await page.goto(`${tests.service.url}/sessions`);
    await page.getByText("TLP:AMBER", { exact: true }).waitFor();
  },
);
