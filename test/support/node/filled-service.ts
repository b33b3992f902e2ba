import { SHIPPED } from "../shipped.ts";
import { addSource, sendJson } from "./collection.ts";
import { collect, importRule, sigmaRule } from "./coverage.ts";
import { analyseReports, decide, makeDossier } from "./dossiers.ts";
import type { Made } from "./every-page.ts";
import { addObservable, collectReport } from "./observables.ts";
import { analyse } from "./service.ts";

const TEXT =
  "In May APT29 sent a spearphishing attachment (T1566.001), ran PowerShell (T1059.001), kept access by a scheduled " +
  "task (T1053.005), dumped LSASS (T1003.001) and used T9999. The C2 server was update.evil-one.xyz, and CVE-2021-26855 was exploited. " +
  "Administrators should disable Windows Script Host (T1059.005).";
/** A report, an object that is skipped, and one that fails. */
const BUNDLE = {
  type: "bundle",
  id: "bundle--50000000-0000-4000-8000-000000000001",
  objects: [
    {
      type: "report",
      id: "report--50000000-0000-4000-8000-000000000001",
      name: "Credential theft at a bank",
      published: "2026-03-04T00:00:00Z",
      description: "They used T1059.001.",
    },
    { type: "identity", id: "identity--50000000-0000-4000-8000-000000000001", name: "Lab" },
    { type: "report", id: "report--50000000-0000-4000-8000-000000000009" },
  ],
};

/** Fills a service with something of each kind, so that no page is empty. @returns what was made */
export async function fillService(url: string): Promise<Made> {
  return {
    ...(await fillReports(url)),
    ...(await fillPipeline(url)),
    ...(await fillCoverage(url)),
    ...(await fillExchange(url)),
  };
}

/** Sends JSON to a path of the service; answers the body. */
async function send<T>(
  url: string,
  path: string,
  given: unknown,
  method: "POST" | "PATCH" = "POST",
): Promise<T> {
  const { status, body } = await sendJson<T>(`${url}${path}`, given, method);
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** A session that was reviewed, with comments and a second opinion; two more, and a dossier of all. */
async function fillReports(url: string): Promise<Made> {
  const { body } = await analyse(url, { text: TEXT, name: "A report" });
  const session_id = body.session_id;
  const [other_id = "", third_id = ""] = await analyseReports(url);
  const path = `/api/analyze/sessions/${session_id}`;
  const note = { review_status: "accepted", note: "Seen in the log." };
  await send(url, `${path}/techniques/T1566.001`, note, "PATCH");
  await decide(url, session_id, "T1059.001", "rejected");
  await decide(url, session_id, "T1003.001", "needs_evidence");
  await decide(url, third_id, "T1078", "needs_evidence");
  await send(url, path, { tags: ["banks"], tlp: "amber", note: "To be shared." }, "PATCH");
  await send(url, `${path}/comments`, { attack_id: "T1059.001", text: "The log says otherwise." });
  await send(url, `${path}/second-opinion?provider=provider_a&mode=recall`, {});
  const dossier_id = await makeDossier(url, [session_id, other_id, third_id]);
  return { session_id, other_id, dossier_id };
}

/** A source, a collected report with observables and suppressed values, and an import. */
async function fillPipeline(url: string): Promise<Made> {
  const source_id = await addSource(url, "https://feed.unit.invalid/rss");
  const title = "APT29 runs Mimikatz through CVE-2021-26855";
  const summary = `${TEXT} It looked up 10.0.0.1 and 8.8.8.8.`;
  const techniques = { technique_ids: ["T1059.001"], group_ids: ["G0016"] };
  const report = await collectReport(url, { title, summary, ...techniques });
  await addObservable(url, { kind: "mutex", value: "M".repeat(250), tags: ["one", "two"] });
  const imported = await send<{ import_id: string }>(url, "/api/pipeline/import/stix", BUNDLE);
  const observable_id = report.observable_ids[0] ?? "";
  return { source_id, report_id: report.id, observable_id, import_id: imported.import_id };
}

/** Rules, log sources, a recorded test and a layer. */
async function fillCoverage(url: string): Promise<Made> {
  const rule_id = await importRule(url, sigmaRule(1, "PowerShell runs", "T1059.001"));
  await importRule(url, sigmaRule(2, "A draft", "T1053.005"), "draft");
  await collect(url, [{ name: "WinEventLog:Sysmon" }]);
  const test = {
    attack_id: "T1059.001",
    rule_id,
    result: "missed",
    events: "2",
    note: "Not seen.",
  };
  await send(url, "/api/coverage/tests", test);
  const layer = { name: "A layer", technique_ids: ["T1059"], version: SHIPPED.version };
  const { layer_id } = await send<{ layer_id: string }>(url, "/api/layers", layer);
  return { rule_id, layer_id };
}

/** A token, and a webhook whose message nobody receives. */
async function fillExchange(url: string): Promise<Made> {
  await send(url, "/api/tokens", { name: "Nightly import", role: "viewer" });
  const webhook = {
    name: "SOC channel",
    url: "https://hooks.unit.invalid/in",
    event_types: ["analysis.signed"],
  };
  const { id } = await send<{ id: string }>(url, "/api/webhooks", webhook);
  await send(url, `/api/webhooks/${id}/test`, {});
  return { webhook_id: id };
}
