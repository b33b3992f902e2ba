import { expect } from "vitest";
import { SHIPPED } from "../shipped.ts";
import { stixBundleSchema } from "../stix-schema.ts";
import { sendTo, type StixObject, techniquesOf } from "./check-migrations.ts";
import { seedIndex } from "./export-samples.ts";
import { analyse } from "./service.ts";

/**
 * Analyses a text and expects STIX of the objects of the shipped release, a layer that comes in
 * again, and links in the Markdown.
 */
export async function checkSessionFiles(url: string, text: string): Promise<void> {
  const { body: session } = await analyse(url, { text, name: "Отчёт" });
  const path = `/api/export/analysis/${session.session_id}`;
  const bundle = await sendTo<{ objects: StixObject[] }>(url, "GET", `${path}/stix`);
  expect(stixBundleSchema.safeParse(bundle.body).error).toBeUndefined();
  const techniques = [...seedIndex().techniques.values()];
  const published = new Map(techniques.map((one) => [one.stix_id, one.attack_id]));
  const found = session.techniques.map(({ attack_id: id }) => id).sort();
  expect(found.length).toBeGreaterThan(0);
  const patterns = techniquesOf(bundle.body.objects);
  expect(patterns.map(({ id }) => published.get(id) ?? id).sort()).toEqual(found);
  const layer = await sendTo<unknown>(url, "GET", `${path}/navigator`);
  const imported = await sendTo(url, "POST", "/api/layers/import", layer.body);
  expect(imported).toMatchObject({
    status: 201,
    body: {
      technique_ids: found,
      unknown_technique_ids: [],
      not_kept: [],
      version: SHIPPED.version,
    },
  });
  const response = await fetch(`${url}${path}/markdown`);
  const markdown = await response.text();
  for (const id of found)
    expect(markdown).toContain(`[${id}](https://attack.mitre.org/techniques/`);
}
