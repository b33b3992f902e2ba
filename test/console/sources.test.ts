import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { useFeeds } from "../support/node/fed-console.ts";
import { HOSTILE } from "../support/node/hostile-texts.ts";
import { type LoginProxy, startLoginProxy } from "../support/node/login-proxy.ts";

const tests = useConsole({
  ALLOW_PRIVATE_SOURCES: "true",
  AUTH_ENABLED: "true",
  PROXY_SECRET: "proof",
});
const feeds = useFeeds();
const proxies: LoginProxy[] = [];
const PATH = "/api/pipeline/sources";
const titles = (count: number, of: string) =>
  Array.from({ length: count }, (_, n) => ({ title: `${of}, report ${n + 1}` }));

tests.before(async () => {
  await feeds.start();
  for (const role of ["analyst", "viewer"]) {
    const user = { name: role, role, secret: "proof" };
    proxies.push(await startLoginProxy(tests.service.url, user));
  }
});
afterAll(async () => {
  await Promise.all(proxies.map(async (proxy) => await proxy.close()));
});

const originOf = (role: "analyst" | "viewer") => proxies[role === "analyst" ? 0 : 1]?.url ?? "";

async function add(body: object): Promise<string> {
  const answer = await fetch(`${originOf("analyst")}${PATH}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: string }).id;
}

const open = async (path: string, role: "analyst" | "viewer" = "analyst", expected?: RegExp) =>
  await tests.open(path, { origin: originOf(role), ...(expected !== undefined && { expected }) });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

it("a source is added by the address of a site, after its first items were seen", async () => {
  const posts = feeds.feed("posts", "Unit research", titles(7, "Unit"));
  const comments = feeds.feed("comments", "Comments", titles(1, "Comment"));
  const site = feeds.page("site", { Posts: posts, Comments: comments });
  const page = await open("/intake/sources");
  await page.getByText("There are no sources yet.").waitFor();
  await page.getByRole("button", { name: "Add a source" }).click();
  await page.getByRole("textbox", { name: "Address of a site, feed or server" }).fill(site);
  await page.keyboard.press("Enter");
  await page.getByText("The page links this feed. It contains 7 items").waitFor();
  const items = page.getByRole("list", { name: "First items of the feed" }).getByRole("listitem");
  expect(await items.count()).toBe(5);
  await page.getByRole("button", { name: "Comments" }).click();
  await page.getByRole("heading", { name: "Comments" }).waitFor();
  await page.getByRole("textbox", { name: "Address of a site, feed or server" }).fill(site);
  await page.getByRole("button", { name: "Find the source" }).click();
  await page.getByRole("heading", { name: "Unit research" }).waitFor();
  expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Unit research");
  await page.getByRole("textbox", { name: "No items with one of these words" }).fill("report 7");
  await page.getByRole("combobox", { name: "Read" }).selectOption("Every 3 hours");
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Add this source" }).click();
  await page.getByText("is added. Its first run has started.").waitFor();
  await row(page, "Unit research")
    .getByRole("link", { name: "6 reports of Unit research" })
    .waitFor();
  await page.getByRole("textbox", { name: "Address of a site, feed or server" }).fill(site);
  await page.keyboard.press("Enter");
  await page.getByText("This feed is already a source.").waitFor();
});

it("a collection of a TAXII server is chosen, and its run leads to the import", async () => {
  const collections = ["First collection", "Second collection"].map((title, n) => ({
    id: `c${n + 1}`,
    title,
    can_read: true,
    can_write: false,
  }));
  const objects = [1, 2].map((n) => ({
    type: "report",
    id: `report--00000000-0000-4000-8000-00000000000${n}`,
    name: `Report ${n} of a collection`,
    published: "2026-11-20T08:00:00.000Z",
    object_refs: [],
  }));
  feeds.server.fault = (request, response) => {
    const path = (request.url ?? "").replace(/\?.*/, "");
    const answers: Record<string, object> = {
      "/taxii2/": { title: "Unit", api_roots: [`${feeds.server.url}/root/`] },
      "/root/collections/": { collections },
      "/root/collections/c1/objects/": {},
      "/root/collections/c2/": collections[1] ?? {},
      "/root/collections/c2/objects/": { objects },
    };
    const body = answers[path];
    if (body !== undefined) response.end(JSON.stringify(body));
    return body !== undefined;
  };
  const page = await open("/intake/sources");
  await page.getByRole("button", { name: "Add a source" }).click();
  await page.getByRole("combobox", { name: "Kind of source" }).selectOption("TAXII 2.1 collection");
  await page
    .getByRole("textbox", { name: "Address of a site, feed or server" })
    .fill(`${feeds.server.url}/taxii2/`);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "First collection" }).waitFor();
  await page.getByText("SERVER_CREDENTIALS").waitFor();
  await page.getByRole("button", { name: "Second collection" }).click();
  await page.getByRole("heading", { name: "Second collection" }).waitFor();
  const items = page.getByRole("list", { name: "First items of the collection" });
  expect(await items.getByRole("listitem").count()).toBe(2);
  await page.getByRole("textbox", { name: "Only these STIX types" }).fill("report, indicator");
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Add this source" }).click();
  await row(page, "Second collection")
    .getByRole("link", { name: "2 reports of Second collection" })
    .waitFor();
  await row(page, "Second collection")
    .getByRole("link", { name: "Second collection", exact: true })
    .click();
  await page.getByText("report, indicator").waitFor();
  await page.getByRole("link", { name: "Import", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Second collection" }).waitFor();
  feeds.server.fault = () => false;
});

it("an address without a feed is refused with what to do", async () => {
  const page = await open("/intake/sources", "analyst", /422/u);
  await page.getByRole("button", { name: "Add a source" }).first().click();
  await page
    .getByRole("textbox", { name: "Address of a site, feed or server" })
    .fill(feeds.page("bare", {}));
  await page.keyboard.press("Enter");
  const alert = page.getByRole("alert");
  await alert.waitFor();
  expect(await alert.textContent()).toContain("No feed was found");
  expect(await alert.textContent()).toContain("Paste the address of the site's RSS or Atom feed.");
});

it("a source is run, paused, resumed, edited and deleted, and a failure says why", async () => {
  const url = feeds.feed("managed", "Managed", titles(2, "Managed"));
  const id = await add({ url, name: "Managed feed" });
  const page = await open("/intake/sources");
  const managed = row(page, "Managed feed");
  await managed.getByRole("button", { name: "Run now: Managed feed" }).click();
  await managed.getByText("2 new reports.").waitFor();
  await managed.getByRole("button", { name: "Pause Managed feed" }).click();
  await managed.getByRole("button", { name: "Resume Managed feed" }).click();
  await managed.getByRole("button", { name: "Pause Managed feed" }).waitFor();
  feeds.server.feeds.clear();
  await managed.getByRole("button", { name: "Run now: Managed feed" }).click();
  await managed.getByText(/The last run failed\. http.* answers with HTTP 404\./u).waitFor();
  await managed.getByRole("link", { name: "Managed feed", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Managed feed" }).waitFor();
  await page.getByText("2 runs", { exact: true }).waitFor();
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Renamed feed");
  await page.getByRole("textbox", { name: "Only items with one of these words" }).fill("a, b");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Renamed feed" }).waitFor();
  const stored = await fetch(`${originOf("viewer")}${PATH}/${id}`);
  expect(await stored.json()).toMatchObject({ name: "Renamed feed", include: ["a", "b"] });
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("Its 2 reports stay in the intake.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete this source" }).click();
  await page.getByRole("heading", { level: 1, name: "Sources" }).waitFor();
  await row(page, "Unit research").waitFor();
  expect(await row(page, "Renamed feed").count()).toBe(0);
});

it("names, feeds and items are text, whatever they contain", async () => {
  const hostile = HOSTILE.slice(0, 20);
  const url = feeds.feed(
    "hostile",
    hostile[0] ?? "",
    hostile.map((title) => ({ title, text: title })),
  );
  const id = await add({ url, name: hostile[1], include: [hostile[2]?.slice(0, 100)] });
  const page = await open("/intake/sources");
  await page.getByText(hostile[1] ?? "").waitFor();
  await page.getByRole("button", { name: "Add a source" }).click();
  await page.getByRole("textbox", { name: "Address of a site, feed or server" }).fill(url);
  await page.keyboard.press("Enter");
  await page.getByText("It contains 20 items").waitFor();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
  await page.goto(`${originOf("analyst")}/intake/sources/${id}`);
  await page.getByRole("heading", { level: 1, name: hostile[1] ?? "" }).waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  expect(await page.evaluate(() => "ran" in globalThis)).toBe(false);
});

it("a viewer reads everything and changes nothing", async () => {
  const id = await add({ url: feeds.feed("seen", "Seen", titles(1, "Seen")), name: "Seen feed" });
  const page = await open("/intake/sources", "viewer");
  await row(page, "Seen feed").waitFor();
  expect(await page.locator("main").getByRole("button").count()).toBe(0);
  await page.goto(`${originOf("viewer")}/intake/sources/${id}`);
  await page.getByText("The source has not run yet.").waitFor();
  expect(await page.locator("main").getByRole("button").count()).toBe(0);
});
