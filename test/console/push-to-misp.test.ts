import { afterAll, beforeAll, expect, it } from "vitest";
import { barriersOf } from "../support/node/barriers.ts";
import { useConsole } from "../support/node/browser.ts";
import { TEAM_SETTINGS, useLogins } from "../support/node/logins.ts";
import { MispStandIn } from "../support/node/misp-stand-in.ts";
import { analyse } from "../support/node/service.ts";

const misp = new MispStandIn();
const settings: Record<string, string> = { ...TEAM_SETTINGS };
// Before the service starts, which has to know its address.
beforeAll(async () => {
  await misp.listen();
  Object.assign(settings, misp.settings);
});
const tests = useConsole(settings);
const { anna, vera } = useLogins(tests, { anna: "analyst", vera: "viewer" });
afterAll(() => misp.close());

const TEXT = "APT29 sent T1566 mail.\n\nIndicators of Compromise\nevil-one[.]xyz\nevil-two[.]xyz\n";
const report = async (name: string, text = TEXT) =>
  (await analyse(anna.url, { text, name })).body.session_id;

it("a report is pushed to MISP, and the page says what and links the event", async () => {
  const id = await report("Pushed");
  const page = await tests.open(`/sessions/${id}`, { origin: anna.url });
  const exports = page.getByRole("navigation", { name: "Exports" });
  const push = exports.getByRole("button", { name: "Push to MISP" });
  await push.press("Enter");
  const host = new URL(misp.origin).host;
  await exports.getByText(`Added to ${host}:`).waitFor();
  const { Attribute: attributes, Tag: tags, Note: notes } = misp.events.get(id) ?? {};
  expect(attributes).toHaveLength(2);
  const event = exports.getByRole("link", { name: "event with 2 attributes" });
  expect(await event.textContent()).toBe(
    `event with 2 attributes, ${tags?.length} tags and ${notes?.length} notes`,
  );
  expect(await event.getAttribute("href")).toBe(`${misp.origin}/events/view/${id}`);
  expect(await barriersOf(page)).toEqual([]);
  await push.click();
  await exports.getByText(`${host} is up to date:`).waitFor();
});

it("a report that is TLP:RED is pushed only where the reader says so", async () => {
  const id = await report("Red", `TLP:RED\n\n${TEXT}`);
  const page = await tests.open(`/sessions/${id}`, { origin: anna.url, expected: /409/u });
  await page.getByRole("button", { name: "Push to MISP" }).click();
  await page.getByText("The report is marked TLP:RED, so it was not sent.").waitFor();
  expect(misp.events.has(id)).toBe(false);
  expect(await barriersOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Send despite TLP:RED" }).click();
  await page.getByText("Added to").waitFor();
  expect(misp.events.has(id)).toBe(true);
  expect(await page.getByRole("button", { name: "Send despite" }).count()).toBe(0);
});

it("what fails says what to do, and can be sent again", async () => {
  const id = await report("Refused");
  misp.status = 403;
  const page = await tests.open(`/sessions/${id}`, { origin: anna.url, expected: /502/u });
  await page.getByRole("button", { name: "Push to MISP" }).click();
  await page.getByText("Check its key in SERVER_CREDENTIALS").waitFor();
  expect(await barriersOf(page)).toEqual([]);
  misp.status = null;
  await page.getByRole("button", { name: "Push to MISP" }).click();
  await page.getByText("Added to").waitFor();
  expect(await page.getByText("Check its key").count()).toBe(0);
});

it("a viewer is offered files only", async () => {
  const id = await report("Of a viewer");
  const page = await tests.open(`/sessions/${id}`, { origin: vera.url });
  await page.getByRole("link", { name: "Attack Flow" }).waitFor();
  expect(await page.getByRole("button", { name: "Push to MISP" }).count()).toBe(0);
});
