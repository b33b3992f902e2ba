import type { Api } from "./api.ts";
import { readContent, readJson } from "./content.ts";

/** The sessions of the three reports. */
export interface Sessions {
  ransomware: string;
  espionage: string;
  supplyChain: string;
}

interface Report {
  id: string;
  title: string;
  session_id: string | null;
}

/** What is promoted from the feed; the other items wait in the intake. */
const PROMOTED = { ransomware: /hypervisors/u, espionage: /diplomats/u };
const DAY_MINUTES = 1_440;

/** Reads the feed and promotes two of its reports, sends the third as a file, and imports a bundle. */
export async function fillReports(api: Api, site: string) {
  const list = readJson("warning-list.json");
  await api.send("PUT", "/pipeline/warning-lists/demo-own-hosts", list);
  const source_id = await readFeed(api, site);
  const [ransomware = "", espionage = ""] = await promote(api);
  const supplyChain = await upload(api, "supply-chain.md");
  const imported = await api.send<{ import_id: string }>(
    "POST",
    "/pipeline/import/stix?filename=harbour-cert.json",
    readContent("import.json"),
  );
  const [pending] = await api.send<Report[]>("GET", "/pipeline/intake?status=pending");
  const observable_id = await restoreIndicators(api);
  const made = { source_id, import_id: imported.import_id, report_id: pending?.id ?? "" };
  return { ...made, observable_id, sessions: { ransomware, espionage, supplyChain } };
}

async function readFeed(api: Api, site: string): Promise<string> {
  const source = {
    name: "Northgate Threat Reports",
    url: `${site}/feed.xml`,
    interval_minutes: DAY_MINUTES,
  };
  const { id } = await api.send<{ id: string }>("POST", "/pipeline/sources", source);
  await api.send("POST", `/pipeline/sources/${id}/run`);
  await api.until<{ status: string }[]>(`/pipeline/runs?source_id=${id}`, (runs) =>
    runs.every(({ status }) => status !== "running"),
  );
  return id;
}

/** Analyzes the articles that items of the feed link to. @returns their sessions */
async function promote(api: Api): Promise<string[]> {
  const reports = await api.send<Report[]>("GET", "/pipeline/intake?status=pending");
  const titles = Object.values(PROMOTED);
  const ids = titles.map((title) => reports.find((report) => title.test(report.title))?.id ?? "");
  const order = { ids, action: "promote", analyze: true, fetch: true };
  await api.send("POST", "/pipeline/intake/bulk", order);
  return await Promise.all(ids.map(async (id) => await analysisOf(api, id)));
}

async function analysisOf(api: Api, reportId: string): Promise<string> {
  const promoted = await api.until<Report>(
    `/pipeline/intake/${reportId}`,
    ({ session_id }) => session_id !== null,
  );
  const sessionId = promoted.session_id ?? "";
  await api.until<{ status: string }>(
    `/analyze/${sessionId}`,
    ({ status }) => status === "completed",
  );
  return sessionId;
}

async function upload(api: Api, name: string): Promise<string> {
  const form = new FormData();
  form.set("file", new Blob([readContent(`reports/${name}`)]), name);
  return (await api.send<{ session_id: string }>("POST", "/analyze", form)).session_id;
}

/**
 * Restores the values that the reports call indicators: addresses and names for documentation are
 * suppressed in every text, and the demo has no others. @returns one of them
 */
async function restoreIndicators(api: Api): Promise<string> {
  const chosen = readJson<{ value: string; tags: string[] }[]>("observables.json");
  const ids: string[] = [];
  for (const { value, tags } of chosen) {
    const query = `limit=200&restored=false&q=${value}`;
    const found = await api.send<{ id: string; value: string }[]>(
      "GET",
      `/pipeline/suppressions?${query}`,
    );
    const suppressed = found.find((one) => one.value === value);
    if (suppressed === undefined) throw new Error(`${value} is in no report of the demo.`);
    const path = `/pipeline/suppressions/${suppressed.id}/restore`;
    const { id } = await api.send<{ id: string }>("POST", path);
    const judged = { role: "indicator", confidence: 90, tags };
    await api.send("PATCH", `/pipeline/observables/${id}`, judged);
    ids.push(id);
  }
  return ids[0] ?? "";
}
