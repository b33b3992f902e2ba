import { expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole({ PROOF_LINKS: "true" });

const TEXT =
  "APT29 sent a mail with an attachment (T1566.001). The document ran PowerShell (T1059.001).";

it(
  "a signed report is shown to others by a link that is created, opened and revoked",
  { timeout: 60_000 },
  async () => {
    const { body } = await analyse(tests.service.url, { text: TEXT, name: "Proven" });
    const id = body.session_id;
    const page = await tests.open(`/sessions/${id}`);
    await page.getByRole("heading", { name: "Proven" }).waitFor();
    expect(await page.getByText("Proof links").count()).toBe(0);
    await fetch(`${tests.service.url}/api/analyze/sessions/${id}`, {
      method: "PATCH",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ review_state: "signed" }),
    });
    await page.getByText("Proof links").click();
    await page.getByRole("button", { name: "Create link" }).click();
    const address = await page.locator("code", { hasText: "/proof/" }).textContent();
    await page.getByRole("button", { name: "Copy the proof link" }).waitFor();
    await page.getByText(/^Open until/u).waitFor();
    expect(await barriersOf(page)).toEqual([]);

    const proof = await page.context().newPage();
    const faults: string[] = [];
    proof.on("console", (message) => faults.push(message.text()));
    await proof.goto(address ?? "");
    await proof.getByRole("heading", { name: "Proven" }).waitFor();
    const mark = proof.locator("mark").first();
    expect(await mark.textContent()).toContain("T1566.001");
    // The policy admits the page's own style.
    expect(await mark.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
      "rgb(255, 224, 138)",
    );
    await proof.getByRole("link", { name: /PowerShell/u }).click();
    expect(proof.url()).toMatch(/#p\d+-\d+$/u);
    expect(await barriersOf(proof)).toEqual([]);
    expect(faults).toEqual([]);

    await page.getByRole("button", { name: /^Revoke the link of/u }).click();
    await page.getByText(/^Open until/u).waitFor({ state: "detached" });
    const closed = await fetch(address ?? "");
    expect([closed.status, await closed.text()]).toEqual([
      404,
      expect.stringContaining("<h1>Nothing to show</h1>"),
    ]);
  },
);
