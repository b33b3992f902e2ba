import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { useConsole } from "../support/node/browser.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";
import { collect, importRule, sigmaRule } from "../support/node/coverage.ts";
import { makeDossier } from "../support/node/dossiers.ts";
import { addObservable } from "../support/node/observables.ts";
import { SHIPPED } from "../support/shipped.ts";
import { analyse } from "../support/node/service.ts";
import { PAGES } from "../support/node/role-pages.ts";
import { untilQuiet } from "../support/node/until-quiet.ts";

const tests = useConsole({ AUTH_ENABLED: "true", PROXY_SECRET: "proof" });
let analyst: LoginProxy;
let viewer: LoginProxy;
/** A session with a change in its history, a second one, a dossier of both, an observable, a rule, a source and an import; as `{names}` of the paths below. */
const made = {
  session: "",
  other: "",
  dossier: "",
  observable: "",
  rule: "",
  source: "",
  imported: "",
};

const TEXT =
  "The actor used PowerShell (T1059.001) to download a loader. Finally the files were sent to a cloud storage service. APT29 is suspected.";
const SIDE = "/api/analyze/sessions";

async function send<T>(method: string, path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${analyst.url}${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
  return (await answer.json()) as T;
}

tests.before(async () => {
  const { url } = tests.service;
  analyst = await startLoginProxy(url, { name: "anna", role: "analyst", secret: "proof" });
  viewer = await startLoginProxy(url, { name: "vera", role: "viewer", secret: "proof" });
  made.session = (await analyse(analyst.url, { text: TEXT, name: "First" })).body.session_id;
  made.other = (await analyse(analyst.url, { text: TEXT, name: "Second" })).body.session_id;
  made.dossier = await makeDossier(analyst.url, [made.session, made.other]);
  const review = { review_status: "accepted" };
  await send("PATCH", `${SIDE}/${made.session}/techniques/T1059.001`, review);
  const domain = { kind: "domain", value: "evil-role.xyz", tags: ["kept"] };
  await send("POST", `${SIDE}/${made.session}/second-opinion?provider=provider_a&mode=recall`, {});
  made.observable = (await addObservable(analyst.url, domain)).id;
  made.rule = await importRule(analyst.url, sigmaRule(1, "Of roles", "T1059.001"));
  const feed = { url: "https://feed.unit.invalid/rss", name: "Roles" };
  made.source = (await send<{ id: string }>("POST", "/api/pipeline/sources", feed)).id;
  await collect(analyst.url, [{ name: "WinEventLog:Sysmon" }]);
  await send("POST", "/api/pipeline/intake", { title: "Of roles", text: `${TEXT} 10.0.0.1` });
  const bundle = { type: "bundle", id: "bundle--1", objects: [{ type: "report", id: "x" }] };
  const { import_id } = await send<{ import_id: string }>(
    "POST",
    "/api/pipeline/import/stix",
    bundle,
  );
  made.imported = import_id;
  await send("POST", "/api/layers", {
    name: "Kept",
    technique_ids: ["T1059"],
    version: SHIPPED.version,
  });
});
afterAll(async () => {
  await Promise.all([analyst, viewer].map(async (proxy) => await proxy?.close()));
});

const realOf = (path: string) =>
  path
    .replace("{session}", made.session)
    .replace("{other}", made.other)
    .replace("{dossier}", made.dossier)
    .replace("{observable}", made.observable)
    .replace("{rule}", made.rule)
    .replace("{source}", made.source)
    .replace("{imported}", made.imported);

async function open(proxy: LoginProxy, path: string): Promise<Page> {
  const page = await tests.open(realOf(path), { origin: proxy.url });
  await page.getByText(/^(?:anna|vera), (?:analyst|viewer)/u).waitFor();
  await untilQuiet(page);
  return page;
}

/** Clicks all that is there to be clicked but cells of the matrix, each name once. */
async function clickAll(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const names = new Set<string>();
    for (;;) {
      const buttons = document.querySelectorAll<HTMLButtonElement>(
        "main button:enabled:not([data-technique])",
      );
      const nameOf = (one: Element) => one.getAttribute("aria-label") ?? one.textContent;
      const next = [...buttons].find((one) => !names.has(nameOf(one)));
      if (next === undefined || names.size > 60) return;
      names.add(nameOf(next));
      // A list of files is the system's own.
      if (nameOf(next) !== "Choose files") next.click();
      await new Promise((done) => setTimeout(done, 30));
    }
  });
  await untilQuiet(page);
}

it.each(PAGES)("a viewer may press whatever $path shows", async ({ path, changes }) => {
  const page = await open(viewer, path);
  const refused: string[] = [];
  page.on("response", (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  for (const name of changes) {
    const count = await page.getByRole("button", { name }).count();
    expect([String(name), count]).toEqual([String(name), 0]);
  }
  for (const key of ["j", "x", "a", "r", "e", "u", "c", "t", "s"]) await page.keyboard.press(key);
  await page.evaluate(() => {
    const text = document.querySelector("[data-start]");
    if (text !== null) document.getSelection()?.selectAllChildren(text);
  });
  await page.keyboard.press("n");
  expect(await page.getByRole("region", { name: /^New (?:technique|observable)$/u }).count()).toBe(
    0,
  );
  for (const name of ["Confirm", "Suppress", "Expire", "Untag"]) {
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  }
  expect(await page.getByText("being suppressed").count()).toBe(0);
  await clickAll(page);
  expect(refused).toEqual([]);
});

it("an analyst sees what there is to do on each page", async () => {
  const page = await open(analyst, "/");
  for (const { path, changes } of PAGES.filter((one) => one.changes.length > 0)) {
    await page.goto(`${analyst.url}${realOf(path)}`);
    for (const name of changes) {
      const button = page.getByRole("button", { name }).first();
      await button.waitFor();
      expect(await button.isVisible()).toBe(true);
    }
  }
});

it("and it works", async () => {
  const page = await open(analyst, "/analyze");
  await page.getByRole("textbox", { name: "Text of the report" }).fill(TEXT);
  await page.getByRole("textbox", { name: "Name" }).fill("Of an analyst");
  await page.getByRole("button", { name: "Analyze", exact: true }).click();
  await page.getByRole("button", { name: /^T1059\.001/u }).click();
  await page.getByRole("button", { name: "Reject" }).click();
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByText("Rejected", { exact: true }).waitFor();
  await page
    .getByText(/^anna, /u)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Undone: review cleared").waitFor();
  await page.getByRole("link", { name: "Reports" }).click();
  await page.getByRole("button", { name: "Rename Of an analyst" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("By an analyst");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "By an analyst" }).waitFor();
  const listed = await fetch(`${analyst.url}${SIDE}?search=By%20an%20analyst`);
  expect(await listed.json()).toHaveLength(1);
});
