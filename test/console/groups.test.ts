import { expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { analyse } from "../support/node/service.ts";

const tests = useConsole();

interface Actor {
  name: string;
  aliases: string[];
  techniques: { attack_id: string }[];
}

const read = async <T>(path: string, body?: unknown): Promise<T> => {
  const init =
    body === undefined
      ? {}
      : {
          method: "POST",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify(body),
        };
  const response = await fetch(`${tests.service.url}${path}`, init);
  return (await response.json()) as T;
};

it("a group is found by an alias, and the search stands in the address", async () => {
  const page = await tests.open("/groups");
  const rows = page.locator("tbody tr");
  await page.getByRole("searchbox").fill("cozy bear");
  await page.waitForFunction(() => document.querySelectorAll("tbody tr").length === 1);
  expect(await rows.first().getByRole("link").textContent()).toBe("APT29");
  await page.reload();
  await page.getByText("1 of").waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: "Techniques" }).click();
  await page.locator("th[aria-sort=descending]").waitFor();
  const counts = (await page.locator("tbody td:nth-child(4)").allTextContents()).map(Number);
  expect(counts).toEqual([...counts].sort((a, b) => b - a));
});

it("a group tells its names, techniques and campaigns, which lead back to it", async () => {
  const group = await read<Actor>("/api/apt/groups/G0016");
  const page = await tests.open("/groups/G0016");
  await page.getByText(group.aliases.join(", ")).waitFor();
  const shown = await page.locator("dt span > span:first-child").allTextContents();
  const ids = [...new Set(shown)].filter((text) => /^T\d/.test(text)).sort();
  expect(ids).toEqual(group.techniques.map(({ attack_id }) => attack_id).sort());
  await page.getByRole("link", { name: "SolarWinds Compromise" }).first().click();
  await page.getByRole("heading", { level: 1, name: "SolarWinds Compromise" }).waitFor();
  await page.getByText("2019-08 – 2021-01").waitFor();
  await page.getByRole("link", { name: "APT29" }).first().click();
  await page.getByRole("heading", { level: 1, name: "APT29" }).waitFor();
});

it("two groups stand side by side, with what both use and what only one does", async () => {
  const [left, right] = await Promise.all([
    read<Actor>("/api/apt/groups/G0016"),
    read<Actor>("/api/apt/groups/G0007"),
  ]);
  const ofRight = new Set(right.techniques.map(({ attack_id }) => attack_id));
  const both = left.techniques.filter(({ attack_id }) => ofRight.has(attack_id)).length;
  const page = await tests.open("/groups/G0016");
  await page.getByLabel("Compare with").selectOption({ label: "APT28" });
  await page.locator("thead th").first().waitFor();
  expect(await page.locator("thead th").allTextContents()).toEqual([
    "Tactic",
    `Only APT29 ${left.techniques.length - both}`,
    `Both ${both}`,
    `Only APT28 ${right.techniques.length - both}`,
  ]);
  expect(new URL(page.url()).searchParams.get("with")).toBe("G0007");
  await page.goBack();
  await page.getByRole("heading", { level: 2, name: "Techniques" }).waitFor();
});

it("typed ids are compared with all groups and campaigns in each mode", async () => {
  const technique_ids = ["T1059.001", "T1566.001", "T1486"];
  const page = await tests.open("/compare");
  await page.getByRole("textbox").fill("seen: t1059.001, T1566.001 and T1486; also T9999");
  await page.getByText("Not in this release, and skipped: T9999").waitFor();
  const names = { mixed: "Mixed", jaccard: "Jaccard", rollup: "Parents", weighted: "Weighted" };
  for (const [mode, name] of Object.entries(names)) {
    await page.getByRole("radio", { name }).check();
    const [first] = await read<{ group_name: string; similarity: number }[]>(
      `/api/apt/compare?mode=${mode}`,
      { technique_ids },
    );
    const percent = Math.round((first?.similarity ?? 0) * 100);
    // Until the answer comes, that of the mode before is shown.
    await page
      .locator("main ol > li:first-child", { hasText: `${percent} %` })
      .getByRole("link", { name: first?.group_name ?? "", exact: true })
      .waitFor();
  }
  await page.getByRole("radio", { name: "Campaigns" }).check();
  await page.getByText("campaigns that share some of these 3 techniques").waitFor();
  await page
    .getByRole("button", { name: /shared, / })
    .first()
    .click();
  const shared = page.locator("p", { has: page.getByText("Shared", { exact: true }) });
  expect(await shared.textContent()).toMatch(/T1059\.001|T1566\.001|T1486/);
});

it("the techniques of a session, a layer and a group are sets too", async () => {
  const text = "The actor ran PowerShell (T1059.001) after a phishing mail (T1566.001).";
  await analyse(tests.service.url, { text, name: "A set" });
  await read("/api/layers", { name: "A layer of three", technique_ids: ["T1059", "T1486"] });
  const page = await tests.open("/compare");
  const source = page.getByLabel("Techniques of");
  const choices = [
    ["session", "Report", "A set"],
    ["layer", "Layer", "A layer of three"],
    ["group", "Group", "APT29"],
  ] as const;
  for (const [from, kind, label] of choices) {
    await source.selectOption(from);
    await page.getByRole("combobox", { name: kind, exact: true }).selectOption({ label });
    await page.getByText(/that share some of these \d+ techniques/).waitFor();
  }
  // A group is most like itself.
  const first = page.locator("main ol > li").first().getByRole("link");
  await expect.poll(async () => await first.textContent()).toBe("APT29");
});

it("a group that is in no release is told, with the service's words", async () => {
  const page = await tests.open("/groups/G9999", { expected: /404/ });
  await page.getByRole("alert").waitFor();
  expect(await page.title()).toBe("G9999 · tradecraft");
});
