import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { smallBundle } from "../support/bundles.ts";
import { useConsole } from "../support/node/browser.ts";
import { SHIPPED } from "../support/shipped.ts";
import { analyse, sendBundle, waitForTask } from "../support/node/service.ts";

const tests = useConsole();

const OLD = SHIPPED.version;
const NEW = "99.1";
const GROUP = "G0016";
const TEXT = "The actor ran PowerShell (T1059.001) after a phishing mail (T1566) and hid (T1036).";
const NAME = "Of a session and a group";

interface Layer {
  layer_id: string;
  name: string;
  version: string;
  technique_ids: string[];
}

const read = async <T>(path: string): Promise<T> =>
  (await (await fetch(`${tests.service.url}${path}`)).json()) as T;

const idsOf = (list: readonly { attack_id: string }[]) => list.map(({ attack_id: id }) => id);
const sorted = (ids: Iterable<string>) => [...new Set(ids)].sort();

/** The layer of a name, whole. */
async function layerOf(name: string): Promise<Layer> {
  const list = await read<Layer[]>("/api/layers?limit=200");
  const { layer_id: id } = list.find((one) => one.name === name) ?? { layer_id: "" };
  return await read<Layer>(`/api/layers/${id}`);
}

/** Ids of a layer of the Navigator that a click lets the browser save. */
async function saved(page: Page, click: () => Promise<void>) {
  const download = page.waitForEvent("download");
  await click();
  const bytes = readFileSync(await (await download).path());
  const layer = JSON.parse(bytes.toString()) as {
    name: string;
    versions: { attack: string };
    techniques: { techniqueID: string; enabled?: boolean }[];
  };
  return { bytes, layer, ids: sorted(layer.techniques.map(({ techniqueID: id }) => id)) };
}

tests.before(async () => {
  const bundle = Buffer.from(JSON.stringify(smallBundle(NEW)));
  await waitForTask(tests.service.url, await sendBundle(tests.service.url, bundle, false));
});

it("a layer of a session and a group is migrated with its account, exported and imported again", async () => {
  const { body } = await analyse(tests.service.url, { text: TEXT, name: "Laid", version: OLD });
  const group = await read<{ techniques: { attack_id: string }[] }>(
    `/api/apt/groups/${GROUP}?version=${OLD}`,
  );
  const union = sorted([...idsOf(body.techniques), ...idsOf(group.techniques)]);
  const overlays = `overlays=session:${body.session_id},group:${GROUP}&combine=union`;
  const page = await tests.open(`/matrix?version=${OLD}&layers=true&${overlays}`);
  const ways = page.getByRole("group", { name: "Combine overlays" });
  await ways.getByRole("button", { name: "Union" }).click();
  await page.getByText(`${union.length} techniques of the overlays`, { exact: true }).waitFor();
  const shown = page.getByRole("group", { name: "Exports of what is shown" });
  const whole = await saved(page, () => shown.getByRole("button", { name: "Navigator" }).click());
  expect(whole.ids).toEqual(union);
  await page.getByRole("textbox", { name: "Name of the new layer" }).fill(NAME);
  await page.getByRole("button", { name: "Save as layer" }).click();
  await page.getByText(`Saved as ${NAME}.`).waitFor();
  expect(await layerOf(NAME)).toMatchObject({ version: OLD, technique_ids: union });

  // The other release is small: what it has stays, and the account names what it lacks.
  const known = new Set(
    idsOf(await read<{ attack_id: string }[]>(`/api/attack/techniques?version=${NEW}`)),
  );
  const original = await layerOf(NAME);
  const form = page.getByRole("group", { name: `Migrate ${NAME}, ${OLD}` });
  await form.getByLabel("to").selectOption(NEW);
  await form.getByRole("button", { name: "Migrate a copy" }).click();
  await form.getByRole("button", { name: "Make the copy" }).click();
  const account = page.getByRole("status").filter({ hasText: `Migrated from ${OLD} to ${NEW}` });
  await account.waitFor();
  const said = (await account.textContent()) ?? "";
  // The list has the newest change first: the copy.
  const migrated = await layerOf(NAME);
  expect(await read(`/api/layers/${original.layer_id}`)).toEqual(original);
  expect(said).toContain("The original layer did not change.");
  await expect.poll(() => decodeURIComponent(page.url())).toContain(`layer:${migrated.layer_id}`);
  expect(await page.getByLabel("Release", { exact: true }).inputValue()).toBe(NEW);
  const item = page.getByRole("group", { name: `Layer ${NAME}, ${NEW}` });
  expect(migrated.version).toBe(NEW);
  expect(migrated.technique_ids.length).toBeGreaterThan(0);
  const kept = union.filter((id) => known.has(id));
  const [counts] = /\d+ kept, \d+ replaced, \d+ merged, \d+ removed/u.exec(said) ?? [""];
  const numbers = [...counts.matchAll(/\d+/gu)].map(([number]) => Number(number));
  expect(numbers[0]).toBe(kept.length);
  expect(numbers.reduce((sum, number) => sum + number, 0)).toBe(union.length);
  for (const id of union.filter((one) => !known.has(one))) {
    expect(said).toMatch(new RegExp(`Removed ${id} .+${id} (belongs to|is) .+\\.`, "u"));
  }

  // The account is still there for whoever opens the page later.
  await page.reload();
  await page.getByText("Account of the migration").click();
  await account.waitFor();

  const exported = await saved(page, () => item.getByRole("link", { name: "Navigator" }).click());
  expect(exported.ids).toEqual(sorted(migrated.technique_ids));
  expect(exported.layer.versions.attack).toBe(NEW.split(".")[0]);
  const again = { ...exported.layer, name: "Back again" };
  await page.getByLabel("Layer of the ATT&CK Navigator").setInputFiles({
    name: "layer.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(again)),
  });
  await page.getByText(/Back again is stored for Enterprise 99\.1/u).waitFor();
  expect((await layerOf("Back again")).technique_ids).toEqual(migrated.technique_ids);
});
